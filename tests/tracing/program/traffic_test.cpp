// SPDX-License-Identifier: Apache-2.0
// What a program sent, from the recording to the files that others read.
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/traffic/traffic_file.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tracing/program/traced_job.hpp"
#include "tracing/formats/open_trace.hpp"

#include <fmt/format.h>

#include <map>

namespace fabricmap::tracing {
namespace {

using ::testing::HasSubstr;
using testing::Outcome;
using testing::run_program;
using testing::TemporaryFolder;

/// Messages and bytes of sender, receiver and class of lengths.
using Sent = std::map<std::tuple<int, int, std::int64_t>, std::pair<std::uint64_t, std::uint64_t>>;

/// What the program exchanges.cpp does, from its description.
class Expected {
  public:
    Expected() {
        for (int rank = 0; rank < ranks; ++rank) {
            add(rank, (rank + 1) % ranks, 100, 5);
            add(rank, (rank + 1) % ranks, 0, 1);
            add(rank, rank ^ 2, 1000, 1);
            add(rank, rank ^ 1, 3000, 1);
            for (int peer = 0; peer < ranks; ++peer) add_blocks(rank, peer);
            add(rank, rank ^ 1, 35000, 1);
            add((rank + 2) % ranks, rank, 20000, 1);
            if (rank % 2 == 1) {
                add(rank, rank - 1, 0, 2);
                add(rank, rank - 1, 8, 2);
            }
        }
    }
    [[nodiscard]] const Sent& sent() const { return sent_; }

  private:
    static constexpr int ranks = 4;

    /// In the communicator rank r is number 3 - r; its root is rank 3.
    void add_blocks(int rank, int peer) {
        if (rank == peer) return;
        const int block = 10 * (3 - rank) + 3 - peer;
        add(rank, peer, static_cast<std::uint64_t>(block), block == 0 ? 0 : 2);
        add(rank, peer, 4096, 1);
        add(rank, peer, 5000, 1);
        if (peer == 3) add(rank, peer, 9000, 1);
        if (rank == 3) add(rank, peer, 10000, 1);
    }
    void add(int sender, int receiver, std::uint64_t length, std::uint64_t count) {
        if (count == 0) return;
        std::int64_t first = length == 0 ? 0 : 1;
        while (first > 0 && 2 * first <= static_cast<std::int64_t>(length)) first *= 2;
        auto& [messages, bytes] = sent_[{sender, receiver, first}];
        messages += count;
        bytes += count * length;
    }

    Sent sent_;
};

Sent sent_in(const Traffic& traffic) {
    Sent sent;
    for (const TrafficFlow& flow : traffic.flows)
        sent[{flow.sender, flow.receiver, flow.first_length}] = {flow.messages, flow.bytes};
    return sent;
}

void expect_viewable(const std::filesystem::path& path, const Sent& expected) {
    const Run run = open_run(path);
    EXPECT_EQ(run.statistics(), std::vector{Statistic::count});
    const auto bytes = run.bytes();
    ASSERT_TRUE(bytes);
    const auto messages = run.stack(Statistic::count);
    double sum = 0;
    for (const auto& [key, amounts] : expected) {
        const auto& [sender, receiver, first] = key;
        const auto& lengths = messages->message_lengths();
        const auto place = std::find(lengths.begin(), lengths.end(), first);
        ASSERT_NE(place, lengths.end()) << first;
        const auto plane = place - lengths.begin();
        EXPECT_EQ(messages->pair(sender, receiver)(plane), static_cast<double>(amounts.first));
        EXPECT_EQ(bytes->pair(sender, receiver)(plane), static_cast<double>(amounts.second));
        sum += static_cast<double>(amounts.second);
    }
    double all = 0;
    for (std::size_t k = 0; k < bytes->message_lengths().size(); ++k) all += bytes->plane(k).sum();
    EXPECT_EQ(all, sum);
}

/// The messages are taken for what they are by network_place.
void expect_placed(const std::filesystem::path& traffic, const TemporaryFolder& folder) {
    const Outcome made = testing::write_synthetic("two_racks", folder / "machine", {"--lengths", "0,1K,64K"});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    const Outcome placed = run_program(
        "network_place", {folder / "machine", "--messages", traffic, "-o", folder / "placed", "--to", "csv"});
    EXPECT_EQ(placed.exit_code, 0) << placed.err;
    EXPECT_THAT(placed.out, HasSubstr("4 ranks"));
}

/// The even ranks post 20 ms late, twice, for the odd ones above them.
void expect_exposures(const std::filesystem::path& path) {
    const Operations operations = open_trace(path);
    EXPECT_EQ(describe_report(operations.report), "");
    constexpr auto type = RecordType::exposure;
    const RecordTable& table = operations.trace[type];
    ASSERT_EQ(table.size(), 4U);
    for (std::size_t record = 0; record < table.size(); ++record) {
        const double origin = table.number(field(type, "process_rank"), record);
        EXPECT_EQ(table.number(field(type, "target_process_rank"), record), origin - 1);
        EXPECT_EQ(static_cast<int>(origin) % 2, 1);
        const double posted = table.number(field(type, "post_start_time"), record);
        const double completed = table.number(field(type, "complete_finish_time"), record);
        EXPECT_LT(table.number(field(type, "start_start_time"), record), posted);
        EXPECT_GE(completed, posted);
        EXPECT_GE(table.number(field(type, "wait_finish_time"), record),
                  table.number(field(type, "complete_start_time"), record));
        EXPECT_THAT(std::string(operations.trace.text(type, field(type, "source_code"), record)),
                    HasSubstr("exchanges.cpp:"));
        EXPECT_NE(operations.trace.text(type, field(type, "source_code"), record),
                  operations.trace.text(type, field(type, "target_source_code"), record));
    }
    // Each origin's second epoch is the target's second post.
    EXPECT_LT(table.number(field(type, "wait_finish_time"), 0),
              table.number(field(type, "post_start_time"), 1));
}

// One recorded run for all that is expected of it.
TEST(Exchanges, AreExactInTheTrafficAndInEveryFileThatIsMadeOfIt) {
    const TemporaryFolder folder;
    const Outcome traced = testing::run_traced(4, folder / "trace", {testing::traced_program("exchanges")});
    ASSERT_EQ(traced.exit_code, 0) << traced.err;
    const Outcome outcome = run_program("network_trace", {"traffic", folder / "trace", "-o", folder / "e"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("MPI_Bcast"));
    const auto path = folder / "e_traffic.nc";
    const Sent expected = Expected().sent();
    const Traffic traffic = read_traffic_file(path);
    EXPECT_EQ(traffic.ranks, 4);
    EXPECT_EQ(sent_in(traffic), expected);
    expect_viewable(path, expected);
    expect_viewable(folder / "e", expected);

    const Outcome table = run_program("network_convert", {path, "--to", "csv", "-o", "-"});
    EXPECT_EQ(table.exit_code, 0) << table.err;
    EXPECT_THAT(table.out, HasSubstr("messages,bytes"));
    const auto [messages, bytes] = expected.at({0, 1, 32768});
    EXPECT_THAT(table.out, ::testing::ContainsRegex(fmt::format("32768,0,1,.*{},{}\n", messages, bytes)));
    expect_placed(path, folder);
    expect_exposures(folder / "trace");
}

}  // namespace
}  // namespace fabricmap::tracing
