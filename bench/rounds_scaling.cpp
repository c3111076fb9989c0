// SPDX-License-Identifier: Apache-2.0
// How rounds grow with the machine: healthy simulated fabrics, swept one pair after another and in rounds, by
// empty messages alone and with those of one more length. Beside the ratio of the simulated times stands the
// best that the fabric allows: as many pairs at once as share no cable with another. The matrices of all
// lengths are compared cell by cell, and the faults that a diagnosis of the rounds reports are counted.
// Usage: bench_rounds_scaling [KIND | HOSTS | LENGTHS | seed=SEED ... | samples=COUNT], by default a fat
// tree, a dragonfly and a torus of 64 hosts and the lengths 0, 0,4K, 0,64K and 0,1M. Kinds: fat-tree,
// narrow-fat-tree, two-racks, dragonfly, narrow-dragonfly (twice as many hosts share a cable between groups),
// torus. Hosts: powers of 2 from 16 on, from 64 on for a dragonfly, from 128 on for a narrow one; 512 take
// hours. Seeds are those of the rounds; the serial sweep has seed 1. Samples: of each pair; by default as
// many as the tester's own rule wants.
#include "base/errors.hpp"
#include "base/installed.hpp"
#include "base/quantities.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/command.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <fstream>
#include <regex>

using namespace fabricmap;

namespace {

struct Cost {
    double messages = 0;  ///< of the rank that sent most
    double collectives = 0;
    double simulated_s = 0;
    double memory_kib = 0;  ///< of the simulator with all ranks in it
    double faults = 0;
    std::string output;           ///< by the tester
    std::vector<Matrix> medians;  ///< by length
};

/// A torus of about a cube: 64 is 4x4x4, 128 is 8x4x4.
std::string torus_of(int hosts) {
    std::array<int, 3> size{1, 1, 1};
    for (std::size_t turn = 0; size[0] * size[1] * size[2] < hosts; ++turn) size.at(turn % size.size()) *= 2;
    return fmt::format("fabric torus size={}\nlatency base=1us hop=200ns\nbandwidth link=40Gbit\n",
                       fmt::join(size, "x"));
}

/// Groups of so many hosts, two groups at least; one cable joins each two. A chassis needs a router for each
/// group.
std::string dragonfly_of(int hosts, int hosts_of_a_group) {
    const int groups = hosts / hosts_of_a_group;
    const int routers = std::max(groups, hosts_of_a_group / 8);
    const int chassis = std::max(hosts_of_a_group / routers / 4, 1);
    return fmt::format(
        "fabric dragonfly groups={} chassis={} routers={} hosts-per-router={}\n"
        "latency base=1us hop=150ns global=600ns\nbandwidth link=100Gbit\n",
        groups, chassis, routers, hosts_of_a_group / chassis / routers);
}

/// Leaves of eight hosts, four of them to a pod, or with half as many uplinks as hosts.
std::string fat_tree_of(int hosts, const char* leaves) {
    return fmt::format("fabric fat-tree hosts={} {}\nlatency base=1us hop=150ns\nbandwidth link=100Gbit\n",
                       hosts, leaves);
}

std::string two_racks_of(int hosts) {
    return fmt::format(
        "fabric fat-tree hosts={} leaf={}\nlatency level1=50us level2=200us\nbandwidth link=1Gbit\n", hosts,
        hosts / 2);
}

struct Kind {
    const char* name;
    std::string (*fabric_of)(int hosts);
};

const std::array kinds{
    Kind{"fat-tree", [](int hosts) { return fat_tree_of(hosts, "leaf=8x4"); }},
    Kind{"narrow-fat-tree", [](int hosts) { return fat_tree_of(hosts, "leaf=8 oversubscription=2"); }},
    Kind{"two-racks", two_racks_of},
    Kind{"dragonfly", [](int hosts) { return dragonfly_of(hosts, 32); }},
    Kind{"narrow-dragonfly", [](int hosts) { return dragonfly_of(hosts, 64); }},
    Kind{"torus", torus_of},
};

const Kind* kind_named(const std::string& word) {
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [&](const Kind& kind) { return word == kind.name; });
    return found == kinds.end() ? nullptr : &*found;
}

testing::Outcome must_run(const std::vector<std::string>& words) {
    testing::Outcome outcome = testing::run(words, std::chrono::hours(3));
    if (outcome.exit_code != 0) throw RunError(fmt::format("{}: {}", words.front(), outcome.err));
    return outcome;
}

/// What the pattern catches in what a program output.
std::string number_in(const std::string& text, const std::string& pattern) {
    std::smatch found;
    return std::regex_search(text, found, std::regex(pattern)) ? found[1].str() : "?";
}

/// A fabric's scenario in a folder of its own, and further options for its sweeps.
class Scene {
  public:
    Scene(const std::string& fabric, std::vector<std::string> options)
        : scenario_(folder_ / "fabric.lab"), options_(std::move(options)) {
        testing::write_bytes(scenario_, fabric);
    }

