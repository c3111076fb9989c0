// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "lab/synthetic/run_files.hpp"
#include "netcdf_schema/open_run.hpp"
#include "scenario/scenario.hpp"
#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::lab {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::same_numbers;

const std::string spec =
    "dragonfly,groups=2,chassis=2,routers=2,hosts-per-router=2;noise,3%;fault,dead-pair,between=1,5;"
    "sweep,lengths=0,1K,64K,seed=9";

void write(const std::string& text, const std::filesystem::path& prefix) {
    Progress progress(false);
    write_run(SyntheticRun(find_scenario(text)),
              {prefix, {all_statistics.begin(), all_statistics.end()}, RunWriter::Existing::refuse, "test"},
              progress);
}

TEST(OpenSynthetic, GivesWhatTheWrittenFilesHold) {
    const testing::TemporaryFolder folder;
    write(spec, folder / "run");
    const fabricmap::Run made = open_run("synthetic:" + spec);
    const fabricmap::Run read = open_run((folder / "run").string());
    EXPECT_EQ(read.description().ranks, made.description().ranks);
    EXPECT_EQ(read.description().run_id, made.description().run_id);
    for (const Statistic statistic : all_statistics) {
        const auto a = made.stack(statistic);
        const auto b = read.stack(statistic);
        ASSERT_EQ(a->message_lengths(), b->message_lengths());
        for (std::size_t k = 0; k < 3; ++k)
            EXPECT_TRUE(same_numbers(a->plane(k), b->plane(k))) << name_of(statistic);
        EXPECT_TRUE(same_numbers(a->row(3), b->row(3)));
        EXPECT_TRUE(same_numbers(a->column(3), b->column(3)));
    }
}

TEST(OpenSynthetic, CutsOfAStackAgree) {
    const auto stack = open_run("synthetic:" + spec).stack(Statistic::median);
    const Matrix plane = stack->plane(1);
    EXPECT_EQ(stack->row(2)(1, 7), plane(2, 7));
    EXPECT_EQ(stack->column(7)(1, 2), plane(2, 7));
    EXPECT_EQ(stack->pair(2, 7)(1), plane(2, 7));
}

TEST(OpenSynthetic, ValuesDependOnTheSeedAndNotOnTheOtherLengths) {
    const auto value = [](const std::string& text) {
        return open_run("synthetic:torus,size=4;noise,2%;" + text).stack(Statistic::median)->pair(0, 1);
    };
    EXPECT_EQ(value("sweep,lengths=0,1K")(1), value("sweep,lengths=1K")(0));
    EXPECT_EQ(value("sweep,lengths=1K,seed=5")(0), value("sweep,lengths=1K,seed=5")(0));
    EXPECT_NE(value("sweep,lengths=1K,seed=5")(0), value("sweep,lengths=1K,seed=6")(0));
}

TEST(OpenSynthetic, SaysWhatIsWrongWithTheSource) {
    EXPECT_THAT(error_of<FileError>([] { (void)open_run("synthetic:torus,size=0"); }), HasSubstr("size=0"));
    EXPECT_THAT(error_of<FileError>([] { (void)open_run("nowhere/at/all"); }), HasSubstr("nowhere/at/all"));
    EXPECT_THAT(error_of<UsageError>(
                    [] { (void)open_run("synthetic:torus,size=4;fault,lossy-port,host=1,loss=1%"); }),
                HasSubstr("--kind virtual"));
}

}  // namespace
}  // namespace fabricmap::lab
