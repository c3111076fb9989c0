// SPDX-License-Identifier: Apache-2.0
// How rounds grow with the machine: simulated tori of 64 and 128 hosts, or of the numbers given as arguments
// (up to 512, which takes minutes), swept one pair after another and in rounds, by empty messages: longer
// ones share cables, so that rounds are thinned, and what was seen would be the fabric. Times are the
// simulator's. Memory is that of the simulator with all ranks in it, divided by them: more than the tester
// needs itself. A cable is slow; the matrices of both are compared cell by cell.
#include "lab/installed.hpp"
#include "netcdf_schema/errors.hpp"
#include "netcdf_schema/quantities.hpp"
#include "netcdf_schema/run.hpp"
#include "tests/command.hpp"
#include "tests/netcdf_schema/temporary_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <regex>

using namespace fabricmap;

namespace {

struct Cost {
    double messages = 0;  ///< of the rank that sent most
    double collectives = 0;
    double simulated_s = 0;
    double memory_kib = 0;  ///< per rank
    std::string said;       ///< by the tester
    Matrix medians;
};

/// A torus of about a cube: 64 is 4x4x4, 128 is 8x4x4. Powers of 2 alone.
std::string torus_of(int hosts) {
    std::array<int, 3> size{1, 1, 1};
    int product = 1;
    for (std::size_t turn = 0; product < hosts; ++turn) {
        size.at(turn % size.size()) *= 2;
        product *= 2;
    }
    if (product != hosts) throw UsageError(fmt::format("{} hosts: give powers of 2, such as 256", hosts));
    return fmt::format(
        "fabric torus size={}\nbandwidth link=40Gbit\n"
        "fault slow-link sender=0 receiver=1 factor=4\n",
        fmt::join(size, "x"));
}

Cost sweep(int hosts, const std::string& schedule) {
    const testing::TemporaryFolder folder;
    const std::string scenario = folder / "torus.lab";
    testing::write_bytes(scenario, torus_of(hosts));
    const std::string tally = folder / "tally";
    std::vector<std::string> words{"/usr/bin/env", fmt::format("LD_PRELOAD={}", SIMULATED_TALLY),
                                   fmt::format("FABRICMAP_TALLY={}", tally)};
    words.insert(words.end(), {lab::sibling_program("network_lab"), "run", scenario, "--kind", "simulated"});
    words.insert(words.end(), {"-f", folder / "run", "--", "--schedule", schedule, "--lengths", "0"});
    words.insert(words.end(), {"-n", "4", "--warm-up", "0", "--fixed", "--seed", "1"});
    const testing::Outcome outcome = testing::run(words, std::chrono::hours(1));
    if (outcome.exit_code != 0) throw RunError(fmt::format("{} hosts: {}", hosts, outcome.err));
    Cost cost;
    std::ifstream file(tally);
    if (!(file >> cost.messages >> cost.collectives >> cost.simulated_s >> cost.memory_kib)) {
        throw RunError(fmt::format("{} hosts: the simulator has left no tally", hosts));
    }
    cost.memory_kib /= hosts;
    cost.said = outcome.err;
    cost.medians = open_run(folder / "run").stack(Statistic::median)->plane(0);
    return cost;
}

/// What the pattern catches in what the tester said.
std::string number_told(const std::string& text, const std::string& pattern) {
    std::smatch found;
    return std::regex_search(text, found, std::regex(pattern)) ? found[1].str() : "?";
}

/// The power of the number of hosts that a figure grows with.
double power(double small, double large, double hosts_small, double hosts_large) {
    return std::log(large / small) / std::log(hosts_large / hosts_small);
}

void tell_growth(const char* figure, double power_of_hosts) {
    constexpr double about_linear = 1.1;
    fmt::print("{} grow with hosts^{:.2f}: {}\n", figure, power_of_hosts,
               power_of_hosts <= about_linear ? "linearly at most" : "faster than linearly");
}

/// How far the cells of one matrix are from those of the other, as shares of these: the smallest that a share
/// of all cells keeps to.
double difference_kept_by(double share, const Matrix& one, const Matrix& other) {
    std::vector<double> differences;
    differences.reserve(static_cast<std::size_t>(one.size()));
    for (Eigen::Index sender = 0; sender < one.rows(); ++sender) {
        for (Eigen::Index receiver = 0; receiver < one.cols(); ++receiver) {
            if (sender == receiver) continue;
            differences.push_back(std::abs(one(sender, receiver) / other(sender, receiver) - 1));
        }
    }
    const auto kept = differences.begin() +
                      static_cast<std::ptrdiff_t>(share * static_cast<double>(differences.size() - 1));
    std::nth_element(differences.begin(), kept, differences.end());
    return *kept;
}

void tell_cells(int hosts, const Matrix& rounds, const Matrix& serial) {
    const auto slow_link = [](const Matrix& medians) { return medians(0, 1) / medians(1, 2); };
    fmt::print(
        "      cells of {} hosts in rounds differ from serial ones by {:.2f} % (median), {:.2f} % (99 of "
        "100), {:.1f} % (all); the slow cable takes {:.2f} and {:.2f} times its neighbour's time\n",
        hosts, difference_kept_by(0.5, rounds, serial) * 100, difference_kept_by(0.99, rounds, serial) * 100,
        difference_kept_by(1, rounds, serial) * 100, slow_link(rounds), slow_link(serial));
}

void compare(const std::vector<int>& numbers) {
    fmt::print("{:>5} {:>6} {:>5} {:>12} {:>12} {:>6} {:>9} {:>12} {:>11}\n", "hosts", "rounds", "pairs",
               "serial", "in rounds", "ratio", "messages", "collectives", "KiB a rank");
    std::vector<Cost> costs;
    for (const int hosts : numbers) {
        const Cost serial = sweep(hosts, "serial");
        const Cost rounds = costs.emplace_back(sweep(hosts, "rounds"));
        fmt::print("{:>5} {:>6} {:>5} {:>10.2f} s {:>10.4f} s {:>6.1f} {:>9} {:>12} {:>11.0f}\n", hosts,
                   number_told(rounds.said, "([0-9]+) rounds"),
                   number_told(rounds.said, "of up to ([0-9]+) pairs"), serial.simulated_s,
                   rounds.simulated_s, serial.simulated_s / rounds.simulated_s, rounds.messages,
                   rounds.collectives, rounds.memory_kib);
        tell_cells(hosts, rounds.medians, serial.medians);
    }
    if (numbers.size() < 2) return;
    const auto growth = [&](double Cost::*figure) {
        return power(costs.front().*figure, costs.back().*figure, numbers.front(), numbers.back());
    };
    tell_growth("Messages of a rank", growth(&Cost::messages));
    tell_growth("Collective calls of a rank", growth(&Cost::collectives));
    tell_growth("KiB of a rank", growth(&Cost::memory_kib));
}

}  // namespace

int main(int argument_count, char** arguments) {
    try {
        std::vector<int> numbers;
        for (int k = 1; k < argument_count; ++k) {
            const auto hosts = read_number<int>(arguments[k]);
            if (!hosts) throw UsageError(fmt::format("{}: give numbers of hosts", arguments[k]));
            numbers.push_back(*hosts);
        }
        if (numbers.empty()) numbers = {64, 128};
        compare(numbers);
    } catch (const Error& error) {
        fmt::print(stderr, "bench_rounds_scaling: {}\n", error.what());
        return static_cast<int>(error.code());
    }
}
