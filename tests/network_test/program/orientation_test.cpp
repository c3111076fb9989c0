// SPDX-License-Identifier: Apache-2.0
// One rank is made slow by an interposed library, by so much that what other processes of the machine add is
// little beside it; the side on which it is slow must show.
#include "netcdf_schema/open_run.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/votes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace fabricmap::testing {
namespace {

constexpr int ranks = 3;
constexpr int slow_rank = 1;
constexpr double slow_us = 1500;
constexpr std::int64_t payload_bytes = 1024;

/// What a part of a plane shows of that time: all of it, half, at least all, nothing, or what does not
/// matter.
struct Range {
    double min_fraction;
    double max_fraction;
};
constexpr Range nothing{-1, 0.3};
constexpr Range half{0.4, 0.75};
constexpr Range whole{0.9, 1.5};
constexpr Range whole_or_more{0.9, 15};
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
            const double fraction = delay_us / slow_us;
            if (fraction >= range.min_fraction && fraction <= range.max_fraction) continue;
            text += fmt::format("{} to {}: {:.1f} us, which is {:.2f} of what was planted, not {} to {}\n", i,
                                j, delay_us, fraction, range.min_fraction, range.max_fraction);
        }
    }
    return text;
}

/// Of each pair the median over all lengths.
Matrix median_of_planes(const fabricmap::Run& run) {
    const auto stack = run.stack(Statistic::median);
    Matrix medians(ranks, ranks);
    for (Eigen::Index i = 0; i < ranks; ++i) {
        for (Eigen::Index j = 0; j < ranks; ++j) {
            std::vector<double> values;
            for (std::size_t k = 0; k < stack->message_lengths().size(); ++k)
                values.push_back(stack->plane(k)(i, j));
            std::sort(values.begin(), values.end());
            medians(i, j) = values[values.size() / 2];
        }
    }
    return medians;
}

class SlowRank : public ::testing::TestWithParam<Expected> {};

TEST_P(SlowRank, ShowsOnItsSide) {
    const Expected& expected = GetParam();
    constexpr Votes votes{.needed = 2, .tries = 3, .wrong_fraction = 0.005};
    expect_votes<votes>([&]() -> std::string {
        const TemporaryFolder folder;
        Job job{.ranks = ranks, .words = expected.words};
        // Empty messages have one length, others five as good as one: what disturbs comes in bursts.
        const bool is_empty = expected.length_bytes == 0;
        job.words.insert(job.words.end(), {"--lengths", is_empty ? "0" : "1024,1025,1026,1027,1028", "-n",
                                           is_empty ? "20" : "4", "--fixed", "-f", folder / "run"});
        job.preload = expected.when.empty() ? "late_departure" : "slow_rank";
        job.environment = {{"FABRICMAP_SLOW_RANK", std::to_string(slow_rank)},
                           {"FABRICMAP_SLOW_US", std::to_string(static_cast<int>(slow_us))},
                           {"FABRICMAP_SLOW_WHEN", expected.when.empty() ? "sends" : expected.when},
                           // Ranks that share a core do not keep it from each other.
                           {"OMPI_MCA_mpi_yield_when_idle", "1"}};
        const Outcome outcome = run(job);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return complaints(median_of_planes(open_run(folder / "run")), expected);
    });
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
