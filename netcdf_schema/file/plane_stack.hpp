// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/file/block_stack.hpp"
#include "netcdf_schema/file/netcdf_file.hpp"

#include <memory>
#include <string>
#include <vector>

namespace fabricmap {

/// One variable data(n,x,y) of a NetCDF file, read in hyperslabs.
class PlaneStack : public BlockStack {
  public:
    /// `records` are the records of the lengths, in the same order.
    PlaneStack(std::shared_ptr<const NetcdfFile> file, int variable, Statistic statistic,
               std::int64_t rank_count, std::vector<std::int64_t> message_lengths,
               std::vector<std::size_t> records, Repairs repairs);

  private:
    [[nodiscard]] Matrix read_block(std::size_t plane, const Block& block) const override;

    std::shared_ptr<const NetcdfFile> file_;
    int variable_;
    std::vector<std::size_t> records_;
};

/// Records in the order of their lengths, ascending; where a length was measured twice, the later one.
struct AscendingRecords {
    std::vector<std::int64_t> message_lengths;
    std::vector<std::size_t> records;
};
[[nodiscard]] AscendingRecords ascending_records(const std::vector<std::int64_t>& lengths,
                                                 const std::vector<bool>& usable);

}  // namespace fabricmap
