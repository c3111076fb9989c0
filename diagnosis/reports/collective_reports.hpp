// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/json_values.hpp"
#include "diagnosis/model/collective_results.hpp"

#include <string>

namespace fabricmap::diagnosis {

/// "allreduce on 16 ranks takes longer than reduce+bcast: 5.5 times at 64, 1.5 times at 1K".
[[nodiscard]] std::string violation_text(const GuidelineViolation& violation);

/// "in this job", "in 2 jobs": in which the algorithms were compared.
[[nodiscard]] std::string in_jobs_text(const AlgorithmChoice& choice);

/// "no difference above 7 %": of an algorithm that is not surely faster than the library's choice.
[[nodiscard]] std::string no_difference_text(const AlgorithmChoice& choice);

/// What of tuning the verdict tells: "1 guideline is violated. The library chooses a slow algorithm in 3
/// cases." Sentences, or nothing.
[[nodiscard]] std::string tuning_text(const CollectiveResults& results);

/// What the report for the terminal has of collective operations: guidelines, algorithms, overlap, times.
[[nodiscard]] std::string collective_sections(const CollectiveResults& results);

/// When each rank was through, at the first and the last lengths: a line a rank, a table an operation.
[[nodiscard]] std::string rank_sections(const CollectiveResults& results);

/// " cells=9 guidelines=1 algorithms=3": what they add to the RESULT line.
[[nodiscard]] std::string collective_counts(const CollectiveResults& results);

/// The same and everything else, in SI units.
[[nodiscard]] Json collectives_json(const CollectiveResults& results);

}  // namespace fabricmap::diagnosis
