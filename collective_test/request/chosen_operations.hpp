// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/request/options.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::collective_test {

/// The names that -t knows, in lines of a width that fits a terminal.
[[nodiscard]] std::string operation_names();

/// The words that -t takes.
[[nodiscard]] std::vector<std::string> operation_words();

/// What a list of names, kinds and shared objects stands for. Throws UsageError for any other word.
[[nodiscard]] std::vector<const Operation*> read_operations(std::string_view word);

/// Each operation with each of the elements, reductions, buffers and neighbours that were asked for and that
/// it allows.
[[nodiscard]] std::vector<const Operation*> with_variations(const Options& options);

}  // namespace fabricmap::collective_test
