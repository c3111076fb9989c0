// SPDX-License-Identifier: Apache-2.0
#include "site/reports/ticket_text.hpp"

#include "tests/site/kept_checks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::site {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

/// Three hosts of which the last receives slowly.
CheckRecord slow_receiver() {
    CheckRecord check =
        testing::check_with("2026-01-02T03-04-05Z_0001", {{"n1"}, {"n2"}, testing::faulty_host("n3", 9)});
    check.host_lengths_bytes = {0, 65536};
    check.hosts[0].receives = {1, not_known, 120e6, {50e-6, 0.5e-3}};
    check.hosts[1].receives = {1, not_known, 120e6, {50e-6, 0.5e-3}};
    check.hosts[2].receives = {9, 8.5, 12.4e6, {51e-6, 5e-3}};
    check.commands = {"mpirun --host n1,n2,n3 network_test -f run1"};
    check.tool_version = "0.1.0";
    check.measured = {"one_to_one", "one_way", "host", {0, 65536}, 1, "Open MPI 4.1.4"};
    return check;
}

Json diagnosis_of_slow_receiver() {
    return Json::parse(R"({"suspects": [], "findings": [
        {"hosts": ["n3"], "to_hosts": [], "sentence": "n3 receives 9 times slower from 64K on", "factor": 9,
         "factor_interval": [8.7, 9.3], "advice": "Check its port.",
         "evidence": {"cells": 21, "notes": ["As over a link of 0.1 Gbit/s."]}},
        {"hosts": ["n1"], "to_hosts": ["n2"], "sentence": "n1 to n2 is lossy", "factor": null,
         "factor_interval": [null, null], "advice": "Look.", "evidence": {"notes": []}}]})");
}

std::string ticket_of(const CheckRecord& check, std::size_t host) {
    return ticket_text(check, check.hosts.at(host), diagnosis_of_slow_receiver(), "/store/x");
}

TEST(TicketText, HasWhatAVendorAsks) {
    CheckRecord check = slow_receiver();
    check.baseline = {"a", "b"};
    const std::string text = ticket_of(check, 2);
    for (const char* const part :
         {"n3: faulty\nmeasured from 2026-01-02T03:04:05Z to 2026-01-02T03:09:05Z",
          "n3 receives 9 times slower from 64K on",
          "9 times, with 95 % confidence 8.7 to 9.3; from 21 values", "As over a link of 0.1 Gbit/s.",
          "Check its port.", "in 2 accepted checks: sending unknown, receiving 8.50 times",
          "fabricmap 0.1.0, Open MPI 4.1.4", "3 hosts: n[1-3]",
          "$ mpirun --host n1,n2,n3 network_test -f run1", "/store/x/report.html"})
        EXPECT_THAT(text, HasSubstr(part));
    EXPECT_THAT(text, ContainsRegex("64K +- +- +5 ms +500 µs"));
    EXPECT_THAT(text, ContainsRegex("long +- +- +12.4 MB/s +120 MB/s"));
    EXPECT_THAT(text, Not(HasSubstr("lossy")));
}

TEST(TicketText, OfAHostThatIsUndecidedDoesNotCallItWell) {
    CheckRecord check = testing::check_with("2026-01-02T03-04-05Z_0001", {{"n4"}, {"n5"}});
    check.headline = "Undecided for 2 hosts. 95 % of the values are less precise than the run asked for.";
    check.hosts[0].verdict = HostVerdict::undecided;
    check.hosts[1].verdict = HostVerdict::healthy;
    EXPECT_THAT(ticket_of(check, 0), HasSubstr("Nothing, which means little: Undecided for 2 hosts. 95 %"));
    EXPECT_THAT(ticket_of(check, 0), Not(HasSubstr("Nothing is wrong")));
    EXPECT_THAT(ticket_of(check, 1), HasSubstr("Nothing is wrong with it."));
}

TEST(TicketText, OfAHostAtTheEndOfALinkHasThatLink) {
    EXPECT_THAT(ticket_of(slow_receiver(), 1), HasSubstr("n1 to n2 is lossy\n    Look."));
}

// It was left out of the run, so that the diagnosis does not know it.
TEST(TicketText, OfAHostThatDidNotAnswerSaysSo) {
    CheckRecord check = slow_receiver();
    check.hosts.push_back({"n4", HostVerdict::faulty, "n4: nothing can be started on it"});
    EXPECT_THAT(ticket_of(check, 3), HasSubstr("What was found\n  n4: nothing can be started on it"));
}

TEST(TicketText, PrintsNoControlCharacters) {
    CheckRecord check = slow_receiver();
    check.hosts[2].host = "n\x1b[2J";
    check.commands = {"mpirun \x1b[2J"};
    EXPECT_THAT(ticket_of(check, 2), Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace fabricmap::site
