// SPDX-License-Identifier: Apache-2.0
// What it costs to record a program, beside what it costs when its threads write records of 32 bytes
// themselves, on a disk that gives each rank 2 MB/s: a thousand ranks on a file system of 2 GB/s. Programs
// have the traffic of five of the NAS Parallel Benchmarks; the least of several times counts. Then
// nanoseconds of the cheapest call, with a core to spare and without, and what a run of hpcc takes on the
// disk.
#include "tests/command.hpp"
#include "tests/temporary_folder.hpp"
#include "tracing/views/profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>

namespace fabricmap::bench {
namespace {

namespace fs = std::filesystem;
using testing::TemporaryFolder;
using Words = std::vector<std::string>;

constexpr double noticed_overhead = 0.03;
/// Times of one program differ as much from run to run: what lies below is taken for it.
constexpr double repeatable_overhead = 0.02;
constexpr int ranks_of_kernels = 2;

Words& append(Words& words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

/// Runs a job of so many ranks, recorded into the folder unless that is empty; returns what it prints.
std::string run_job(int ranks, const Words& launcher, const fs::path& folder, const Words& options,
                    const Words& program) {
    Words words = launcher;
    append(words, {MPIEXEC, "--oversubscribe", "--bind-to", "none", "-np", std::to_string(ranks)});
    if (!folder.empty()) {
        fs::remove_all(folder);
        append(append(words, {NETWORK_TRACE, "record", "-o", folder.string()}), options).emplace_back("--");
    }
    const testing::Outcome outcome = testing::run(append(words, program), std::chrono::seconds(140));
    if (outcome.exit_code == 0) return outcome.out;
    fmt::print(stderr, "{} failed with {}: {}\n", fmt::join(program, " "), outcome.exit_code, outcome.err);
    std::exit(1);
}

/// What was recorded.
struct Recorded {
    std::uint64_t calls = 0;
    std::uint64_t records = 0;
    std::uint64_t raw_bytes = 0;
    std::uint64_t stored_bytes = 0;
    std::uint64_t waits = 0;
    double wait_s = 0;
    bool uses_counter = false;
};

Recorded read(const fs::path& folder) {
    const tracing::Recording recording = tracing::read_recording(folder);
    tracing::SourceLines lines;
    const tracing::Profile profile = tracing::profile_of(recording, lines);
    Recorded recorded;
    recorded.calls = profile.calls;
    recorded.records = profile.records;
    for (const tracing::RankRecording& rank : recording.ranks) {
        recorded.stored_bytes += rank.file_bytes;
        recorded.waits += rank.header.buffer_waits;
        recorded.wait_s += static_cast<double>(rank.header.buffer_wait_ns) * 1e-9;
        recorded.uses_counter = rank.header.counter_is_monotonic == 0;
        for (const tracing::ThreadRecording& thread : rank.threads) recorded.raw_bytes += thread.calls.size();
    }
    return recorded;
}

/// How a program is run, and the least time that it took.
struct Variant {
    std::string name;
    bool is_recorded = false;
    Words options{};
    double seconds = std::numeric_limits<double>::infinity();
    Recorded recorded{};
};

/// By turns, so that a disturbance meets all.
void time_variants(int ranks, const Words& launcher, const std::string& kernel, int turns,
                   std::vector<Variant>& variants) {
    const TemporaryFolder folder;
    for (int turn = 0; turn < turns; ++turn) {
        for (Variant& variant : variants) {
            const fs::path trace = variant.is_recorded ? folder / "trace" : fs::path();
            const double seconds =
                std::stod(run_job(ranks, launcher, trace, variant.options, {TRACING_KERNELS, kernel}));
            variant.seconds = std::min(variant.seconds, seconds);
            if (variant.is_recorded) variant.recorded = read(trace);
        }
    }
}

double overhead_of(const Variant& variant, const Variant& bare) {
    return variant.seconds / bare.seconds - 1;
}

std::string_view clock_of(const Recorded& recorded) {
    return recorded.uses_counter ? "the processor's counter" : "CLOCK_MONOTONIC";
}

void compare_kernels(const Words& kernels) {
    fmt::print(
        "2 ranks of class B on 64 processes, 2 MB/s and rank; overheads over the bare time; what is written "
        "at "
        "the end is not in them\n"
        "{:<4} {:>8} {:>9} {:>12} {:>8} {:>11} {:>8} {:>6} {:>9} {:>10} {:>10} {:>11} {:>9} {:>9}\n",
        "", "bare s", "calls/s", "synchronous", "ours s", "synchronous", "ours", "ratio", "calls", "raw B",
        "stored B", "synchr. B", "filtered", "stored B");
    double sum = 0;
    int count = 0;
    for (const std::string& kernel : kernels) {
        const Words rate{"--disk-rate", "2M"};
        std::vector<Variant> variants{
            {"bare"}, {"synchronous", true, rate}, {"ours", true, rate}, {"filtered", true, rate}};
        append(variants[1].options, {"--write", "synchronous", "--compress", "none"});
        append(variants[3].options, {"--skip", "MPI_Irecv,MPI_Wait"});
        time_variants(ranks_of_kernels, {}, kernel, 3, variants);
        const double synchronous = overhead_of(variants[1], variants[0]);
        const double ours = overhead_of(variants[2], variants[0]);
        const double ratio = synchronous / std::max(ours, repeatable_overhead);
        const Recorded& recorded = variants[2].recorded;
        fmt::print(
            "{:<4} {:>8.3f} {:>9.0f} {:>12.3f} {:>8.3f} {:>10.1f}% {:>7.1f}% {:>6.1f} {:>9} {:>10} {:>10} "
            "{:>11} "
            "{:>8.1f}% {:>9}\n",
            kernel, variants[0].seconds,
            static_cast<double>(recorded.calls) / ranks_of_kernels / variants[0].seconds, variants[1].seconds,
            variants[2].seconds, 100 * synchronous, 100 * ours, ratio, recorded.calls, recorded.raw_bytes,
            recorded.stored_bytes, variants[1].recorded.stored_bytes,
            100 * overhead_of(variants[3], variants[0]), variants[3].recorded.stored_bytes);
        fmt::print(
            "     waited for a buffer: synchronous {} times, {:.3f} s; ours {} times, {:.3f} s; clock: {}\n",
            variants[1].recorded.waits, variants[1].recorded.wait_s, recorded.waits, recorded.wait_s,
            clock_of(recorded));
        if (synchronous <= noticed_overhead) continue;
        sum += ratio;
        ++count;
    }
    if (count > 0) {
        fmt::print("mean ratio where synchronous overhead passes 3 %: {:.2f} (bound 2.3)\n", sum / count);
    }
}

void time_cheapest_calls() {
    for (const bool has_free_core : {true, false}) {
        std::vector<Variant> variants{{"bare"}, {"ours", true, {}}};
        const Words launcher = has_free_core ? Words{} : Words{"/usr/bin/taskset", "-c", "0"};
        time_variants(1, launcher, "calls", 5, variants);
        const auto calls = static_cast<double>(variants[1].recorded.calls);
        fmt::print(
            "a call of {:.1f} ns: {:.1f} ns more {} (bound {}), {:.2f} B stored; clock: {}\n",
            variants[0].seconds / calls * 1e9, (variants[1].seconds - variants[0].seconds) / calls * 1e9,
            has_free_core ? "with a free core" : "on one core", has_free_core ? 45 : 60,
            static_cast<double>(variants[1].recorded.stored_bytes) / calls, clock_of(variants[1].recorded));
    }
}

void weigh_hpcc() {
    if (!fs::exists("/usr/bin/hpcc")) {
        fmt::print("hpcc is not installed\n");
        return;
    }
    const TemporaryFolder folder;
    std::ofstream(folder / "hpccinf.txt")
        << "HPLinpack benchmark input "
           "file\n\nHPL.out\n8\n1\n400\n1\n80\n0\n1\n1\n2\n16.0\n1\n2\n1\n4\n1\n2\n1\n1\n1\n1\n1\n"
           "1\n2\n64\n0\n0\n1\n8\n\n0\n1200\n0\n40\n";
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    for (const std::string polls : {"folded", "all"}) {
        run_job(2, {}, folder / "trace", {"--polls", polls}, {"hpcc"});
        const Recorded recorded = read(folder / "trace");
        fmt::print(
            "hpcc, N = 400, 2 ranks, polls {}: {} calls in {} records ({:.3f}), {} B stored, {:.2f} B a call "
            "(bound 3)\n",
            polls, recorded.calls, recorded.records,
            static_cast<double>(recorded.records) / static_cast<double>(recorded.calls),
            recorded.stored_bytes,
            static_cast<double>(recorded.stored_bytes) / static_cast<double>(recorded.calls));
        std::error_code ignored;
        fs::remove("hpccoutf.txt", ignored);
    }
    // The folder is removed, and what is started next needs one.
    fs::current_path(before);
}

}  // namespace
}  // namespace fabricmap::bench

/// kernels, calls or hpcc: one of the parts alone; or the names of some kernels.
int main(int argument_count, char** arguments) {
    using namespace fabricmap::bench;
    const Words words(arguments + 1, arguments + argument_count);
    const std::string part = words.empty() ? "" : words.front();
    const bool is_whole = words.empty();
    if (is_whole || part == "calls") time_cheapest_calls();
    if (is_whole || part == "hpcc") weigh_hpcc();
    if (part == "calls" || part == "hpcc") return 0;
    const Words all{"CG", "IS", "FT", "MG", "EP"};
    compare_kernels(is_whole || part == "kernels" ? all : words);
    return 0;
}
