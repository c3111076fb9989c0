// SPDX-License-Identifier: Apache-2.0
#include "command_line/interruption.hpp"
#include "command_line/program.hpp"
#include "converters/program/command_line.hpp"
#include "converters/program/convert.hpp"
#include "converters/program/merge.hpp"

#include <fmt/format.h>

using namespace fabricmap;

int main(int argument_count, char** arguments) {
    return run_program("network_convert", [&] {
        const std::vector<std::string> words = words_of(argument_count, arguments);
        if (!words.empty() && words.front() == "merge") {
            catch_interruption();
            converters::merge({words.begin() + 1, words.end()});
            return ExitCode::success;
        }
        const converters::CommandLine command_line =
            converters::parse_command_line(argument_count, arguments);
        if (!command_line.answer.empty()) {
            print_out(command_line.answer);
            return ExitCode::success;
        }
        catch_interruption();
        converters::convert(command_line.options);
        return ExitCode::success;
    });
}
