// SPDX-License-Identifier: Apache-2.0
// MPI_Win_lock_all and the calls that complete accesses under it.
#include "tallies.hpp"
#include "tests/temporary_folder.hpp"
#include "traced_job.hpp"
#include "tracing/formats/open_trace.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace fabricmap::tracing {
namespace {

using testing::TemporaryFolder;

constexpr int ranks_with_locks = 3;
constexpr double planted_sleep_s = 0.020;

/// The records of a type that tell of a rank, by a number that is different in all of them.
std::map<double, std::size_t> records_of(const Trace& trace, RecordType type, int rank,
                                         std::string_view number) {
    std::map<double, std::size_t> records;
    const FieldIndex by = *find_field(type, number);
    const FieldIndex of = *find_field(type, "process_rank");
    for (std::size_t record = 0; record < trace[type].size(); ++record) {
        if (trace[type].number(of, record) == rank) records[trace[type].number(by, record)] = record;
    }
    return records;
}

/// Of a rank: its accesses by their bytes, its locks in the order of their times.
class SharedLocks {
  public:
    SharedLocks(const Trace& trace, int rank)
        : trace_(trace), rank_(rank), accesses_(records_of(trace, RecordType::one_sided, rank, "bytes")) {
        for (const auto& [start, record] : records_of(trace, RecordType::lock, rank, "start_time"))
            locks_.push_back(record);
    }

    void expect_accesses() const {
        ASSERT_EQ(accesses_.size(), 6U);
        const int right = (rank_ + 1) % ranks_with_locks;
        const int left = (rank_ + ranks_with_locks - 1) % ranks_with_locks;
        const std::map<double, int> targets{{4, right},  {8, left},   {12, left},
                                            {16, right}, {20, right}, {24, right}};
        for (const auto& [bytes, target] : targets)
            EXPECT_EQ(of_access(bytes, "target_process_rank"), target) << bytes;
        // By MPI_Win_flush, two sleeps after the put; by MPI_Win_flush_all, another one later.
        EXPECT_GE(of_access(4, "complete_time") - of_access(4, "finish_time"), 2 * planted_sleep_s);
        EXPECT_GE(of_access(8, "complete_time") - of_access(4, "complete_time"), planted_sleep_s);
        EXPECT_LT(of_access(8, "complete_time"), of_access(16, "start_time"));
        // By MPI_Win_unlock_all.
        EXPECT_EQ(of_access(16, "complete_time"), of_lock(0, "finish_time"));
        EXPECT_EQ(of_access(12, "complete_time"), of_lock(0, "finish_time"));
        // By MPI_Win_flush and MPI_Win_unlock of one rank.
        EXPECT_LE(of_access(20, "complete_time"), of_access(24, "start_time"));
        EXPECT_EQ(of_access(24, "complete_time"), of_lock(1, "finish_time"));
    }

    void expect_locks() const {
        ASSERT_EQ(locks_.size(), 2U);
        EXPECT_EQ(text(0, "op_name"), "MPI_Win_lock_all");
        EXPECT_EQ(text(1, "op_name"), "MPI_Win_lock");
        for (const std::size_t lock : {0U, 1U}) EXPECT_EQ(text(lock, "op_type"), "shared");
        EXPECT_TRUE(std::isnan(of_lock(0, "owner_process_rank")));
        EXPECT_EQ(of_lock(1, "owner_process_rank"), (rank_ + 1) % ranks_with_locks);
        EXPECT_EQ(text(1, "lock"),
                  fmt::format("{} of rank {}", text(0, "lock"), (rank_ + 1) % ranks_with_locks));
        EXPECT_GE(of_lock(0, "release_time") - of_lock(0, "acquire_time"), 4 * planted_sleep_s);
        for (const std::size_t lock : {0U, 1U}) {
            EXPECT_THAT(std::string(text(lock, "source_code")), ::testing::StartsWith("shared_locks.cpp:"));
            EXPECT_THAT(std::string(text(lock, "release_source_code")),
                        ::testing::StartsWith("shared_locks.cpp:"));
        }
    }

  private:
    [[nodiscard]] double of_access(double bytes, std::string_view name) const {
        constexpr auto type = RecordType::one_sided;
        return trace_[type].number(*find_field(type, name), accesses_.at(bytes));
    }
    [[nodiscard]] double of_lock(std::size_t lock, std::string_view name) const {
        constexpr auto type = RecordType::lock;
        return trace_[type].number(*find_field(type, name), locks_.at(lock));
    }
    [[nodiscard]] std::string_view text(std::size_t lock, std::string_view name) const {
        constexpr auto type = RecordType::lock;
        return trace_.text(type, *find_field(type, name), locks_.at(lock));
    }

    const Trace& trace_;
    int rank_;
    std::map<double, std::size_t> accesses_;
    std::vector<std::size_t> locks_;
};

TEST(SharedLocks, CompleteAccessesByTheCallsThatFlushThem) {
    const TemporaryFolder folder;
    const testing::Outcome outcome = testing::run_traced(
        ranks_with_locks, folder / "trace", {testing::traced_program("shared_locks"), folder / "account"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    SourceLines lines;
    EXPECT_EQ(testing::tallies_of(profile_of(read_recording(folder / "trace"), lines)),
              testing::tallies_noted(folder / "account", "shared_locks.cpp", ranks_with_locks));
    const Operations operations = open_trace(folder / "trace");
    EXPECT_TRUE(operations.report.is_clean()) << describe_report(operations.report);
    for (int rank = 0; rank < ranks_with_locks; ++rank) {
        SCOPED_TRACE(rank);
        const SharedLocks locks(operations.trace, rank);
        locks.expect_accesses();
        locks.expect_locks();
    }
}

}  // namespace
}  // namespace fabricmap::tracing
