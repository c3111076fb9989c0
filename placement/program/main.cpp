// SPDX-License-Identifier: Apache-2.0
#include "command_line/interruption.hpp"
#include "command_line/program.hpp"
#include "placement/program/commands.hpp"
#include "placement/program/options.hpp"
#include "placement/program/trial.hpp"

using namespace fabricmap;

int main(int argument_count, char** arguments) {
    return run_program("network_place", [&] {
        const std::vector<std::string> words = words_of(argument_count, arguments);
        if (placement::asks_for_trial(words)) placement::become_trial(words);
        const placement::Options options = placement::parse_options(words);
        if (!options.answer.empty()) {
            print_out(options.answer);
            return ExitCode::success;
        }
        catch_interruption();
        return placement::carry_out(options);
    });
}
