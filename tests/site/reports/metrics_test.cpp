// SPDX-License-Identifier: Apache-2.0
#include "site/reports/metrics.hpp"

#include "site/store/utc.hpp"
#include "tests/command.hpp"
#include "tests/site/kept_checks.hpp"
#include "tests/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::site {
namespace {

using testing::check_with;
using ::testing::HasSubstr;
using ::testing::Not;

/// Ended at 03:09:05; the second one, a day later, has the first host alone.
std::vector<CheckRecord> two_checks() {
    HostRecord slow = testing::faulty_host("n\"1\\", 9);
    slow.receives.own_factor = 8.5;
    std::vector<CheckRecord> checks{check_with("2026-01-02T03-04-05Z_0001", {{"n\"1\\", HostVerdict::healthy},
                                                                             {"n2", HostVerdict::suspect}}),
                                    check_with("2026-01-03T03-04-05Z_0002", {slow})};
    checks[1].finished = "2026-01-03T03:09:05Z";
    return checks;
}

// date -d 2026-01-02T03:09:05Z +%s
constexpr std::int64_t end_of_first = 1767323345;

TEST(Utc, IsReadAsItIsWritten) {
    EXPECT_EQ(unix_seconds("2026-01-02T03:09:05Z"), end_of_first);
    EXPECT_EQ(unix_seconds("2026-01-02T03:09:05"), std::nullopt);
    EXPECT_EQ(unix_seconds("2026-01-02T03:09:05Z "), std::nullopt);
    EXPECT_EQ(unix_seconds(""), std::nullopt);
}

TEST(Metrics, AreThoseOfTheLastCheckThatMeasuredAHost) {
    const Marks marks{{"2026-01-02T03-04-05Z_0001", {true, "", ""}}, {"gone", {true, "", ""}}};
    const std::string text = metrics_text(two_checks(), marks, end_of_first + 86400 + 60);
    for (const char* const line :
         {"\nfabricmap_checks 2\n", "\nfabricmap_checks_accepted 1\n",
          "\nfabricmap_last_check_verdict{verdict=\"faults\"} 1\n",
          "\nfabricmap_last_check_verdict{verdict=\"healthy\"} 0\n",
          "\nfabricmap_last_check_age_seconds 60\n",
          "\nfabricmap_checked_host_verdict{host=\"n\\\"1\\\\\",verdict=\"faulty\"} 1\n",
          "\nfabricmap_checked_host_verdict{host=\"n2\",verdict=\"suspect\"} 1\n",
          "\nfabricmap_checked_host_receive_factor{host=\"n\\\"1\\\\\"} 9\n",
          "\nfabricmap_checked_host_own_receive_factor{host=\"n\\\"1\\\\\"} 8.5\n",
          "\nfabricmap_checked_host_age_seconds{host=\"n2\"} 86460\n",
          "\nfabricmap_checked_host_timestamp_seconds{host=\"n2\"} 1767323345\n"})
        EXPECT_THAT(text, HasSubstr(line));
    EXPECT_THAT(text, Not(HasSubstr("verdict=\"healthy\"} 1")));
    EXPECT_THAT(text, Not(HasSubstr("send_factor"))) << "none is known";
}

TEST(Metrics, PassWhatPrometheusChecks) {
    const testing::TemporaryFolder folder;
    testing::write_bytes(folder / "some", metrics_text(two_checks(), {}, end_of_first));
    testing::write_bytes(folder / "none", metrics_text({}, {}, end_of_first));
    if (testing::run({"/bin/sh", "-c", "command -v promtool"}).exit_code != 0)
        GTEST_SKIP() << "promtool (package prometheus) is not installed";
    for (const char* const file : {"some", "none"}) {
        const auto outcome =
            testing::run({"/bin/sh", "-c", "promtool check metrics <" + (folder / file).string()});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
        EXPECT_EQ(outcome.out + outcome.err, "");
    }
}

}  // namespace
}  // namespace fabricmap::site
