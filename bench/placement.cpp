// SPDX-License-Identifier: Apache-2.0
// Placements beside what is known of them: published optima, Scotch on the exact machine, the true gain.
// Usage: bench_placement qap FOLDER | trees | tori | honesty | size
#include "base/message_lengths.hpp"
#include "base/mixing.hpp"
#include "base/quantities.hpp"
#include "bench/placement_machines.hpp"
#include "bench/placement_qap.hpp"
#include "netcdf_schema/open_run.hpp"
#include "placement/patterns/standard.hpp"
#include "placement/placing/place.hpp"
#include "placement/search/search.hpp"
#include "placement/starts/scotch.hpp"
#include "placement/starts/start.hpp"
#include "placement/valuing/value.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <limits>
#include <map>

using namespace fabricmap;
using namespace fabricmap::placement;
using bench::case_of;
using bench::delays_of;
using bench::PlacedCase;
using bench::shuffled_slots;

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Of all threads: what else the machine does counts little.
double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// What the mapping found on one machine's slots costs on the true one.
double true_cost(const Mapping& mapping, const Slots& slots, const Pattern& pattern,
                 const HostDelays& truth) {
    PerRank<HostIndex> host_of;
    for (const RankIndex rank : IndexRange<RankIndex>(pattern.ranks))
        host_of.push_back(slots.hosts[mapping.host_of[rank]]);
    return Valuer(pattern, truth).value(host_of).delay_s;
}

/// What Scotch makes of a true machine: one run of it says little, its results depend on its seed.
struct ByScotch {
    double mean = 0;
    double least = std::numeric_limits<double>::infinity();
    double most = 0;
    double cpu_s = 0;  ///< of one run
};

ByScotch scotch_on(const PlacedCase& exact, const Pattern& pattern, const HostDelays& truth) {
    constexpr int runs = 20;
    ByScotch result;
    const double begin = cpu_seconds();
    std::vector<Mapping> mappings;
    mappings.reserve(runs);
    for (std::uint64_t number = 0; number < runs; ++number) {
        // It takes seeds in pairs: those of odd numbers differ.
        auto mapping = map_by_scotch({exact.problem, exact.surroundings, std::nullopt, 2 * number + 1});
        mappings.push_back(mapping ? std::move(*mapping) : by_slot(exact.problem));
    }
    result.cpu_s = (cpu_seconds() - begin) / runs;
    for (const Mapping& mapping : mappings) {
        const double cost = true_cost(mapping, exact.slots, pattern, truth);
        result.mean += cost / runs;
        result.least = std::min(result.least, cost);
        result.most = std::max(result.most, cost);
    }
    return result;
}

struct TreeCase {
    int hosts;
    int slots;
    std::string grid;
    std::string tree;
};

/// Fat trees, measured with noise and shuffled, beside Scotch that is given the true tree.
void compare_on_trees() {
    for (const TreeCase& one :
         {TreeCase{64, 8, "8x8x8", "leaf=8"}, TreeCase{512, 8, "16x16x16", "leaf=8x8"}}) {
        const std::string fabric = fmt::format("fat-tree,hosts={},{}", one.hosts, one.tree);
        const std::string sweep = std::string("sweep,lengths=0,1K");
        HostDelays truth = delays_of(fmt::format("{};{}", fabric, sweep));
        HostDelays seen = delays_of(fmt::format("{};noise,3%;{},seed=7", fabric, sweep));
        // A run of one rank a host says nothing of this; the model's is 300 ns.
        for (HostDelays* const delays : {&truth, &seen}) delays->within_logs.setConstant(std::log(300e-9F));
        std::vector<std::pair<std::string, Pattern>> patterns;
        patterns.emplace_back("3-D stencil", standard_pattern(fmt::format("stencil:{}", one.grid), {}));
        for (const std::uint64_t seed : {1U, 2U})
            patterns.emplace_back("geometric", bench::geometric_pattern(one.hosts * one.slots, 6, seed));
        for (const auto& [name, pattern] : patterns) {
            const auto exact = case_of(truth, shuffled_slots(truth, one.slots, 3), pattern);
            const ByScotch scotch = scotch_on(exact, pattern, truth);
            const auto measured = case_of(seen, shuffled_slots(seen, one.slots, 3), pattern);
            const double begin_ours = cpu_seconds();
            const Found found =
                search(measured.problem, measured.surroundings, rank_grid_of(pattern), {}, [] {});
            const double ours_s = cpu_seconds() - begin_ours;
            const double ours = true_cost(found.mapping, measured.slots, pattern, truth);
            const double base = true_cost(by_slot(exact.problem), exact.slots, pattern, truth);
            fmt::print(
                "{:>4} hosts x {}  {:<12} by slot (shuffled) 1; Scotch, 20 seeds: {:.3f} to {:.3f}, mean "
                "{:.4f}, "
                "{:.2f} s; ours {:.4f} ({:.2f} s, {}): {:.4f} of Scotch's mean, {:.3f} of its best, {:.1f} "
                "times "
                "its CPU time\n",
                one.hosts, one.slots, name, scotch.least / base, scotch.most / base, scotch.mean / base,
                scotch.cpu_s, ours / base, ours_s, found.by, ours / scotch.mean, ours / scotch.least,
                ours_s / scotch.cpu_s);
            std::fflush(stdout);
        }
    }
}

