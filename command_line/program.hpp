// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// The words after the program's name.
[[nodiscard]] std::vector<std::string> words_of(int argument_count, const char* const* arguments);

/// "csv, json and run", where `last_between` is "and".
[[nodiscard]] std::string listed(const std::vector<std::string_view>& words, std::string_view last_between);

/// What stands for stdout where a file is asked for.
inline constexpr const char* standard_output = "-";

/// Throws UsageError where the path is that, for what is no text or several files: "a run".
void refuse_stdout(std::string_view option, const std::filesystem::path& path, std::string_view what);

/// Writes to stdout. Throws FileError where that fails, as on a full disk.
void print_out(std::string_view text);

/// Opens those of stdin, stdout and stderr that are closed, so that no file takes their numbers and what is
/// told lands in it. Writing to them fails as before.
void open_standard_streams();

/// Of the program that runs.
[[nodiscard]] std::string_view name_of_program() noexcept;

/// Gives the signals that run_program ignores back their meaning, before another program takes this one's
/// place.
void restore_signals() noexcept;

/// Runs a program without MPI: what `body` throws becomes one line on stderr, and its exit code.
[[nodiscard]] int run_program(std::string_view name, const std::function<ExitCode()>& body);

}  // namespace fabricmap
