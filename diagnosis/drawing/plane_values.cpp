// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/plane_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_pixels = 512;  ///< of a side

/// The numbers of the classes' medians: a delay over its factor is that of its class but for rounding.
class Expected {
  public:
    std::uint8_t number_of(float delay_s, float factor) {
        constexpr double same = 1e-4;
        const double expected_s = static_cast<double>(delay_s) / static_cast<double>(factor);
        if (!std::isfinite(expected_s)) return PlaneValues::none;
        const auto found = std::find_if(known_s_.begin(), known_s_.end(), [&](double known_s) {
            return std::abs(known_s - expected_s) <= same * known_s;
        });
        if (found == known_s_.end() && known_s_.size() == std::size_t{PlaneValues::none})
            return PlaneValues::none;
        const auto number = static_cast<std::uint8_t>(found - known_s_.begin());
        if (found == known_s_.end()) known_s_.push_back(expected_s);
        return number;
    }
    [[nodiscard]] std::vector<double> take() { return std::move(known_s_); }

  private:
    std::vector<double> known_s_;
};

}  // namespace

int hosts_a_pixel(std::size_t hosts) noexcept {
    int fold = 1;
    while (hosts > max_pixels * static_cast<std::size_t>(fold)) fold *= 2;
    return fold;
}

picture::ValueRange drawn_factors(const picture::ValueRange& factors) noexcept {
    constexpr double min_dark_factor = 1.5;
    return picture::about_one({factors.lowest, std::max(factors.highest, min_dark_factor)});
}

PlaneValues plane_values(const HostPlane& plane, const std::vector<int>& order) {
    PlaneValues values;
    const auto hosts = static_cast<Eigen::Index>(order.size());
    if (plane.factor.rows() != hosts || plane.delay_s.rows() != hosts) return values;
    values.fold = hosts_a_pixel(order.size());
    const auto side = (static_cast<int>(hosts) + values.fold - 1) / values.fold;
    values.classes = {side, side, {}, 0};
    values.classes.pixels.assign(static_cast<std::size_t>(side) * static_cast<std::size_t>(side),
                                 PlaneValues::none);
    std::vector<float> slowest(values.classes.pixels.size(), -std::numeric_limits<float>::infinity());
    std::optional<picture::ValueRange> range;
    Expected expected;
    // Columns lie in one piece.
    for (Eigen::Index column = 0; column < hosts; ++column) {
        const int receiver = order[static_cast<std::size_t>(column)];
        for (Eigen::Index row = 0; row < hosts; ++row) {
            const int sender = order[static_cast<std::size_t>(row)];
            const float factor = plane.factor(sender, receiver);
            if (row == column || !std::isfinite(factor)) continue;
            range = picture::united(
                range, picture::ValueRange{static_cast<double>(factor), static_cast<double>(factor)});
            const auto pixel = static_cast<std::size_t>(row / values.fold * side + column / values.fold);
            if (factor <= slowest[pixel]) continue;
            slowest[pixel] = factor;
            values.classes.pixels[pixel] = expected.number_of(plane.delay_s(sender, receiver), factor);
        }
    }
    if (range) values.factors = drawn_factors(*range);
    values.expected_s = expected.take();
    return values;
}

}  // namespace fabricmap::diagnosis
