// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/cell_text.hpp"

#include "tests/diagnosis/judging.hpp"
#include "tests/viewer/models/planes.hpp"

#include <gtest/gtest.h>

namespace fabricmap::viewer {
namespace {

using testing::read_whole;
using testing::shown_of;
using testing::three_ranks;

std::string text_at(const LoadedPlane& plane, std::int64_t row, std::int64_t column,
                    const diagnosis::Diagnosis* diagnosis = nullptr) {
    return text_of(facts_of(plane, diagnosis, row, column)).toStdString();
}

TEST(CellText, ReportAllOfACell) {
    CellFacts facts;
    facts.sender = "rank 3 on node01";
    facts.receiver = "rank 7 on node02";
    facts.length_bytes = 4096;
    facts.value = 12.4e-6;
    facts.class_median_s = 4.1e-6;
    EXPECT_EQ(text_of(facts).toStdString(),
              "rank 3 on node01 → rank 7 on node02, 4096 bytes: 12.4 µs, class median 4.1 µs");
    facts.class_name = "between hosts";
    EXPECT_EQ(
        text_of(facts).toStdString(),
        "rank 3 on node01 → rank 7 on node02, 4096 bytes: 12.4 µs, class median 4.1 µs (between hosts)");
}

TEST(CellText, ReportWhetherItWasMeasured) {
    const auto plane = read_whole(shown_of(three_ranks()), 1);
    EXPECT_EQ(text_at(*plane, 0, 1), "rank 0 on node01 → rank 1 on node02, 4096 bytes: 12.4 µs");
    EXPECT_EQ(text_at(*plane, 2, 0), "rank 2 on node01 → rank 0 on node01, 4096 bytes: not measured");
    EXPECT_EQ(text_at(*plane, 1, 1), "rank 1 on node02 → rank 1 on node02, 4096 bytes: never measured");
    const auto begun = testing::begun(shown_of(three_ranks()), 0);
    EXPECT_EQ(text_at(*begun, 2, 0), "rank 2 on node01 → rank 0 on node01, 1 byte: not read yet");
}

TEST(CellText, FollowTheOrderOfThePicture) {
    const auto plane = read_whole(shown_of(three_ranks()), 1, {0, 2, 1});
    EXPECT_EQ(text_at(*plane, 1, 2), "rank 2 on node01 → rank 1 on node02, 4096 bytes: 60 µs");
}

TEST(CellText, SayWhatAValueIs) {
    const Opened run = three_ranks();
    const std::string pair = "rank 0 on node01 → rank 1 on node02, 1 byte: ";
    EXPECT_EQ(text_at(*read_whole(shown_of(run, Content::spread), 0), 0, 1),
              pair + "deviation 1 times the median");
    EXPECT_EQ(text_at(*read_whole(shown_of(run, Content::comparison), 0), 0, 1),
              pair + "as much as in the baseline");
    EXPECT_EQ(text_at(*read_whole(shown_of(run, Content::delay, Statistic::count), 0), 0, 1),
              pair + "samples: 1");
    const auto hosts =
        read_whole(shown_of(run, Content::delay, Statistic::median, Endpoints::hosts_worst), 1);
    EXPECT_EQ(text_at(*hosts, 0, 1), "node01 → node02, 4096 bytes: 60 µs");
    Displayed clusters = shown_of(run, Content::delay, Statistic::count);
    clusters.content = Content::clusters;
    EXPECT_EQ(text_at(*read_whole(clusters, 1), 0, 1),
              "rank 0 on node01 → rank 1 on node02, 4096 bytes: cluster 42");
}

TEST(CellText, ReportMessagesAndBytesOfTrafficByTheirClassOfLengths) {
    CellFacts facts;
    facts.sender = "rank 0";
    facts.receiver = "rank 1";
    facts.length_bytes = 4;
    facts.value = 12;
    facts.quantity = Quantity::count;
    facts.content = Content::messages;
    EXPECT_EQ(text_of(facts).toStdString(), "rank 0 → rank 1, 4 to 7 bytes: messages: 12");
    facts.content = Content::bytes;
    facts.length_bytes = 1;
    EXPECT_EQ(text_of(facts).toStdString(), "rank 0 → rank 1, 1 byte: bytes: 12");
    facts.content = Content::bytes_total;
    EXPECT_EQ(text_of(facts).toStdString(), "rank 0 → rank 1, all lengths: bytes: 12");
    facts.content = Content::messages_total;
    EXPECT_EQ(text_of(facts).toStdString(), "rank 0 → rank 1, all lengths: messages: 12");
}

TEST(CellText, NameRanksOfUnknownHosts) {
    const auto run =
        testing::held("run", {"", ""}, {8}, {{Statistic::median, {Matrix::Constant(2, 2, 0.5)}}});
    EXPECT_EQ(text_at(*read_whole(shown_of(run), 0), 0, 1), "rank 0 → rank 1, 8 bytes: 500 ms");
}

TEST(CellText, ReportTheMedianOfTheClassOfWhatWasJudged) {
    // Without noise, a cell between two hosts of a leaf is the median of all of them.
    const Opened run = open_shared("synthetic:fat-tree,hosts=4,leaf=4x1,ranks-per-host=2");
    const diagnosis::Diagnosis diagnosis = testing::judge(testing::runs_of(*run.run));
    const auto plane = read_whole(shown_of(run), 3);
    const std::string value = format_delay(run.run->stack(Statistic::median)->plane(3)(1, 5));
    EXPECT_EQ(text_at(*plane, 1, 5, &diagnosis),
              fmt::format("{}: {}, class median {} (between hosts)",
                          "rank 1 on node0 → rank 5 on node2, 4 bytes", value, value));
    EXPECT_EQ(facts_of(*plane, &diagnosis, 0, 1).class_name, "within hosts");
    EXPECT_FALSE(facts_of(*plane, &diagnosis, 1, 1).class_median_s);
    const auto spread = read_whole(shown_of(run, Content::spread), 3);
    EXPECT_FALSE(facts_of(*spread, &diagnosis, 1, 5).class_median_s);
}

TEST(CellText, OfARowAndAColumnNameTheLengthOfTheCell) {
    const PlaneRequest request{shown_of(three_ranks()), 0, {2, 1, 0}};
    const auto words = [&](const LoadedCut& cut, std::int64_t row, std::int64_t column) {
        return text_of(facts_of(cut, request, nullptr, row, column)).toStdString();
    };
    const LoadedCut row = read_cut(request, 0, true);
    EXPECT_EQ(words(row, 1, 0), "rank 0 on node01 → rank 2 on node01, 4096 bytes: 20 µs");
    EXPECT_EQ(words(row, 0, 2), "rank 0 on node01 → rank 0 on node01, 1 byte: never measured");
    const LoadedCut column = read_cut(request, 0, false);
    EXPECT_EQ(words(column, 0, 0), "rank 2 on node01 → rank 0 on node01, 1 byte: 5 µs");
    EXPECT_EQ(words(column, 1, 0), "rank 2 on node01 → rank 0 on node01, 4096 bytes: not measured");
}

}  // namespace
}  // namespace fabricmap::viewer
