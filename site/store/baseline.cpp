// SPDX-License-Identifier: Apache-2.0
#include "site/store/baseline.hpp"

#include <utility>

namespace fabricmap::site {
namespace {

constexpr std::size_t max_baseline_checks = 5;

}  // namespace

std::vector<std::string> runs_of(const CheckRecord& check, const Store& store) {
    std::vector<std::string> paths;
    for (const std::string& run : check.runs) paths.push_back(store.folder_of(check.id) / run);
    return paths;
}

std::vector<std::string> Baseline::runs(const Store& store) const {
    std::vector<std::string> paths;
    for (const CheckRecord& check : checks) {
        for (std::string& run : runs_of(check, store)) paths.push_back(std::move(run));
    }
    return paths;
}

Baseline baseline_for(const CheckRecord& check, const Store& store) {
    Baseline baseline;
    const Marks marks = store.marks();
    const std::vector<std::string> ids = store.checks();
    for (auto id = ids.rbegin(); id != ids.rend(); ++id) {
        if (*id == check.id || !is_accepted(marks, *id)) continue;
        ++baseline.accepted;
        if (baseline.checks.size() == max_baseline_checks) continue;
        CheckRecord other = store.record(*id);
        if (other.measured == check.measured) baseline.checks.push_back(std::move(other));
    }
    return baseline;
}

}  // namespace fabricmap::site
