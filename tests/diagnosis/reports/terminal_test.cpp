// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "diagnosis/model/machine.hpp"
#include "diagnosis/reports/plain_text.hpp"
#include "diagnosis/reports/reports.hpp"
#include "diagnosis/reports/words.hpp"
#include "tests/diagnosis/reports/sample_diagnosis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::diagnosis {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines = split(text, '\n');
    EXPECT_EQ(lines.back(), "") << "a line without an end";
    lines.pop_back();
    return lines;
}

TEST(TerminalReport, BeginsWithTheVerdict) {
    EXPECT_THAT(terminal_report(testing::healthy_machine(64)), StartsWith("No fault found in 64 hosts.\n"));
    EXPECT_THAT(
        terminal_report(testing::healthy_machine(1)),
        StartsWith("Undecided for 1 host. All ranks are on one host: start them on four hosts or more.\n"));
    EXPECT_THAT(terminal_report({}), StartsWith("Nothing was judged.\n"));
    const std::string faulty = terminal_report(testing::faulty_machine());
    EXPECT_THAT(faulty, StartsWith("4 faults in 64 hosts: node40 "));
    EXPECT_THAT(faulty.substr(0, 400),
                AllOf(HasSubstr("node17 receives 3.1 times"), HasSubstr("and 1 more.")));
}

TEST(TerminalReport, EndsWithALineForScripts) {
    EXPECT_EQ(lines_of(terminal_report(testing::compared_machine())).back(),
              "RESULT: verdict=faults faults=5 hosts=64 ranks=256 lengths=24 thresholds=2 not_examined=1 "
              "slow_node=1 slow_rank=0 "
              "slow_link=1 slow_switch=1 half_duplex_link=0 asymmetric_link=0 noisy_node=1 failed_pair=0 "
              "regression=1 improvement=1 topology_mismatch=0 suspects=0 mixed_hosts=0 mixed_slots=0 "
              "mixed_routes=0 longer_cables=0 missing_pairs=0 partly_slow_node=0 swapped_slots=0 "
              "intermittent_delay=0");
    EXPECT_THAT(lines_of(terminal_report({})).back(),
                StartsWith("RESULT: verdict=undecided faults=0 hosts=0 ranks=0 "));
}

TEST(TerminalReport, ShowsTheNumbersBehindAFinding) {
    const std::string report = terminal_report(testing::faulty_machine(), Detail::full);
    EXPECT_THAT(report, HasSubstr("3.1 (3.01 to 3.19 at 95 %)"));
    EXPECT_THAT(report, HasSubstr("99.91 %, 41.5 σ, from 252 values"));
    EXPECT_THAT(report, HasSubstr("16K to 4M"));
    // 2.1 times the healthy 2.6 µs + 5 µs + 4 MiB at 6 GB/s.
    EXPECT_THAT(report, HasSubstr("up to 1.48 ms to a message"));
    EXPECT_THAT(report, HasSubstr("68-71"));
    EXPECT_THAT(report, HasSubstr("Only long messages are slow"));
    EXPECT_THAT(report, HasSubstr("fraction of pairs 1.56 %"));
    EXPECT_THAT(report, HasSubstr("All of its ranks are affected alike."));
}

TEST(TerminalReport, ShowsThresholdsWithWhatTheyMean) {
    const std::string report = terminal_report(testing::healthy_machine(64), Detail::full);
    EXPECT_THAT(report, HasSubstr("between 8K and 16K: +3.7 µs (+81 %); a setting of the MPI library"));
    EXPECT_THAT(report, HasSubstr("0 to 8K: latency 1.8 µs, 3 GB/s"));
    Diagnosis diagnosis = testing::healthy_machine(64);
    diagnosis.thresholds[0].scope = ThresholdScope::transport;
    diagnosis.thresholds[0].jump_s = -1e-6;
    diagnosis.thresholds[0].jump_fraction = -0.2;
    diagnosis.thresholds[0].differing_pairs = {"node01 -> node02"};
    const std::string other = terminal_report(diagnosis, Detail::full);
    EXPECT_THAT(other, HasSubstr("-1 µs (-20 %) against the trend; the transport of this class"));
    EXPECT_THAT(other, HasSubstr("1 pair changes elsewhere: node01 -> node02"));
}

TEST(TerminalReport, ShowsWhatWasComparedAndWhatWasNotChecked) {
    const std::string report = terminal_report(testing::compared_machine());
    EXPECT_THAT(report,
                HasSubstr("1 run now and 5 runs of the baseline have 63 hosts and 24 lengths in common."));
    EXPECT_THAT(report, HasSubstr("weak basis"));
    EXPECT_THAT(report, HasSubstr("Not in the baseline: node63."));
    EXPECT_THAT(report, HasSubstr("In the baseline alone: node64."));
    EXPECT_THAT(report, HasSubstr("Better than in the baseline\n"));
    EXPECT_THAT(report, HasSubstr("Not checked: half-duplex links (no async_one_to_one run)."));
    EXPECT_THAT(terminal_report(testing::compared_machine(), Detail::full),
                HasSubstr("Not checked\n  half-duplex links: no async_one_to_one run\n"));
    EXPECT_THAT(terminal_report({}), Not(HasSubstr("omparison")));
}

