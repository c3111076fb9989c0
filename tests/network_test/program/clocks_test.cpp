// SPDX-License-Identifier: Apache-2.0
// Hosts whose clocks are an hour apart: the kernel gives each rank a time of its own, and an interposed
// library a host. Another one makes messages take far longer than the error of clocks that were read while
// others use the machine.
#include "measured.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/own/run_writer.hpp"
#include "tests/mpi_job.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;

constexpr double message_s = 0.02;

class HostsAnHourApart : public ::testing::Test {
  protected:
    void SetUp() override {
        if (run({"/usr/bin/unshare", "-T", "--monotonic", "1", "true"}).exit_code != 0)
            GTEST_SKIP() << "a time of their own is denied to processes here";
        write_bytes(program_,
                    fmt::format("#!/bin/sh\nexec unshare -T --monotonic $((3600 * OMPI_COMM_WORLD_RANK)) {} "
                                "\"$@\"\n",
                                TESTER));
        std::filesystem::permissions(program_, std::filesystem::perms::owner_all);
    }

    /// `slow_us`: what messages of at least `slow_from_bytes` take.
    [[nodiscard]] Outcome sweep(std::vector<std::string> words, const std::string& hosts = "a b",
                                int slow_us = 0, int slow_from_bytes = 1) const {
        words.insert(words.end(), {"--timing", "synchronized", "-f", prefix()});
        Job job{.ranks = static_cast<int>((hosts.size() + 1) / 2),
                .words = std::move(words),
                .preload = "many_hosts slow_rank"};
        job.environment = {{"FABRICMAP_HOSTS", hosts},
                           {"FABRICMAP_SLOW_WHEN", "sends"},
                           {"FABRICMAP_SLOW_US", std::to_string(slow_us)},
                           {"FABRICMAP_SLOW_FROM_BYTES", std::to_string(slow_from_bytes)},
                           // Ranks that share a core do not keep it from each other.
                           {"OMPI_MCA_mpi_yield_when_idle", "1"}};
        job.program = program_;
        return run(job);
    }
    /// Messages from 1 KiB on take `message_s`, so that no clock is too wrong for them.
    void sweep_slow_messages(const std::vector<std::string>& words, const std::string& hosts) const {
        const Outcome outcome = sweep(words, hosts, static_cast<int>(1e6 * message_s), 1024);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        const double bound_s = open_run(prefix()).description().clock_error_bound_s;
        EXPECT_GT(bound_s, 0);
        EXPECT_LT(bound_s, 1e-3);
    }
    /// Expects what was planted, give or take what the machine adds.
    static void expect_message_time(double delay_s) {
        EXPECT_GT(delay_s, 0.9 * message_s);
        EXPECT_LT(delay_s, 2 * message_s);
    }
    [[nodiscard]] std::string prefix() const { return folder_ / "run"; }

  private:
    TemporaryFolder folder_;
    std::string program_ = folder_ / "network_test";
};

TEST_F(HostsAnHourApart, AreMeasuredInOneTime) {
    ASSERT_NO_FATAL_FAILURE(sweep_slow_messages({"--lengths", "1K,8K", "-n", "10"}, "a b"));
    const Matrix medians = open_run(prefix()).stack(Statistic::median)->plane(0);
    expect_message_time(medians(0, 1));
    expect_message_time(medians(1, 0));
}

TEST_F(HostsAnHourApart, AreMeasuredWithoutTheFirstRanksHost) {
    ASSERT_NO_FATAL_FAILURE(
        sweep_slow_messages({"--lengths", "1K", "-n", "10", "--exclude-hosts", "a"}, "a b c"));
    const Matrix medians = open_run(prefix()).stack(Statistic::median)->plane(0);
    expect_message_time(medians(2, 1));
    EXPECT_TRUE(std::isnan(medians(0, 1)));
}

TEST_F(HostsAnHourApart, AreRefusedBeforeTheFirstPlaneWhereMessagesAreTooQuick) {
    const Outcome outcome = sweep({"--lengths", "0", "-n", "2000", "--fixed"});
    EXPECT_EQ(exit_code_of_job(outcome), 1) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("--timing synchronized: 0 bytes take "));
    EXPECT_THAT(outcome.err, HasSubstr("begin with longer messages (--lengths), or use --timing one_way"));
    EXPECT_FALSE(std::filesystem::exists(statistic_path(prefix(), Statistic::median)))
        << "it would stand in the way of that";
}

TEST_F(HostsAnHourApart, AreProbedInOneTime) {
    // Without a common time every visit takes nothing, or an hour.
    const Outcome outcome = sweep({"--lengths", "probe:24K:48K", "--dry-run"}, "a b", 500, 33'333);
    EXPECT_THAT(outcome.out, HasSubstr("between hosts: from 33333 bytes on, +")) << outcome.err;
}

}  // namespace
}  // namespace fabricmap::testing
