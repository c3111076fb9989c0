// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/model/machine.hpp"
#include "diagnosis/stages/diagnose.hpp"

namespace fabricmap::diagnosis {

/// Calls `look` with each run and each of the baseline.
template <typename Look>
void for_all_runs(const Request& request, const Look& look) {
    for (const auto* const runs : {&request.runs, &request.baseline}) {
        for (const Run& run : *runs) look(run);
    }
}

/// What is known of the runs and their machine before values are looked at.
[[nodiscard]] Diagnosis describe_machine(const Request& request, const Run& judged, const Machine& machine);

}  // namespace fabricmap::diagnosis
