// SPDX-License-Identifier: Apache-2.0
// Nodes of a real Slurm, whose hosts call themselves otherwise, are drained and resumed.
#include "tests/programs.hpp"
#include "tests/site/kept_checks.hpp"
#include "tests/slurm_cluster.hpp"
#include "tests/temporary_folder.hpp"

namespace fabricmap {
namespace {

using ::testing::AllOf;
using testing::check_with;
using testing::faulty_host;
using ::testing::HasSubstr;
using testing::keep_check;
using ::testing::Not;
using testing::Outcome;

class DrainsInSlurm : public ::testing::Test {
  protected:
    void SetUp() override {
        const std::string why_not = testing::slurm_unsupported_reason();
        if (!why_not.empty()) GTEST_SKIP() << why_not;
        testing::write_slurm_conf(folder_.path(), nodes_);
    }

    /// What the lines print; "drained NAME" writes the nodes that are drained into a file.
    void run_in_slurm(const std::string& lines) const {
        const Outcome outcome = testing::run_in_slurm(
            folder_.path(), nodes_,
            "set -e\ndrained() { sinfo -h -N -t drain -o %N | sort | xargs >$1; }\n" + lines);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    }

    [[nodiscard]] std::string text_of(const std::string& name) const {
        return testing::bytes_of(folder_ / name);
    }

    testing::TemporaryFolder folder_;
    const std::vector<testing::SlurmTestNode> nodes_{{"cn0", "127.0.2.1", "node0"},
                                                     {"cn1", "127.0.2.2", "node1"},
                                                     {"cn2", "127.0.2.3", "node2"},
                                                     {"cn3", "127.0.2.4", "node3"}};
};

TEST_F(DrainsInSlurm, OnlyWhatIsNobodyElsesAndResumesOnlyWhatIsHealthyAgain) {
    const site::CheckRecord first =
        check_with("2026-01-02T03-04-05Z_0001", {faulty_host("node0", 5), faulty_host("node1", 9),
                                                 faulty_host("node2.cluster", 3), faulty_host("node3", 7)});
    site::CheckRecord second =
        check_with("2026-01-03T03-04-05Z_0002", {{"node0", site::HostVerdict::healthy},
                                                 {"node1", site::HostVerdict::healthy},
                                                 {"node2.cluster", site::HostVerdict::healthy},
                                                 faulty_host("node3", 7)});
    site::CheckRecord third = second;
    third.id = "2026-01-04T03-04-05Z_0003";
    third.hosts[3] = {"node3", site::HostVerdict::healthy};
    keep_check(folder_ / "one", first);
    for (const auto& check : {first, second}) keep_check(folder_ / "two", check);
    for (const auto& check : {first, second, third}) keep_check(folder_ / "three", check);
    run_in_slurm(
        "scontrol update nodename=cn1 state=drain reason='bad memory'\n"
        "fabricmap drain --store one >printed; drained after_printing\n"
        "fabricmap drain --yes --store one >run; drained after_drain; scontrol show node cn3 >cn3\n"
        "fabricmap drain --yes --store one >again; drained after_second_drain\n"
        "fabricmap release --yes --store one >too_early; drained after_early_release\n"
        "fabricmap release --store two >shown; drained after_shown_release\n"
        "fabricmap release --yes --store two >released; drained after_release\n"
        "fabricmap drain 2026-01-02 --yes --store two >stale; drained after_stale\n"
        "scontrol update nodename=cn3 reason='being mended'\n"
        "fabricmap release --yes --store three >foreign; drained after_foreign; scontrol show node cn1 "
        ">cn1\n");
    EXPECT_EQ(text_of("after_printing"), "cn1\n");
    EXPECT_EQ(text_of("printed"), text_of("run"));
    EXPECT_THAT(text_of("printed"),
                AllOf(HasSubstr("nodename=cn3"), HasSubstr("nodename=cn0"), HasSubstr("# left node1: others"),
                      HasSubstr("# left node2.cluster: more than the 2"), Not(HasSubstr("nodename=cn1"))));
    EXPECT_EQ(text_of("after_drain"), "cn0 cn1 cn3\n");
    EXPECT_THAT(text_of("cn3"), HasSubstr("Reason=fabricmap: receives slowly (12.4 of 126 MB s) x [check " +
                                          first.id + "] [root@"));
    EXPECT_EQ(text_of("after_second_drain"), "cn0 cn1 cn3\n");
    EXPECT_THAT(text_of("again"), AllOf(HasSubstr("node3: drained already"), Not(HasSubstr("scontrol"))));
    EXPECT_EQ(text_of("after_early_release"), "cn0 cn1 cn3\n");
    EXPECT_EQ(text_of("after_shown_release"), "cn0 cn1 cn3\n");
    EXPECT_EQ(text_of("shown"), text_of("released"));
    EXPECT_EQ(text_of("released"),
              "scontrol update nodename=cn0 state=resume\n# left cn3: it was faulty in the check " +
                  second.id + "\n");
    EXPECT_EQ(text_of("after_release"), "cn1 cn3\n");
    EXPECT_EQ(text_of("after_stale"), "cn1 cn3\n") << text_of("stale");
    EXPECT_EQ(text_of("after_foreign"), "cn1 cn3\n") << text_of("foreign");
    EXPECT_THAT(text_of("cn1"), HasSubstr("Reason=bad memory [root@"));
}

}  // namespace
}  // namespace fabricmap
