// SPDX-License-Identifier: Apache-2.0
// How often the 95 % interval of a factor holds the planted one: parts of trees of leaves of 8 hosts whose
// sending and receiving sides differ by 2 % for good, by a LogGP model that shares nothing with the lab.
// Usage: bench_diagnosis_intervals [SEEDS]
#include "base/mixing.hpp"
#include "diagnosis/stages/diagnose.hpp"
#include "tests/diagnosis/machines/loggp_machine.hpp"
#include "tests/diagnosis/machines/loggp_modes.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <vector>

using namespace fabricmap;

namespace {

struct Planted {
    std::string_view name;
    std::string_view part;
    bool (*passes)(const testing::Message&);
};

constexpr int leaf = 8;

constexpr std::array planted{
    Planted{"host", "host",
            [](const testing::Message& message) { return message.sender == 5 || message.receiver == 5; }},
    Planted{"host, what it sends", "host",
            [](const testing::Message& message) { return message.sender == 5; }},
    Planted{"link", "link",
            [](const testing::Message& message) { return message.sender == 5 && message.receiver == 20; }},
    Planted{"uplink", "switch",
            [](const testing::Message& message) {
                return (message.sender / leaf == 2) != (message.receiver / leaf == 2);
            }},
    Planted{"uplink, one way", "switch",
            [](const testing::Message& message) {
                return message.sender / leaf == 2 && message.receiver / leaf != 2;
            }},
};

struct Tally {
    int named = 0;
    int held = 0;
};

/// Factors of what each host sends and receives.
std::vector<double> factors_of_sides(int hosts, std::uint64_t seed) {
    constexpr double deviation = 0.02;
    testing::Chance chance(mix(seed));
    std::vector<double> factors;
    for (int side = 0; side < 2 * hosts; ++side) factors.push_back(std::exp(deviation * chance.normal()));
    return factors;
}

void judge(const Planted& what, int hosts, double factor, std::uint64_t seed, Tally& tally) {
    testing::LogGpMachine machine;
    machine.hosts = hosts;
    machine.hops = testing::tree_of({leaf, 8});
    machine.timing = Timing::synchronized;
    const std::vector<double> sides = factors_of_sides(hosts, seed);
    machine.changes.push_back([&](const testing::Message& message, double delay_s) {
        delay_s *= sides[static_cast<std::size_t>(message.sender)] *
                   sides[static_cast<std::size_t>(hosts + message.receiver)];
        return what.passes(message) ? factor * delay_s : delay_s;
    });
    diagnosis::Request request;
    request.runs = {measure(machine, seed).run()};
    Progress progress(false);
    const diagnosis::Diagnosis diagnosis = diagnosis::diagnose(request, progress);
    for (const diagnosis::Finding& finding : diagnosis.findings) {
        if (diagnosis::type_name_of(finding.part) != what.part) continue;
        const auto& [found, interval] = *finding.effect;
        ++tally.named;
        tally.held += interval.low <= factor && factor <= interval.high;
        fmt::print(stderr, "{} of {} {}, seed {}: {:.3f}, {:.3f} to {:.3f}\n", what.name, hosts, factor, seed,
                   found, interval.low, interval.high);
        return;
    }
}

}  // namespace

int main(int argument_count, char** arguments) {
    const int seeds = argument_count > 1 ? std::atoi(arguments[1]) : 100;
    constexpr std::array factors{1.1, 1.3, 2.0};
    fmt::print("{:<28}", "held of those named");
    for (const double factor : factors) fmt::print(" {:>10}", factor);
    fmt::print("\n");
    for (const int hosts : {32, 64}) {
        for (const Planted& what : planted) {
            fmt::print("{:<28}", fmt::format("{} of {}", what.name, hosts));
            for (const double factor : factors) {
                Tally tally;
                for (int seed = 1; seed <= seeds; ++seed)
                    judge(what, hosts, factor, static_cast<std::uint64_t>(seed), tally);
                fmt::print(" {:>10}", fmt::format("{}/{}", tally.held, tally.named));
                std::fflush(stdout);
            }
            fmt::print("\n");
        }
    }
}
