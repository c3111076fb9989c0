// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/spawning.hpp"

#include "base/mixing.hpp"
#include "tracing/recorder/session.hpp"
#include "tracing/recorder/ticks.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

namespace fabricmap::tracing {
namespace {

constexpr const char* options_file = "/options";

/// What lets a process be recorded has to fit into an info. Its options do not, and lie in the folder.
constexpr std::array passed_variables{"LD_PRELOAD", "FABRICMAP_TRACE"};
constexpr const char* token_variable = "FABRICMAP_SPAWN";

/// No other spawn of the job has it, most probably. It is short.
std::uint64_t new_token() {
    static std::atomic<std::uint64_t> spawns{0};
    const auto process = static_cast<std::uint64_t>(getpid());
    const std::uint64_t sum = mix(mix(process, Ticks::now()), spawns.fetch_add(1));
    return std::max<std::uint64_t>(sum >> 32U, 1);
}

std::string text_of_token(std::uint64_t token) {
    std::array<char, 17> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), token, 16);
    return {digits.data(), end.ptr};
}

void keep_options(const std::string& folder) {
    const int file = open((folder + options_file).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) return;
    const std::string text = text_of_options();
    (void)!write(file, text.data(), text.size());
    close(file);
}

/// What is to be added to the variables that an info has; empty where these say what to load.
std::string added_variables(const std::string& before, std::uint64_t token) {
    std::string added;
    for (const char* const name : passed_variables) {
        const char* const value = std::getenv(name);
        const std::string beginning = std::string(name) + '=';
        if (value == nullptr || before.starts_with(beginning) ||
            before.find('\n' + beginning) != std::string::npos)
            return {};
        added += '\n' + beginning + value;
    }
    return added + '\n' + token_variable + '=' + text_of_token(token);
}

/// The same info, or one with more.
MPI_Info extended(MPI_Info given, std::uint64_t token) {
    std::string variables;
    std::array<char, MPI_MAX_INFO_VAL + 1> before{};
    int has_some = 0;
    if (given != MPI_INFO_NULL) PMPI_Info_get(given, "env", MPI_MAX_INFO_VAL, before.data(), &has_some);
    if (has_some != 0) variables = before.data();
    const std::string added = added_variables(variables, token);
    if (added.empty()) return given;
    variables += variables.empty() ? added.substr(1) : added;
    if (variables.size() >= MPI_MAX_INFO_VAL) {
        print_line(
            "fabricmap trace: processes that are spawned are not recorded: with LD_PRELOAD and the name of "
            "the folder their environment is longer than what MPI hands on, " +
            std::to_string(MPI_MAX_INFO_VAL - 1) + " letters; give a shorter -o DIR");
        return given;
    }
    MPI_Info made = MPI_INFO_NULL;
    if (given == MPI_INFO_NULL) {
        PMPI_Info_create(&made);
    } else {
        PMPI_Info_dup(given, &made);
    }
    PMPI_Info_set(made, "env", variables.c_str());
    return made;
}

}  // namespace

/// Only the root's are looked at, and those of others need not be any.
SpawnInfos::SpawnInfos(int count, const MPI_Info* given, int root, MPI_Comm comm) : given_(given) {
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    if (rank != root) return;
    keep_options(session().settings().folder_of_all);
    token_ = new_token();
    for (int command = 0; command < count; ++command) extended_.push_back(extended(given[command], token_));
}

SpawnInfos::~SpawnInfos() {
    for (std::size_t command = 0; command < extended_.size(); ++command) {
        if (extended_[command] != given_[command]) PMPI_Info_free(&extended_[command]);
    }
}

std::uint64_t token_of_own_spawn() {
    const char* const text = std::getenv(token_variable);
    return text == nullptr ? 0 : std::strtoull(text, nullptr, 16);
}

std::uint64_t token_of_port(const char* port) {
    std::uint64_t sum = 1;
    for (; *port != '\0'; ++port) sum = mix(sum, static_cast<unsigned char>(*port));
    return sum;
}

std::string options_of_spawned(const std::string& folder) {
    const int file = open((folder + options_file).c_str(), O_RDONLY | O_CLOEXEC);
    std::string text;
    if (file < 0) return text;
    std::array<char, 4096> part{};
    for (ssize_t length = 0; (length = read(file, part.data(), part.size())) > 0;)
        text.append(part.data(), static_cast<std::size_t>(length));
    close(file);
    return text;
}

}  // namespace fabricmap::tracing