TEST(TerminalReport, SaysHowLargeAFactorNearOneIs) {
    Finding finding;
    finding.part = part::Host{"node03"};
    finding.kind = FindingKind::slow_node;
    finding.effect = Effect{1.00431, {1.0021, 1.0065}};
    EXPECT_EQ(sentence_of(finding), "node03 sends and receives 1.0043 times slower");
    EXPECT_EQ(factor_text(finding), "1.0043 (1.0021 to 1.0065 at 95 %)");
    finding.kind = FindingKind::mixed_hosts;
    EXPECT_THAT(sentence_of(finding), HasSubstr("take 1.0043 times as long"));

    const auto overall = [](double factor) {
        Comparison comparison{1, 1, 8, 4, {}, {}, factor, false};
        return comparison_sentences(comparison).at(1);
    };
    const std::string pairs = "All common pairs together take ";
    EXPECT_EQ(overall(1.0002), pairs + "as long as in the baseline, to 0.1 %.");
    EXPECT_EQ(overall(1.0043), pairs + "0.43 % longer than in the baseline.");
    EXPECT_EQ(overall(0.98), pairs + "2 % less than in the baseline.");
    EXPECT_EQ(overall(1.31), pairs + "1.31 times as long as in the baseline.");
}

TEST(TerminalReport, AbridgesManyFindingsAndNamesTheFileWithAll) {
    const std::string report = terminal_report(testing::broken_machine(64));
    EXPECT_EQ(testing::count_of(report, "slow_node, side"), 20U);
    EXPECT_THAT(report, HasSubstr("44 more; --json FILE has them all."));
    EXPECT_THAT(report, HasSubstr("faults=64 "));
}

TEST(TerminalReport, FitsAHundredColumns) {
    for (const Detail detail : {Detail::brief, Detail::full}) {
        std::vector<std::string> lines = lines_of(terminal_report(testing::compared_machine(), detail));
        lines.pop_back();
        for (const std::string& line : lines) EXPECT_LE(letters_in(line), report_width) << line;
    }
}

/// Of a terminal of a hundred columns.
std::size_t rows_of(const std::string& text) {
    std::size_t rows = 0;
    for (const std::string& line : lines_of(text))
        rows += std::max<std::size_t>(1, (letters_in(line) + report_width - 1) / report_width);
    return rows;
}

TEST(TerminalReport, FitsAScreenWhereNothingIsWrong) {
    for (const int hosts : {1, 2, 8, 64, 1000}) {
        Diagnosis diagnosis = testing::healthy_machine(hosts);
        if (hosts > 2)
            diagnosis.detectable = {{DetectablePart::host, 1.063, 1.053, 1.051},
                                    {DetectablePart::link, 1.67, 1.32, 1.28},
                                    {DetectablePart::uplink, 2.3, 1.31, 1.2}};
        while (diagnosis.classes.size() < 14) diagnosis.classes.push_back(diagnosis.classes.back());
        while (diagnosis.thresholds.size() < 9) {
            diagnosis.thresholds.push_back({"a class", 1024, 2048, 1e-6, 0.5, 0, {}, {}});
            diagnosis.thresholds.back().before_bytes += std::ssize(diagnosis.thresholds);
        }
        diagnosis.not_examined = {{"slow switches", "no groups of hosts visible in the delays"},
                                  {"slow hosts", "fewer than three hosts"},
                                  {"slow ranks", "one rank per host"},
                                  {"slow paths between switches", "no groups of hosts visible in the delays"},
                                  {"slow links", "fewer than three hosts"},
                                  {"asymmetric links", "fewer than three hosts"},
                                  {"half-duplex links", "no async_one_to_one run"},
                                  {"noisy hosts", "fewer than three hosts"},
                                  {"misplaced hosts", "no --topology"},
                                  {"message contents", "no --check"},
                                  {"changes over time", "no --baseline"}};
        const std::string report = terminal_report(diagnosis);
        EXPECT_LE(rows_of(report), 24U) << report;
        EXPECT_THAT(report, HasSubstr("slow hosts, slow links, asymmetric links, noisy hosts (fewer than"));
        EXPECT_THAT(report, HasSubstr("... and 11 more\n"));
    }
}

