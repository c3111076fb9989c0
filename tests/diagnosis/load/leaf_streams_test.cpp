// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/load/leaf_streams.hpp"

#include "base/errors.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/model/verdict.hpp"
#include "diagnosis/reports/reports.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "diagnosis/stages/diagnose.hpp"
#include "tests/diagnosis/load/hashed_leaves.hpp"
#include "tests/expectations.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

using fabricmap::testing::HashedLeaves;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

Diagnosis judged(const HashedLeaves& model, std::int64_t uplinks = 0) {
    Request request;
    request.runs.push_back(model.run());
    request.uplinks = uplinks;
    Progress silent(false);
    return diagnose(request, silent);
}

TEST(LeafStreams, NameTheLeafThatLacksACable) {
    int found = 0;
    constexpr int machines = 20;
    for (int seed = 1; seed <= machines; ++seed) {
        HashedLeaves model;
        model.seed = static_cast<std::uint64_t>(seed);
        model.leaf_without_a_cable = seed % model.leaves;
        const Diagnosis diagnosis = judged(model, model.uplinks);
        if (diagnosis.findings.size() != 1) continue;
        const Finding& finding = diagnosis.findings.front();
        const std::string leaf = "leaf" + std::to_string(*model.leaf_without_a_cable);
        found += part_of(finding) == leaf && finding.kind == FindingKind::missing_uplink &&
                 finding.side == Side::both;
    }
    EXPECT_GE(found, machines - 1);
}

TEST(LeafStreams, AccuseNobodyWhereAllCablesAreThere) {
    for (int seed = 1; seed <= 40; ++seed) {
        HashedLeaves model;
        model.seed = static_cast<std::uint64_t>(100 + seed);
        const Diagnosis diagnosis = judged(model, model.uplinks);
        EXPECT_THAT(diagnosis.findings, IsEmpty()) << seed << ": " << sentence_of(diagnosis.findings.front());
    }
}

TEST(LeafStreams, SayHowMuchALeafCarriesAndHowManyUplinksThatIs) {
    HashedLeaves model;
    model.leaf_without_a_cable = 2;
    const Diagnosis diagnosis = judged(model, model.uplinks);
    ASSERT_THAT(diagnosis.findings, SizeIs(1));
    const Finding& finding = diagnosis.findings.front();
    EXPECT_THAT(sentence_of(finding), StartsWith("leaf2 sends and receives 0.9"));
    EXPECT_THAT(sentence_of(finding),
                HasSubstr(") of what the other 7 leaves do: 1 of 8 uplinks is missing or idle"));
    // Flows wait at the other leaf's cables, too, so that a leaf loses less than the cable's share.
    EXPECT_GT(finding.effect.value().interval.low, 1.05);
    EXPECT_LT(finding.effect->interval.high, 8.0 / 7);
    EXPECT_THAT(sentence_of(judged(model).findings.front()), HasSubstr("as with 1 of"));
    const auto json = nlohmann::json::parse(json_report(diagnosis));
    EXPECT_EQ(json["leaf_matrix"]["leaves"].size(), 8U);
    EXPECT_EQ(json["leaf_matrix"]["rates_bytes_per_s"].size(), 8U);
    EXPECT_EQ(json["findings"][0]["evidence"]["missing_uplinks"], 1);
    EXPECT_THAT(terminal_report(diagnosis, Detail::brief), HasSubstr("16 flows a host at once"));
    EXPECT_THAT(html_report(diagnosis), HasSubstr("<h2>Leaves</h2>"));
}

TEST(LeafStreams, TellTheEffectiveBisectionWithItsInterval) {
    constexpr double port = 10e9;
    constexpr int machines = 20;
    std::vector<ValueInterval> found;
    double mean = 0;
    for (int seed = 1; seed <= machines; ++seed) {
        HashedLeaves model;
        model.seed = static_cast<std::uint64_t>(300 + seed);
        found.push_back(judged(model, model.uplinks).leaf_matrix.value().bisection);
        mean += found.back().value / machines;
    }
    const auto holding = std::count_if(found.begin(), found.end(), [&](const ValueInterval& interval) {
        return interval.low <= mean && mean <= interval.high;
    });
    EXPECT_GE(holding, 17);
    EXPECT_GT(mean, 0.8 * port);
    const HashedLeaves one_flow{.partners = 1, .connections = 1};
    const Diagnosis unlucky = judged(one_flow, one_flow.uplinks);
    EXPECT_LT(unlucky.leaf_matrix.value().bisection.value, 0.7 * port);
    EXPECT_THAT(speed_text(unlucky), HasSubstr("1 flow a host at once"));
    EXPECT_THAT(speed_text(unlucky), HasSubstr("Effective bisection: "));
}

