// SPDX-License-Identifier: Apache-2.0
// Runs of one machine differ by themselves: each is slower or faster as a whole by about 1 %.
#include "base/mixing.hpp"
#include "tests/diagnosis/judging.hpp"
#include "tests/diagnosis/machines/loggp_machine.hpp"
#include "tests/repetitions.hpp"

#include <cmath>

namespace fabricmap::diagnosis {
namespace {

using ::testing::IsEmpty;
using testing::judge;
using testing::LogGpMachine;
using testing::Message;

constexpr double drift = 0.01;
constexpr int runs_a_side = 3;

/// About normal, the same every time for the numbers.
double deviate(std::uint64_t machine, std::uint64_t number) {
    constexpr int parts = 12;
    constexpr std::uint64_t steps = 1 << 20;
    std::uint64_t state = mix(machine, number);
    double sum = -parts / 2.0;
    for (int part = 0; part < parts; ++part)
        sum += static_cast<double>(draw_below(state, steps)) / static_cast<double>(steps);
    return sum;
}

/// A run of a machine whose pairs differ for good, and one of whose hosts may be slower.
fabricmap::Run run_of(std::uint64_t machine, std::uint64_t number, double factor) {
    LogGpMachine model;
    model.hosts = 16;
    model.hops = testing::tree_of({8, 2});
    model.lengths = {0, 1024, 65536, 1 << 20};
    model.pair_spread = 0;
    const double of_run = std::exp(drift * deviate(machine, number));
    model.changes.push_back([=](const Message& message, double delay_s) {
        constexpr double pair_spread = 0.01;
        const auto pair = static_cast<std::uint64_t>(message.sender * model.hosts + message.receiver);
        const bool is_slow = message.sender == 5 || message.receiver == 5;
        return delay_s * of_run * std::exp(pair_spread * deviate(machine + 1000, pair)) *
               (is_slow ? factor : 1);
    });
    return measure(model, mix(machine, number)).run(fmt::format("run {}", number));
}

Diagnosis comparison_of(std::uint64_t machine, double factor) {
    Request request;
    for (std::uint64_t number = 0; number < runs_a_side; ++number) {
        request.baseline.push_back(run_of(machine, number, 1));
        request.runs.push_back(run_of(machine, 100 + number, factor));
    }
    request.only = Aspect::comparison;
    return judge(std::move(request));
}

TEST(DriftingRuns, ShowAHostThatHasBecomeTenPercentSlower) {
    int found = 0;
    for (std::uint64_t machine = 1; machine <= 8; ++machine) {
        const Diagnosis diagnosis = comparison_of(machine, 1.1);
        for (const Finding& finding : diagnosis.findings) {
            EXPECT_EQ(part_of(finding), "node005");
            EXPECT_EQ(finding.kind, FindingKind::regression);
        }
        if (!diagnosis.findings.empty()) ++found;
    }
    EXPECT_GE(found, 7);
}

TEST(DriftingRuns, FindNothingInAMachineThatIsAsBefore) {
    const int machines = testing::repetitions(25, 100);
    for (int machine = 1; machine <= machines; ++machine)
        EXPECT_THAT(testing::found_in(comparison_of(static_cast<std::uint64_t>(machine), 1)), IsEmpty())
            << machine;
}

}  // namespace
}  // namespace fabricmap::diagnosis
