// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace fabricmap::network_test {

/// How long a part of a plane takes at each message length, seconds, from a trial run at a few of them: a
/// straight line from each to the next.
class PartTimes {
  public:
    void add(std::int64_t length_bytes, double seconds) { seconds_[length_bytes] = seconds; }
    /// Beyond the lengths trial_lengths, what the nearest of them took; 0 without any.
    [[nodiscard]] double at(std::int64_t length_bytes) const;
    /// Of each plane, from its length and its number of parts.
    [[nodiscard]] std::vector<double> of_planes(const std::vector<std::int64_t>& lengths,
                                                const std::vector<std::int64_t>& parts) const;

  private:
    std::map<std::int64_t, double> seconds_;
};

/// The lengths of a trial run: the shortest, the longest and a few between them. Ascending.
[[nodiscard]] std::vector<std::int64_t> lengths_of_trial(std::vector<std::int64_t> lengths);

}  // namespace fabricmap::network_test
