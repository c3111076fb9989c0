// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/reports/report.hpp"

#include <string>
#include <string_view>

namespace fabricmap::rules {

/// "rank 2", "ranks 0-2, 5".
[[nodiscard]] std::string ranks_text(const std::set<std::int64_t>& ranks);

/// Where the ranks' time went, as a table; of many ranks the mean and the extremes.
[[nodiscard]] std::string times_text(const Report& report);

/// Whether what others wait for it in the end is hardly anything, so that reports for people leave it out.
[[nodiscard]] bool is_small_cause(const Report& report, const RootCause& cause) noexcept;

/// What ranks wait for in the end, the most first.
[[nodiscard]] std::string causes_text(const Report& report);

/// "rank 2 comes late to x.c:11, computing since x.c:16", without how long others wait.
[[nodiscard]] std::string cause_sentence(const RootCause& cause);

/// How much of a problem began with ranks whose calls are missing; empty where nothing did.
[[nodiscard]] std::string unseen_text(const RuleReport& rule);

/// What the time in them is called.
[[nodiscard]] std::string_view unexplained_heading(const Report& report) noexcept;

/// The calls that took longer than anything known explains.
[[nodiscard]] std::string unexplained_text(const Report& report);

}  // namespace fabricmap::rules
