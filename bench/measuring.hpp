// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/message_lengths.hpp"
#include "clusterizer/clustering.hpp"
#include "lab/synthetic/run_files.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "netcdf_schema/run/delay_stack.hpp"
#include "netcdf_schema/synthetic/synthetic_run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <sys/resource.h>
#include <thread>

namespace fabricmap::bench {

template <typename Work>
[[nodiscard]] double seconds_of(const Work& work) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    work();
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Of the processor, in all threads: on a machine that others use it says more than the clock on the wall.
template <typename Work>
[[nodiscard]] double processor_seconds_of(const Work& work) {
    const std::clock_t start = std::clock();
    work();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Reads every value once.
inline double sum_of(const DelayStack& stack) {
    double sum = 0;
    for (std::size_t k = 0; k < stack.message_lengths().size(); ++k) sum += stack.plane(k).sum();
    return sum;
}

/// The most memory that the process has had so far.
[[nodiscard]] inline double peak_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Medians of a fat tree of 64 hosts, as a file.
inline void synthesize(const std::filesystem::path& prefix, int ranks_per_host, int lengths,
                       Progress& progress) {
    Scenario scenario =
        find_scenario(fmt::format("fat-tree,hosts=64,leaf=8x4,ranks-per-host={};noise,1%", ranks_per_host));
    scenario.sweep.lengths = parse_lengths(fmt::format("count:{}", lengths));
    lab::RunFiles files;
    files.prefix = prefix;
    files.statistics = {Statistic::median};
    lab::write_run(SyntheticRun(scenario), files, progress);
}

/// The same as an archive at `path`; the file of medians goes.
inline void archive(const std::filesystem::path& prefix, const std::filesystem::path& path,
                    Progress& progress) {
    const std::filesystem::path medians = statistic_path(prefix, Statistic::median);
    clusterizer::Settings settings;
    settings.threads = std::thread::hardware_concurrency();
    clusterizer::write_archive(open_run(medians), Statistic::median, settings, {path, true, "bench"},
                               progress);
    std::filesystem::remove(medians);
}

}  // namespace fabricmap::bench
