// SPDX-License-Identifier: Apache-2.0
#include "rules/evaluation/waits.hpp"

#include <algorithm>
#include <tuple>

namespace fabricmap::rules {

std::vector<Wait> united(std::vector<Wait> waits) {
    std::sort(waits.begin(), waits.end(), [](const Wait& a, const Wait& b) {
        return std::tie(a.process, a.from, a.to, a.match) < std::tie(b.process, b.from, b.to, b.match);
    });
    std::vector<Wait> apart;
    for (const Wait& wait : waits) {
        const bool goes_on =
            !apart.empty() && apart.back().process == wait.process && wait.from <= apart.back().to;
        if (goes_on) {
            apart.back().to = std::max(apart.back().to, wait.to);
        } else {
            apart.push_back(wait);
        }
    }
    return apart;
}

double seconds_of(const std::vector<Wait>& waits) noexcept {
    double seconds = 0;
    for (const Wait& wait : waits) seconds += wait.to - wait.from;
    return seconds;
}

double common_seconds(const std::vector<Wait>& a, const std::vector<Wait>& b) noexcept {
    double seconds = 0;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i].process == b[j].process) {
            seconds += std::max(0.0, std::min(a[i].to, b[j].to) - std::max(a[i].from, b[j].from));
        }
        if (std::tie(a[i].process, a[i].to) < std::tie(b[j].process, b[j].to)) {
            ++i;
        } else {
            ++j;
        }
    }
    return seconds;
}

}  // namespace fabricmap::rules
