// SPDX-License-Identifier: Apache-2.0
#include "placement/replay/options.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/program.hpp"
#include "netcdf_schema/version.hpp"
#include "placement/patterns/open_pattern.hpp"
#include "placement/patterns/standard.hpp"

#include <fmt/format.h>

namespace fabricmap::placement {
namespace {

constexpr int max_steps = 1'000'000;

}  // namespace

ReplayOptions parse_replay_options(const std::vector<std::string>& words) {
    ReplayOptions options;
    std::string steps = "20";
    Command app(
        "Sends the messages of a pattern, all ranks at once, and prints the time of a step and where each "
        "rank runs.\n"
        "  mpirun -np 64 network_replay --pattern stencil:8x8,length=64K\n"
        "  mpirun --hostfile placed.seq --mca rmaps seq -np 64 network_replay --pattern "
        "stencil:8x8,length=64K",
        "network_replay");
    app.add_option("--pattern", options.pattern, "What is sent: see below").option_text("SPEC");
    app.add_option(
           "--messages", options.messages,
           "The same, measured, in any form that network_place takes; of a pair at most 16 messages a step")
        .option_text("FILE");
    app.add_option("--steps", steps, "How many times; the median counts").option_text("COUNT [20]");
    app.add_flag("--quiet", options.quiet, "Only the RESULT line");
    app.add_help();
    app.add_version(version_text("network_replay"));
    app.set_footer(
        standard_pattern_list() +
        "\n\nThe last line begins with RESULT: and is made for scripts.\n\n"
        "Exit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read, 130 interrupted.\n");
    options.answer = app.parse(words);
    if (!options.answer.empty()) return options;
    const auto count = read_number<int>(steps);
    if (!count || *count < 1 || *count > max_steps)
        throw UsageError(fmt::format("--steps {}: give a number from 1 to {}", steps, max_steps));
    options.steps = *count;
    require_one_source(options.pattern, options.messages);
    return options;
}

}  // namespace fabricmap::placement
