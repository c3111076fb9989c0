// SPDX-License-Identifier: Apache-2.0
#include "tests/mpi_job.hpp"

#include "netcdf_schema/own/run_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace fabricmap::testing {

std::vector<std::string> Job::command() const {
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    // One host needs no network; to find out which ones there are takes half of the time of a short job.
    setenv("OMPI_MCA_pml", "ob1", 1);
    setenv("OMPI_MCA_btl", "self,vader", 1);
    std::vector<std::string> all{MPIEXEC};
    all.insert(all.end(), mpirun_options.begin(), mpirun_options.end());
    all.insert(all.end(), {"-np", std::to_string(ranks)});
    for (const auto& [name, value] : environment)
        all.insert(all.end(), {"-x", fmt::format("{}={}", name, value)});
    std::string libraries;
    std::istringstream names(preload);
    for (std::string name; names >> name;) libraries += fmt::format(" {}/lib{}.so", INTERPOSERS, name);
    if (!libraries.empty()) all.insert(all.end(), {"-x", "LD_PRELOAD=" + libraries.substr(1)});
    all.push_back(program);
    all.insert(all.end(), words.begin(), words.end());
    return all;
}

int exit_code_of_job(const Outcome& outcome) {
    constexpr int by_signal = 128;
    static const std::regex reported("Exit code: +([0-9]+)");
    std::smatch found;
    const bool was_killed = outcome.exit_code > by_signal && !outcome.timed_out;
    if (!was_killed) return outcome.exit_code;
    if (std::regex_search(outcome.err, found, reported)) return std::stoi(found[1]);
    const bool knows_of_failure = outcome.err.find("a non-zero exit code") != std::string::npos;
    return knows_of_failure ? 1 : outcome.exit_code;
}

Outcome run(const Job& job) {
    return run(job.command());
}

std::optional<pid_t> process_of_rank(const Command& job, int rank) {
    const std::string mark = fmt::format("PMIX_RANK={}", rank) + '\0';
    for (int attempt = 0; attempt < 4000; ++attempt) {
        for (const pid_t process : job.children()) {
            if (process_file(process, "environ").find(mark) != std::string::npos) return process;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return std::nullopt;
}

std::vector<std::string> own_lines(const std::string& text) {
    const std::string name = std::filesystem::path(TESTER).filename().string() + ": ";
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with(name) && !line.starts_with(name + "warning: ")) lines.push_back(line);
    }
    return lines;
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename());
    return names;
}

std::string program_path(const std::string& name) {
    const char* const path = std::getenv("PATH");
    std::istringstream folders(path == nullptr ? "/usr/bin" : path);
    for (std::string folder; std::getline(folders, folder, ':');) {
        const auto file = std::filesystem::path(folder) / name;
        if (std::filesystem::exists(file)) return file;
    }
    throw std::runtime_error(name + " is not installed");
}

bool any_file(const std::filesystem::path& prefix) {
    return std::any_of(all_statistics.begin(), all_statistics.end(), [&](Statistic statistic) {
        return std::filesystem::exists(statistic_path(prefix, statistic));
    });
}

}  // namespace fabricmap::testing
