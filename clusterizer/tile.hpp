// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/workers.hpp"
#include "netcdf_schema/run/delay_stack.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace fabricmap::clusterizer {

/// Stands for a cell without a value: unlike NaN it equals itself, and it lies below every value.
inline constexpr double missing_cell = -std::numeric_limits<double>::max();

/// What some senders send to all ranks, pair after pair: the values of a pair at all lengths lie side by
/// side, where the stack has a plane a length.
class Tile {
  public:
    /// With room for that many senders.
    Tile(std::int64_t ranks, std::size_t planes, std::int64_t senders);

    /// Bytes in memory for each sender of a stack.
    [[nodiscard]] static std::size_t bytes_per_sender(std::int64_t ranks, std::size_t planes) noexcept;

    /// Forgets what it held, and reads those senders.
    void read(const DelayStack& stack, std::int64_t first_sender, std::int64_t senders, Workers& workers);
    /// Reads that many further senders behind those it holds.
    void append(const DelayStack& stack, std::int64_t first_sender, std::int64_t senders, Workers& workers);

    [[nodiscard]] std::int64_t ranks() const noexcept { return ranks_; }
    [[nodiscard]] std::size_t planes() const noexcept { return planes_; }
    [[nodiscard]] std::size_t pairs() const noexcept { return values_.size() / planes_; }
    /// The values of a pair, one a plane; pair p is the sender p / ranks of those read and the receiver
    /// p mod ranks.
    [[nodiscard]] std::span<const double> pair(std::size_t index) const noexcept {
        return {values_.data() + index * planes_, planes_};
    }

  private:
    void turn(std::size_t first_plane, std::size_t last_plane, std::size_t begin, std::size_t from,
              std::size_t to);

    std::int64_t ranks_;
    std::size_t planes_;
    std::vector<double> values_;
    std::vector<Matrix> rows_;  ///< as they were read, a plane after the other
};

}  // namespace fabricmap::clusterizer
