// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "converters/merging/measurement.hpp"

#include <cstddef>
#include <vector>

namespace fabricmap::converters {

/// By how much a measurement differs from the newer ones at one length; logarithms.
struct RunTerm {
    double offset = 0;     ///< that all of its pairs have alike
    double agreement = 0;  ///< pairs that differ by no more besides show the same state
};

/// log delay = class of the pair + run + hosts. The differences between values of the same pair know no
/// class: what most of them have in common is the run's, and what most of one host have besides is a change
/// of that host.
struct RunTerms {
    std::vector<std::vector<RunTerm>> of;  ///< of each measurement at each length
    /// Of each host the first measurement, counted from the newest, that shows it in another state than newer
    /// ones, as before it was replaced; the number of measurements where none does.
    std::vector<std::size_t> changed_at;

    /// Whether what the measurement says of the host still holds.
    [[nodiscard]] bool holds(std::size_t host, std::size_t measurement) const {
        return measurement < changed_at[host];
    }
};

[[nodiscard]] RunTerms run_terms_of(const MeasuredPairs& pairs);

}  // namespace fabricmap::converters
