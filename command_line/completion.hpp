// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace fabricmap {

/// The words that a value can be. Asked for only when one is completed.
using Choices = std::function<std::vector<std::string>()>;
using ChoicesOf = std::map<const CLI::Option*, Choices>;

/// Before the words typed so far, the last of which is completed: how the shells' scripts ask a program.
inline constexpr std::string_view completing = "--complete";
/// A line of the answer: names of files fit as well.
inline constexpr std::string_view files_fit = ":files";

/// What the last of the typed words can become, a line each: the word, and behind a tab what it does.
[[nodiscard]] std::string completions(const CLI::App& app, const ChoicesOf& choices,
                                      const std::vector<std::string>& typed);

/// Of those candidates the lines that continue `begin`.
[[nodiscard]] std::string completion_lines(std::string_view begin,
                                           const std::vector<std::string>& candidates);

/// What bash, zsh or fish reads to complete the words of a program. Throws UsageError for another shell.
[[nodiscard]] std::string completion_script(std::string_view program, std::string_view shell);

/// The names of the scenarios that are installed.
[[nodiscard]] std::vector<std::string> scenario_names();
/// "synthetic:" and such a name, as programs take it for a run.
[[nodiscard]] std::vector<std::string> synthetic_names();

}  // namespace fabricmap
