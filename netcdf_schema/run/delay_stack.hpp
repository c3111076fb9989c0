// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "netcdf_schema/run/vocabulary.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

namespace fabricmap {

/// An ordered pair of ranks, as a place in a plane.
struct Cell {
    std::int32_t sender = 0;
    std::int32_t receiver = 0;
};

/// What a sender sends to all, a receiver gets from all, or, where both are named, one sends to the other.
struct Line {
    std::optional<std::int64_t> sender;
    std::optional<std::int64_t> receiver;

    [[nodiscard]] bool is_pair() const noexcept { return sender && receiver; }
};

/// One statistic of one run, read on demand from wherever it lies.
///
/// Values are seconds (a count for Statistic::count), sender-major and NaN where a pair was not measured or
/// the file holds what cannot be true, whatever the order and the defects of the file. Lengths ascend.
/// Indices out of range throw std::out_of_range; a file that breaks while it is read throws FileError.
/// Reading is not thread-safe: NetCDF is not.
class DelayStack {
  public:
    enum class Source : std::uint8_t {
        file,   ///< what cannot be true is counted and left out
        other,  ///< what is read is handed out
    };

    virtual ~DelayStack() = default;
    DelayStack(const DelayStack&) = delete;
    DelayStack& operator=(const DelayStack&) = delete;

    [[nodiscard]] Statistic statistic() const noexcept { return statistic_; }
    [[nodiscard]] std::int64_t rank_count() const noexcept { return rank_count_; }
    /// Bytes, ascending; plane(k) belongs to message_lengths()[k].
    [[nodiscard]] const std::vector<std::int64_t>& message_lengths() const noexcept {
        return message_lengths_;
    }

    /// ranks × ranks: element (i,j) is the delay of messages of length k from rank i to rank j.
    [[nodiscard]] Matrix plane(std::size_t k) const;
    /// senders × ranks: those rows of the plane, for readers that cannot hold a whole one.
    [[nodiscard]] Matrix rows(std::size_t k, std::int64_t first_sender, std::int64_t senders) const;
    /// How many rows a reader should ask for at once who does not hold a whole plane: 16 MiB of them.
    [[nodiscard]] std::int64_t senders_of_a_slab() const noexcept;
    /// The values of some cells of the plane, in their order.
    [[nodiscard]] std::vector<double> cells(std::size_t k, std::span<const Cell> cells) const;
    /// lengths × ranks; of a pair lengths × 1.
    [[nodiscard]] Matrix line(const Line& line) const;
    /// lengths × ranks: what `sender` sends to each rank.
    [[nodiscard]] Matrix row(std::int64_t sender) const { return line({sender, {}}); }
    /// lengths × ranks: what `receiver` gets from each rank.
    [[nodiscard]] Matrix column(std::int64_t receiver) const { return line({{}, receiver}); }
    /// One value per length.
    [[nodiscard]] Vector pair(std::int64_t sender, std::int64_t receiver) const {
        return line({sender, receiver}).col(0);
    }

    /// How many values (of those that were read; each counts once) were no delays and became NaN: negative,
    /// not finite, or above 10⁶ s.
    [[nodiscard]] virtual std::size_t implausible_values() const { return implausible_.size(); }

  protected:
    DelayStack(Statistic statistic, std::int64_t rank_count, std::vector<std::int64_t> message_lengths,
               Source source = Source::other);

    /// An empty matrix for a line.
    [[nodiscard]] Matrix room_for(const Line& line) const;

  private:
    [[nodiscard]] virtual Matrix read_rows(std::size_t k, std::int64_t first_sender,
                                           std::int64_t senders) const = 0;
    /// Reads the plane once, slab by slab, unless a reader knows better.
    [[nodiscard]] virtual std::vector<double> read_cells(std::size_t k, std::span<const Cell> cells) const;
    /// From the rows of each plane, unless a reader knows better.
    [[nodiscard]] virtual Matrix read_line(const Line& line) const;

    /// `place_of(row, column)` tells the cell and the plane of a value.
    template <typename Values, typename PlaceOf>
    [[nodiscard]] Values plausible(Values values, const PlaceOf& place_of) const;
    [[nodiscard]] std::uint64_t place(std::int64_t k, std::int64_t sender,
                                      std::int64_t receiver) const noexcept;
    void check_plane(std::size_t k) const;
    void check_rank(std::int64_t rank) const;

    Statistic statistic_;
    std::int64_t rank_count_;
    std::vector<std::int64_t> message_lengths_;
    Source source_;
    mutable std::unordered_set<std::uint64_t> implausible_;  ///< places
};

}  // namespace fabricmap
