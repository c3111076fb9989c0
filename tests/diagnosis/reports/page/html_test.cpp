// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/reports.hpp"
#include "tests/diagnosis/reports/sample_diagnosis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <regex>
#include <set>

namespace fabricmap::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Our own stands at the end of the page.
std::string without_script(std::string page) {
    const std::size_t begin = page.rfind("<script>");
    const std::size_t end = page.rfind("</script>");
    if (begin != std::string::npos && end != std::string::npos) page.erase(begin, end + 9 - begin);
    return page;
}

/// Every tag is closed, in the right order; the few that HTML never closes aside.
void expect_balanced(const std::string& whole_page) {
    const std::string page = without_script(whole_page);
    static const std::set<std::string> never_closed{"meta", "link", "br", "!DOCTYPE"};
    std::vector<std::string> open;
    for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at + 1)) {
        const std::size_t end = page.find('>', at);
        ASSERT_NE(end, std::string::npos);
        const std::string tag = page.substr(at + 1, end - at - 1);
        const std::string name = tag.substr(0, tag.find_first_of(" /", 1));
        if (tag.back() == '/' || never_closed.contains(name)) continue;
        if (tag.front() != '/') {
            open.push_back(name);
            continue;
        }
        ASSERT_FALSE(open.empty()) << tag;
        ASSERT_EQ("/" + open.back(), tag);
        open.pop_back();
    }
    EXPECT_TRUE(open.empty()) << open.back();
}

