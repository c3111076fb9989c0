// SPDX-License-Identifier: Apache-2.0
#include "collective_test/program/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::collective_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// The table of a barrier of that time, where a wait for nothing reads `misread_s`.
std::string table_where(double time_s, double misread_s) {
    CollectiveRun run;
    run.operations = {"barrier", "wait_null"};
    VisitLog log(CollectiveTiming::global);
    const auto recall = [&](int operation, VisitPurpose purpose, double read_s) {
        CollectiveVisit visit;
        visit.cell.operation = operation;
        visit.cell.ranks = 4;
        visit.purpose = purpose;
        visit.completion.assign(16, read_s);
        visit.longest = visit.completion;
        visit.lateness.assign(16, 0);
        for (visit.pass = 0; visit.pass < 6; ++visit.pass) log.recall(visit);
        return visit.cell;
    };
    recall(1, VisitPurpose::start_error, misread_s);
    return table_text(run, {recall(0, VisitPurpose::sweep, time_s)}, log);
}

TEST(SummaryTable, HasNoDigitsOfWhatIsMostlyTheErrorOfItsStarts) {
    EXPECT_THAT(table_where(30e-6, 2e-6), HasSubstr(" 30.00 "));
    const std::string hidden = table_where(30e-6, 25e-6);
    EXPECT_THAT(hidden, HasSubstr("not judgeable here"));
    EXPECT_THAT(hidden, Not(HasSubstr("30.00")));
}

}  // namespace
}  // namespace fabricmap::collective_test
