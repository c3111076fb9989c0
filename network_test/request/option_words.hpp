// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/request/options.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace fabricmap::network_test {

// What single words of the command line say. Each throws UsageError that names the option, the word and the
// remedy.

[[nodiscard]] std::int64_t read_active_per_node(std::string_view word);
[[nodiscard]] PairSample read_pair_sample(std::string_view word);
[[nodiscard]] ScheduleKind read_schedule(std::string_view word);
[[nodiscard]] OutputKind read_output(std::string_view word);

// Not every mode has what these are for.
[[nodiscard]] RmaSync read_rma_sync(const std::string& word, Mode mode);
[[nodiscard]] StreamWindow read_window(const std::string& word, Mode mode);
[[nodiscard]] MessageMemory read_memory_for(std::string_view word, Mode mode);
void require_leaves(std::string_view option, std::string_view word, Mode mode);
/// `asks`: the word asks for noise.
void refuse_noise(std::string_view option, std::string_view word, Mode mode, bool asks);

}  // namespace fabricmap::network_test
