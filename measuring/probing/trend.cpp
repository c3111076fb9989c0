// SPDX-License-Identifier: Apache-2.0
#include "measuring/probing/trend.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap {
namespace {

constexpr double min_span_ratio = 1.25;
constexpr std::size_t neighbours_a_side = 2;

/// The points whose neighbours lie far enough apart to yield a slope.
std::vector<std::size_t> ends_of_spans(const std::vector<std::int64_t>& lengths) {
    std::vector<std::size_t> ends{0};
    for (std::size_t k = 1; k < lengths.size(); ++k) {
        const auto wanted = min_span_ratio * static_cast<double>(lengths[ends.back()]);
        if (static_cast<double>(lengths[k]) >= wanted) ends.push_back(k);
    }
    return ends;
}

double jumps_between(const std::vector<Breakpoint>& found, std::int64_t from, std::int64_t to) {
    double sum_s = 0;
    for (const Breakpoint& jump : found)
        if (jump.last_before >= from && jump.last_before < to) sum_s += jump.step_s;
    return sum_s;
}

Estimate without_slope(const Estimate& rise, const Estimate& slope, double width) {
    return {rise.value - slope.value * width, std::hypot(rise.error, slope.error * width)};
}

}  // namespace

Trend::Trend(const std::vector<std::int64_t>& lengths, const std::vector<Visit>& visits,
             const std::vector<Breakpoint>& found)
    : max_slope_(delay_at(visits, 0).value /
                 static_cast<double>(std::max<std::int64_t>(lengths.front(), 1))) {
    const auto ends = ends_of_spans(lengths);
    spans_.reserve(ends.size());
    for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
        const std::int64_t from = lengths[ends[k]];
        const std::int64_t to = lengths[ends[k + 1]];
        const auto width = static_cast<double>(to - from);
        const Estimate rise = rise_between(visits, ends[k], ends[k + 1]);
        spans_.push_back(
            {{from, to}, {(rise.value - jumps_between(found, from, to)) / width, rise.error / width}});
    }
}

Trend::Range Trend::slopes_around(std::int64_t from, std::int64_t to) const {
    const auto first_right =
        std::find_if(spans_.begin(), spans_.end(), [&](const Span& span) { return span.ends.front() >= to; });
    const auto past_left =
        std::find_if(spans_.begin(), spans_.end(), [&](const Span& span) { return span.ends.back() > from; });
    std::vector<Span> around;
    const auto few = [](auto count) { return std::min(static_cast<std::size_t>(count), neighbours_a_side); };
    for (std::size_t back = 1; back <= few(past_left - spans_.begin()); ++back)
        around.push_back(*(past_left - static_cast<std::ptrdiff_t>(back)));
    for (std::size_t k = 0; k < few(spans_.end() - first_right); ++k)
        around.push_back(*(first_right + static_cast<std::ptrdiff_t>(k)));
    // Without neighbours: more bytes do not take less time, nor more in proportion.
    if (around.empty()) return {{{}, {0, 0}}, {{}, {max_slope_, 0}}};
    std::sort(around.begin(), around.end(),
              [](const Span& a, const Span& b) { return a.slope.value < b.slope.value; });
    const std::size_t dropped = around.size() == 2 * neighbours_a_side ? 1 : 0;
    return {around[dropped], around[around.size() - 1 - dropped]};
}

Trend::Unexplained Trend::unexplained(std::int64_t from, std::int64_t to, const Estimate& rise) const {
    const Range slopes = slopes_around(from, to);
    const auto width = static_cast<double>(to - from);
    const Estimate beyond_steepest = without_slope(rise, slopes.steepest.slope, width);
    const Estimate beyond_flattest = without_slope(rise, slopes.flattest.slope, width);
    if (beyond_steepest.value > 0) return {beyond_steepest, slopes.steepest.ends};
    if (beyond_flattest.value < 0) return {beyond_flattest, slopes.flattest.ends};
    return {{0, rise.error}, {}};
}

}  // namespace fabricmap
