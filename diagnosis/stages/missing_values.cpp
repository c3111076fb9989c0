// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/missing_values.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

/// How many pairs of ranks of two hosts were measured at some length; `values` of all their lengths.
double pairs_measured(const Survey& survey, HostIndex from, HostIndex to, double values) {
    std::int64_t pairs = 0;
    for (const RankIndex sender : survey.machine.ranks_of[from]) {
        for (const RankIndex receiver : survey.machine.ranks_of[to])
            pairs += survey.classes.measured(sender, receiver) ? 1 : 0;
    }
    // Those of long messages alone are not among them.
    return std::max(static_cast<double>(pairs),
                    std::ceil(values / static_cast<double>(survey.lengths.size())));
}

}  // namespace

double partly_missing_fraction_of(const Survey& survey) {
    double missing = 0;
    double paths = 0;
    const auto lengths = static_cast<double>(survey.lengths.size());
    for (const HostIndex from : survey.machine.hosts.indices()) {
        for (const HostIndex to : survey.machine.hosts.indices()) {
            const float fraction = survey.missing_fraction(from, to);
            if (from == to || !(fraction < 1)) continue;
            const auto all = static_cast<double>(survey.machine.ranks_of[from].size() *
                                                 survey.machine.ranks_of[to].size());
            const double values = std::round((1 - double{fraction}) * all * lengths);
            missing += 1 - values / (pairs_measured(survey, from, to, values) * lengths);
            ++paths;
        }
    }
    return paths > 0 ? missing / paths : 0;
}

}  // namespace fabricmap::diagnosis
