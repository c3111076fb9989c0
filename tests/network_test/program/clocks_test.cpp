// SPDX-License-Identifier: Apache-2.0
// Hosts whose clocks are an hour apart: the kernel gives each rank a time of its own, and an interposed
// library a host.
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

constexpr int attempts = 5;

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

    [[nodiscard]] Outcome sweep(std::vector<std::string> words, const std::string& hosts = "a b") const {
        words.insert(words.end(), {"--timing", "synchronized", "-f", prefix()});
        Job job{.ranks = static_cast<int>((hosts.size() + 1) / 2),
                .words = std::move(words),
                .preload = "many_hosts"};
        job.environment = {{"FABRICMAP_HOSTS", hosts}, {"OMPI_MCA_btl_vader_eager_limit", "33333"}};
        job.program = program_;
        return run(job);
    }
    /// Where others take the cores for long, clocks are read too badly even for long messages.
    void must_sweep(const std::vector<std::string>& words, const std::string& hosts) const {
        Outcome outcome = sweep(words, hosts);
        for (int attempt = 1; attempt < attempts && outcome.exit_code != 0; ++attempt)
            outcome = sweep(words, hosts);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    }
    [[nodiscard]] std::string prefix() const { return folder_ / "run"; }

  private:
    TemporaryFolder folder_;
    std::string program_ = folder_ / "network_test";
};

TEST_F(HostsAnHourApart, AreMeasuredInOneTime) {
    ASSERT_NO_FATAL_FAILURE(must_sweep({"--lengths", "4M,8M", "-n", "20"}, "a b"));
    const fabricmap::Run measured = open_run(prefix());
    EXPECT_GT(measured.description().clock_error_bound_s, 0);
    EXPECT_LT(measured.description().clock_error_bound_s, 1e-3);
    const Matrix medians = measured.stack(Statistic::median)->plane(0);
    for (const double delay_s : {medians(0, 1), medians(1, 0)}) {
        EXPECT_GT(delay_s, 20e-6);
        EXPECT_LT(delay_s, 0.1);
    }
}

TEST_F(HostsAnHourApart, AreMeasuredWithoutTheFirstRanksHost) {
    ASSERT_NO_FATAL_FAILURE(must_sweep({"--lengths", "4M", "-n", "20", "--exclude-hosts", "a"}, "a b c"));
    const fabricmap::Run measured = open_run(prefix());
    EXPECT_GT(measured.description().clock_error_bound_s, 0);
    const Matrix medians = measured.stack(Statistic::median)->plane(0);
    EXPECT_GT(medians(2, 1), 20e-6);
    EXPECT_LT(medians(2, 1), 0.1);
    EXPECT_TRUE(std::isnan(medians(0, 1)));
}

TEST_F(HostsAnHourApart, AreRefusedBeforeTheFirstPlaneWhereMessagesAreTooQuick) {
    const Outcome outcome = sweep({"--lengths", "0", "-n", "2000", "--fixed"});
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("--timing synchronized: 0 bytes take "));
    EXPECT_THAT(outcome.err, HasSubstr("begin with longer messages (--lengths), or use --timing one_way"));
    EXPECT_FALSE(std::filesystem::exists(statistic_path(prefix(), Statistic::median)))
        << "it would stand in the way of that";
}

TEST_F(HostsAnHourApart, AreProbedInOneTime) {
    std::string said;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        // Without a common time every visit takes nothing, or an hour.
        said = sweep({"--lengths", "probe:24K:48K", "--dry-run"}).out;
        if (said.find("between hosts: from ") != std::string::npos) return;
    }
    ADD_FAILURE() << said;
}

}  // namespace
}  // namespace fabricmap::testing
