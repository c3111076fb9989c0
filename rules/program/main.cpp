// SPDX-License-Identifier: Apache-2.0
#include "command_line/interruption.hpp"
#include "command_line/program.hpp"
#include "rules/program/commands.hpp"

using namespace fabricmap;

int main(int argument_count, char** arguments) {
    return run_program("network_rules", [&] {
        const rules::Options options = rules::parse_options(words_of(argument_count, arguments));
        catch_interruption();
        if (!options.answer.empty()) print_out(options.answer);
        if (options.list) print_out(rules::list_text(*options.list));
        if (options.explain) print_out(rules::explain_text(*options.explain));
        return options.check ? rules::check(*options.check) : ExitCode::success;
    });
}
