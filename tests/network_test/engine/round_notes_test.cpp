// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_notes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace fabricmap::network_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// So many ranks on each of so many hosts.
std::vector<std::string> notes_of(const std::vector<std::string>& words, int hosts, int ranks_per_host) {
    PerRank<RankLocation> locations;
    for (int rank = 0; rank < hosts * ranks_per_host; ++rank) {
        const int host = rank / ranks_per_host;
        locations.push_back({"node" + std::to_string(host), host});
    }
    std::vector<int> endpoints(locations.size());
    std::iota(endpoints.begin(), endpoints.end(), 0);
    return round_notes(parse_command_line(words).options, endpoints, locations);
}

// Two pairs within a host are four ranks. Where all of three ranks or fewer are active, one pair is all.
TEST(RoundNotes, ReportHowARoundOfOneHostWouldHoldMorePairs) {
    const auto rounds_of_one_host = [](const std::string& active, int ranks) {
        return notes_of({"--schedule", "rounds", "--active-per-node", active}, 1, ranks);
    };
    for (const char* active : {"1", "2", "3"}) {
        EXPECT_THAT(rounds_of_one_host(active, 8),
                    ElementsAre(HasSubstr("--active-per-node 4 or more, or all")))
            << active;
    }
    EXPECT_THAT(rounds_of_one_host("4", 8), IsEmpty());
    EXPECT_THAT(rounds_of_one_host("all", 8), IsEmpty());
    EXPECT_THAT(rounds_of_one_host("1", 3), IsEmpty());
}

TEST(RoundNotes, LeaveAloneWhoDidNotAskForRoundsOrHasHostsEnough) {
    EXPECT_THAT(notes_of({}, 1, 8), IsEmpty());
    EXPECT_THAT(notes_of({"--schedule", "rounds"}, 4, 1), IsEmpty());
    EXPECT_THAT(notes_of({"--schedule", "rounds"}, 4, 2), IsEmpty());
}

// Four hosts of a rank each take three rounds.
TEST(RoundNotes, ReportThatThereAreFewerRoundsThanAskedFor) {
    EXPECT_THAT(notes_of({"--sample-pairs", "rounds=4"}, 4, 1),
                ElementsAre(HasSubstr("--sample-pairs rounds=4: there are only 3 rounds")));
    EXPECT_THAT(notes_of({"--sample-pairs", "rounds=3"}, 4, 1), IsEmpty());
    EXPECT_THAT(notes_of({"--sample-pairs", "100%"}, 4, 1), IsEmpty());
}

}  // namespace
}  // namespace fabricmap::network_test
