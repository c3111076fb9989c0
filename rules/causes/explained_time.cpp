// SPDX-License-Identifier: Apache-2.0
#include "rules/causes/explained_time.hpp"

#include <algorithm>

namespace fabricmap::rules {

std::map<ExplainedTime::Key, double> ExplainedTime::take() {
    std::map<Key, double> gained;
    for (auto& [key, added] : new_) {
        Intervals& all = known_[key];
        all.insert(all.end(), added.begin(), added.end());
        const double seconds = unite(all);
        double& before = seconds_[key];
        gained[key] = seconds - before;
        before = seconds;
    }
    new_.clear();
    return gained;
}

/// Joins what overlaps; the seconds of all.
double ExplainedTime::unite(Intervals& all) {
    std::sort(all.begin(), all.end(), [](const Interval& a, const Interval& b) { return a.from < b.from; });
    double seconds = 0;
    std::size_t last = 0;
    for (std::size_t next = 1; next < all.size(); ++next) {
        if (all[next].from <= all[last].to) {
            all[last].to = std::max(all[last].to, all[next].to);
        } else {
            seconds += all[last].to - all[last].from;
            all[++last] = all[next];
        }
    }
    all.resize(last + 1);
    return seconds + all[last].to - all[last].from;
}

}  // namespace fabricmap::rules
