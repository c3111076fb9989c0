// SPDX-License-Identifier: Apache-2.0
#include "command_line/interruption.hpp"
#include "command_line/program.hpp"
#include "tracing/program/commands.hpp"
#include "tracing/program/options.hpp"

using namespace fabricmap;

int main(int argument_count, char** arguments) {
    return run_program("network_trace", [&] {
        const tracing::Options options = tracing::parse_options(words_of(argument_count, arguments));
        if (!options.answer.empty()) print_out(options.answer);
        if (options.record) tracing::become_program(*options.record);
        if (options.why) return static_cast<ExitCode>(tracing::explain_program(*options.why));
        catch_interruption();
        if (options.show) tracing::show(*options.show);
        if (options.convert) tracing::convert(*options.convert);
        if (options.traffic) tracing::write_traffic(*options.traffic);
        return ExitCode::success;
    });
}
