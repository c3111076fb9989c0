// SPDX-License-Identifier: Apache-2.0
#include "picture/layout/label_places.hpp"

#include <algorithm>
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

}  // namespace fabricmap::picture
