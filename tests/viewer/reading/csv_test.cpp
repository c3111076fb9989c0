// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/csv.hpp"

#include "tests/not_measured.hpp"
#include "tests/viewer/reading/held_runs.hpp"
#include "viewer/reading/display.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace fabricmap::viewer {
namespace {

using testing::cells;
using testing::held;
using testing::not_measured;

Opened run() {
    return held("run", {"a", "b,c"}, {0, 4096},
                {{Statistic::median, {cells({{0, 1.5e-6}, {0.25, 0}}), cells({{0, not_measured}, {0.1, 0}})}},
                 {Statistic::count, {cells({{0, 7}, {100, 0}}), cells({{0, 9}, {1234567, 0}})}}});
}

std::string plane_csv(const Displayed& shown, std::size_t k) {
    std::ostringstream out;
    write_plane_csv(out, shown, k);
    return out.str();
}

Displayed shown_in_csv(Statistic statistic) {
    return display(run(), nullptr, Content::delay, Endpoints::ranks, statistic);
}

TEST(Csv, ReportsAPlanePairByPair) {
    EXPECT_EQ(plane_csv(shown_in_csv(Statistic::median), 0),
              "length_bytes,sender,receiver,sender_host,receiver_host,delay_s\n"
              "0,0,0,a,a,\n"
              "0,0,1,a,\"b,c\",1.5e-06\n"
              "0,1,0,\"b,c\",a,0.25\n"
              "0,1,1,\"b,c\",\"b,c\",\n");
}

TEST(Csv, LeavesOutWhatWasNotMeasuredAndNamesWhatItHolds) {
    EXPECT_EQ(plane_csv(shown_in_csv(Statistic::count), 1),
              "length_bytes,sender,receiver,sender_host,receiver_host,count\n"
              "4096,0,0,a,a,\n"
              "4096,0,1,a,\"b,c\",9\n"
              "4096,1,0,\"b,c\",a,1234567\n"
              "4096,1,1,\"b,c\",\"b,c\",\n");
    EXPECT_NE(plane_csv(shown_in_csv(Statistic::median), 1).find("4096,0,1,a,\"b,c\",\n"), std::string::npos);
    Displayed other = shown_in_csv(Statistic::median);
    other.quantity = Quantity::ratio;
    EXPECT_NE(plane_csv(other, 0).find("receiver_host,ratio\n"), std::string::npos);
    other.content = Content::clusters;
    EXPECT_NE(plane_csv(other, 0).find("receiver_host,cluster\n"), std::string::npos);
}

TEST(Csv, ReportsWhatAEndpointSendsOrReceivesAtAllLengths) {
    const Displayed shown = shown_in_csv(Statistic::median);
    std::ostringstream row;
    write_cut_csv(row, shown, 1, true);
    EXPECT_EQ(row.str(),
              "length_bytes,sender,receiver,sender_host,receiver_host,delay_s\n"
              "0,1,0,\"b,c\",a,0.25\n"
              "0,1,1,\"b,c\",\"b,c\",\n"
              "4096,1,0,\"b,c\",a,0.1\n"
              "4096,1,1,\"b,c\",\"b,c\",\n");
    std::ostringstream column;
    write_cut_csv(column, shown, 1, false);
    EXPECT_EQ(column.str(),
              "length_bytes,sender,receiver,sender_host,receiver_host,delay_s\n"
              "0,0,1,a,\"b,c\",1.5e-06\n"
              "0,1,1,\"b,c\",\"b,c\",\n"
              "4096,0,1,a,\"b,c\",\n"
              "4096,1,1,\"b,c\",\"b,c\",\n");
}

TEST(Csv, ReportsCurvesWithTheirBands) {
    CurveSet set;
    set.lengths = {0, 8};
    set.curves.push_back({"x \"1\" → y", {1, 2}, {3, not_measured}, {5, 6}});
    set.curves.push_back({"plain", {}, {0.5, 0.75}, {}});
    std::ostringstream out;
    write_curves_csv(out, set);
    EXPECT_EQ(out.str(),
              "pair,length_bytes,low_s,delay_s,high_s\n"
              "\"x \"\"1\"\" → y\",0,1,3,5\n"
              "\"x \"\"1\"\" → y\",8,2,,6\n"
              "plain,0,,0.5,\n"
              "plain,8,,0.75,\n");
}

TEST(Csv, ReadsBackAsTheSameNumbers) {
    const double value = 1.0 / 3 * 1e-6;
    const auto third = held("run", {"a", "b"}, {0}, {{Statistic::median, {cells({{0, value}, {value, 0}})}}});
    const std::string text =
        plane_csv(display(third, nullptr, Content::delay, Endpoints::ranks, Statistic::median), 0);
    const std::string before = "0,0,1,a,b,";
    EXPECT_EQ(std::stod(text.substr(text.find(before) + before.size())), value);
}

}  // namespace
}  // namespace fabricmap::viewer
