// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/model/node_hosts.hpp"

#include "tests/diagnosis/held_run.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <fstream>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;

fabricmap::testing::HeldRun run_with_everything() {
    fabricmap::testing::HeldRun run;
    run.description.ranks = {{"a", 0}, {"b", 1}};
    run.description.excluded_hosts = {"c", "d"};
    run.description.unresponsive_hosts = {"d"};
    run.description.message_lengths = {0};
    run.planes[Statistic::median] = {Matrix::Constant(2, 2, 1e-6)};
    run.planes[Statistic::count] = {Matrix::Constant(2, 2, 40)};
    run.quality = {Matrix::Constant(2, 2, 1)};
    run.outliers = {Matrix::Constant(2, 2, 3)};
    return run;
}

TEST(NodeHosts, LeaveAllOfARunThatTheTableSaysNothingOf) {
    const NodeNames none;
    const fabricmap::Run named = NodeHosts(none).named_in(run_with_everything().run());
    EXPECT_THAT(named.statistics(), ElementsAre(Statistic::median, Statistic::count));
    ASSERT_TRUE(named.quality());
    EXPECT_EQ(named.quality()->plane(0)(0, 1), 1);
    ASSERT_TRUE(named.outliers());
    EXPECT_EQ(named.outliers()->plane(0)(0, 1), 3);
}

TEST(NodeHosts, NameEveryHostThatARunSpeaksOf) {
    const fabricmap::testing::TemporaryFolder folder;
    std::ofstream(folder.path() / "names") << "n1 a\nn2 b\nn3 c\nn4 d\n";
    const NodeNames names = NodeNames::of_file(folder.path() / "names");
    const RunDescription named = NodeHosts(names).named_in(run_with_everything().run()).description();
    EXPECT_EQ(named.ranks[0].host, "n1");
    EXPECT_EQ(named.ranks[1].host, "n2");
    EXPECT_THAT(named.excluded_hosts, ElementsAre("n3", "n4"));
    EXPECT_THAT(named.unresponsive_hosts, ElementsAre("n4"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
