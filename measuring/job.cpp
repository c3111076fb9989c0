// SPDX-License-Identifier: Apache-2.0
#include "measuring/job.hpp"

#include "base/quantities.hpp"
#include "base/shell_words.hpp"
#include "base/tool_version.hpp"
#include "measuring/clock/clock.hpp"
#include "measuring/mpi/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <unistd.h>

namespace fabricmap {
namespace {

constexpr char word_end = '\0';

std::uint64_t random_number() {
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32U) | device();
}

std::int64_t free_memory_of_host() {
    std::ifstream file("/proc/meminfo");
    std::string word;
    while (file >> word) {
        std::int64_t kibibytes = 0;
        if (word == "MemAvailable:" && file >> kibibytes) return kibibytes * 1024;
    }
    return -1;
}

}  // namespace

std::unique_ptr<RunLock> lock_for_job(const std::filesystem::path& prefix, std::string_view program,
                                      Watchdog& watchdog) {
    std::unique_ptr<RunLock> lock;
    on_first_rank([&] {
        // The watchdog does not leave between the two.
        watchdog.change_settings([&](Watchdog::Settings& settings) {
            lock = std::make_unique<RunLock>(prefix, program);
            settings.last_act = [path = lock_path(prefix)] { unlink(path.c_str()); };
        });
    });
    return lock;
}

std::vector<std::string> arguments_of_first_rank(const std::vector<std::string>& arguments) {
    std::string joined;
    for (const std::string& word : arguments) joined += word + word_end;
    std::vector<std::string> words = split(broadcast_text(joined), word_end);
    words.pop_back();
    return words;
}

RunDescription describe_job(std::string_view program, const std::vector<RankLocation>& locations,
                            const std::vector<std::string>& arguments, std::optional<std::uint64_t> seed) {
    RunDescription run;
    run.ranks = locations;
    run.seed = seed.value_or(random_number() >> 1U);
    run.source = fmt::format("measured by {}", program);
    run.tool_version = fmt::format("{} {}", program, tool_version());
    run.mpi_library = mpi_library_text();
    run.mpi_vendor_settings = mpi_vendor_settings();
    run.command_line = shell_command(program, arguments);
    run.clock_resolution_s = static_cast<double>(Clock(is_simulated()).resolution()) / nanoseconds_per_second;
    run.started = utc_now();
    run.history = fmt::format("{} {}", run.started, run.command_line);
    return run;
}

std::int64_t free_memory_for_rank(const std::vector<RankLocation>& locations) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const int node = locations[static_cast<std::size_t>(rank)].node;
    const auto neighbours =
        std::count_if(locations.begin(), locations.end(),
                      [&](const RankLocation& location) { return location.node == node; });
    const std::int64_t free = free_memory_of_host();
    return free < 0 ? -1 : free / (2 * std::max<std::int64_t>(neighbours, 1));
}

}  // namespace fabricmap
