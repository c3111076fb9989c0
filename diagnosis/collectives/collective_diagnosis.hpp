// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/collective_results.hpp"
#include "diagnosis/model/diagnosis.hpp"

#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// A file of collective operations with its visits.
struct CollectiveInput {
    std::string label;
    CollectiveRun run;
    std::vector<CollectiveVisit> visits;
};

struct CollectiveRequest {
    std::vector<CollectiveInput> runs;
    std::vector<CollectiveInput> baseline;
    double min_effect = 0.05;
    double min_time_s = 0;
    SummaryTerms terms{};
};

/// Judges the first run, its times over all of the same memory; those of others stand beside. Throws
/// UsageError where the runs do not belong together.
[[nodiscard]] Diagnosis diagnose_collectives(CollectiveRequest request);

}  // namespace fabricmap::diagnosis
