// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "measuring/job.hpp"
#include "measuring/mpi/first_rank.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/watch/watchdog.hpp"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace fabricmap {

/// The options of a tester, or the text that --help or --version asks for.
template <typename Options>
struct CommandLineOf {
    Options options;
    std::string answer;
};

/// Reads a tester's options; throws UsageError that names the option and the remedy.
template <typename Options>
using ReadCommandLine = CommandLineOf<Options> (*)(const std::vector<std::string>& arguments);

/// The options by these arguments; the defaults where they cannot be read. For the time before all ranks know
/// rank 0's arguments.
template <typename Options>
[[nodiscard]] Options options_or_defaults(const std::vector<std::string>& arguments,
                                          ReadCommandLine<Options> read) {
    try {
        return read(arguments).options;
    } catch (const Error&) {
        return {};
    }
}

/// By rank 0's arguments: they count, whatever the others were started with.
template <typename Options>
[[nodiscard]] CommandLineOf<Options> agreed_command_line(const std::vector<std::string>& arguments,
                                                         ReadCommandLine<Options> read) {
    const std::vector<std::string> words = arguments_of_first_rank(arguments);
    CommandLineOf<Options> command_line;
    on_every_rank([&] { command_line = read(words); });
    return command_line;
}

/// Where a tester's job begins: prints what --help or --version asks for, or calls `measure(options)` with
/// the options of rank 0, their timeout set and, but for a dry run, the prefix locked for `program`. Called
/// by all ranks together; throws on all of them alike.
template <typename Options, typename Measure>
[[nodiscard]] ExitCode run_with_options(const char* program, const Session& session, Watchdog& watchdog,
                                        const std::vector<std::string>& arguments,
                                        ReadCommandLine<Options> read, const Measure& measure) {
    const CommandLineOf<Options> command_line = agreed_command_line(arguments, read);
    const Options& options = command_line.options;
    if (!command_line.answer.empty()) {
        if (session.is_first()) fmt::print("{}", command_line.answer);
        return ExitCode::success;
    }
    watchdog.change_settings(
        [&](Watchdog::Settings& settings) { settings.timeout = options.timeouts.timeout; });
    std::unique_ptr<RunLock> lock;
    if (!options.dry_run) lock = lock_for_job(options.file, program, watchdog);
    return measure(options);
}

}  // namespace fabricmap
