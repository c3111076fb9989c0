// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/host_rows.hpp"

#include <algorithm>

namespace fabricmap::diagnosis {

bool is_small(std::int64_t ranks) noexcept {
    constexpr std::int64_t max_bytes = std::int64_t{64} << 20;
    return ranks * ranks * static_cast<std::int64_t>(sizeof(double)) <= max_bytes;
}

std::vector<double> cells_in(const Matrix& plane, std::span<const Cell> cells) {
    std::vector<double> values;
    values.reserve(cells.size());
    for (const auto& [sender, receiver] : cells) values.push_back(plane(sender, receiver));
    return values;
}

std::vector<HostRange> host_ranges(const Machine& machine, std::int64_t ranks) {
    std::vector<HostRange> ranges;
    for (const HostIndex host : machine.hosts.indices()) {
        const std::vector<RankIndex>& own = machine.ranks_of[host];
        const bool is_full = ranges.empty() || std::ssize(ranges.back().ranks) + std::ssize(own) > ranks;
        if (is_full) ranges.emplace_back();
        HostRange& range = ranges.back();
        range.hosts.push_back(host);
        range.ranks.insert(range.ranks.end(), own.begin(), own.end());
    }
    for (HostRange& range : ranges) std::sort(range.ranks.begin(), range.ranks.end());
    return ranges;
}

Matrix rows_of(const DelayStack& stack, std::size_t k, const std::vector<RankIndex>& ranks) {
    if (!ranks.empty() && ranks.back() - ranks.front() + 1 == std::ssize(ranks))
        return stack.rows(k, ranks.front(), std::ssize(ranks));
    Matrix rows(std::ssize(ranks), stack.rank_count());
    for (std::size_t begin = 0; begin < ranks.size();) {
        std::size_t end = begin + 1;
        while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1) ++end;
        const auto count = static_cast<std::int64_t>(end - begin);
        rows.middleRows(static_cast<Eigen::Index>(begin), count) = stack.rows(k, ranks[begin], count);
        begin = end;
    }
    return rows;
}

void for_each_slab(const DelayStack& stack, std::size_t k,
                   const std::function<void(const Matrix&, std::int64_t)>& act) {
    const std::int64_t senders = stack.senders_of_a_slab();
    for (std::int64_t first = 0; first < stack.rank_count(); first += senders)
        act(stack.rows(k, first, std::min(senders, stack.rank_count() - first)), first);
}

}  // namespace fabricmap::diagnosis
