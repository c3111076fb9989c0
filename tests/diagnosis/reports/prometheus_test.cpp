// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "base/utf8.hpp"
#include "diagnosis/reports/host_state.hpp"
#include "diagnosis/reports/reports.hpp"
#include "diagnosis/reports/timestamp.hpp"
#include "tests/diagnosis/reports/sample_diagnosis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <regex>
#include <set>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

/// The text format 0.0.4: comments that tell name and type, and series; each metric in one piece after its
/// head, each series once.
void expect_well_formed(const std::string& report) {
    static const std::regex help(R"(# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) [^\n]+)");
    static const std::regex type(R"(# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) gauge)");
    static const std::regex series(
        R"(([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-z_]+="([^"\\\n]|\\[\\"n])*"(,[a-z_]+="([^"\\\n]|\\[\\"n])*")*\})?)"
        R"( [-+]?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?)");
    ASSERT_EQ(report.back(), '\n');
    std::string current;
    std::set<std::string> heads;
    std::set<std::string> names;
    const auto lines = split(report.substr(0, report.size() - 1), '\n');
    for (const std::string& line : lines) {
        std::smatch match;
        if (std::regex_match(line, match, help)) {
            current = match[1];
            EXPECT_TRUE(heads.insert(current).second) << line;
        } else if (std::regex_match(line, match, type)) {
            EXPECT_EQ(match[1], current);
        } else {
            ASSERT_TRUE(std::regex_match(line, match, series)) << line;
            EXPECT_EQ(match[1], current) << line;
            EXPECT_TRUE(names.insert(line.substr(0, line.rfind(' '))).second) << line;
        }
    }
}

TEST(PrometheusReport, KeepsToTheTextFormat) {
    expect_well_formed(prometheus_report(testing::compared_machine()));
    expect_well_formed(prometheus_report(testing::healthy_machine(1)));
    expect_well_formed(prometheus_report({}));
    Diagnosis odd = testing::faulty_machine();
    odd.hosts[5] = "a\"b\\c\nd\xff";
    odd.classes[0].name = odd.thresholds[0].class_name = "x\ny";
    odd.segments[0].segments[0].bandwidth = std::numeric_limits<double>::infinity();
    const std::string report = prometheus_report(odd);
    expect_well_formed(report);
    EXPECT_THAT(report, HasSubstr(R"(fabricmap_host_faulty{host="a\"b\\c\nd\\xff"} 0)"));
}

TEST(PrometheusReport, CountsFindingsByKind) {
    const std::string report = prometheus_report(testing::compared_machine());
    EXPECT_THAT(report, HasSubstr("\nfabricmap_faults 5\n"));
    EXPECT_THAT(report, HasSubstr("\nfabricmap_findings{kind=\"slow_node\"} 1\n"));
    EXPECT_THAT(report, HasSubstr("\nfabricmap_findings{kind=\"improvement\"} 1\n"));
    EXPECT_THAT(report, HasSubstr("\nfabricmap_findings{kind=\"failed_pair\"} 0\n"));
    EXPECT_THAT(report, HasSubstr("\nfabricmap_baseline_factor 1.013\n"));
}

TEST(PrometheusReport, HasTheStateOfEveryHost) {
    const std::string report = prometheus_report(testing::faulty_machine());
    EXPECT_THAT(report, HasSubstr("\nfabricmap_host_faulty{host=\"node17\"} 1\n"));
    EXPECT_THAT(report, HasSubstr("\nfabricmap_host_faulty{host=\"node40\"} 1\n"));
    EXPECT_THAT(report, HasSubstr("\nfabricmap_host_faulty{host=\"node22\"} 0\n"));
    EXPECT_THAT(report, HasSubstr("\nfabricmap_host_faults{host=\"node22\"} 1\n"));
    EXPECT_THAT(report, HasSubstr("\nfabricmap_host_faults{host=\"node03\"} 2\n"));
    EXPECT_THAT(report, ContainsRegex("fabricmap_host_receive_factor.host=\"node17\". 3\\.1"));
    EXPECT_THAT(report, ContainsRegex("fabricmap_host_send_factor.host=\"node17\". 1\\.0"));
}

TEST(PrometheusReport, HasThresholdsAndTheTimeOfTheRun) {
    const std::string report = prometheus_report(testing::healthy_machine(64));
    EXPECT_THAT(
        report,
        HasSubstr("fabricmap_threshold_bytes{class=\"between hosts, level 1\",threshold=\"1\"} 8192\n"));
    EXPECT_THAT(report, HasSubstr("\nfabricmap_run_timestamp_seconds 1767323645\n"));
    Diagnosis undated = testing::healthy_machine(2);
    undated.runs[0].description.started = undated.runs[0].description.finished = "";
    EXPECT_THAT(prometheus_report(undated), Not(HasSubstr("timestamp")));
}

TEST(PrometheusReport, GrowsWithTheHostsAlone) {
    const auto lines = [](int hosts) {
        const std::string report = prometheus_report(testing::broken_machine(hosts));
        return std::count(report.begin(), report.end(), '\n');
    };
    EXPECT_EQ(lines(200) - lines(100), 400);
}

TEST(HostStates, KnowNoFactorWithoutPictures) {
    Diagnosis diagnosis = testing::faulty_machine();
    diagnosis.planes.clear();
    const auto states = host_states(diagnosis);
    EXPECT_TRUE(std::isnan(states[0].send_factor));
    EXPECT_TRUE(std::isnan(states[17].send_factor));
    EXPECT_EQ(states[17].receive_factor, 3.1);
}

TEST(Timestamps, CountFrom1970) {
    EXPECT_EQ(unix_time_s("1970-01-01T00:00:00Z"), 0);
    EXPECT_EQ(unix_time_s("1972-03-01T00:00:01Z"), (365 + 365 + 31 + 29) * 86400 + 1);
    for (const char* wrong : {"", "yesterday", "2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z",
                              "2026-02-03T24:00:00Z", "2026-02-03 00:00:00Z", "2026-02-03T00:00:00+"}) {
        EXPECT_TRUE(std::isnan(unix_time_s(wrong))) << wrong;
    }
}

TEST(ValidUtf8, KeepsLettersAndSpellsTheRest) {
    EXPECT_EQ(valid_utf8("nöde µ €"), "nöde µ €");
    EXPECT_EQ(valid_utf8("a\xc3"), "a\\xc3");
    EXPECT_EQ(valid_utf8("\xc0\xaf"), "\\xc0\\xaf") << "an overlong form";
    EXPECT_EQ(valid_utf8("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half a pair of UTF-16";
}

TEST(PrometheusReport, HasTheVerdictAndWhatIsOpen) {
    const std::string healthy = prometheus_report(testing::healthy_machine(64));
    EXPECT_THAT(healthy, HasSubstr("\nfabricmap_verdict{verdict=\"healthy\"} 1\n"));
    EXPECT_THAT(healthy, HasSubstr("\nfabricmap_verdict{verdict=\"undecided\"} 0\n"));
    const std::string undecided = prometheus_report(testing::healthy_machine(1));
    EXPECT_THAT(undecided, HasSubstr("\nfabricmap_verdict{verdict=\"undecided\"} 1\n"));
    EXPECT_THAT(undecided, HasSubstr("\nfabricmap_open_point{point=\"one_host\"} 1\n"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
