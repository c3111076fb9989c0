// SPDX-License-Identifier: Apache-2.0
// Checks of the hosts that were free each time add up to a map of the site.
#include "netcdf_schema/open_run.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

namespace fabricmap {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;

constexpr int checks = 6;
constexpr int first_seed = 3;
constexpr int day_s = 86400;

class SiteMapOfChecks : public ::testing::Test {
  protected:
    [[nodiscard]] Outcome fabricmap(std::vector<std::string> words) const {
        words.insert(words.end(), {"--store", folder_ / "store"});
        return testing::run_program("fabricmap", words);
    }

    /// On the half of the hosts with that number.
    [[nodiscard]] Outcome check(int number, const std::string& state) const {
        testing::write_bytes(folder_ / "part", fmt::format("{} {} {}\n", first_seed + number,
                                                           (checks - 1 - number) * day_s, state));
        return fabricmap({"check", "--preset", "quick", "--launcher",
                          fmt::format("{} {}", PARTIAL_JOB, (folder_ / "part").string())});
    }

    testing::TemporaryFolder folder_;
};

TEST_F(SiteMapOfChecks, NamesWhatLiesInPartsAndNobodyElse) {
    Outcome last;
    for (int number = 0; number < checks; ++number) last = check(number, "faulty");
    EXPECT_THAT(last.out, AllOf(HasSubstr("Of the 16 hosts of the site it measured 8, 56 of 240 pairs; with "
                                          "earlier checks "),
                                HasSubstr("(fabricmap map)")));
    const Outcome map = fabricmap({"map", "-o", folder_ / "site"});
    EXPECT_EQ(map.exit_code, 4) << map.err;
    EXPECT_THAT(map.out, AllOf(HasSubstr("16 hosts of 6 measurements"), HasSubstr("2 faults in 16 hosts"),
                               HasSubstr("cn05 receives 2.5"), HasSubstr("link cn02 <-> cn11")));
    EXPECT_TRUE(open_run(folder_ / "site").description().pair_ages_s);
    EXPECT_EQ(fabricmap({"map", "-o", folder_ / "site"}).exit_code, 3) << "a run is there";
    const Outcome without_files = fabricmap({"map"});
    EXPECT_EQ(without_files.exit_code, 4);
    EXPECT_THAT(without_files.out, HasSubstr("link cn02 <-> cn11"));
}

TEST_F(SiteMapOfChecks, IsHealthyWhereTheMachineIs) {
    const Outcome first = check(0, "healthy");
    EXPECT_THAT(first.out, Not(HasSubstr("of the site it measured"))) << "so far these are all hosts";
    for (int number = 1; number < checks; ++number) EXPECT_EQ(check(number, "healthy").exit_code, 0);
    const Outcome map = fabricmap({"map"});
    EXPECT_EQ(map.exit_code, 0) << map.out;
}

TEST_F(SiteMapOfChecks, NeedsACheck) {
    std::filesystem::create_directory(folder_ / "store");
    const Outcome map = fabricmap({"map"});
    EXPECT_EQ(map.exit_code, 2);
    EXPECT_THAT(map.err, HasSubstr("make one with fabricmap check\n"));
}

}  // namespace
}  // namespace fabricmap