/// A torus under its own stencil: the optimum is known.
void compare_on_tori() {
    for (const std::string size : {"4x4x4", "8x8x8"}) {
        const std::string fabric = fmt::format("torus,size={}", size);
        const HostDelays truth = delays_of(fabric + ";sweep,lengths=0,1K");
        const HostDelays seen = delays_of(fabric + ";noise,3%;sweep,lengths=0,1K,seed=5");
        const Pattern pattern = standard_pattern(fmt::format("stencil:{},periodic", size), {});
        const auto exact = case_of(truth, shuffled_slots(truth, 1, 3), pattern);
        const auto by_scotch = map_by_scotch({exact.problem, exact.surroundings, std::nullopt, 1});
        const auto measured = case_of(seen, shuffled_slots(seen, 1, 3), pattern);
        const Found found = search(measured.problem, measured.surroundings, rank_grid_of(pattern), {}, [] {});
        // A message of 8 bytes takes 1 us, 100 ns a hop and its bytes on the cable.
        const auto hops = [&](const Mapping& mapping, const Slots& slots) {
            const double mean = true_cost(mapping, slots, pattern, truth) / pattern.messages();
            return (mean - 1e-6 - 8 / 12.5e9) / 100e-9;
        };
        fmt::print(
            "torus {}: hops per message: ours {:.3f} ({}), Scotch on the true torus {:.3f}; the optimum is "
            "1\n",
            size, hops(found.mapping, measured.slots), found.by,
            by_scotch ? hops(*by_scotch, exact.slots) : 0);
    }
}

struct Claim {
    double claimed = 0;
    double low = 0;
    double high = 0;
    double truly = 0;
    double possible = 0;  ///< by the noiseless map
    double raw_claimed = 0;
    double raw_truly = 0;
    bool is_gain = false;
};

/// What is claimed of a noisy machine, and what is true of it.
Claim claim_of(const std::string& fabric, const std::string& sweep, double noise, const std::string& spec,
               std::uint64_t seed) {
    const HostDelays truth = delays_of(fmt::format("{};{}", fabric, sweep));
    const Pattern pattern = standard_pattern(spec, truth.host_count());
    const std::string noisy = fmt::format("{};noise,{}%;{},seed={}", fabric, 100 * noise, sweep, seed);
    PlaceRequest request;
    std::vector<std::string> names;
    for (const HostIndex host : shuffled_slots(truth, 1, seed).hosts) names.push_back(truth.hosts[host]);
    request.slots.hosts = fmt::format("{}", fmt::join(names, ","));
    Progress progress(false);
    const Placement placed = place(delays_of(noisy), pattern, request, progress);
    const Placement best = place(truth, pattern, request, progress);
    const Valuer valuer(pattern, truth);
    const double before = valuer.value(placed.before.host_of).delay_s;
    Claim claim{placed.is_gain ? placed.gain.gain : 0,
                placed.is_gain ? placed.gain.low : 0,
                placed.is_gain ? placed.gain.high : 0,
                1 - valuer.value(placed.chosen().host_of).delay_s / before,
                best.is_gain ? best.gain.gain : 0,
                0,
                0,
                placed.is_gain};
    // The same search on what single cells say.
    HostDelays raw = delays_of(noisy);
    const Run run = open_run(fmt::format("synthetic:{}", noisy));
    const auto stack = run.stack(Statistic::median);
    HostMatrix cells = stack->plane(stack->message_lengths().size() / 2).cast<float>();
    raw.measured = nullptr;
    raw.lengths = {stack->message_lengths()[stack->message_lengths().size() / 2]};
    raw.class_logs = Eigen::ArrayXXf::Zero(1, raw.class_logs.cols());
    raw.sending = raw.receiving = Eigen::ArrayXXf::Zero(1, raw.host_count());
    cells.matrix().diagonal().setOnes();
    raw.remainders = {cells.log()};
    raw.band_of = {0};
    raw.within_logs = Eigen::ArrayXf::Zero(1);
    Pattern one_length = pattern;
    for (Flow& flow : one_length.flows) flow.length_bytes = static_cast<double>(raw.lengths.front());
    const Placement by_cells = place(raw, one_length, request, progress);
    claim.raw_claimed = by_cells.gain.gain;
    claim.raw_truly = 1 - valuer.value(by_cells.found.host_of).delay_s / before;
    return claim;
}

