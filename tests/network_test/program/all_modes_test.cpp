// SPDX-License-Identifier: Apache-2.0
#include "header.hpp"
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tuple>

namespace fabricmap::testing {
namespace {

using ::testing::IsEmpty;

const std::vector<std::int64_t> ten_lengths{0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000};
const std::vector<std::string> ten_lengths_words{"-b", "0", "-e", "10000", "-s", "1000", "-n", "20"};

/// Runs the job, which must succeed and leave six files at the prefix, and nothing else beside them.
Outcome expect_six_files(Job job, const TemporaryFolder& folder) {
    job.words.insert(job.words.end(), {"-f", folder / "run"});
    Outcome outcome = run(job);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(names_in(folder.path()).size(), all_statistics.size());
    return outcome;
}

class EveryMode : public ::testing::TestWithParam<std::tuple<Mode, int>> {
  protected:
    const Mode mode_ = std::get<0>(GetParam());
    const int ranks_ = std::get<1>(GetParam());
    const TemporaryFolder folder_;
};

TEST_P(EveryMode, WritesSixFilesOfTenSanePlanes) {
    Job job{.ranks = ranks_, .words = ten_lengths_words};
    job.words.insert(job.words.end(), {"-t", std::string(name_of(mode_))});
    (void)expect_six_files(job, folder_);
    expect_sane_run(folder_ / "run", mode_, ranks_, ten_lengths, {1, 20});
    for (const Statistic statistic : all_statistics) {
        expect_published_header(statistic_path(folder_ / "run", statistic), statistic, mode_, ranks_, 20);
    }
}

INSTANTIATE_TEST_SUITE_P(With, EveryMode,
                         ::testing::Combine(::testing::ValuesIn(modes_of_all_pairs), ::testing::Range(2, 6)),
                         [](const auto& tested) {
                             return std::string(name_of(std::get<0>(tested.param))) + "_" +
                                    std::to_string(std::get<1>(tested.param)) + "_ranks";
                         });

struct Variant {
    std::string name;
    Mode mode;
    std::vector<std::string> words;
    SamplesExpected samples{1, 20};
};

void PrintTo(const Variant& variant, std::ostream* stream) {
    *stream << variant.name;
}

class EveryVariant : public ::testing::TestWithParam<Variant> {};

TEST_P(EveryVariant, WritesTenSanePlanes) {
    const TemporaryFolder folder;
    Job job{.ranks = 4, .words = ten_lengths_words};
    const auto& more = GetParam().words;
    job.words.insert(job.words.end(), {"-t", std::string(name_of(GetParam().mode))});
    job.words.insert(job.words.end(), more.begin(), more.end());
    (void)expect_six_files(job, folder);
    expect_sane_run(folder / "run", GetParam().mode, 4, ten_lengths, GetParam().samples);
}

const auto name_of_variant = [](const auto& tested) { return tested.param.name; };

INSTANTIATE_TEST_SUITE_P(
    Of, EveryVariant,
    ::testing::Values(
        Variant{"put_with_fence", Mode::put_one_to_one, {"--rma-sync", "fence"}},
        Variant{"get_with_fence", Mode::get_one_to_one, {"--rma-sync", "fence"}},
        Variant{"round_trip", Mode::one_to_one, {"--timing", "round_trip"}},
        Variant{"receiver", Mode::one_to_one, {"--timing", "receiver"}},
        Variant{"synchronized", Mode::one_to_one, {"--timing", "synchronized"}},
        Variant{
            "blocking_noise_round_trip", Mode::test_noise_blocking, {"--timing", "round_trip", "-p", "1"}},
        Variant{"blocking_noise_receiver", Mode::test_noise_blocking, {"--timing", "receiver", "-p", "2"}},
        Variant{"blocking_noise_synchronized",
                Mode::test_noise_blocking,
                {"--timing", "synchronized", "-p", "2"}},
        Variant{"noise_of_long_messages", Mode::test_noise, {"-p", "2", "-l", "100K", "-m", "3"}},
        Variant{"bcast_receiver", Mode::bcast, {"--timing", "receiver"}},
        Variant{"fixed", Mode::one_to_one, {"--fixed"}, {20, 20}},
        Variant{"fixed_all_to_all", Mode::all_to_all, {"--fixed", "--warm-up", "0"}, {20, 20}},
        Variant{"fixed_bcast", Mode::bcast, {"--fixed"}, {20, 20}},
        Variant{"ordered", Mode::one_to_one, {"--ordered"}}, Variant{"quiet", Mode::one_to_one, {"--quiet"}}),
    name_of_variant);

class CheckedMode : public ::testing::TestWithParam<Variant> {};

TEST_P(CheckedMode, FindsNoDamageWhereThereIsNone) {
    const TemporaryFolder folder;
    Job job{.ranks = 3, .words = ten_lengths_words};
    const auto& more = GetParam().words;
    job.words.insert(job.words.end(), {"--check", "-t", std::string(name_of(GetParam().mode))});
    job.words.insert(job.words.end(), more.begin(), more.end());
    const Outcome outcome = expect_six_files(job, folder);
    EXPECT_THAT(outcome.err, ::testing::Not(::testing::HasSubstr("damaged")));
    expect_sane_run(folder / "run", GetParam().mode, 3, ten_lengths, {1, 20});
}

std::vector<Variant> checked_modes() {
    std::vector<Variant> variants;
    variants.reserve(modes_of_all_pairs.size() + 3);
    for (const Mode mode : modes_of_all_pairs) variants.push_back({std::string(name_of(mode)), mode, {}});
    variants.push_back({"put_with_fence", Mode::put_one_to_one, {"--rma-sync", "fence"}});
    variants.push_back({"get_with_fence", Mode::get_one_to_one, {"--rma-sync", "fence"}});
    variants.push_back({"round_trip", Mode::one_to_one, {"--timing", "round_trip"}});
    return variants;
}

INSTANTIATE_TEST_SUITE_P(Of, CheckedMode, ::testing::ValuesIn(checked_modes()), name_of_variant);

TEST(Noise, StoresTheShareOfSamplesThatLayBesideABurst) {
    const TemporaryFolder folder;
    (void)expect_six_files({.ranks = 4, .words = {"-t", "test_noise", "-p", "2", "--lengths", "64K"}},
                           folder);
    const double share = open_run(folder / "run").description().noise_fraction;
    EXPECT_GT(share, 0);
    EXPECT_LE(share, 1);
}

TEST(Fence, StoresTheMedianOfAnEmptyEpoch) {
    const TemporaryFolder folder;
    (void)expect_six_files(
        {.ranks = 2, .words = {"-t", "put_one_to_one", "--rma-sync", "fence", "-s", "5000"}}, folder);
    const double empty_epoch_s = open_run(folder / "run").description().empty_epoch_s;
    EXPECT_GT(empty_epoch_s, 1e-9);
    EXPECT_LT(empty_epoch_s, 1);
}

TEST(Sender, OfMessagesBeyond2GiBIsNotCutShort) {
    const TemporaryFolder folder;
    const Outcome outcome =
        run(Job{.words = {"--lengths", "3G", "--max-memory", "1G", "-f", folder / "run"}});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, ::testing::HasSubstr("messages 6.44 GB"));
    EXPECT_THAT(names_in(folder.path()), IsEmpty());
}

}  // namespace
}  // namespace fabricmap::testing
