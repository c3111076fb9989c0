// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/parse_tree.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace fabricmap::rules {

/// What is wrong where reading failed: what was read, what may stand there, and the remedy where it is known.
[[nodiscard]] std::string describe_failure(std::string_view text, const ParsedProblem& failed);

/// The byte of the next word "problem" after `from`, outside strings and comments; the text's length where
/// there is none.
[[nodiscard]] std::size_t next_problem(std::string_view text, std::size_t from);

/// The first bracket that is within too many others for anything to read it.
[[nodiscard]] std::optional<std::size_t> too_deep_bracket(std::string_view text);

}  // namespace fabricmap::rules
