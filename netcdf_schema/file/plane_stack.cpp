// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/plane_stack.hpp"

#include <array>
#include <map>
#include <utility>

namespace fabricmap {

PlaneStack::PlaneStack(std::shared_ptr<const NetcdfFile> file, int variable, Statistic statistic,
                       std::int64_t rank_count, std::vector<std::int64_t> message_lengths,
                       std::vector<std::size_t> records, Repairs repairs)
    : BlockStack(statistic, rank_count, std::move(message_lengths), repairs, file->path().string()),
      file_(std::move(file)),
      variable_(variable),
      records_(std::move(records)) {}

Matrix PlaneStack::read_block(std::size_t plane, const Block& block) const {
    Matrix values(static_cast<Eigen::Index>(block.rows), static_cast<Eigen::Index>(block.columns));
    const std::array start{records_[plane], block.row, block.column};
    const std::array count{std::size_t{1}, block.rows, block.columns};
    file_->read(variable_, start, count, values.data());
    return values;
}

AscendingRecords ascending_records(const std::vector<std::int64_t>& lengths,
                                   const std::vector<bool>& usable) {
    std::map<std::int64_t, std::size_t> last;
    for (std::size_t record = 0; record < lengths.size(); ++record) {
        if (usable[record]) last[lengths[record]] = record;
    }
    AscendingRecords ascending;
    for (const auto& [length, record] : last) {
        ascending.message_lengths.push_back(length);
        ascending.records.push_back(record);
    }
    return ascending;
}

}  // namespace fabricmap
