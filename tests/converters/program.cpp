// SPDX-License-Identifier: Apache-2.0
#include "tests/converters/program.hpp"

#include "tests/netcdf_schema/temporary_folder.hpp"

#include <algorithm>
#include <fcntl.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace fabricmap::testing {
namespace {

void redirect(const char* path, int flags, int descriptor) {
    const int file = open(path, flags, 0600);
    if (file < 0 || dup2(file, descriptor) < 0) _exit(126);
}

[[noreturn]] void become_program(std::vector<char*>& words, const std::string& output,
                                 const std::string& errors) {
    redirect("/dev/null", O_RDONLY, STDIN_FILENO);
    redirect(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    redirect(errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    execv(PROGRAM, words.data());
    _exit(127);
}

}  // namespace

Ended run_convert(const std::vector<std::string>& arguments) {
    const TemporaryFolder folder;
    const std::string output = folder / "output";
    const std::string errors = folder / "errors";
    std::vector<std::string> copies{"network_convert"};
    copies.insert(copies.end(), arguments.begin(), arguments.end());
    std::vector<char*> words;
    words.reserve(copies.size() + 1);
    for (std::string& copy : copies) words.push_back(copy.data());
    words.push_back(nullptr);

    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no process can be made");
    if (child == 0) become_program(words, output, errors);
    int status = 0;
    if (waitpid(child, &status, 0) != child) throw std::runtime_error("the process is lost");
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, bytes_of(output), bytes_of(errors)};
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::filesystem::path legacy_sample(const std::string& name) {
    return std::filesystem::path(SAMPLES_DIRECTORY) / "legacy" / name;
}

}  // namespace fabricmap::testing
