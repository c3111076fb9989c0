// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/file/block_stack.hpp"
#include "netcdf_schema/file/netcdf_file.hpp"

#include <memory>
#include <vector>

namespace fabricmap {

/// A statistic made from every single delay, data(n,x,y,z); what is no plausible delay was not measured.
class SampleStack : public BlockStack {
  public:
    SampleStack(std::shared_ptr<const NetcdfFile> file, int variable, Statistic statistic,
                std::int64_t rank_count, std::vector<std::int64_t> message_lengths, Repairs repairs);

  private:
    [[nodiscard]] Matrix read_block(std::size_t plane, const Block& block) const override;

    std::shared_ptr<const NetcdfFile> file_;
    int variable_;
    std::size_t samples_;
};

/// Of the samples that are plausible delays; NaN where there are none (0 for the count). Reorders its
/// argument.
[[nodiscard]] double statistic_of(Statistic statistic, std::vector<double>& samples);

}  // namespace fabricmap
