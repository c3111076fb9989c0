// SPDX-License-Identifier: Apache-2.0
#include "converters/conversion/legacy_form.hpp"

#include "netcdf_schema/legacy/legacy_conventions.hpp"

namespace fabricmap::converters {

Matrix legacy_plane(const Run& run, Statistic statistic, std::size_t k) {
    const Matrix plane = run.stack(statistic)->plane(k);
    const auto mode = run.description().mode;
    Matrix form = plane * legacy_factor(mode, statistic);
    const bool round_trips = older_values_are_doubled(mode) && statistic == Statistic::deviation;
    if (round_trips && run.has(Statistic::average)) {
        // The deviation there was taken of whole round trips around their halved mean.
        const Matrix average = run.stack(Statistic::average)->plane(k);
        form = (plane.square() + (average / 2).square()).sqrt();
    }
    if (legacy_rows_are_senders(mode)) return form;
    return form.transpose();
}

std::string legacy_hosts(const RunDescription& run) {
    std::string lines;
    for (const RankLocation& location : run.ranks) {
        if (location.host.empty()) return {};
        lines += location.host + "\n";
    }
    return lines;
}

}  // namespace fabricmap::converters
