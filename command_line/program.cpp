// SPDX-License-Identifier: Apache-2.0
#include "command_line/program.hpp"

#include "netcdf_schema/remark.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <unistd.h>

namespace fabricmap {
namespace {

void refuse_empty_words(const CLI::App& app, const std::vector<std::string>& words) {
    for (std::size_t number = 0; number < words.size(); ++number) {
        const std::string& word = words[number];
        const bool lacks_value = word.starts_with("--") && word.ends_with('=');
        if (!word.empty() && !lacks_value) continue;
        const std::string before = number > 0 ? "after " + words[number - 1] : "at the beginning";
        throw UsageError(fmt::format("{}: give a value, or leave it out; see {} --help",
                                     lacks_value ? word : "an empty argument " + before, app.get_name()));
    }
}

/// A file must not be opened under the number of a closed stream, because what is told there would land in
/// it. Writing to these fails, as it did when they were closed.
void open_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) == -1) (void)open("/dev/null", O_RDONLY);
    }
}

}  // namespace

std::vector<std::string> words_of(int argument_count, const char* const* arguments) {
    return {arguments + (argument_count > 0 ? 1 : 0), arguments + argument_count};
}

std::string parse_words(CLI::App& app, const std::vector<std::string>& words) {
    refuse_empty_words(app, words);
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
    open_standard_streams();
    try {
        return static_cast<int>(body());
    } catch (const Error& error) {
        remark(fmt::format("{}: {}\n", name, error.what()));
        return static_cast<int>(error.code());
    } catch (const std::filesystem::filesystem_error& error) {
        remark(fmt::format("{}: {}: {}\n", name, error.path1().string(), error.code().message()));
        return static_cast<int>(ExitCode::file);
    } catch (const std::bad_alloc&) {
        remark(fmt::format("{}: there is not enough memory; take a smaller part, or a machine with more\n",
                           name));
        return static_cast<int>(ExitCode::failure);
    } catch (const std::exception& error) {
        remark(fmt::format("{}: {}\n", name, error.what()));
        return static_cast<int>(ExitCode::failure);
    }
}

}  // namespace fabricmap
