// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/finding_model.hpp"

#include "tests/diagnosis/judging.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>

namespace fabricmap::viewer {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

struct WatchedFindings {
    FindingModel model;
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::Fatal};
};

std::shared_ptr<const diagnosis::Diagnosis> two_findings() {
    auto diagnosis = std::make_shared<diagnosis::Diagnosis>();
    diagnosis::Finding slow;
    slow.part = diagnosis::part::Host{"node17"};
    slow.side = diagnosis::Side::receiver;
    slow.effect = diagnosis::Effect{3.1, {3, 3.2}};
    slow.from_length_bytes = 16384;
    slow.evidence.curve = {1, 3.1};
    slow.confidence = 0.999;
    diagnosis::Finding better;
    better.kind = diagnosis::FindingKind::improvement;
    better.part = diagnosis::part::Host{"node03"};
    better.effect = diagnosis::Effect{0.5, {0.4, 0.6}};
    diagnosis->findings = {slow, better};
    return diagnosis;
}

std::string text_at(const FindingModel& model, int row, int role) {
    return model.index(row).data(role).toString().toStdString();
}

TEST(FindingModel, IsEmptyWithoutADiagnosis) {
    WatchedFindings watched;
    EXPECT_EQ(watched.model.rowCount(), 0);
    watched.model.set_diagnosis(two_findings());
    watched.model.set_diagnosis(nullptr);
    EXPECT_EQ(watched.model.rowCount(), 0);
}

TEST(FindingModel, NumbersFindingsAndReportsThemInSentences) {
    WatchedFindings watched;
    watched.model.set_diagnosis(two_findings());
    ASSERT_EQ(watched.model.rowCount(), 2);
    EXPECT_EQ(text_at(watched.model, 0, Qt::DisplayRole),
              "1. node17 receives 3.1 times slower from 16K on (99.9 % sure)");
    EXPECT_EQ(watched.model.index(1).data(FindingModel::number_role).toInt(), 2);
    EXPECT_EQ(watched.model.finding_at(watched.model.index(1)), 1U);
    EXPECT_EQ(text_at(watched.model, 0, FindingModel::sentence_role),
              "node17 receives 3.1 times slower from 16K on");
    EXPECT_EQ(text_at(watched.model, 0, FindingModel::advice_role),
              diagnosis::advice_on(two_findings()->findings.front()));
    EXPECT_EQ(watched.model.index(0).data(FindingModel::factor_role).toDouble(), 3.1);
    EXPECT_EQ(watched.model.index(0).data(FindingModel::confidence_role).toDouble(), 0.999);
}

TEST(FindingModel, ReportsFaultsFromInformationInWords) {
    FindingModel model;
    model.set_diagnosis(two_findings());
    EXPECT_TRUE(model.index(0).data(FindingModel::fault_role).toBool());
    EXPECT_FALSE(model.index(1).data(FindingModel::fault_role).toBool());
    EXPECT_THAT(text_at(model, 0, Qt::AccessibleTextRole), StartsWith("Fault 1: node17 receives"));
    EXPECT_THAT(text_at(model, 1, Qt::AccessibleTextRole), StartsWith("Information 2: node03"));
}

TEST(FindingModel, ReportsTheNumbersBehindAFindingAndWhereToLook) {
    FindingModel model;
    model.set_diagnosis(two_findings());
    for (const int role :
         {static_cast<int>(Qt::ToolTipRole), static_cast<int>(Qt::AccessibleDescriptionRole)}) {
        EXPECT_THAT(text_at(model, 0, role), HasSubstr("factor: 3.1"));
        EXPECT_THAT(text_at(model, 0, role), HasSubstr("confidence: 99.9 %"));
        EXPECT_THAT(text_at(model, 0, role), HasSubstr("Only long messages are slow"));
    }
}

TEST(FindingModel, WritesATicketWithAllThatIsKnownAndWhereItComesFrom) {
    FindingModel model;
    model.set_diagnosis(std::make_shared<const diagnosis::Diagnosis>(testing::judge("fat_tree_faulty")));
    const std::string ticket = text_at(model, 1, FindingModel::ticket_role);
    EXPECT_THAT(ticket, StartsWith("node30 sends 1.5 times slower\n\n"));
    for (const char* const part : {"factor: 1.5", "confidence: ", "64 ranks on 64 hosts", "fat_tree_faulty"})
        EXPECT_THAT(ticket, HasSubstr(part));
}

TEST(FindingModel, ListsThePlantedFaultsOfARun) {
    WatchedFindings watched;
    watched.model.set_diagnosis(
        std::make_shared<const diagnosis::Diagnosis>(testing::judge("fat_tree_faulty")));
    ASSERT_EQ(watched.model.rowCount(), 2);
    std::vector<std::string> reported{text_at(watched.model, 0, Qt::DisplayRole),
                                      text_at(watched.model, 1, Qt::DisplayRole)};
    EXPECT_THAT(reported, ::testing::Contains(HasSubstr("switch of node[16-23]")));
    EXPECT_THAT(reported, ::testing::Contains(HasSubstr("node30 sends 1.5 times slower")));
}

}  // namespace
}  // namespace fabricmap::viewer
