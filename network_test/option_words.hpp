// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/schedule/round_plan.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::network_test {

// What single options say. Each throws UsageError that names the option, the word and the remedy.

/// A share between 0 and 1, as in 0.02 or 2%.
[[nodiscard]] double read_precision(std::string_view word);

/// Whole seconds, minutes or hours, as in 90, 90s, 30m or 2h; at most a week.
[[nodiscard]] std::chrono::seconds read_duration(std::string_view word, std::string_view option);

/// A number of ranks, or "all", which is more than any host has.
[[nodiscard]] std::int64_t read_active_per_node(std::string_view word);

/// A share of the pairs, as in 5%, or "rounds=12".
[[nodiscard]] PairSample read_pair_sample(std::string_view word);

/// Names joined by commas.
[[nodiscard]] std::vector<std::string> read_hosts(std::string_view word);

}  // namespace fabricmap::network_test
