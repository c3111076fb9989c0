// SPDX-License-Identifier: Apache-2.0
// Whom the drawing of a wait in a collective call names as the one that is waited for: records do not tell.
#include "rules/reports/strip.hpp"

#include "tracing/model/field_tables.hpp"

#include <gmock/gmock.h>

#include <vector>

namespace fabricmap::rules {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using tracing::RecordType;

/// One rank's part of a call.
struct PartOfCall {
    double start_s = 0;
    double finish_s = 0;
    std::string_view function{};
};

/// A call of ranks 0, 1, and so on.
tracing::Trace trace_of(const std::vector<PartOfCall>& parts) {
    constexpr auto type = RecordType::collective;
    tracing::Trace trace;
    for (std::size_t rank = 0; rank < parts.size(); ++rank) {
        trace[type].add();
        const auto set = [&](std::string_view name, double value) {
            trace[type].set(*tracing::find_field(type, name), rank, value);
        };
        set("process_rank", static_cast<double>(rank));
        set("start_time", parts[rank].start_s);
        set("finish_time", parts[rank].finish_s);
        if (!parts[rank].function.empty())
            trace.set(type, *tracing::find_field(type, "op_name"), rank, parts[rank].function);
    }
    return trace;
}

/// Of a rank's wait whose rule does not name anyone.
std::string strip_of(double rank, double from_s, double to_s, const std::vector<PartOfCall>& parts) {
    PlaceGroup place;
    place.worst = Wait{.process = rank, .from = from_s, .to = to_s};
    return draw_strip(place, trace_of(parts));
}

TEST(Strip, NamesWhoEntersWhenAWaitForEntriesEnds) {
    EXPECT_THAT(strip_of(0, 1, 3, {{1, 3.1}, {3, 3.1}, {2, 3.1}}), HasSubstr("rank 0 waits 2 s for rank 1"));
}

TEST(Strip, NamesNobodyWhoHasEnteredLongBeforeAWaitForAnExitEnds) {
    const std::string strip = strip_of(0, 1.5, 3, {{1, 3}, {1.5, 3}, {1.2, 3}});
    EXPECT_THAT(strip, HasSubstr("rank 1")) << "who takes part has a row";
    EXPECT_THAT(strip, Not(HasSubstr(" waits ")));
}

TEST(Strip, NamesNobodyWhoEntersOnlyAfterAWaitHasEnded) {
    EXPECT_THAT(strip_of(0, 1, 3, {{1, 3}, {4, 5}}), Not(HasSubstr(" waits ")));
}

TEST(Strip, NamesFunctionsEachInAColourOfItsOwn) {
    const std::string strip =
        strip_of(0, 1, 3, {{1, 3.1, "MPI_Allreduce"}, {3, 3.1, "MPI_Allreduce"}, {0.2, 3.9, "MPI_Bcast"}});
    const auto count = [&](std::string_view part) {
        std::size_t found = 0;
        for (std::size_t at = strip.find(part); at != std::string::npos; at = strip.find(part, at + 1))
            ++found;
        return found;
    };
    EXPECT_EQ(count("MPI_Allreduce"), 2U)
        << "on the long bar and beside its colour; the short bar has no room";
    EXPECT_EQ(count("MPI_Bcast"), 2U);
    EXPECT_EQ(count("series0"), 3U) << "two bars and what their colour is";
    EXPECT_EQ(count("series1"), 2U);
}

TEST(Strip, CountsTimeFromTheBeginningOfTheWait) {
    const std::string strip = strip_of(0, 1.25, 1.29, {{1.25, 1.291}, {1.29, 1.291}});
    for (const char* const mark : {">0 ms<", ">20 ms<", ">40 ms<", "0: 1.250000 s of the run"})
        EXPECT_THAT(strip, HasSubstr(mark));
}

}  // namespace
}  // namespace fabricmap::rules
