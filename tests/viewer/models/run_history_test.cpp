// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/run_history.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QTest>
#include <cmath>

namespace fabricmap::viewer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr int history_patience_ms = 120000;

Opened tree(int number, const std::string& fault) {
    return open_shared(
        "synthetic:fat-tree,hosts=24,leaf=6;noise,5%;sweep,timing=synchronized,lengths=0,1K,64K,"
        "1M,seed=" +
        std::to_string(number) + fault);
}

TEST(RunHistory, HasTheFactorsOfEachHostInEachRun) {
    Document document;
    DiagnosisJob job;
    RunHistory history(document, job);
    document.set_runs({tree(1, ""), tree(2, ""), tree(3, ";fault,slow-receiver,host=5,factor=3,from=64K")});
    history.look();
    ASSERT_TRUE(QTest::qWaitFor([&] { return history.runs().size() == 3; }, history_patience_ms));
    const std::vector<RunFactors> runs = history.runs();
    EXPECT_NEAR(runs[0].hosts.at("node05").receives, 1, 0.15);
    EXPECT_NEAR(runs[1].hosts.at("node05").receives, 1, 0.15);
    EXPECT_NEAR(runs[2].hosts.at("node05").receives, 3, 0.3);
    EXPECT_NEAR(runs[2].hosts.at("node05").sends, 1, 0.15);
    EXPECT_NEAR(runs[2].hosts.at("node06").receives, 1, 0.15) << "a healthy neighbour";
}

TEST(RunHistory, IsNoneOfTwoRuns) {
    Document document;
    DiagnosisJob job;
    RunHistory history(document, job);
    document.set_runs({tree(1, ""), tree(2, "")});
    history.look();
    EXPECT_THAT(history.runs(), IsEmpty());
    EXPECT_THAT(history_curves(history.runs(), "node05", "node06").curves, IsEmpty());
}

TEST(HistoryCurves, AreInTheOrderOfTime) {
    const std::vector<RunFactors> runs{{"2026-11-03T08:00:00Z", "c", {{"a", {3, 1}}, {"b", {1, 1}}}},
                                       {"2026-11-01T08:00:00Z", "a", {{"a", {1, 1}}, {"b", {1, 1.5}}}},
                                       {"2026-11-02T08:00:00Z", "b", {{"b", {1, 2}}}}};
    const CurveSet set = history_curves(runs, "a", "b");
    EXPECT_THAT(set.steps, ElementsAre("2026-11-01 08:00", "2026-11-02 08:00", "2026-11-03 08:00"));
    EXPECT_THAT(set.lengths, ElementsAre(1, 2, 3));
    ASSERT_THAT(set.curves, SizeIs(3));
    EXPECT_EQ(set.curves[0].middle[0], 1);
    EXPECT_TRUE(std::isnan(set.curves[0].middle[1])) << "this run did not have the host";
    EXPECT_EQ(set.curves[0].middle[2], 3);
    EXPECT_THAT(set.curves[1].middle, ElementsAre(1.5, 2, 1));
    EXPECT_THAT(set.curves[2].low, ElementsAre(1, 1, 1));
}

}  // namespace
}  // namespace fabricmap::viewer
