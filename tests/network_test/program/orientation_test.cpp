// SPDX-License-Identifier: Apache-2.0
// One rank is made 300 µs slow by an interposed library; the side on which it is slow must show. On a machine
// with fewer cores than ranks a measurement may be disturbed, so that each expectation gets a few tries.
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricmap::testing {
namespace {

constexpr int ranks = 3;
constexpr int slow_rank = 1;
constexpr int orientation_tries = 4;
constexpr std::int64_t payload_bytes = 1024;

/// What a part of a plane shows of the 300 µs: all of them, half, at least all, nothing, or what does not
/// matter.
struct Range {
    double min_us;
    double max_us;
};
constexpr Range nothing{-1, 100};
constexpr Range half{110, 230};
constexpr Range whole{260, 480};
constexpr Range whole_or_more{260, 5000};
constexpr Range anything{-1, 1e9};

struct Expected {
    std::string name;
    std::vector<std::string> words;
    std::string when;  ///< at what the rank is slow; empty: its messages leave late
    Range row;         ///< what the slow rank sends
    Range column;      ///< what it receives
    std::int64_t length_bytes = payload_bytes;
};

void PrintTo(const Expected& expected, std::ostream* stream) {
    *stream << expected.name;
}

/// What is wrong with a plane; empty where nothing is.
std::string complaints(const Matrix& plane, const Expected& expected) {
    std::string text;
    for (Eigen::Index i = 0; i < ranks; ++i) {
        for (Eigen::Index j = 0; j < ranks; ++j) {
            if (i == j) continue;
            const Range range = i == slow_rank ? expected.row : j == slow_rank ? expected.column : nothing;
            const double delay_us = plane(i, j) * 1e6;
            if (delay_us >= range.min_us && delay_us <= range.max_us) continue;
            text += fmt::format("{} to {}: {:.1f} us, not {} to {}\n", i, j, delay_us, range.min_us,
                                range.max_us);
        }
    }
    return text;
}

class SlowRank : public ::testing::TestWithParam<Expected> {};

TEST_P(SlowRank, ShowsOnItsSide) {
    const Expected& expected = GetParam();
    std::string wrong;
    for (int attempt = 0; attempt < orientation_tries; ++attempt) {
        const TemporaryFolder folder;
        Job job{.ranks = ranks, .words = expected.words};
        job.words.insert(job.words.end(), {"--lengths", std::to_string(expected.length_bytes), "-n", "40",
                                           "-f", folder / "run"});
        job.preload = expected.when.empty() ? "late_departure" : "slow_rank";
        job.environment = {{"FABRICMAP_SLOW_RANK", std::to_string(slow_rank)},
                           {"FABRICMAP_SLOW_WHEN", expected.when.empty() ? "sends" : expected.when}};
        const Outcome outcome = run(job);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        wrong = complaints(plane_at(open_run(folder / "run"), Statistic::median, expected.length_bytes),
                           expected);
        if (wrong.empty()) return;
    }
    ADD_FAILURE() << wrong;
}

const auto name_of_expected = [](const auto& tested) { return tested.param.name; };

INSTANTIATE_TEST_SUITE_P(
    WhenItSends, SlowRank,
    ::testing::Values(
        Expected{"one_way", {"-t", "one_to_one"}, "sends", whole, nothing},
        Expected{"receiver", {"--timing", "receiver"}, "sends", whole, nothing},
        Expected{"synchronized", {"--timing", "synchronized"}, "sends", whole, nothing},
        Expected{"test_noise_blocking", {"-t", "test_noise_blocking"}, "sends", whole, nothing},
        Expected{"put", {"-t", "put_one_to_one"}, "sends", whole, nothing},
        Expected{"put_with_fence", {"-t", "put_one_to_one", "--rma-sync", "fence"}, "sends", whole, nothing},
        Expected{"bcast", {"-t", "bcast"}, "sends", whole, nothing},
        Expected{"async_one_to_one", {"-t", "async_one_to_one"}, "completes_sends", whole, nothing},
        Expected{"test_noise", {"-t", "test_noise"}, "completes_sends", whole, nothing},
        Expected{"all_to_all", {"-t", "all_to_all"}, "", whole, nothing}),
    name_of_expected);

INSTANTIATE_TEST_SUITE_P(
    WhenItReceives, SlowRank,
    ::testing::Values(
        Expected{"one_way", {"-t", "one_to_one"}, "receives", nothing, whole},
        Expected{"receiver", {"--timing", "receiver"}, "receives", nothing, whole},
        Expected{"synchronized", {"--timing", "synchronized"}, "receives", nothing, whole},
        Expected{"test_noise_blocking", {"-t", "test_noise_blocking"}, "receives", nothing, whole},
        Expected{"get", {"-t", "get_one_to_one"}, "receives", nothing, whole},
        Expected{
            "get_with_fence", {"-t", "get_one_to_one", "--rma-sync", "fence"}, "receives", nothing, whole},
        Expected{"bcast", {"-t", "bcast"}, "receives", nothing, whole},
        Expected{"all_to_all", {"-t", "all_to_all"}, "receives", nothing, anything}),
    name_of_expected);

// Where a mode has no side, both show it: a ping-pong crosses the slow rank once in each direction; in
// async_one_to_one the rank's own receive lies around its slow send, and its slow receive delays its next
// send; in all_to_all the clock runs from the first of the sends.
INSTANTIATE_TEST_SUITE_P(
    WhereThereIsNoSide, SlowRank,
    ::testing::Values(
        Expected{"ping_pong_sends", {"-t", "send_recv_and_recv_send"}, "sends", half, half},
        Expected{"ping_pong_receives", {"-t", "send_recv_and_recv_send"}, "receives", half, half},
        Expected{"round_trip_sends", {"--timing", "round_trip"}, "sends", half, half},
        Expected{"async_sends", {"-t", "async_one_to_one"}, "sends", whole, whole},
        Expected{"async_receives", {"-t", "async_one_to_one"}, "receives", whole, whole},
        Expected{"all_to_all_sends", {"-t", "all_to_all"}, "sends", whole_or_more, whole_or_more}),
    name_of_expected);

INSTANTIATE_TEST_SUITE_P(
    WhenItSendsAnything, SlowRank,
    ::testing::Values(Expected{"shows_half_on_each_side", {}, "sends_anything", half, half},
                      Expected{
                          "shows_half_on_each_side_of_empty_messages", {}, "sends_anything", half, half, 0},
                      Expected{"shows_its_side_when_synchronized",
                               {"--timing", "synchronized"},
                               "sends_anything",
                               whole,
                               nothing},
                      Expected{"shows_its_side_of_empty_messages",
                               {"--timing", "synchronized"},
                               "sends_anything",
                               whole,
                               nothing,
                               0}),
    name_of_expected);

INSTANTIATE_TEST_SUITE_P(
    WhenEmptyMessagesAreAsFastAsEver, SlowRank,
    ::testing::Values(Expected{"their_plane_shows_nothing", {}, "sends", nothing, nothing, 0},
                      Expected{"nor_that_of_the_receiver", {}, "receives", nothing, nothing, 0}),
    name_of_expected);

}  // namespace
}  // namespace fabricmap::testing
