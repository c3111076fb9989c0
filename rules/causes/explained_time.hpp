// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/causes/placed_wait.hpp"
#include "rules/records/intervals.hpp"

#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace fabricmap::rules {

/// Times of ranks at places of which it is known what they went into: each second counts once, for what was
/// added first.
class ExplainedTime {
  public:
    /// A rank and the place of a call, -1 where that is not known.
    using Key = std::pair<double, double>;

    /// `empty_place`: the number of the empty text.
    explicit ExplainedTime(double empty_place) noexcept : empty_place_(empty_place) {}

    [[nodiscard]] Key key_of(double rank, double place) const noexcept {
        return {rank, std::isnan(place) || place == empty_place_ ? -1 : place};
    }
    void add(double rank, double place, double from, double to) {
        if (from < to) new_[key_of(rank, place)].push_back({from, to});
    }
    /// Takes what has been added since the last time; the seconds of each key that were not known before.
    [[nodiscard]] std::map<Key, double> take();
    /// All seconds of a key so far.
    [[nodiscard]] const std::map<Key, double>& seconds() const noexcept { return seconds_; }

  private:
    double empty_place_;
    std::map<Key, Intervals> new_;
    std::map<Key, Intervals> known_;  ///< apart from each other
    std::map<Key, double> seconds_;
};

}  // namespace fabricmap::rules
