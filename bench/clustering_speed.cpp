// SPDX-License-Identifier: Apache-2.0
// What clustering costs, against summing the same values: 100 lengths of 256, 512, 1024 and 2048 ranks in
// files that lie in the page cache; and a random value of the archive against one of an array in memory. With
// the word "large": 4096 ranks from a model instead, 13 GB that lie nowhere, and the memory that takes.
#include "base/mixing.hpp"
#include "bench/measuring.hpp"
#include "clusterizer/clustering.hpp"
#include "netcdf_schema/archive/archive.hpp"
#include "netcdf_schema/open_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace fabricmap;

namespace {

using bench::peak_mib;
using bench::seconds_of;
using bench::sum_of;

/// Nanoseconds for a value at a random place.
template <typename Value>
double access_ns(std::int64_t ranks, std::size_t planes, const Value& value) {
    constexpr int accesses = 4'000'000;
    std::uint64_t state = 1;
    double sum = 0;
    const auto look = [&](int count) {
        for (int i = 0; i < count; ++i) {
            const auto sender =
                static_cast<std::int64_t>(draw_below(state, static_cast<std::uint64_t>(ranks)));
            const auto receiver =
                static_cast<std::int64_t>(draw_below(state, static_cast<std::uint64_t>(ranks)));
            sum += value(draw_below(state, planes), sender, receiver);
        }
    };
    look(accesses / 10);  // what is loaded on first use is loaded
    const double seconds = seconds_of([&] { look(accesses); });
    if (sum < 0) fmt::print("never\n");
    return 1e9 * seconds / accesses;
}

void compare_access(const DelayStack& stack, const std::filesystem::path& path) {
    const std::int64_t ranks = stack.rank_count();
    const std::size_t planes = stack.message_lengths().size();
    std::vector<Matrix> array;
    for (std::size_t k = 0; k < planes; ++k) array.push_back(stack.plane(k));
    const Archive archive(path);
    const double plain =
        access_ns(ranks, planes, [&](std::size_t k, auto i, auto j) { return array[k](i, j); });
    const double clustered =
        access_ns(ranks, planes, [&](std::size_t k, auto i, auto j) { return archive.value(k, i, j); });
    fmt::print(
        "a random value of {} ranks: {:.0f} ns from the archive, {:.0f} ns from an array in memory, ratio "
        "{:.2f}\n",
        ranks, clustered, plain, clustered / plain);
}

/// The model is most of the time; what counts is the memory.
void cluster_large(const std::filesystem::path& folder, clusterizer::Settings settings, Progress& progress) {
    const Run run =
        open_run("synthetic:fat-tree,hosts=256,leaf=16x4,ranks-per-host=16;noise,1%;sweep,lengths=count:100");
    ArchiveHeader header;
    const double seconds = seconds_of([&] {
        header = clusterizer::write_archive(run, Statistic::median, settings,
                                            {folder / "archive.nc", true, "bench"}, progress);
    });
    const auto size = static_cast<double>(std::filesystem::file_size(folder / "archive.nc"));
    const double values = 4096.0 * 4096 * 100 * sizeof(double);
    fmt::print(
        " 4096 ranks: {:.0f} s with the model, ratio of sizes {:.0f}, {} exceptions; peak memory {:.0f} MiB "
        "of {} "
        "told, {:.2f} % of the values\n",
        seconds, values / size, header.exceptions, peak_mib(), settings.memory_limit >> 20,
        100 * peak_mib() * (1 << 20) / values);
}

}  // namespace

int main(int argument_count, char** arguments) {
    const auto folder = std::filesystem::temp_directory_path() / fmt::format("fabricmap_bench_{}", getpid());
    std::filesystem::create_directory(folder);
    clusterizer::Settings settings;
    settings.threads = std::thread::hardware_concurrency();
    settings.memory_limit = std::size_t{256} << 20;
    Progress progress(true);
    if (argument_count > 1 && std::string(arguments[1]) == "large") {
        cluster_large(folder, settings, progress);
        std::filesystem::remove_all(folder);
        return 0;
    }
    double before_s = 0;
    for (const int ranks_per_host : {4, 8, 16, 32}) {
        bench::synthesize(folder / "run", ranks_per_host, 100, progress);
        double summing_s = 0;
        double clustering_s = 0;
        {
            const Run run = open_run(folder / "run");
            const DelayStack& stack = *run.stack(Statistic::median);
            summing_s = seconds_of([&] { sum_of(stack); });  // brings the file into the page cache
            summing_s = std::min(summing_s, seconds_of([&] { sum_of(stack); }));
            clustering_s = seconds_of([&] {
                clusterizer::write_archive(run, Statistic::median, settings,
                                           {folder / "archive.nc", true, "bench"}, progress);
            });
            fmt::print(
                "{:>5} ranks: clustering {:6.2f} s, summing {:6.2f} s, ratio {:.2f}; {:.2f} times the time "
                "of "
                "half the ranks; peak memory {:.0f} MiB of {:.0f} told\n",
                stack.rank_count(), clustering_s, summing_s, clustering_s / summing_s,
                before_s > 0 ? clustering_s / before_s : 0, peak_mib(),
                static_cast<double>(settings.memory_limit >> 20));
        }
        before_s = clustering_s;
        std::filesystem::remove(folder / "run_median.nc");
    }
    bench::synthesize(folder / "run", 16, 100, progress);
    {
        const Run run = open_run(folder / "run");
        clusterizer::write_archive(run, Statistic::median, settings, {folder / "archive.nc", true, "bench"},
                                   progress);
        compare_access(*run.stack(Statistic::median), folder / "archive.nc");
    }
    std::filesystem::remove_all(folder);
}
