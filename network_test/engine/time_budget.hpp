// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fabricmap::network_test {

/// Deals a given time out to planes: each gets what a single sample of every pair takes, and its share of
/// what is then left for precision. So all pairs at all lengths come first. Seconds since the program began.
class TimeBudget {
  public:
    /// `min_s`: what the planes take with a single sample of each pair, in their order; `full_s`: with as
    /// many as their precision asks for.
    TimeBudget(double total_s, std::vector<double> min_s, std::vector<double> full_s);

    /// New estimates for the remaining planes, in the constructor's terms.
    void set_estimates(std::vector<double> min_s, std::vector<double> full_s);

    /// Until when the next plane should be measured, which is now where its pairs should get single samples;
    /// nothing where not even that fits, and the sweep must end.
    [[nodiscard]] std::optional<double> next_end(double now_s) const;
    /// The plane is measured. One of single samples shows how well their time was estimated, and those behind
    /// it are judged by that.
    void passed(double begin_s, double end_s, double planned_end_s);
    /// The plane is written: so much is set aside for each of those behind it, too.
    void collected(double seconds) noexcept { collecting_s_ = seconds; }

  private:
    double total_s_;
    std::vector<double> min_s_;
    std::vector<double> full_s_;
    std::size_t next_ = 0;
    double collecting_s_ = 0;
    double overrun_ = 1;  ///< ratio of the smallest times seen to those estimated
};

/// The lengths in an order in which they are spread evenly wherever it is cut off: the ends first, then again
/// and again the middles of what lies between.
[[nodiscard]] std::vector<std::int64_t> spread_order(const std::vector<std::int64_t>& ascending);

}  // namespace fabricmap::network_test