    [[nodiscard]] Cost sweep(const std::string& schedule, const std::string& lengths,
                             const std::string& seed) const {
        const std::string tally = folder_ / "tally";
        const std::string run = folder_ / (schedule + lengths + "_" + seed);
        std::vector<std::string> words{"/usr/bin/env", fmt::format("LD_PRELOAD={}", SIMULATED_TALLY),
                                       fmt::format("FABRICMAP_TALLY={}", tally)};
        words.insert(words.end(), {sibling_program("network_lab"), "run", scenario_, "--kind"});
        words.insert(words.end(), {"simulated", "-f", run, "--", "--schedule", schedule});
        words.insert(words.end(), {"--lengths", lengths, "--seed", seed});
        words.insert(words.end(), options_.begin(), options_.end());
        Cost cost;
        cost.output = must_run(words).err;
        std::ifstream file(tally);
        if (!(file >> cost.messages >> cost.collectives >> cost.simulated_s >> cost.memory_kib))
            throw RunError("the simulator has left no tally");
        const Run swept = open_run(run);
        const DelayStack& medians = *swept.stack(Statistic::median);
        for (std::size_t length = 0; length < medians.message_lengths().size(); ++length)
            cost.medians.push_back(medians.plane(length));
        const testing::Outcome verdict =
            testing::run({sibling_program("network_diagnose"), run}, std::chrono::hours(1));
        const auto is = [&](ExitCode code) { return verdict.exit_code == static_cast<int>(code); };
        if (!is(ExitCode::success) && !is(ExitCode::faults_found) && !is(ExitCode::undecided))
            throw RunError(fmt::format("network_diagnose: {}", verdict.err));
        cost.faults = std::stod(number_in(verdict.out, "RESULT: verdict=[a-z_]+ faults=([0-9]+)"));
        return cost;
    }

    /// How many ordered pairs there are for each step in which no two share a cable.
    [[nodiscard]] double bound() const {
        const testing::Outcome packed = must_run(
            {sibling_program("bench_cable_bound"), scenario_, installed_helper("fabric_platform.so")});
        return std::stod(number_in(packed.out, "^([0-9]+) ")) /
               std::stod(number_in(packed.out, " ([0-9]+)\n"));
    }

  private:
    testing::TemporaryFolder folder_;
    std::string scenario_;
    std::vector<std::string> options_;
};

/// The share of cells that are more than 15 % off, and by how many times the worst is.
struct Differences {
    double far_off = 0;
    double worst = 1;
};

void add_differences(const Matrix& one, const Matrix& other, Differences& differences) {
    constexpr double far = 1.15;
    for (Eigen::Index sender = 0; sender < one.rows(); ++sender) {
        for (Eigen::Index receiver = 0; receiver < one.cols(); ++receiver) {
            if (sender == receiver) continue;
            const auto [low, high] = std::minmax(one(sender, receiver), other(sender, receiver));
            differences.worst = std::max(differences.worst, high / low);
            if (high > far * low) ++differences.far_off;
        }
    }
}

Differences differences_between(const std::vector<Matrix>& one, const std::vector<Matrix>& other) {
    Differences differences;
    double cells = 0;
    for (std::size_t length = 0; length < one.size(); ++length) {
        add_differences(one[length], other[length], differences);
        cells += static_cast<double>(one[length].size() - one[length].rows());
    }
    differences.far_off /= cells;
    return differences;
}

void compare(const Kind& kind, int hosts, const std::vector<std::string>& lengths,
             const std::vector<std::string>& seeds, const std::vector<std::string>& options) {
    const Scene scene(kind.fabric_of(hosts) + "noise 2%\n", options);
    const double bound = scene.bound();
    for (const std::string& length : lengths) {
        const Cost serial = scene.sweep("serial", length, "1");
        for (const std::string& seed : seeds) {
            const Cost rounds = scene.sweep("rounds", length, seed);
            const Differences differences = differences_between(rounds.medians, serial.medians);
            fmt::print(
                "{:<15} {:>5} {:>6} {:>10.3f} {:>10.4f} {:>7.1f} {:>7.1f} {:>6} {:>9.3f} {:>6.2f} {:>7.0f} "
                "{:>10} {:>11} {:>9.0f}\n",
                kind.name, hosts, length, serial.simulated_s, rounds.simulated_s,
                serial.simulated_s / rounds.simulated_s, bound,
                number_in(rounds.output, "of up to ([0-9]+) pairs"), differences.far_off * 100,
                differences.worst, rounds.faults, rounds.messages, rounds.collectives,
                rounds.memory_kib / hosts);
            std::fflush(stdout);
        }
    }
}

}  // namespace

int main(int argument_count, char** arguments) {
    try {
        std::vector<const Kind*> wanted;
        std::vector<int> numbers;
        std::vector<std::string> lengths;
        std::vector<std::string> seeds;
        std::vector<std::string> options;
        const std::vector<std::string> words(arguments + 1, arguments + argument_count);
        for (const std::string& word : words) {
            const auto hosts = read_number<int>(word);
            if (const Kind* const kind = kind_named(word)) {
                wanted.push_back(kind);
            } else if (hosts && *hosts >= 16 && std::has_single_bit(static_cast<unsigned>(*hosts))) {
                numbers.push_back(*hosts);
            } else if (word.starts_with("seed=")) {
                seeds.push_back(word.substr(std::string_view("seed=").size()));
            } else if (word.starts_with("samples=")) {
                options = {"-n", word.substr(std::string_view("samples=").size())};
            } else {
                lengths.push_back(word);
            }
        }
        if (wanted.empty()) wanted = {kind_named("fat-tree"), kind_named("dragonfly"), kind_named("torus")};
        if (numbers.empty()) numbers = {64};
        if (lengths.empty()) lengths = {"0", "0,4K", "0,64K", "0,1M"};
        if (seeds.empty()) seeds = {"1"};
        fmt::print(
            "{:<15} {:>5} {:>6} {:>10} {:>10} {:>7} {:>7} {:>6} {:>9} {:>6} {:>7} {:>10} {:>11} {:>9}\n",
            "fabric", "hosts", "length", "serial s", "rounds s", "ratio", "bound", "pairs", "% off 15",
            "worst", "faults", "messages", "collectives", "KiB/rank");
        for (const Kind* const kind : wanted) {
            for (const int hosts : numbers) compare(*kind, hosts, lengths, seeds, options);
        }
    } catch (const Error& error) {
        fmt::print(stderr, "bench_rounds_scaling: {}\n", error.what());
        return static_cast<int>(error.code());
    }
}
