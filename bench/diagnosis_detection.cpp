// SPDX-License-Identifier: Apache-2.0
// Plants faults in fabrics of 64 hosts with four ranks each and counts what is found, wrong and false, beside
// three rules in use elsewhere on the same data; with --detectors the detectors alone as well. Usage:
// bench_diagnosis_detection [--detectors] [SEEDS [HEALTHY]]
#include "bench/detection_rules.hpp"
#include "diagnosis/stages/diagnose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

using namespace fabricmap;

namespace {

constexpr int max_faults = 4;

struct Total {
    int found = 0;
    int false_alarms = 0;
    int right = 0;              ///< of the found: kind, hosts and side
    int disturbed_healthy = 0;  ///< healthy fabrics with an alarm
};

struct Count {
    int fabrics = 0;
    int healthy = 0;
    int planted = 0;
    Total detectors;
    Total search;
    std::array<Total, bench::rules.size()> rules;
};

void add(Total& total, int found, int false_alarms, bool healthy) {
    total.found += found;
    total.false_alarms += false_alarms;
    total.disturbed_healthy += healthy && false_alarms > 0;
}

void judge(const testing::PlantedFabric& fabric, std::uint64_t seed, bool explains, Total& total) {
    diagnosis::Request request;
    request.runs = {fabric.one_way, fabric.both_ways};
    request.explain = explains;
    Progress progress(false);
    const testing::Score score = testing::score(fabric, diagnosis::diagnose(request, progress));
    for (const std::string& remark : score.remarks)
        fmt::print(stderr, "{}, seed {}: {}\n", explains ? "search" : "detectors", seed, remark);
    add(total, score.found, score.false_findings, fabric.faults.empty());
    total.right += score.right;
}

void judge(std::uint64_t seed, int faults, bool compares, Count& count) {
    const testing::PlantedFabric fabric = testing::plant(seed, faults);
    const bool healthy = fabric.faults.empty();
    ++count.fabrics;
    count.healthy += healthy;
    count.planted += static_cast<int>(fabric.faults.size());
    judge(fabric, seed, true, count.search);
    if (compares) judge(fabric, seed, false, count.detectors);
    for (std::size_t number = 0; number < bench::rules.size(); ++number) {
        const bench::RuleScore rule = bench::rules[number].judge(fabric);
        add(count.rules[number], rule.found, rule.false_alarms, healthy);
    }
}

void print(std::string_view name, const Total& total, const Count& count) {
    fmt::print("{:<62} {:>6.3f} {:>13} {:>12}\n", name, static_cast<double>(total.found) / count.planted,
               total.false_alarms, fmt::format("{}/{}", total.disturbed_healthy, count.healthy));
}

void print_right(std::string_view name, const Total& total) {
    fmt::print("{}: right kind, host and side: {:.3f} of the found\n", name,
               static_cast<double>(total.right) / std::max(1, total.found));
}

}  // namespace

int main(int argument_count, char** arguments) {
    std::vector<std::string_view> given(arguments + 1, arguments + argument_count);
    const bool compares = std::erase(given, "--detectors") > 0;
    const int seeds = given.empty() ? 200 : std::atoi(given[0].data());
    const int healthy = given.size() > 1 ? std::atoi(given[1].data()) : 100;
    Count count;
    for (int seed = 0; seed < seeds; ++seed)
        judge(static_cast<std::uint64_t>(seed), max_faults, compares, count);
    for (int seed = 0; seed < healthy; ++seed)
        judge(10'000 + static_cast<std::uint64_t>(seed), 0, compares, count);
    fmt::print("{} fabrics, {} of them healthy; {} faults planted\n\n", count.fabrics, count.healthy,
               count.planted);
    fmt::print("{:<62} {:>6} {:>13} {:>12}\n", "", "recall", "false alarms", "healthy hit");
    print("network_diagnose", count.search, count);
    if (compares) print("its detectors alone", count.detectors, count);
    for (std::size_t number = 0; number < bench::rules.size(); ++number) {
        print(bench::rules[number].name, count.rules[number], count);
    }
    fmt::print("\n");
    print_right("network_diagnose", count.search);
    if (compares) print_right("its detectors alone", count.detectors);
}
