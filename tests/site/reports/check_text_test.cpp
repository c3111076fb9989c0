// SPDX-License-Identifier: Apache-2.0
#include "site/reports/check_text.hpp"

#include "site/reports/history_text.hpp"
#include "site/reports/host_table.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricmap::site {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

CheckRecord check_of_hosts(int hosts) {
    CheckRecord check;
    check.id = "2026-01-02T03-04-05Z_0001";
    check.verdict = "healthy";
    check.headline = "No fault found.";
    for (int host = 0; host < hosts; ++host)
        check.hosts.push_back({fmt::format("node{:02}", host), HostVerdict::healthy});
    return check;
}

TEST(CheckText, HasFaultyHostsFirstAndFewOfTheHealthyOnes) {
    CheckRecord check = check_of_hosts(40);
    check.hosts[33] = {"node33", HostVerdict::faulty, "node33 receives 9 times slower"};
    check.hosts[33].receives = {9, 8.5, 12.5e6, {2e-4, 3e-2}};
    check.hosts[20].recovered_from = "2026-01-01T03-04-05Z_0000";
    const std::string table = host_table(check);
    EXPECT_LT(table.find("node33"), table.find("node20"));
    EXPECT_LT(table.find("node20"), table.find("node00"));
    const std::string text = check_text(check, 0);
    EXPECT_THAT(text, HasSubstr("9.00"));
    EXPECT_THAT(text, HasSubstr("8.50"));
    EXPECT_THAT(text, HasSubstr("0.0125"));
    EXPECT_THAT(text, HasSubstr("and 22 hosts that are healthy"));
    EXPECT_THAT(text, HasSubstr("Recovered: node20 was faulty"));
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 30);
}

TEST(CheckText, SaysWhatItWasComparedWith) {
    CheckRecord check = check_of_hosts(4);
    EXPECT_THAT(check_text(check, 0), HasSubstr("Compared with nothing, as no check is accepted yet. What is "
                                                "slow on all hosts alike, or slower than it was, cannot"));
    EXPECT_THAT(check_text(check, 2),
                HasSubstr("Compared with nothing: the 2 accepted checks were measured"));
    EXPECT_THAT(kept_text(check, "/store/x"), HasSubstr("fabricmap accept last"));
    check.baseline = {"a", "b"};
    EXPECT_THAT(check_text(check, 2), HasSubstr("Compared with 2 accepted checks: a, b."));
    EXPECT_THAT(kept_text(check, "/store/x"), Not(HasSubstr("accept last")));
}

// Names come from files: one that moves the cursor must not make the report say anything.
TEST(CheckText, PrintsNoControlCharacters) {
    CheckRecord check = check_of_hosts(2);
    check.hosts[1].host = "node\x1b[2J";
    EXPECT_THAT(check_text(check, 0), Not(HasSubstr("\x1b")));
}

TEST(HistoryText, OfAHostHasALineForEachCheckThatMeasuredIt) {
    std::vector<CheckRecord> checks(3, check_of_hosts(2));
    checks[1].hosts.pop_back();
    checks[2].id = "2026-01-04T03-04-05Z_0003";
    checks[2].hosts[1].receives.factor = 9.25;
    const Marks marks{{checks[0].id, {true, "", ""}}};
    const Json json = Json::parse(host_history_text("node01", checks, marks, HistoryForm::json));
    ASSERT_EQ(json.size(), 2U);
    EXPECT_EQ(json[0]["mark"], "accepted");
    EXPECT_EQ(json[1]["check"], checks[2].id);
    EXPECT_EQ(json[1]["receive_factor"], 9.25);
    EXPECT_TRUE(json[0]["receive_factor"].is_null());
    const std::string csv = host_history_text("node01", checks, marks, HistoryForm::csv);
    EXPECT_THAT(csv, ::testing::StartsWith("check,send_factor,receive_factor,"));
    EXPECT_THAT(csv, HasSubstr("\n2026-01-04T03-04-05Z_0003,,9.25,"));
}

}  // namespace
}  // namespace fabricmap::site
