// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fabricmap::diagnosis {

/// Some of the ordered pairs of ranks, a bit each. Rows share no memory: threads may fill different ones.
class PairSet {
  public:
    PairSet() = default;
    /// None of the pairs of so many ranks.
    explicit PairSet(std::int64_t ranks)
        : words_a_row_((static_cast<std::size_t>(ranks) + bits - 1) / bits),
          words_(static_cast<std::size_t>(ranks) * words_a_row_) {}

    void insert(std::int64_t sender, std::int64_t receiver) noexcept {
        words_[place_of(sender, receiver)] |= bit_of(receiver);
    }
    [[nodiscard]] bool operator()(std::int64_t sender, std::int64_t receiver) const noexcept {
        return (words_[place_of(sender, receiver)] & bit_of(receiver)) != 0;
    }
    [[nodiscard]] std::int64_t ranks() const noexcept {
        return words_a_row_ == 0 ? 0 : static_cast<std::int64_t>(words_.size() / words_a_row_);
    }

  private:
    static constexpr std::size_t bits = 64;

    [[nodiscard]] std::size_t place_of(std::int64_t sender, std::int64_t receiver) const noexcept {
        return static_cast<std::size_t>(sender) * words_a_row_ + static_cast<std::size_t>(receiver) / bits;
    }
    [[nodiscard]] static std::uint64_t bit_of(std::int64_t receiver) noexcept {
        return std::uint64_t{1} << (static_cast<std::size_t>(receiver) % bits);
    }

    std::size_t words_a_row_ = 0;
    std::vector<std::uint64_t> words_;
};

}  // namespace fabricmap::diagnosis
