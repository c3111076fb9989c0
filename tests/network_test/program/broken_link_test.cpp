// SPDX-License-Identifier: Apache-2.0
// Links that lose or damage messages, played by interposed libraries.
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace fabricmap::testing {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int broken_ranks = 3;
constexpr int pair_timeout_s = 3;  // a shared machine may stand still for a second
constexpr int broken_samples = 20;

/// A job in which the messages from rank 2 to rank 1 are lost when so many of them have arrived.
Job job_that_loses_messages(int after, std::vector<std::string> words) {
    words.insert(words.end(), {"--fixed", "--pair-timeout", std::to_string(pair_timeout_s)});
    return {.ranks = broken_ranks,
            .words = std::move(words),
            .preload = "lost_message",
            .environment = {{"FABRICMAP_LOST_FROM", "2"},
                            {"FABRICMAP_LOST_TO", "1"},
                            {"FABRICMAP_LOST_AFTER", std::to_string(after)}}};
}

class LostMessage : public ::testing::TestWithParam<Mode> {};

// Of one pair and length the tester sends no more than 20 samples, 3 to warm up and a few words of its own,
// and as much of a pair of the trial run, so that 250 messages are at least three whole planes of
// payload.
TEST_P(LostMessage, EndsTheJobInTimeWithThePairNamedAndWholePlanesOnDisk) {
    const TemporaryFolder folder;
    const Job job = job_that_loses_messages(250, {"-t", std::string(name_of(GetParam())), "-b", "0", "-e",
                                                  "20000", "-s", "1000", "-n", "20", "-f", folder / "run"});
    const Outcome outcome = Command(job.command()).wait(std::chrono::seconds(60));
    EXPECT_FALSE(outcome.timed_out);
    EXPECT_EQ(exit_code_of_job(outcome), 1) << outcome.err;
    EXPECT_THAT(own_lines(outcome.err),
                Contains(AllOf(HasSubstr("rank 1 on "), HasSubstr("rank 2 on "),
                               HasSubstr(fmt::format("bytes, no answer for {} s", pair_timeout_s)))));
    const fabricmap::Run run = open_run(folder / "run");
    const std::size_t planes = run.description().message_lengths.size();
    EXPECT_GE(planes, 3U);
    EXPECT_LT(planes, 20U);
    for (std::size_t k = 0; k < planes; ++k) {
        EXPECT_TRUE(run.stack(Statistic::median)->plane(k).isFinite().all()) << k;
        EXPECT_GE((run.stack(Statistic::count)->plane(k) == broken_samples).count(),
                  broken_ranks * (broken_ranks - 1))
            << k;
    }
}

INSTANTIATE_TEST_SUITE_P(In, LostMessage,
                         ::testing::Values(Mode::one_to_one, Mode::all_to_all, Mode::bcast,
                                           Mode::async_one_to_one, Mode::send_recv_and_recv_send,
                                           Mode::test_noise_blocking),
                         [](const auto& tested) { return std::string(name_of(tested.param)); });

class EachMessageOfAVisit : public ::testing::TestWithParam<int> {};

// The rank that waits for the message may have been told already by another that their exchange begins, and
// that one waits as long for it. These thirteen messages hold all of a visit, and the words that hand the
// baton on.
TEST_P(EachMessageOfAVisit, NamesItsPairWhenItIsLost) {
    const TemporaryFolder folder;
    const Outcome outcome = run(job_that_loses_messages(
        GetParam(), {"-t", "async_one_to_one", "--lengths", "1000,2000,3000", "--seed", "1", "-n", "1",
                     "--warm-up", "0", "-f", folder / "run"}));
    EXPECT_EQ(exit_code_of_job(outcome), 1) << outcome.err;
    const auto lines = own_lines(outcome.err);
    EXPECT_THAT(lines,
                Contains(AllOf(HasSubstr("rank 1 on "), HasSubstr("rank 2 on "), HasSubstr("no answer"))));
    // Beside the pair the line after it names the rank that tried the two.
    EXPECT_THAT(lines, Not(Contains(AllOf(HasSubstr("rank 0 on "), HasSubstr("no answer")))));
}

INSTANTIATE_TEST_SUITE_P(Lost, EachMessageOfAVisit, ::testing::Range(17, 30));

struct Damage {
    std::string name;
    std::vector<std::string> words;
    bool both_ways = false;  ///< the pair's cells both hold the damaged message
};

void PrintTo(const Damage& damage, std::ostream* stream) {
    *stream << damage.name;
}

class FlippedBit : public ::testing::TestWithParam<Damage> {};

TEST_P(FlippedBit, IsReportedWithItsPairAndLength) {
    const TemporaryFolder folder;
    Job job{.ranks = broken_ranks, .words = GetParam().words, .preload = "flipped_bit"};
    job.words.insert(job.words.end(),
                     {"--check", "--lengths", "1000,5000,9000", "-n", "5", "-f", folder / "run"});
    job.environment = {
        {"FABRICMAP_FLIP_FROM", "2"}, {"FABRICMAP_FLIP_TO", "1"}, {"FABRICMAP_FLIP_BYTES", "5000"}};
    const Outcome outcome = run(job);
    EXPECT_EQ(exit_code_of_job(outcome), 1) << outcome.err;
    std::vector<std::string> reports;
    for (std::size_t at = 0; (at = outcome.err.find("damaged: ", at)) != std::string::npos; ++at) {
        reports.push_back(outcome.err.substr(at, outcome.err.find('\n', at) - at));
    }
    ASSERT_EQ(reports.size(), GetParam().both_ways ? 2U : 1U) << outcome.err;
    EXPECT_THAT(reports, Contains(::testing::MatchesRegex("damaged: rank 2 on .* rank 1 on .*, 5000 bytes")));
    EXPECT_TRUE(open_run(folder / "run").description().complete);
}

INSTANTIATE_TEST_SUITE_P(
    In, FlippedBit,
    ::testing::Values(Damage{"one_to_one", {}}, Damage{"receiver", {"--timing", "receiver"}},
                      Damage{"synchronized", {"--timing", "synchronized"}},
                      Damage{"ping_pong", {"-t", "send_recv_and_recv_send"}, true},
                      Damage{"async_one_to_one", {"-t", "async_one_to_one"}, true},
                      Damage{"all_to_all", {"-t", "all_to_all"}}, Damage{"bcast", {"-t", "bcast"}},
                      Damage{"test_noise_blocking", {"-t", "test_noise_blocking", "-p", "1"}},
                      Damage{"put", {"-t", "put_one_to_one"}}, Damage{"get", {"-t", "get_one_to_one"}},
                      Damage{"put_with_fence", {"-t", "put_one_to_one", "--rma-sync", "fence"}},
                      Damage{"get_with_fence", {"-t", "get_one_to_one", "--rma-sync", "fence"}}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace fabricmap::testing