void check_honesty() {
    const std::string sweep = "sweep,lengths=0,64,512,1K,4K";
    int silent = 0;
    double raw_on_switches = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Claim claim = claim_of("host,hosts=64", sweep, 0.10, "stencil:8x8", seed);
        silent += claim.is_gain ? 0 : 1;
        raw_on_switches += claim.raw_claimed / 20;
    }
    fmt::print("single switches, 10 % noise: no gain in {} of 20 (raw cells claim {:.1f} %)\n", silent,
               100 * raw_on_switches);
    int silent_of_long = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const std::string machine =
            fmt::format("host,hosts=64;noise,10%;sweep,lengths=0,1K,16K,64K,256K,seed={}", seed);
        Progress progress(false);
        const Placement placed =
            place(delays_of(machine), standard_pattern("stencil:8x8,length=64K", 64), {}, progress);
        silent_of_long += placed.is_gain ? 0 : 1;
    }
    fmt::print("the same with messages of 64 KiB, whose goal is crossing: no gain in {} of 20\n",
               silent_of_long);
    int near = 0;
    int reached = 0;
    int held = 0;
    int raw_near = 0;
    int number = 0;
    for (const std::string fabric : {"fat-tree,hosts=64,leaf=8;latency,level1=1us,level2=1.2us",
                                     "torus,size=4x4x4;latency,base=1us,hop=100ns",
                                     "dragonfly,groups=4,chassis=1,routers=4,hosts-per-router=4"}) {
        for (const double noise : {0.05, 0.10}) {
            for (std::uint64_t seed = 1; seed <= 10; ++seed) {
                const std::string spec = seed % 2 == 0 ? "stencil:4x4x4" : "stencil:8x8";
                const Claim claim = claim_of(fabric, sweep, noise, spec, seed);
                ++number;
                const bool is_near = std::abs(claim.claimed - claim.truly) <= 0.02;
                const bool is_reached = claim.truly >= 0.9 * claim.possible;
                const bool is_held = claim.low <= claim.truly && claim.truly <= claim.high;
                near += is_near ? 1 : 0;
                reached += is_reached ? 1 : 0;
                held += is_held ? 1 : 0;
                raw_near += std::abs(claim.raw_claimed - claim.raw_truly) <= 0.02 ? 1 : 0;
                fmt::print(
                    "  {:<22.22} {:>4.0f} % {:<14} claimed {:5.1f} [{:5.1f}, {:5.1f}] true {:5.1f} possible "
                    "{:5.1f}"
                    "  raw {:5.1f} true {:5.1f}{}{}{}\n",
                    fabric, 100 * noise, spec, 100 * claim.claimed, 100 * claim.low, 100 * claim.high,
                    100 * claim.truly, 100 * claim.possible, 100 * claim.raw_claimed, 100 * claim.raw_truly,
                    is_near ? "" : "  FAR", is_reached ? "" : "  SHORT", is_held ? "" : "  OUT");
                std::fflush(stdout);
            }
        }
    }
    fmt::print(
        "{} machines: claim within 2 points {}, 0.9 of what is possible {}, in the interval {}; raw cells "
        "within "
        "2 points {}\n",
        number, near, reached, held, raw_near);
}

void measure_size() {
    const HostDelays delays = delays_of("fat-tree,hosts=512,leaf=8x8;noise,3%;sweep,lengths=0,1K");
    const Pattern pattern = standard_pattern("stencil:16x16x16", {});
    const Clock::time_point begin = Clock::now();
    PlaceRequest request;
    request.slots.slots_per_host = 8;
    Progress progress(false);
    const Placement placed = place(delays, pattern, request, progress);
    fmt::print("4096 ranks on 512 hosts: {:.1f} s, gain {:.3f}\n", seconds_since(begin), placed.gain.gain);
}

}  // namespace

int main(int count, char** arguments) {
    const std::vector<std::string> words(arguments + 1, arguments + count);
    const std::string what = words.empty() ? "all" : words.front();
    if (what == "qap") return bench::solve_qap_folder(words.size() > 1 ? words[1] : "");
    const std::map<std::string, std::function<void()>> parts{{"trees", compare_on_trees},
                                                             {"tori", compare_on_tori},
                                                             {"honesty", check_honesty},
                                                             {"size", measure_size}};
    for (const auto& [name, part] : parts) {
        if (what == name || what == "all") part();
    }
    return EXIT_SUCCESS;
}
