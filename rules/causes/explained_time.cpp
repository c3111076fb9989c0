// SPDX-License-Identifier: Apache-2.0
#include "rules/causes/explained_time.hpp"

namespace fabricmap::rules {

std::map<ExplainedTime::Key, double> ExplainedTime::take() {
    std::map<Key, double> gained;
    for (auto& [key, added] : new_) {
        Intervals& all = known_[key];
        all.insert(all.end(), added.begin(), added.end());
        unite(all);
        const double seconds = seconds_of(all);
        double& before = seconds_[key];
        gained[key] = seconds - before;
        before = seconds;
    }
    new_.clear();
    return gained;
}

}  // namespace fabricmap::rules