TEST(LeafStreams, ShowNothingWithOneFlowAHost) {
    for (const bool is_missing : {false, true}) {
        HashedLeaves model{.partners = 1, .connections = 1};
        if (is_missing) model.leaf_without_a_cable = 3;
        const Diagnosis diagnosis = judged(model, model.uplinks);
        EXPECT_THAT(diagnosis.findings, IsEmpty());
        EXPECT_EQ(verdict_of(diagnosis), Verdict::undecided);
        EXPECT_THAT(open_points_of(diagnosis), Contains(OpenPoint::few_flows));
        EXPECT_THAT(verdict_text(diagnosis), HasSubstr("this run shows nothing about uplinks"));
    }
}

TEST(LeafStreams, AreUndecidedWhereAMissingUplinkWouldNotStandOut) {
    const HashedLeaves few{.leaves = 4, .hosts = 4, .uplinks = 4, .partners = 4, .connections = 1};
    EXPECT_THAT(open_points_of(judged(few, 4)), Contains(OpenPoint::hidden_uplinks));
    const HashedLeaves two{.leaves = 2};
    const Diagnosis of_two = judged(two, 8);
    EXPECT_THAT(open_points_of(of_two), Contains(OpenPoint::few_leaves));
    EXPECT_THAT(of_two.findings, IsEmpty());
}

TEST(LeafStreams, NameThePathBetweenTwoLeaves) {
    HashedLeaves model;
    model.path_of_half = {1, 5};
    const Diagnosis diagnosis = judged(model, model.uplinks);
    ASSERT_THAT(diagnosis.findings, SizeIs(1));
    EXPECT_THAT(sentence_of(diagnosis.findings.front()), StartsWith("leaf1 -> leaf5 carries 0.4"));
    EXPECT_NEAR(diagnosis.findings.front().effect.value().factor, 2, 0.15);
}

TEST(LeafStreams, NameASlowHostInsteadOfItsLeaf) {
    HashedLeaves model;
    model.slow_sender = 11;
    const Diagnosis diagnosis = judged(model, model.uplinks);
    ASSERT_THAT(diagnosis.findings, SizeIs(1)) << verdict_text(diagnosis);
    EXPECT_EQ(diagnosis.findings.front().kind, FindingKind::slow_node);
    EXPECT_EQ(part_of(diagnosis.findings.front()), "node11");
    EXPECT_EQ(diagnosis.findings.front().side, Side::sender);
}

TEST(LeafStreams, AreSureOfAHostThatIsSlowToEachLeaf) {
    for (int seed = 1; seed <= 40; ++seed) {
        HashedLeaves model{.leaves = 4, .hosts = 4, .uplinks = 4, .partners = 4, .connections = 4};
        model.seed = static_cast<std::uint64_t>(400 + seed);
        model.slow_sender = seed % 16;
        const Diagnosis diagnosis = judged(model);
        ASSERT_THAT(diagnosis.findings, SizeIs(1)) << seed << ": " << verdict_text(diagnosis);
        EXPECT_EQ(part_of(diagnosis.findings.front()), fmt::format("node{:02}", *model.slow_sender));
        EXPECT_GT(diagnosis.findings.front().confidence.value(), 0.999);
    }
}

TEST(LeafStreams, DoubtAHostThatIsSlowToSomeLeavesAlone) {
    int suspected = 0;
    for (int seed = 1; seed <= 40; ++seed) {
        HashedLeaves model{.leaves = 8, .hosts = 4, .uplinks = 4, .partners = 4, .connections = 4};
        model.seed = static_cast<std::uint64_t>(500 + seed);
        model.held_up_sender = seed % 32;
        const Diagnosis diagnosis = judged(model);
        EXPECT_THAT(diagnosis.findings, IsEmpty()) << seed << ": " << verdict_text(diagnosis);
        if (diagnosis.suspects.empty()) continue;
        ++suspected;
        EXPECT_EQ(part_of(diagnosis.suspects.front()), fmt::format("node{:02}", *model.held_up_sender));
        EXPECT_EQ(verdict_of(diagnosis), Verdict::undecided);
        EXPECT_THAT(verdict_text(diagnosis),
                    HasSubstr("1 suspect rests on values whose uncertainty exceeds the "
                              "effect: measure again with a larger -n"));
    }
    EXPECT_GE(suspected, 20);
}

TEST(LeafStreams, ThatDoNotSayWhoIsOnWhichLeafAreRefused) {
    const fabricmap::Run whole = HashedLeaves{}.run();
    RunDescription description = whole.description();
    description.leaf_streams.reset();
    Request request;
    request.runs.push_back(whole.described_as(description));
    Progress silent(false);
    EXPECT_THAT(fabricmap::testing::error_of<FileError>([&] { (void)diagnose(request, silent); }),
                HasSubstr("does not say which rank is on which leaf"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
