// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/reports/report.hpp"
#include "tracing/model/trace.hpp"

#include <string>

namespace fabricmap::rules {

/// The longest wait of a problem as a drawing (SVG): a row for each process that takes part, its calls as
/// bars over time, the wait marked. Empty where the rule lost no time.
[[nodiscard]] std::string draw_strip(const PlaceGroup& place, const tracing::Trace& trace);

/// Who waits for whom, in seconds, as a drawing; empty where the rule's records do not tell.
[[nodiscard]] std::string draw_who_waits(const RuleReport& rule);

}  // namespace fabricmap::rules
