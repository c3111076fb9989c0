// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/store/check_record.hpp"
#include "site/store/marks.hpp"

#include <string>
#include <vector>

namespace fabricmap::site {

enum class HistoryForm : std::uint8_t { table, json, csv };

/// A line for each check, in their order: when, hosts, verdict, mark and notes.
[[nodiscard]] std::string history_text(const std::vector<CheckRecord>& checks, const Marks& marks,
                                       HistoryForm form);

/// A line for each check that measured the host: its factors, GB/s, latency and verdict.
[[nodiscard]] std::string host_history_text(const std::string& host, const std::vector<CheckRecord>& checks,
                                            const Marks& marks, HistoryForm form);

}  // namespace fabricmap::site
