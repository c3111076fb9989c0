// SPDX-License-Identifier: Apache-2.0
#include "rules/records/expected_delays.hpp"

#include "rules/records/record_values.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::rules {
namespace {

template <typename Delays>
std::vector<DelayPoint> points(const std::vector<std::int64_t>& lengths, const Delays& delays) {
    std::vector<DelayPoint> known;
    for (std::size_t length = 0; length < lengths.size(); ++length) {
        const double delay = delays(length);
        if (!std::isnan(delay)) known.push_back({static_cast<double>(lengths[length]), delay});
    }
    return known;
}

double on_line(const DelayPoint& first, const DelayPoint& second, double bytes) {
    const double slope = (second.delay_s - first.delay_s) / (second.bytes - first.bytes);
    return first.delay_s + (bytes - first.bytes) * slope;
}

}  // namespace

double delay_at(const std::vector<DelayPoint>& points, double bytes) noexcept {
    if (points.empty() || std::isnan(bytes)) return unknown;
    if (bytes <= points.front().bytes) return points.front().delay_s;
    const auto after =
        std::lower_bound(points.begin(), points.end(), bytes,
                         [](const DelayPoint& point, double value) { return point.bytes < value; });
    if (after != points.end()) return on_line(*(after - 1), *after, bytes);
    if (points.size() == 1) return unknown;
    return std::max(points.back().delay_s, on_line(*(after - 2), *(after - 1), bytes));
}

std::optional<std::size_t> ExpectedDelays::run_of(std::string_view mode) const {
    if (mode.empty()) return map_.judged();
    for (std::size_t run = 0; run < map_.runs().size(); ++run) {
        if (mode_name(map_.runs()[run].description()) == mode) return run;
    }
    return std::nullopt;
}

std::vector<DelayPoint> ExpectedDelays::points_of_class(const RankPosition& from,
                                                        const RankPosition& to) const {
    const diagnosis::ClassCurve* const curve = map_.class_between(from, to);
    if (curve == nullptr) return {};
    return points(map_.diagnosis().lengths, [&](std::size_t length) { return curve->median_s[length]; });
}

std::vector<DelayPoint> ExpectedDelays::points_of(const RankPosition& from, const RankPosition& to,
                                                  std::string_view mode) const {
    const auto number = run_of(mode);
    if (!number || (from.host == to.host && from.slot == to.slot)) return {};
    const auto sender = map_.ranks(*number).find(from);
    const auto receiver = map_.ranks(*number).find(to);
    if (sender && receiver) {
        const Run& run = map_.runs()[*number];
        const auto stack = run.stack(run.preferred());
        const Vector delays = stack->pair(*sender, *receiver);
        std::vector<DelayPoint> measured = points(stack->message_lengths(), [&](std::size_t length) {
            return delays(static_cast<Eigen::Index>(length));
        });
        if (!measured.empty()) return measured;
    }
    // Classes are those of the judged run.
    return *number == map_.judged() ? points_of_class(from, to) : std::vector<DelayPoint>();
}

double ExpectedDelays::expected(const RankPosition& from, const RankPosition& to, double bytes,
                                std::string_view mode) const {
    return delay_at(points_of(from, to, mode), bytes);
}

}  // namespace fabricmap::rules
