// SPDX-License-Identifier: Apache-2.0
#include "base/mixing.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;
using testing::fabric;
using testing::found_in;
using ::testing::HasSubstr;
using testing::HeldRun;
using ::testing::IsEmpty;

/// A fabric in which values of host 9 that `is_slow` picks (by length and partner) take so many times as
/// long.
template <typename IsSlow>
Diagnosis with_slow_values(double factor, const IsSlow& is_slow) {
    HeldRun run(fabric("fat-tree,hosts=32,leaf=8;noise,2%;sweep,lengths=0,1K,4K,16K,64K,1M"));
    run.alter([&](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (sender != 9 && receiver != 9) return;
        const Eigen::Index partner = sender == 9 ? receiver : sender;
        if (is_slow(k, partner, sender == 9)) delay *= factor;
    });
    return testing::judge(testing::runs_of(run.run()));
}

bool is_drawn_value(std::size_t k, Eigen::Index partner, bool sends, std::uint64_t percent) {
    return mix(static_cast<std::uint64_t>(partner) * 100 + 2 * k + (sends ? 1 : 0)) % 100 < percent;
}

TEST(PartlySlowNode, IsTheHostWhoseValuesAreSlowNowAndThen) {
    for (const std::uint64_t percent : {std::uint64_t{8}, std::uint64_t{20}, std::uint64_t{45}}) {
        const Diagnosis diagnosis = with_slow_values(5, [&](std::size_t k, Eigen::Index partner, bool sends) {
            return is_drawn_value(k, partner, sends, percent);
        });
        ASSERT_THAT(found_in(diagnosis), ElementsAre("partly_slow_node of node09, both")) << percent;
        const Finding& finding = diagnosis.findings.front();
        EXPECT_NEAR(finding.effect->factor, 5, 0.5);
        EXPECT_NEAR(finding.evidence.numbers.at("fraction_of_values"), static_cast<double>(percent) / 100,
                    0.05);
        EXPECT_THAT(finding.evidence.notes.back().text(), HasSubstr("flaps"));
    }
}

TEST(PartlySlowNode, IsTheHostOneOfWhoseCablesIsBad) {
    const Diagnosis diagnosis =
        with_slow_values(1.6, [](std::size_t, Eigen::Index partner, bool) { return partner % 3 == 1; });
    ASSERT_THAT(found_in(diagnosis), ElementsAre("partly_slow_node of node09, both"));
    EXPECT_THAT(diagnosis.findings.front().evidence.notes.back().text(), HasSubstr("Always with the same"));
}

TEST(PartlySlowNode, IsNoneWhoseValuesWithOnePartnerAreSlow) {
    const Diagnosis diagnosis =
        with_slow_values(1.6, [](std::size_t, Eigen::Index partner, bool) { return partner == 20; });
    EXPECT_THAT(found_in(diagnosis), ElementsAre("slow_link of link node09 <-> node20, both"));
}

/// The host's slow values as medians of nine samples that deviate by so much of them.
Diagnosis with_imprecise_values(double deviation) {
    HeldRun run(fabric("fat-tree,hosts=32,leaf=8;noise,2%;sweep,lengths=0,1K,4K,16K,64K,1M"));
    run.alter([&](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (sender != 9 && receiver != 9) return;
        if (is_drawn_value(k, sender == 9 ? receiver : sender, sender == 9, 20)) delay *= 1.9;
    });
    run.planes[Statistic::deviation] = run.planes[Statistic::count] = run.planes.at(Statistic::median);
    run.alter([&](std::size_t, Eigen::Index, Eigen::Index, double& value) { value *= deviation; },
              Statistic::deviation);
    run.alter([](std::size_t, Eigen::Index, Eigen::Index, double& value) { value = 9; }, Statistic::count);
    run.alter_quality([](std::size_t, Eigen::Index, Eigen::Index, double& bits) { bits = 64; });
    return testing::judge(testing::runs_of(run.run()));
}

TEST(PartlySlowNode, IsNoneWhoseSlowValuesTheirOwnSamplesLeaveOpen) {
    EXPECT_THAT(found_in(with_imprecise_values(0.05)), ElementsAre("partly_slow_node of node09, both"));
    for (const std::string& found : found_in(with_imprecise_values(0.6)))
        EXPECT_THAT(found, ::testing::Not(HasSubstr("partly_slow_node")));
}

TEST(PartlySlowNode, IsNoneWhoseValuesDifferByStepsOfTheClock) {
    HeldRun run(fabric("fat-tree,hosts=32,leaf=8;noise,1%;sweep,lengths=0,256,512,1K,2K,4K"));
    run.description.clock_resolution_s = 1e-6;
    run.alter([&](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (sender != 9 && receiver != 9) return;
        if (is_drawn_value(k, sender == 9 ? receiver : sender, sender == 9, 20)) delay += 0.9e-6;
    });
    for (const std::string& found : found_in(testing::judge(testing::runs_of(run.run()))))
        EXPECT_THAT(found, ::testing::Not(HasSubstr("partly_slow_node")));
}

TEST(PartlySlowNode, IsNoneWhereAllHostsHaveSlowValues) {
    HeldRun run(fabric("fat-tree,hosts=32,leaf=8;noise,2%;sweep,lengths=0,1K,4K,16K,64K,1M"));
    run.alter([&](std::size_t k, Eigen::Index sender, Eigen::Index receiver, double& delay) {
        if (mix(static_cast<std::uint64_t>(sender * 1000 + receiver * 10) + k) % 100 < 3) delay *= 3;
    });
    for (const std::string& found : found_in(testing::judge(testing::runs_of(run.run()))))
        EXPECT_THAT(found, ::testing::Not(HasSubstr("partly_slow_node")));
}

}  // namespace
}  // namespace fabricmap::diagnosis
