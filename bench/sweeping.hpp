// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/rank_locations.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "network_test/engine/run_start.hpp"
#include "network_test/engine/sweep.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <unistd.h>
#include <vector>

namespace fabricmap::bench {

/// What a sweep took, and on rank 0 what it found.
struct Swept {
    double elapsed_s = 0;
    std::vector<network_test::PlaneDigest> planes;
};

/// A whole sweep with schedule, statistics and files, which are removed again. Called by all ranks together.
inline Swept sweep(const Session& session, network_test::Options options) {
    using namespace network_test;
    options.quiet = true;
    const PerRank<RankLocation> places(gather_placement(false));
    const auto folder = std::filesystem::temp_directory_path() / fmt::format("fabricmap_bench_{}", getpid());
    RunDescription run = describe_new_run(options, places, {});
    MPI_Bcast(&*run.seed, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    Watchdog watchdog({std::chrono::seconds(30), false, session.rank()});
    const Roster roster = Roster::of_new_run(places, {});
    SweepContext context({options, run, places, roster}, session, watchdog);
    std::unique_ptr<RunWriter> writer;
    if (session.is_first()) {
        std::filesystem::create_directory(folder);
        writer = std::make_unique<RunWriter>(
            RunWriter::create(folder / "network", run, RunWriter::Existing::refuse));
    }
    context.connect();
    const SweepPlan plan(context, options.schedule, options.lengths);
    Sweep whole(context, plan);
    std::atomic<std::int64_t> complete{0};
    Swept swept;
    const auto start = std::chrono::steady_clock::now();
    const auto keep_nothing = [](const RunDescription&, std::size_t) {};
    swept.planes = whole.measure(writer.get(), keep_nothing, complete);
    swept.elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (session.is_first()) {
        writer->close();
        std::filesystem::remove_all(folder);
    }
    return swept;
}

}  // namespace fabricmap::bench
