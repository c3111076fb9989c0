// SPDX-License-Identifier: Apache-2.0
#include "converters/legacy_form.hpp"

#include "netcdf_schema/legacy/legacy_conventions.hpp"

namespace fabricmap::converters {

Matrix legacy_plane(const Run& run, Statistic statistic, std::size_t k) {
    return legacy_plane(run, statistic, k, run.stack(statistic)->plane(k));
}

Matrix legacy_plane(const Run& run, Statistic statistic, std::size_t k, const Matrix& plane) {
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

}  // namespace fabricmap::converters
