// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/free_places.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace fabricmap::picture {
namespace {

constexpr double half_badge = 13;  ///< a label begins that far left of its point

struct Taken {
    double from;
    double to;
    int last_line;  ///< a thread passes all lines above its label's
    int first_line;
};

std::vector<std::size_t> ascending(std::size_t count, const auto& value_of) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return value_of(a) < value_of(b); });
    return order;
}

constexpr std::array<Point, 8> compass{
    {{1, -1}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}, {-1, -1}}};

/// Around a point, in rings that grow.
void add_around(std::vector<Point>& places, Point middle, double first, double step) {
    constexpr int rings = 6;
    for (int ring = 0; ring < rings; ++ring) {
        for (const Point& towards : compass) {
            const double away = (first + ring * step) / std::hypot(towards.x, towards.y);
            places.push_back({middle.x + away * towards.x, middle.y + away * towards.y});
        }
    }
}

}  // namespace

std::vector<double> spread_labels(const std::vector<double>& wanted, double lowest, double highest,
                                  double distance) {
    std::vector<double> places = wanted;
    auto order = ascending(wanted.size(), [&](std::size_t index) { return wanted[index]; });
    double lowest_free = lowest;
    for (const std::size_t index : order) {
        places[index] = std::max(places[index], lowest_free);
        lowest_free = places[index] + distance;
    }
    double most = highest;
    std::reverse(order.begin(), order.end());
    for (const std::size_t index : order) {
        places[index] = std::min(places[index], most);
        most = places[index] - distance;
    }
    return places;
}

std::vector<int> hang_labels(const std::vector<HangingLabel>& labels) {
    std::vector<int> lines(labels.size(), 0);
    auto order = ascending(labels.size(), [&](std::size_t index) { return labels[index].x; });
    // From the right: a thread then passes to the left of all labels that already hang.
    std::reverse(order.begin(), order.end());
    std::vector<Taken> taken;
    for (const std::size_t index : order) {
        const double from = labels[index].x - half_badge;
        const double to = labels[index].x + half_badge + labels[index].width;
        int line = 0;
        const auto collides = [&](const Taken& other) {
            return line >= other.first_line && line <= other.last_line && from < other.to && to > other.from;
        };
        while (std::any_of(taken.begin(), taken.end(), collides)) ++line;
        lines[index] = line;
        taken.push_back({from, to, line, line});
        if (line > 0) taken.push_back({labels[index].x - 3, labels[index].x + 3, line - 1, 0});
    }
    return lines;
}

std::optional<Point> BadgePlaces::first_free(const std::vector<Point>& wanted) {
    const auto within = [&](double at, double low, double high) {
        return std::clamp(at, low + radius_, std::max(low, high - 2 * radius_) + radius_);
    };
    for (const Point& place : wanted) {
        const Point middle{within(place.x, matrix_.x, matrix_.right()),
                           within(place.y, matrix_.y, matrix_.bottom())};
        const bool is_free = std::none_of(taken_.begin(), taken_.end(), [&](const Point& other) {
            return std::hypot(other.x - middle.x, other.y - middle.y) < 2 * radius_;
        });
        if (!is_free) continue;
        taken_.push_back(middle);
        return middle;
    }
    return std::nullopt;
}

std::optional<Point> BadgePlaces::place_on(const Box& outline) {
    // Within it; in the middle of what is too thin.
    constexpr double inset = 3;
    const double across = std::min(radius_ + inset, outline.width / 2);
    const double down = std::min(radius_ + inset, outline.height / 2);
    const Box inner{outline.x + across, outline.y + down, outline.width - 2 * across,
                    outline.height - 2 * down};
    std::vector<Point> places{{inner.x, inner.y},
                              {inner.right(), inner.y},
                              {inner.x, inner.bottom()},
                              {inner.right(), inner.bottom()}};
    for (double x = inner.x; x <= inner.right(); x += 2 * radius_) places.push_back({x, inner.y});
    for (double y = inner.y; y <= inner.bottom(); y += 2 * radius_) places.push_back({inner.x, y});
    add_around(places, outline.middle(), 3 * radius_, 3 * radius_);
    return first_free(places);
}

std::optional<Point> BadgePlaces::place_beside(Point ring) {
    std::vector<Point> places;
    add_around(places, ring, 2.25 * radius_, 2 * radius_);
    return first_free(places);
}

}  // namespace fabricmap::picture
