// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace fabricmap {

/// Of intervals, where nothing else is asked for.
inline constexpr double default_confidence = 0.95;
/// Of values on each side that a trimmed mean leaves out.
inline constexpr double default_trimmed = 0.25;

/// A value and the confidence interval around it; NaN where it is unknown.
struct ValueInterval {
    double value = std::numeric_limits<double>::quiet_NaN();
    double low = std::numeric_limits<double>::quiet_NaN();
    double high = std::numeric_limits<double>::quiet_NaN();

    /// The farther of the two ends from the value; NaN where it is unknown.
    [[nodiscard]] double half_width() const noexcept;
    /// The same as a share of the value.
    [[nodiscard]] double relative_half_width() const noexcept;
};

/// The largest k with 2·P(Bin(count, ½) < k) ≤ 1 − confidence: the k-th smallest and the k-th largest of that
/// many independent values of one distribution hold its median with that confidence. 0 where there are too
/// few: below 6 values for 95 %.
[[nodiscard]] std::size_t order_statistic_of_median(std::size_t count,
                                                    double confidence = default_confidence);

/// Of the medians of visits, each of which repeats one cell: their median, and the k-th smallest and largest.
/// Runs of a visit resemble each other, and visits differ by more than their runs: so a visit is one value,
/// however many runs it has. Values that are NaN do not count. Without an interval below 6 visits.
[[nodiscard]] ValueInterval interval_over_visits(std::span<const double> visit_medians,
                                                 double confidence = default_confidence);

/// Of the values that several jobs have of one cell, all above 0: the same, or, where they are too few for
/// order statistics, Student's interval of their logarithms. Without an interval below 2.
[[nodiscard]] ValueInterval interval_over_jobs(std::span<const double> values,
                                               double confidence = default_confidence);

/// When the visits of a cell end.
struct VisitRule {
    double precision = 0.05;  ///< of the interval, as a share of the value; 0: no end before max_visits
    std::size_t min_visits = 6;
    std::size_t max_visits = 24;
    double resolution = 0;  ///< of the values: an interval that reaches no farther from its value is precise
};

/// Whether a cell needs no more visits: its interval lay within precision or resolution after each of the
/// last two, or it has had all. `visit_medians` in the order of the visits.
[[nodiscard]] bool needs_no_more_visits(std::span<const double> visit_medians, const VisitRule& rule);

/// The mean of the middle half of some values, and how far it may be from that of all that could be drawn:
/// half of the interval, by the Winsorised deviation s_w/((1−2g)√n) and Student's t (Tukey and
/// McLaughlin, Sankhya A 25, 1963; Yuen, Biometrika 61, 1974).
struct TrimmedMean {
    double mean = std::numeric_limits<double>::quiet_NaN();
    double error = std::numeric_limits<double>::quiet_NaN();  ///< NaN below 4 values
    double standard_error = std::numeric_limits<double>::quiet_NaN();
    std::size_t values = 0;  ///< that were not trimmed
};

/// Trims a share of the values on each side, below ½. Reorders them.
[[nodiscard]] TrimmedMean trimmed_mean(std::vector<double> values, double trimmed_fraction = default_trimmed,
                                       double confidence = default_confidence);

}  // namespace fabricmap
