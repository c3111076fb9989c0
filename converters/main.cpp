// SPDX-License-Identifier: Apache-2.0
#include "converters/conversion.hpp"
#include "converters/options.hpp"
#include "converters/progress.hpp"
#include "netcdf_schema/errors.hpp"

#include <fmt/format.h>

#include <exception>

using namespace fabricmap;

int main(int argument_count, char** arguments) {
    try {
        const converters::CommandLine command_line =
            converters::parse_command_line(argument_count, arguments);
        if (!command_line.answer.empty()) {
            fmt::print("{}", command_line.answer);
            return static_cast<int>(ExitCode::success);
        }
        converters::catch_interruption();
        converters::convert(command_line.options);
        return static_cast<int>(ExitCode::success);
    } catch (const Error& error) {
        fmt::print(stderr, "network_convert: {}\n", error.what());
        return static_cast<int>(error.code());
    } catch (const std::exception& error) {
        fmt::print(stderr, "network_convert: {}\n", error.what());
        return static_cast<int>(ExitCode::failure);
    }
}
