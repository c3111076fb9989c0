// SPDX-License-Identifier: Apache-2.0
#include "command_line/program.hpp"
#include "site/program/run_command.hpp"

using namespace fabricmap;

int main(int argument_count, char** arguments) {
    return run_program("fabricmap", [&] { return site::run_command(words_of(argument_count, arguments)); });
}