TEST(TerminalReport, NamesWhatOneHostCannotShowInOneRow) {
    Diagnosis diagnosis = testing::healthy_machine(1);
    diagnosis.not_examined.clear();
    for (const char* const what : {"failed pairs", "slow hosts", "slow switches", "half-duplex links"})
        diagnosis.not_examined.push_back({what, std::string(reason_one_host)});
    diagnosis.not_examined.push_back({"message contents", "no --check"});
    const std::string brief = terminal_report(diagnosis);
    EXPECT_THAT(brief,
                HasSubstr("Not checked: faults of hosts, links and switches (all ranks are on one host);"));
    EXPECT_THAT(brief, Not(HasSubstr("half-duplex")));
    const std::string in_full = terminal_report(diagnosis, Detail::full);
    EXPECT_THAT(in_full, HasSubstr("  half-duplex links: all ranks are on one host\n"));
}

TEST(TerminalReport, NamesTheTopologyInALine) {
    EXPECT_THAT(terminal_report(testing::healthy_machine(64)),
                HasSubstr("Topology: spine (64 hosts), 4 leaves\n"));
}

TEST(TerminalReport, CannotBeForgedByNames) {
    Diagnosis diagnosis = testing::faulty_machine();
    diagnosis.findings[0].part = part::Host{"\x1b[2Jx\nRESULT: faults=0"};
    diagnosis.not_examined[0].reason = "a\rb\x7f\xc2\x9b";
    const std::string report = terminal_report(diagnosis);
    for (const char letter : report)
        EXPECT_TRUE(letter == '\n' || static_cast<unsigned char>(letter) >= 0x20);
    EXPECT_THAT(report, HasSubstr("a?b??"));
    EXPECT_EQ(testing::count_of(report, "\nRESULT:"), 1U);
}

TEST(Wrapping, BreaksAtSpacesAndKeepsLongWordsWhole) {
    EXPECT_EQ(wrapped("a: ", "b c"), "a: b c\n");
    EXPECT_EQ(wrapped("a: ", ""), "a: \n");
    const std::string word(120, 'w');
    EXPECT_EQ(wrapped("> ", "x " + word + " y"), "> x\n  " + word + "\n  y\n");
}

TEST(ReportTexts, FoldNeighbouringRanks) {
    EXPECT_EQ(ranks_text({}), "");
    EXPECT_EQ(ranks_text({3}), "3");
    EXPECT_EQ(ranks_text({0, 1, 2, 7, 9, 10}), "0-2, 7, 9-10");
}

TEST(ReportTexts, NameTheFractionOfPairsMeasured) {
    Diagnosis diagnosis = testing::healthy_machine(64);
    diagnosis.pairs = diagnosis.measured_pairs = 65280;
    EXPECT_THAT(machine_text(diagnosis), Not(HasSubstr("measured")));
    diagnosis.measured_pairs = 26112;
    EXPECT_THAT(machine_text(diagnosis), HasSubstr("; 26112 of 65280 pairs were measured (40 %)"));
    diagnosis.measured_pairs = 65279;
    EXPECT_THAT(machine_text(diagnosis), HasSubstr("(over 99.9 %)"));
}

TEST(ReportTexts, GiveLargeJumpsAsFactors) {
    Threshold threshold;
    threshold.jump_s = 1.13e-3;
    threshold.jump_fraction = 11.3;
    EXPECT_EQ(jump_text(threshold), "+1.13 ms (12.3 times as long)");
    threshold.jump_fraction = 0.352;
    EXPECT_EQ(jump_text(threshold), "+1.13 ms (+35.2 %)");
}

TEST(ReportTexts, SayAgainstWhatDelaysFall) {
    Threshold threshold;
    threshold.jump_s = -1.57e-6;
    threshold.jump_fraction = -0.592;
    EXPECT_EQ(jump_text(threshold), "-1.57 µs (-59.2 %) against the trend");
}

TEST(ReportTexts, CallNoLatencyNegative) {
    EXPECT_EQ(segment_text({0, 8192, -4.07e-6, 3e9}), "0 to 8K: latency about 0, 3 GB/s");
    EXPECT_EQ(segment_text({0, 8192, 4.07e-6, 3e9}), "0 to 8K: latency 4.07 µs, 3 GB/s");
}

TEST(ReportTexts, WriteLargeNumbersOut) {
    Finding finding = testing::faulty_machine().findings.front();
    finding.effect = Effect{1234.4, {1200.4, 1300.2}};
    EXPECT_THAT(sentence_of(finding), HasSubstr("spread 1234 times more"));
    EXPECT_EQ(factor_text(finding), "1234 (1200 to 1300 at 95 %)");
}

TEST(ReportTexts, NeverCallAnythingCertain) {
    Finding finding;
    EXPECT_EQ(confidence_text(finding), "unknown");
    finding.confidence = 1;
    EXPECT_EQ(confidence_text(finding), "over 99.99 %");
    finding.confidence = 0.5;
    EXPECT_EQ(confidence_text(finding), "50 %");
}

}  // namespace
}  // namespace fabricmap::diagnosis
