// SPDX-License-Identifier: Apache-2.0
// A program that runs under mpirun: why it waits, and where its ranks belong.
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

namespace fabricmap {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::Outcome;
using testing::run_program;

constexpr const char* two_by_two = "host,hosts=2,ranks-per-host=2;latency,host=300ns,base=20us;noise,1%";

class Application : public ::testing::Test {
  protected:
    void SetUp() override {
        for (const char* const variable : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"})
            setenv(variable, "1", 1);
        why_ = run_program("fabricmap", {"why", "-o", (folder_ / "why").string(), "--", MPIEXEC,
                                         "--oversubscribe", "--bind-to", "none", "-np", "4", FAR_PARTNERS});
    }

    /// With its trace, and what follows the map.
    [[nodiscard]] Outcome place(const std::string& scenario, std::vector<std::string> words) const {
        EXPECT_EQ(testing::write_synthetic(scenario, folder_ / "map", {"--lengths", "0,64K,256K"}).exit_code,
                  0);
        words.insert(words.begin(),
                     {"place", folder_ / "map", "--app", folder_ / "why/trace", "-o", folder_ / "placed"});
        return run_program("fabricmap", words);
    }

    testing::TemporaryFolder folder_;
    Outcome why_;
};

TEST_F(Application, IsToldWhereItsTimeGoesAndWhoIsWaitedFor) {
    EXPECT_EQ(why_.exit_code, 4) << why_.err;
    EXPECT_THAT(why_.out,
                AllOf(HasSubstr("computation     waits"), HasSubstr("rank 3"),
                      ContainsRegex("What ranks wait for in the end:\n  ranks? 1 "), HasSubstr("Advice: ")));
    EXPECT_THAT(why_.err, HasSubstr("Page: "));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "why/why.html"));
}

TEST_F(Application, IsPlacedByItsTraceAndTried) {
    const Outcome outcome =
        place(two_by_two, {"--try", "--launcher",
                           fmt::format("LD_PRELOAD={} FABRICMAP_HOSTS='node0 node0 node1 node1' {} "
                                       "--oversubscribe --bind-to none -np {{ranks}}",
                                       MANY_HOSTS, MPIEXEC)});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(ContainsRegex("mpirun .*placed.seq .*-np 4 ./application"),
                                   ContainsRegex("takes [0-9.]+ of its time as .*placed.seq places it"),
                                   ContainsRegex("RESULT: step_s=.* ratio=[0-9.]+ low=")));
    const std::string placed = testing::bytes_of(folder_ / "placed.seq");
    EXPECT_EQ(placed.substr(0, placed.size() / 2), placed.substr(placed.size() / 2)) << "partners meet";
}

TEST_F(Application, IsNotTriedWhereNothingIsToBeGained) {
    const Outcome outcome = place("host,hosts=4;noise,1%", {"--try"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("Nothing to try"), Not(HasSubstr("ratio="))));
    EXPECT_EQ(run_program("fabricmap", {"place", folder_ / "map", "--app", folder_ / "missing"}).exit_code,
              3);
    EXPECT_THAT(run_program("fabricmap", {"place", folder_ / "map", "--pattern", "ring", "--quiet"}).out,
                HasSubstr("RESULT: gain="));
}

TEST(ApplicationOfCollectives, IsNotPlacedAndSaysWhy) {
    const testing::TemporaryFolder folder;
    for (const char* const variable : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"})
        setenv(variable, "1", 1);
    const std::string trace = folder / "trace";
    ASSERT_EQ(run_program("network_trace", {"record", "-o", trace, "--", MPIEXEC, "--oversubscribe", "-np",
                                            "4", FAR_PARTNERS, "none"})
                  .exit_code,
              0);
    ASSERT_EQ(testing::write_synthetic(two_by_two, folder / "map", {"--lengths", "0,64K"}).exit_code, 0);
    const Outcome outcome =
        run_program("fabricmap", {"place", folder / "map", "--app", trace, "-o", folder / "placed"});
    EXPECT_EQ(outcome.exit_code, 5);
    EXPECT_THAT(outcome.err,
                HasSubstr(trace + ": no rank sends to another in it but by collective operations"));
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_FALSE(std::filesystem::exists(folder / "placed_app_traffic.nc"));
}

TEST_F(Application, LeavesFilesThatAreThereUnlessToldToReplaceThem) {
    testing::write_bytes(folder_ / "placed.seq", "mine");
    const Outcome refused = place(two_by_two, {});
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_THAT(refused.err, HasSubstr("placed.seq: already exists"));
    EXPECT_EQ(testing::bytes_of(folder_ / "placed.seq"), "mine");
    const Outcome replaced = run_program(
        "fabricmap",
        {"place", folder_ / "map", "--app", folder_ / "why/trace", "-o", folder_ / "placed", "--overwrite"});
    EXPECT_EQ(replaced.exit_code, 0) << replaced.err;
    EXPECT_NE(testing::bytes_of(folder_ / "placed.seq"), "mine");
}

}  // namespace
}  // namespace fabricmap
