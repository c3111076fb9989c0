// SPDX-License-Identifier: Apache-2.0
// Plants faults in fabrics of 64 hosts with four ranks each and counts what is found, wrong and false, beside
// three rules in use elsewhere on the same data. Usage: bench_diagnosis_detection [SEEDS [HEALTHY]]
#include "bench/detection_rules.hpp"
#include "diagnosis/stages/diagnose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

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
    Total diagnosis;
    std::array<Total, bench::rules.size()> rules;
};

void add(Total& total, int found, int false_alarms, bool healthy) {
    total.found += found;
    total.false_alarms += false_alarms;
    total.disturbed_healthy += healthy && false_alarms > 0;
}

void judge(const testing::PlantedFabric& fabric, std::uint64_t seed, Total& total) {
    diagnosis::Request request;
    request.runs = {fabric.one_way, fabric.both_ways};
    Progress progress(false);
    const testing::Score score = testing::score(fabric, diagnosis::diagnose(request, progress));
    for (const std::string& remark : score.remarks) fmt::print(stderr, "seed {}: {}\n", seed, remark);
    add(total, score.found, score.false_findings, fabric.faults.empty());
    total.right += score.right;
}

void judge(std::uint64_t seed, int faults, Count& count) {
    const testing::PlantedFabric fabric = testing::plant(seed, faults);
    const bool healthy = fabric.faults.empty();
    ++count.fabrics;
    count.healthy += healthy;
    count.planted += static_cast<int>(fabric.faults.size());
    judge(fabric, seed, count.diagnosis);
    for (std::size_t number = 0; number < bench::rules.size(); ++number) {
        const bench::RuleScore rule = bench::rules[number].judge(fabric);
        add(count.rules[number], rule.found, rule.false_alarms, healthy);
    }
}

void print(std::string_view name, const Total& total, const Count& count) {
    fmt::print("{:<62} {:>6.3f} {:>13} {:>12}\n", name, static_cast<double>(total.found) / count.planted,
               total.false_alarms, fmt::format("{}/{}", total.disturbed_healthy, count.healthy));
}

}  // namespace

int main(int argument_count, char** arguments) {
    const int seeds = argument_count > 1 ? std::atoi(arguments[1]) : 200;
    const int healthy = argument_count > 2 ? std::atoi(arguments[2]) : 100;
    Count count;
    for (int seed = 0; seed < seeds; ++seed) judge(static_cast<std::uint64_t>(seed), max_faults, count);
    for (int seed = 0; seed < healthy; ++seed) judge(10'000 + static_cast<std::uint64_t>(seed), 0, count);
    fmt::print("{} fabrics, {} of them healthy; {} faults planted\n\n", count.fabrics, count.healthy,
               count.planted);
    fmt::print("{:<62} {:>6} {:>13} {:>12}\n", "", "recall", "false alarms", "healthy hit");
    print("network_diagnose", count.diagnosis, count);
    for (std::size_t number = 0; number < bench::rules.size(); ++number) {
        print(bench::rules[number].name, count.rules[number], count);
    }
    fmt::print("\nnetwork_diagnose: right kind, host and side: {:.3f} of the found\n",
               static_cast<double>(count.diagnosis.right) / std::max(1, count.diagnosis.found));
}
