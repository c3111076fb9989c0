// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/host_model.hpp"

#include "tests/diagnosis/judging.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

namespace fabricmap::viewer {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::SizeIs;

std::vector<std::string> names_in(const QAbstractItemModel& model) {
    std::vector<std::string> names;
    for (int row = 0; row < model.rowCount(); ++row)
        names.push_back(model.index(row, HostModel::host).data().toString().toStdString());
    return names;
}

class HostTable : public ::testing::Test {
  protected:
    HostTable() {
        model.set_rows({{"node10", HostVerdict::unremarkable, 1.01, 0.99, {12e9, 11e9}, {}},
                        {"node2", HostVerdict::faulty, 1.5, 3.1, {12e9, 4e9}, {0, 2}},
                        {"login", HostVerdict::not_judged, {}, {}, {}, {}}});
        filter.setSourceModel(&model);
    }

    HostModel model;
    HostFilter filter;
    QAbstractItemModelTester tester{&filter, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

TEST_F(HostTable, IsSortedByNameAsPeopleReadAndByValueWithTheUnknownLast) {
    filter.sort(HostModel::host);
    EXPECT_THAT(names_in(filter), ElementsAre("login", "node2", "node10"));
    filter.sort(HostModel::receives);
    EXPECT_THAT(names_in(filter), ElementsAre("node10", "node2", "login"));
    filter.sort(HostModel::receives, Qt::DescendingOrder);
    EXPECT_THAT(names_in(filter), ElementsAre("node2", "node10", "login"));
    filter.sort(HostModel::verdict);
    EXPECT_THAT(names_in(filter), ElementsAre("node2", "node10", "login"));
}

TEST_F(HostTable, IsSearchedByNameAndByGroup) {
    filter.sort(HostModel::host);
    filter.search(" NODE");
    EXPECT_THAT(names_in(filter), ElementsAre("node2", "node10"));
    filter.set_group(std::set<std::string>{"node10", "login"});
    EXPECT_THAT(names_in(filter), ElementsAre("node10"));
    filter.search({});
    filter.set_group({});
    EXPECT_THAT(names_in(filter), SizeIs(3));
}

TEST_F(HostTable, SaysWhatIsKnown) {
    const auto text = [&](int row, int column) {
        return model.index(row, column).data().toString().toStdString();
    };
    EXPECT_EQ(text(1, HostModel::verdict), "faulty");
    EXPECT_EQ(text(1, HostModel::receives), "3.1 ×");
    EXPECT_EQ(text(1, HostModel::receive_rate), "4 GB/s");
    EXPECT_EQ(text(1, HostModel::findings), "1, 3");
    EXPECT_EQ(text(2, HostModel::sends), "–");
}

TEST(HostRows, NameTheHostThatIsSlowAndThoseBelowASlowSwitch) {
    // Planted: the switch above hosts 16 to 23, both ways, and what host 30 sends.
    const auto diagnosis = testing::judge("fat_tree_faulty");
    const std::vector<HostRow> rows = host_rows(diagnosis);
    ASSERT_EQ(rows.size(), 64U);
    EXPECT_EQ(rows[30].verdict, HostVerdict::faulty);
    EXPECT_NEAR(rows[30].sends.value_or(0), 1.5, 0.1);
    EXPECT_EQ(rows[17].verdict, HostVerdict::in_a_fault);
    EXPECT_EQ(rows[17].findings.size(), 1U);
    EXPECT_EQ(rows[40].verdict, HostVerdict::unremarkable);
    EXPECT_NEAR(rows[40].receives.value_or(0), 1, 0.1);
    bool has_leaf = false;
    for (const HostGroup& group : host_groups(diagnosis))
        has_leaf = has_leaf || group.hosts == std::set<std::string>{"node16", "node17", "node18", "node19",
                                                                    "node20", "node21", "node22", "node23"};
    EXPECT_TRUE(has_leaf);
}

}  // namespace
}  // namespace fabricmap::viewer
