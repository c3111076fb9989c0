// SPDX-License-Identifier: Apache-2.0
#include "command_line/program.hpp"
#include "lab/program/commands.hpp"

using namespace fabricmap;

int main(int argument_count, char** arguments) {
    return run_program("network_lab", [&] {
        const lab::LabOptions options = lab::parse_lab_words(words_of(argument_count, arguments));
        if (!options.answer.empty()) {
            print_out(options.answer);
        } else if (options.command == "list") {
            print_out(lab::scenario_list());
        } else if (options.command == "down") {
            lab::end_staying_hosts(options);
        } else if (options.command == "up") {
            return lab::start_staying_hosts(options);
        } else if (options.command == "replay") {
            return lab::replay_scenario(options);
        } else {
            return lab::run_scenario(options);
        }
        return ExitCode::success;
    });
}
