// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/parts/joined_stack.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace fabricmap {
namespace {

std::vector<std::int64_t> joined_lengths(const JoinedStack::Parts& parts) {
    std::vector<std::int64_t> lengths;
    for (const auto& part : parts) {
        lengths.insert(lengths.end(), part->message_lengths().begin(), part->message_lengths().end());
    }
    return lengths;
}

}  // namespace

JoinedStack::JoinedStack(Statistic statistic, std::int64_t rank_count, Parts parts)
    : DelayStack(statistic, rank_count, joined_lengths(parts)), parts_(std::move(parts)) {
    std::size_t planes = 0;
    first_planes_.reserve(parts_.size());
    for (const auto& part : parts_) {
        first_planes_.push_back(planes);
        planes += part->message_lengths().size();
    }
}

std::size_t JoinedStack::implausible_values() const {
    return std::transform_reduce(parts_.begin(), parts_.end(), std::size_t{0}, std::plus{},
                                 [](const auto& part) { return part->implausible_values(); });
}

std::size_t JoinedStack::part_of(std::size_t k) const {
    const auto after = std::upper_bound(first_planes_.begin(), first_planes_.end(), k);
    return static_cast<std::size_t>(after - first_planes_.begin()) - 1;
}

Matrix JoinedStack::read_rows(std::size_t k, std::int64_t first_sender, std::int64_t senders) const {
    const std::size_t part = part_of(k);
    return parts_[part]->rows(k - first_planes_[part], first_sender, senders);
}

std::vector<double> JoinedStack::read_cells(std::size_t k, std::span<const Cell> cells) const {
    const std::size_t part = part_of(k);
    return parts_[part]->cells(k - first_planes_[part], cells);
}

Matrix JoinedStack::read_line(const Line& line) const {
    Matrix values = room_for(line);
    for (std::size_t part = 0; part < parts_.size(); ++part) {
        const Matrix rows = parts_[part]->line(line);
        values.middleRows(static_cast<Eigen::Index>(first_planes_[part]), rows.rows()) = rows;
    }
    return values;
}

}  // namespace fabricmap
