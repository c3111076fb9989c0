// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/collectives/collective_diagnosis.hpp"

#include <string>

namespace fabricmap::diagnosis {

/// "2 faults in 16 hosts", "no fault in 16 hosts", and what of tuning was seen.
[[nodiscard]] std::string collective_verdict(const CollectiveDiagnosis& diagnosis);
/// "allreduce on 16 ranks takes longer than reduce+bcast: 5.5 times at 64, 1.5 times at 1K".
[[nodiscard]] std::string violation_text(const GuidelineViolation& violation);

/// For the terminal; the last line begins with RESULT: and stays as it is for scripts.
[[nodiscard]] std::string collective_terminal_report(const CollectiveDiagnosis& diagnosis);
/// The RESULT: line alone.
[[nodiscard]] std::string collective_result_line(const CollectiveDiagnosis& diagnosis);
/// Everything, with "schema_version":1 and SI units; numbers that are not finite are null.
[[nodiscard]] std::string collective_json_report(const CollectiveDiagnosis& diagnosis);
/// One page that needs no network: curves with intervals, rank profiles, guidelines, algorithms.
[[nodiscard]] std::string collective_html_report(const CollectiveDiagnosis& diagnosis);

}  // namespace fabricmap::diagnosis
