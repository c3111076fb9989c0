// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/delay_stack.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fabricmap::diagnosis {

/// Whether a whole plane of so many ranks may be held in memory, and sums of as many values.
[[nodiscard]] bool is_small(std::int64_t ranks) noexcept;

/// What DelayStack::cells gives, of a plane that is held.
[[nodiscard]] std::vector<double> cells_in(const Matrix& plane, std::span<const Cell> cells);

/// Hosts next to each other, for those who cannot hold the rows of all.
struct HostRange {
    std::vector<HostIndex> hosts;
    std::vector<RankIndex> ranks;  ///< of these hosts, ascending
};

/// All hosts in ranges of about so many ranks, one host each at least.
[[nodiscard]] std::vector<HostRange> host_ranges(const Machine& machine, std::int64_t ranks);

/// Ranks × all ranks: what those send at the length with the number k. `ranks`: ascending.
[[nodiscard]] Matrix rows_of(const DelayStack& stack, std::size_t k, const std::vector<RankIndex>& ranks);

/// Calls act(rows, first_sender) for all rows of a plane, a few MiB of them at a time.
void for_each_slab(const DelayStack& stack, std::size_t k,
                   const std::function<void(const Matrix& rows, std::int64_t first_sender)>& act);

/// Calls act(sender, receiver, value) for all values of a plane but those on its diagonal.
template <typename Act>
void for_each_value(const DelayStack& stack, std::size_t k, const Act& act) {
    for_each_slab(stack, k, [&](const Matrix& rows, std::int64_t first_sender) {
        for (Eigen::Index row = 0; row < rows.rows(); ++row) {
            const auto sender = RankIndex(first_sender + row);
            for (const RankIndex receiver : IndexRange<RankIndex>(rows.cols())) {
                if (sender != receiver) act(sender, receiver, rows(row, receiver));
            }
        }
    });
}

}  // namespace fabricmap::diagnosis
