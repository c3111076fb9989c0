// SPDX-License-Identifier: Apache-2.0
#include "command_line/program.hpp"

#include "base/plain_file.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <new>
#include <span>
#include <unistd.h>

namespace fabricmap {
namespace {

std::string_view program_name = "fabricmap";
void (*before_for_large_files)(int) = SIG_DFL;

}  // namespace

std::vector<std::string> words_of(int argument_count, const char* const* arguments) {
    return {arguments + (argument_count > 0 ? 1 : 0), arguments + argument_count};
}

std::string listed(const std::vector<std::string_view>& words, std::string_view last_between) {
    if (words.size() < 2) return joined_by(words, "");
    return fmt::format("{} {} {}", joined_by(std::span(words.begin(), words.end() - 1), ", "), last_between,
                       words.back());
}

void refuse_stdout(std::string_view option, const std::filesystem::path& path, std::string_view what) {
    if (path != standard_output) return;
    throw UsageError(fmt::format("{} -: {} cannot go to stdout; give a name", option, what));
}

void print_out(std::string_view text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!written || std::fflush(stdout) != 0) {
        throw FileError("stdout: cannot be written: free some disk space, or redirect the output");
    }
}

void open_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) == -1) (void)open("/dev/null", O_RDONLY);
    }
}

std::string_view name_of_program() noexcept {
    return program_name;
}

void restore_signals() noexcept {
    std::signal(SIGXFSZ, before_for_large_files);
}

int run_program(std::string_view name, const std::function<ExitCode()>& body) {
    program_name = name;
    // A file that grows too long is an error that is told, as a full disk is.
    before_for_large_files = std::signal(SIGXFSZ, SIG_IGN);
    open_standard_streams();
    try {
        return static_cast<int>(body());
    } catch (const Error& error) {
        remark(fmt::format("{}: {}\n", name, error.what()));
        return static_cast<int>(error.code());
    } catch (const std::filesystem::filesystem_error& error) {
        const FileError shown = system_error(error.path1(), "use it", error.code().value());
        remark(fmt::format("{}: {}\n", name, shown.what()));
        return static_cast<int>(shown.code());
    } catch (const std::bad_alloc&) {
        remark(
            fmt::format("{}: out of memory; select fewer values, or use a machine with more memory\n", name));
        return static_cast<int>(ExitCode::failure);
    } catch (const std::exception& error) {
        remark(fmt::format("{}: {}\n", name, error.what()));
        return static_cast<int>(ExitCode::failure);
    }
}

}  // namespace fabricmap