/// No address to load, no script but our own, no number that is none.
void expect_self_contained(const std::string& whole_page) {
    EXPECT_EQ(testing::count_of(whole_page, "<script>"), 1U);
    const std::string page = without_script(whole_page);
    EXPECT_THAT(page, AllOf(Not(HasSubstr("http:")), Not(HasSubstr("https:")), Not(HasSubstr("<script")),
                            Not(HasSubstr("url(")), Not(HasSubstr("@import"))));
    EXPECT_FALSE(std::regex_search(page, std::regex(R"re(="-?(nan|inf))re")));
    static const std::regex address(R"re((href|src)="([^"]{0,16}))re");
    for (std::sregex_iterator match(page.begin(), page.end(), address); match != std::sregex_iterator();
         ++match) {
        const std::string target = (*match)[2];
        EXPECT_TRUE(target.starts_with("#") || target.starts_with("data:")) << target;
    }
}

TEST(HtmlReport, IsOneWellFormedPageForEveryKindOfMachine) {
    Diagnosis gaps = testing::compared_machine();
    for (double& delay_s : gaps.classes[0].median_s) delay_s = std::nan("");
    gaps.classes[1].median_s[5] = std::nan("");
    gaps.planes[1].delay_s.setConstant(std::nanf(""));
    gaps.planes[2].factor.resize(0, 0);
    Diagnosis one_length = testing::healthy_machine(3);
    one_length.lengths = {1024};
    for (ClassCurve& curve : one_length.classes) curve.median_s = {2e-6};
    for (const Diagnosis& diagnosis :
         {Diagnosis{}, testing::healthy_machine(1), testing::healthy_machine(2), testing::healthy_machine(64),
          testing::faulty_machine(), testing::compared_machine(), testing::broken_machine(30), gaps,
          one_length}) {
        const std::string page = html_report(diagnosis);
        expect_balanced(page);
        expect_self_contained(page);
        EXPECT_THAT(page,
                    AllOf(HasSubstr("<!DOCTYPE html>"), HasSubstr("<html lang=\"en\">"), HasSubstr("<h1>")));
    }
}

TEST(HtmlReport, StatesTheVerdictBeforeEverythingElse) {
    const std::string faulty = html_report(testing::faulty_machine());
    EXPECT_THAT(faulty, HasSubstr("<h1>4 faults in 64 hosts</h1>"));
    EXPECT_LT(faulty.find("node17 receives 3.1 times slower from 16K on"), faulty.find("<svg"));
    EXPECT_THAT(html_report(testing::healthy_machine(64)), HasSubstr("<h1>No fault found in 64 hosts</h1>"));
    EXPECT_THAT(html_report(testing::healthy_machine(64)), HasSubstr("<header class=\"verdict healthy\">"));
    EXPECT_THAT(html_report({}), HasSubstr("<h1>Nothing was judged</h1>"));
    const std::string undecided = html_report(testing::healthy_machine(2));
    EXPECT_THAT(undecided, HasSubstr("<header class=\"verdict undecided\">"));
    EXPECT_THAT(undecided, HasSubstr("<h1>Undecided for 2 hosts</h1>"));
    EXPECT_THAT(undecided, HasSubstr("<p>Fewer than four hosts cannot be compared"));
}

TEST(HtmlReport, EscapesNamesFromFiles) {
    const std::string evil = "<script>alert(1)</script>";
    Diagnosis diagnosis = testing::compared_machine();
    diagnosis.hosts[17] = diagnosis.hosts[0] = evil;
    diagnosis.findings[1].part = diagnosis.findings[3].part =
        part::Link{evil, "\"><img src=x onerror=alert(2)>"};
    diagnosis.runs[0].label = evil;
    diagnosis.findings[1].evidence.notes = {Note(evil)};
    diagnosis.classes[1].name = diagnosis.thresholds[0].class_name = diagnosis.segments[1].class_name = evil;
    diagnosis.thresholds[0].differing_pairs = {evil};
    diagnosis.comparison->new_hosts = {evil};
    diagnosis.not_examined[0].what = diagnosis.not_examined[0].reason = evil;
    const std::string page = html_report(diagnosis);
    expect_balanced(page);
    expect_self_contained(page);
    EXPECT_THAT(page, AllOf(HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"), Not(HasSubstr("<img"))));
}

TEST(HtmlReport, HasPicturesOfAllPlanesWithTheirWordsForThoseWhoDoNotSee) {
    const std::string page = html_report(testing::faulty_machine());
    // Of each plane factors, of one delays as well; and the shades beside each.
    EXPECT_EQ(testing::count_of(page, "data:image/png;base64,"), 8U);
    EXPECT_EQ(testing::count_of(page, "<svg"), testing::count_of(page, "role=\"img\" aria-label=\""));
    EXPECT_THAT(page, HasSubstr("Delays between 64 hosts for messages of 4M, senders down, receivers across; "
                                "marked 1: node40"));
}

TEST(HtmlReport, DrawsPairsPalerThatWereMeasuredLongAgo) {
    constexpr double day_s = 86400;
    Diagnosis diagnosis = testing::faulty_machine();
    const std::size_t hosts = diagnosis.hosts.size();
    std::vector<double> ages(hosts * hosts, day_s);
    RunDescription& run = diagnosis.runs.front().description;
    run.ranks = rank_locations_of(diagnosis.hosts);
    run.pair_ages_s = std::make_shared<const std::vector<double>>(ages);
    EXPECT_THAT(html_report(diagnosis), Not(HasSubstr("paler")));
    // Next to each other in one piece, and one below.
    for (const std::size_t place : {3 * hosts + 5, 3 * hosts + 6, 4 * hosts + 5}) ages[place] = 8 * day_s;
    run.pair_ages_s = std::make_shared<const std::vector<double>>(ages);
    const std::string page = html_report(diagnosis);
    EXPECT_EQ(testing::count_of(page, "paler: measured more"), 4U);
    EXPECT_EQ(testing::count_of(page, "<path class=\"fill-paper\" fill-opacity=\"0.55\""), 8U);
    expect_balanced(page);
}

TEST(HtmlReport, DrawsCurvesWithUnitsThresholdsAndFactors) {
    const std::string page = html_report(testing::faulty_machine());
    EXPECT_THAT(page,
                AllOf(HasSubstr(">10 µs</text>"), HasSubstr(">64K</text>"), HasSubstr(">8K | 16K</text>"),
                      HasSubstr("message length in bytes"), HasSubstr("times the healthy delay")));
    // Three classes of pairs and the three findings that are about lengths, of 24 lengths each.
    for (const char* series : {"0", "1", "2"}) {
        const std::string curve = "<path class=\"pen-series" + std::string(series) + "\" stroke-width=\"2\"";
        EXPECT_EQ(testing::count_of(page, curve), 4U)
            << series << ": a curve and a sample of it in two charts";
    }
}

TEST(HtmlReport, NamesNoThresholdsAndNoSegmentsWhereNoneAreKnown) {
    Diagnosis diagnosis = testing::faulty_machine();
    ASSERT_FALSE(diagnosis.thresholds.empty() || diagnosis.segments.empty());
    EXPECT_THAT(html_report(diagnosis),
                AllOf(HasSubstr(">Latency and bandwidth<"), HasSubstr("; vertical lines")));
    diagnosis.thresholds.clear();
    diagnosis.segments.clear();
    EXPECT_THAT(html_report(diagnosis),
                AllOf(HasSubstr("Pair classes"), Not(HasSubstr(">Latency and bandwidth<")),
                      HasSubstr("Median of each pair class<"), Not(HasSubstr("vertical lines"))));
}

/// As a real run has them, and more than that: every cell with noise of its own, which cannot be compressed.
Diagnosis noisy_machine(int hosts) {
    Diagnosis diagnosis = testing::healthy_machine(64);
    std::vector<std::string>& names = diagnosis.hosts;
    names.clear();
    TopologyLevel leaves{1.8e-6, {}};
    for (int host = 0; host < hosts; ++host) {
        names.push_back(testing::host_name(host, hosts));
        if (host % 16 == 0) leaves.groups.emplace_back();
        leaves.groups.back().push_back(host);
    }
    diagnosis.topology->levels = {leaves};
    diagnosis.topology->order.clear();
    diagnosis.findings = testing::faulty_machine().findings;
    diagnosis.findings[0].part = part::Host{names[40]};
    diagnosis.findings[1].part = part::Host{names[17]};
    diagnosis.findings[2].part =
        part::Path{{names.begin(), names.begin() + 16}, {names.end() - 16, names.end()}};
    for (std::size_t link = 3; link < 12; ++link) {
        diagnosis.findings.resize(link + 1, diagnosis.findings[3]);
        diagnosis.findings[link].part = part::Link{names[link], names[60 - link]};
    }
    std::mt19937 generator(1);
    std::lognormal_distribution<float> noise(0.0F, 0.3F);
    HostPlane noisy{0, {}, Eigen::MatrixXf(hosts, hosts)};
    for (float& factor : noisy.factor.reshaped()) factor = noise(generator);
    for (int host = 0; host < hosts; ++host) noisy.factor(host, host) = std::nanf("");
    for (const std::int64_t bytes : {0, 256, 2048, 65536, 4 << 20}) {
        const bool is_further = bytes == 256 || bytes == 65536;
        if (is_further && hosts > 64) continue;
        noisy.length_bytes = bytes;
        noisy.delay_s = 2e-6F * noisy.factor;
        (is_further ? diagnosis.further_planes : diagnosis.planes).push_back(noisy);
    }
    diagnosis.planes.erase(diagnosis.planes.begin(), diagnosis.planes.begin() + 3);
    diagnosis.host_rates.assign(static_cast<std::size_t>(hosts), {12.3e9, 12.1e9});
    for (const Finding& finding : diagnosis.findings) {
        const std::vector<double> ratios(diagnosis.lengths.size(), 1.234567);
        diagnosis.part_curves.push_back(
            {finding.part, ratios, ratios, ratios, ratios, ratios, ratios, ratios});
    }
    return diagnosis;
}

TEST(HtmlReport, StaysSmallForManyHosts) {
    EXPECT_LE(html_report(noisy_machine(64)).size(), 300'000U);
    EXPECT_LE(html_report(noisy_machine(512)).size(), 1'500'000U);
    EXPECT_LE(html_report(noisy_machine(4096)).size(), 3'000'000U);
}

TEST(HtmlReport, SaysHowManyFindingsItLeavesOut) {
    EXPECT_THAT(html_report(testing::broken_machine(520)),
                HasSubstr("and 20 more; the JSON report (--json FILE) has them all."));
}

TEST(HtmlReport, OfASingleHostHasNoMatrixOfHosts) {
    EXPECT_THAT(html_report(testing::healthy_machine(3)), HasSubstr("Host by host"));
    EXPECT_THAT(html_report(testing::healthy_machine(1)), Not(HasSubstr("Host by host")));
}

TEST(HtmlReport, StatesWhatLimitsTheVerdict) {
    Diagnosis diagnosis = testing::healthy_machine(3);
    EXPECT_THAT(html_report(diagnosis), Not(HasSubstr("shared cores")));
    diagnosis.basis.ranks_sharing_cores = 2;
    EXPECT_THAT(html_report(diagnosis), HasSubstr("ranks shared cores with others"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
