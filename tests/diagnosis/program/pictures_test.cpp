// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"
#include "tests/diagnosis/reports/page/page_values.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;
using ::testing::SizeIs;
using testing::TemporaryFolder;

/// One rank a host, so that the value of a pair of hosts is a value of the file.
const std::string drawn_tree =
    "fat-tree,hosts=24,leaf=6;noise,5%;sweep,timing=synchronized,lengths=0,1K,64K,1M;"
    "fault,slow-receiver,host=5,factor=3,from=64K";

Outcome drawn(const std::vector<std::string>& words, int exit_code) {
    Outcome outcome = testing::run_program("network_diagnose", words);
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.err;
    return outcome;
}

TEST(Pictures, OfThePageHoldTheDelaysOfTheFile) {
    const TemporaryFolder folder;
    ASSERT_EQ(testing::write_synthetic(drawn_tree, folder / "r").exit_code, 0);
    drawn({folder / "r", "--html", folder / "page.html"}, 4);
    const auto matrices = testing::matrices_of(testing::bytes_of(folder / "page.html"));
    EXPECT_THAT(matrices, SizeIs(4)) << "a small machine is shown at all of a few lengths";
    const fabricmap::Run run = open_run(folder / "r");
    const auto stack = run.stack(Statistic::median);
    const auto& lengths = stack->message_lengths();
    for (const testing::PageMatrix& matrix : matrices) {
        const auto k = static_cast<std::size_t>(
            std::find(lengths.begin(), lengths.end(), matrix.length_bytes) - lengths.begin());
        const Matrix plane = stack->plane(k);
        ASSERT_EQ(matrix.places(), 24U);
        for (std::size_t from = 0; from < 24; ++from) {
            for (std::size_t to = 0; to < 24; ++to) {
                if (from == to) continue;
                const double true_s = plane(static_cast<Eigen::Index>(from), static_cast<Eigen::Index>(to));
                // Half a shade, and what the expected delays are rounded by.
                EXPECT_NEAR(std::log(matrix.delay_s(from, to) / true_s), 0, 0.5 * matrix.step() + 2e-4);
            }
        }
    }
}

TEST(Pictures, AreWrittenInEachFormatOfEachPartAndPreset) {
    const TemporaryFolder folder;
    const std::string run = "synthetic:" + drawn_tree;
    for (const std::string name : {"a.png", "a.svg", "a.pdf"}) {
        drawn({run, "--quiet", "--picture", folder / name}, 4);
        EXPECT_GT(testing::bytes_of(folder / name).size(), 5000U) << name;
    }
    const std::string whole = testing::bytes_of(folder / "a.svg");
    EXPECT_THAT(whole, HasSubstr("against what is expected")) << "where the fault is largest";
    EXPECT_THAT(whole, HasSubstr("node05 receives"));
    for (const std::string preset : {"paper", "slide", "ticket"}) {
        drawn({run, "--quiet", "--picture", folder / "p.svg", "--preset", preset}, 4);
        EXPECT_THAT(testing::bytes_of(folder / "p.svg"), HasSubstr("node05 receives")) << preset;
    }
    for (const std::string part : {"machine", "node05", "node05,node11"}) {
        drawn({run, "--quiet", "--picture", folder / "of.svg", "--picture-of", part}, 4);
        EXPECT_THAT(testing::bytes_of(folder / "of.svg"), HasSubstr("node05")) << part;
    }
    drawn({run, "--quiet", "--picture", folder / "l.svg", "--length", "1K"}, 4);
    EXPECT_THAT(testing::bytes_of(folder / "l.svg"), HasSubstr("Messages of 1K against"));
}

TEST(Pictures, NameTheOptionThatCannotBe) {
    const TemporaryFolder folder;
    const std::string run = "synthetic:" + drawn_tree;
    const std::string file = folder / "a.png";
    EXPECT_THAT(drawn({run, "--picture", folder / "a.gif"}, 2).err, HasSubstr("--picture"));
    EXPECT_THAT(drawn({run, "--preset", "slide"}, 2).err, HasSubstr("need --picture"));
    EXPECT_THAT(drawn({run, "--picture", file, "--preset", "poster"}, 2).err,
                HasSubstr("paper, slide or ticket"));
    EXPECT_THAT(drawn({run, "--picture", file, "--picture-of", "node77"}, 2).err, HasSubstr("node77"));
    EXPECT_THAT(drawn({run, "--picture", file, "--length", "3"}, 2).err, HasSubstr("--length 3"));
    EXPECT_THAT(drawn({run, "--picture", file, "--picture-of", "machine", "--length", "1K"}, 2).err,
                HasSubstr("--length"));
}

}  // namespace
}  // namespace fabricmap::diagnosis
