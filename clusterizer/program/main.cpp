// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/program/commands.hpp"
#include "clusterizer/program/options.hpp"
#include "command_line/interruption.hpp"
#include "command_line/program.hpp"

#include <fmt/format.h>

using namespace fabricmap;

int main(int argument_count, char** arguments) {
    return run_program("network_clusterizer", [&] {
        const clusterizer::Options options = clusterizer::parse_options(words_of(argument_count, arguments));
        if (!options.answer.empty()) {
            print_out(options.answer);
            return ExitCode::success;
        }
        catch_interruption();
        clusterizer::carry_out(options);
        return ExitCode::success;
    });
}
