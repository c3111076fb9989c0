// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "converters/conversion/options.hpp"

#include <string>

namespace fabricmap::converters {

/// The options, or the text that --help or --version asks for.
struct CommandLine {
    Options options;
    std::string answer;
};

/// Throws UsageError that names the option and the remedy.
[[nodiscard]] CommandLine parse_command_line(int argument_count, const char* const* arguments);

}  // namespace fabricmap::converters
