// SPDX-License-Identifier: Apache-2.0
#include "base/slab_memory.hpp"
#include "command_line/interruption.hpp"
#include "command_line/program.hpp"
#include "diagnosis/program/commands.hpp"
#include "diagnosis/program/options.hpp"

using namespace fabricmap;

int main(int argument_count, char** arguments) {
    return run_program("network_diagnose", [&] {
        const diagnosis::Options options = diagnosis::parse_options(words_of(argument_count, arguments));
        if (!options.answer.empty()) {
            print_out(options.answer);
            return ExitCode::success;
        }
        catch_interruption();
        return_free_slabs();
        return diagnosis::carry_out(options);
    });
}
