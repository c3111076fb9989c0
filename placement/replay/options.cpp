// SPDX-License-Identifier: Apache-2.0
#include "placement/replay/options.hpp"

#include "base/message_lengths.hpp"
#include "command_line/command.hpp"
#include "command_line/option_table.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
#include "netcdf_schema/version.hpp"
#include "placement/patterns/open_pattern.hpp"
#include "placement/patterns/standard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fabricmap::placement {
namespace {

constexpr int max_steps = 1'000'000;

using Row = OptionRow<ReplayOptions>;

constexpr std::array rows{
    Row{"--pattern", "SPEC", "What is sent: see below", keep_word<&ReplayOptions::pattern>},
    Row{"--messages", "FILE",
        "The same, measured, in any form that network_place takes; of a pair at most 16 messages a step",
        keep_word<&ReplayOptions::messages>},
    Row{"--length", "SIZE [64K]", "Of messages of a file that has bytes alone",
        [](const std::string& word, ReplayOptions& to) {
            to.length = std::max<std::int64_t>(1, parse_size(word, "--length"));
        }},
    Row{"--value", "FILE", "The placement to try, in any of the layouts", keep_word<&ReplayOptions::valued>},
    Row{"--try", nullptr, "Needed where this is network_place", nullptr, &ReplayOptions::tries},
    Row{"--steps", "COUNT [20]", "How many times; the median counts",
        [](const std::string& word, ReplayOptions& to) {
            to.steps = static_cast<int>(read_bounded(word, "--steps", 1, max_steps));
        }},
    Row{"--timeout", "TIME [5m]", "End the job when a rank does not go on for so long",
        [](const std::string& word, ReplayOptions& to) {
            to.timeouts.timeout = read_duration(word, "--timeout");
        }},
    Row{"--quiet", nullptr, "Only the RESULT line", nullptr, &ReplayOptions::quiet},
};

}  // namespace

ReplayOptions parse_replay_options(const std::vector<std::string>& words) {
    ReplayOptions options;
    OptionTable table(rows, options);
    Command app(
        "Sends the messages of a pattern, all ranks at once, and prints the time of a step as the job was "
        "started\nand, alternating with that, as a file places its ranks on the job's hosts.\n"
        "  mpirun -np 64 network_place --try --pattern stencil:8x8,length=64K\n"
        "  mpirun -np 64 network_place --try --messages app --value placed.seq",
        "network_place");
    table.declare(app);
    app.add_help();
    app.add_version(version_text("network_place"));
    app.set_footer(
        standard_pattern_list() +
        "\n\nThe last line begins with RESULT: and is made for scripts.\n\n"
        "Exit codes: 0 fine, 1 failed while running, 2 usage, 3 a file cannot be read, 130 interrupted.\n");
    options.answer = app.parse(words);
    if (!options.answer.empty()) return options;
    table.read();
    require_one_source(options.pattern, options.messages);
    return options;
}

}  // namespace fabricmap::placement
