// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/file/block_stack.hpp"

#include <string>
#include <vector>

namespace fabricmap {

/// The planes of a file that is read as a whole, as texts are.
class MemoryStack : public BlockStack {
  public:
    /// `planes`: of each length, ranks × ranks as in the file. `label` names the file in errors.
    MemoryStack(Statistic statistic, std::int64_t rank_count, std::vector<std::int64_t> message_lengths,
                std::vector<Matrix> planes, Repairs repairs, std::string label);

  private:
    [[nodiscard]] Matrix read_block(std::size_t plane, const Block& block) const override;

    std::vector<Matrix> planes_;
};

}  // namespace fabricmap
