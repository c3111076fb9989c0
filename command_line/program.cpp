// SPDX-License-Identifier: Apache-2.0
#include "command_line/program.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <exception>

namespace fabricmap {

std::vector<std::string> words_of(int argument_count, const char* const* arguments) {
    return {arguments + (argument_count > 0 ? 1 : 0), arguments + argument_count};
}

std::string parse_words(CLI::App& app, const std::vector<std::string>& words) {
    try {
        app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::CallForHelp&) {
        return app.help();
    } catch (const CLI::CallForVersion& version) {
        return std::string(version.what()) + "\n";
    } catch (const CLI::ParseError& error) {
        throw UsageError(fmt::format("{}; see {} --help", error.what(), app.get_name()));
    }
    return {};
}

void print_out(std::string_view text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!written || std::fflush(stdout) != 0) {
        throw FileError("stdout: cannot be written: make room, or send the output elsewhere");
    }
}

int run_program(std::string_view name, const std::function<ExitCode()>& body) {
    try {
        return static_cast<int>(body());
    } catch (const Error& error) {
        fmt::print(stderr, "{}: {}\n", name, error.what());
        return static_cast<int>(error.code());
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", name, error.what());
        return static_cast<int>(ExitCode::failure);
    }
}

}  // namespace fabricmap
