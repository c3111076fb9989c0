// SPDX-License-Identifier: Apache-2.0
#include "tests/netcdf_schema/some_runs.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>

#include <limits>
#include <unistd.h>

namespace fabricmap::diagnosis {
namespace {

namespace fs = std::filesystem;
using testing::expect_refused;
using testing::Outcome;
using testing::Refused;
using testing::run_program;
using testing::TemporaryFolder;

const std::string diagnose_program = "network_diagnose";

void expect_all_refused(const std::vector<Refused>& cases) {
    for (const Refused& wrong : cases) {
        SCOPED_TRACE(fmt::format("{}", fmt::join(wrong.words, " ")));
        expect_refused(diagnose_program, wrong);
    }
}

/// Files of all kinds, good and bad ones.
class BadInput : public ::testing::Test {
  protected:
    BadInput() {
        make("run", "fat-tree,hosts=8,leaf=4,ranks-per-host=2;noise,2%;sweep,lengths=0,1K,64K");
        make("other", "torus,size=4x4;noise,2%;sweep,lengths=0,1K,64K");
        make("async",
             "fat-tree,hosts=8,leaf=4,ranks-per-host=2;noise,2%;sweep,type=async_one_to_one,lengths=0,1K");
        make("lengths", "fat-tree,hosts=8,leaf=4,ranks-per-host=2;noise,2%;sweep,lengths=2K,3K");
        fs::create_directory(folder / "folder");
    }

    void make(const std::string& prefix, const std::string& fabric) {
        const Outcome outcome = testing::write_synthetic(fabric, folder / prefix);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    }
    [[nodiscard]] std::string at(const std::string& name) const { return folder / name; }

    TemporaryFolder folder;
};

TEST_F(BadInput, FilesThatHoldNoRunAreRefused) {
    testing::write_bytes(folder / "empty.nc", "");
    testing::write_bytes(folder / "foreign.nc", "neither a run nor an archive\n");
    const std::string whole = testing::bytes_of(folder / "run_median.nc");
    testing::write_bytes(folder / "cut.nc", std::string_view(whole).substr(0, whole.size() / 2));
    expect_all_refused({
        {{}, 2, "RUN"},
        {{""}, 2, "RUN"},
        {{at("missing")}, 3, "missing"},
        {{at("missing.nc")}, 3, "missing.nc"},
        {{at("empty.nc")}, 3, "empty.nc"},
        {{at("foreign.nc")}, 3, "foreign.nc"},
        {{at("cut.nc")}, 3, "cut.nc"},
        {{at("folder")}, 3, "folder"},
        {{at("run_truth.json")}, 3, "run_truth.json"},
        {{at("run"), at("missing")}, 3, "missing"},
        {{at("run"), "--baseline", at("missing")}, 3, "missing"},
        {{at("run"), "--baseline", at("cut.nc")}, 3, "cut.nc"},
        {{"synthetic:nonsense"}, 3, "nonsense"},
        {{"synthetic:torus,size=4x4;fault,slow-node,host=99,factor=2"}, 3, "99"},
    });
}

TEST_F(BadInput, RunsThatAreNotCompatibleAreRefused) {
    expect_all_refused({
        {{at("run"), at("other")}, 2, "other"},
        {{at("run"), "--baseline", at("other") + "," + at("run")}, 2, "no host in common"},
        {{at("run"), "--baseline", at("async")}, 2, "async_one_to_one"},
        {{at("run"), "--baseline", at("lengths")}, 2, "no message length in common"},
        {{at("run"), "--baseline", at("run") + "," + at("lengths")}, 2, "no message length in common"},
        {{at("run"), "--baseline", at("run") + ",," + at("run")}, 2, "empty name"},
        {{at("run"), "--baseline", ""}, 2, "--baseline"},
        {{at("run"), "--baseline", at("run"), at("lengths")}, 2, "join runs of the baseline with commas"},
    });
}

TEST_F(BadInput, RunsWithoutDelaysAreRefused) {
    fs::create_directory(folder / "deviation");
    fs::copy(folder / "run_deviation.nc", folder / "deviation/run_deviation.nc");
    fs::create_directory(folder / "count");
    fs::copy(folder / "run_count.nc", folder / "count/run_count.nc");
    testing::write_run(folder / "single", testing::telltale_run(1, {0, 1, 2}));
    testing::SomeRun unmeasured = testing::telltale_run(6, {0, 1, 2});
    for (auto& plane : unmeasured.cells) {
        for (auto& row : plane) {
            for (CellStatistics& cell : row) {
                const double nothing = std::numeric_limits<double>::quiet_NaN();
                cell = {nothing, nothing, nothing, nothing, nothing, 0, 0};
            }
        }
    }
    testing::write_run(folder / "unmeasured", unmeasured);
    expect_all_refused({
        {{at("deviation/run")}, 2, "deviation"},
        {{at("deviation/run_deviation.nc")}, 2, "deviation"},
        {{at("run_deviation.nc")}, 2, "deviation"},
        {{at("count/run_count.nc")}, 2, "count"},
        {{at("run"), "--baseline", at("run_count.nc")}, 2, "count"},
        {{at("single")}, 2, "single rank"},
        {{at("unmeasured")}, 3, "unmeasured: nothing was measured"},
    });
}

TEST_F(BadInput, WrongOptionsAreRefused) {
    std::vector<Refused> cases{
        {{at("run"), "--only", "nonsense"}, 2, "--only nonsense"},
        {{at("run"), "--only", ""}, 2, "--only"},
        {{at("run"), "--only", "thresholds"}, 2, "--only thresholds: 3 lengths measured"},
        {{at("run"), "--only", "comparison"}, 2, "--baseline"},
        {{at("run"), "--only", "topology", "--baseline", at("run")}, 2, "--only topology"},
        {{at("run"), "--only", "topology", "--slurm-drain"}, 2, "--slurm-drain"},
        {{at("run"), "--only", "anomalies", "--topology-out", at("a.dot")}, 2, "--topology-out"},
        {{at("run"), "--max-drain", "3"}, 2, "--max-drain"},
        {{at("run"), "--slurm-drain", "--max-drain", "-1"}, 2, "--max-drain -1"},
        {{at("run"), "--slurm-drain", "--max-drain", "many"}, 2, "--max-drain many"},
        {{at("run"), "--nonsense"}, 2, "--nonsense"},
        {{at("run"), "--json"}, 2, "--json"},
    };
    for (const std::string effect :
         {"5", "-1", "abc", "0", "0%", "nan", "inf", "5%%", "2000%", "1e400", "-5%", ""})
        cases.push_back({{at("run"), "--min-effect", effect}, 2, "--min-effect"});
    expect_all_refused(cases);
}

TEST_F(BadInput, KindsThatCannotBeReadAreRefused) {
    testing::write_bytes(folder / "none.conf", "NodeName=node[0-7] CPUs=4\nPartitionName=all Nodes=ALL\n");
    testing::write_bytes(folder / "twice.conf",
                         "NodeName=node[0-7] Features=old\nNodeName=node3 Features=new\n");
    testing::write_bytes(folder / "list.conf", "NodeName=node[0- Features=old\n");
    expect_all_refused({
        {{at("run"), "--kinds", at("missing.conf")}, 3, "missing.conf"},
        {{at("run"), "--kinds", at("none.conf")}, 3, "none.conf: no node has features"},
        {{at("run"), "--kinds", at("twice.conf")}, 3, "twice.conf:2: node node3"},
        {{at("run"), "--kinds", at("list.conf")}, 3, "list.conf:1: NodeName="},
        {{at("run"), "--kinds", at("run_median.nc")}, 3, "run_median.nc"},
        {{at("run"), "--min-time", "-1us"}, 2, "--min-time -1us"},
        {{at("run"), "--min-time", "often"}, 2, "--min-time often"},
    });
}

TEST_F(BadInput, TopologiesThatCannotBeReadAreRefused) {
    testing::write_bytes(folder / "garbage.conf", "garbage\n");
    testing::write_bytes(folder / "empty.conf", "");
    expect_all_refused({
        {{at("run"), "--topology", at("missing.conf")}, 3, "missing.conf"},
        {{at("run"), "--topology", at("garbage.conf")}, 3, "garbage.conf:1"},
        {{at("run"), "--topology", at("empty.conf")}, 3, "empty.conf"},
        {{at("run"), "--topology", at("folder")}, 3, "folder"},
        {{at("run"), "--topology", at("run_median.nc")}, 3, "run_median.nc"},
        {{at("run"), "--topology", at("garbage.conf"), "--only", "thresholds"}, 2, "--topology"},
    });
}

TEST_F(BadInput, OutputsThatAreNoneAreRefused) {
    testing::write_bytes(folder / "topology.conf", "SwitchName=leaf Nodes=node[0-7]\n");
    const std::string before = testing::bytes_of(folder / "run_median.nc");
    for (const std::string option : {"--json", "--html", "--prometheus"}) {
        expect_all_refused({
            {{at("run_median.nc"), option, at("run_median.nc")}, 2, "the input itself"},
            {{at("run"), option, at("run_median.nc")}, 2, "measurement"},
            {{at("run_min.nc"), option, at("run_median.nc")}, 2, "measurement"},
            {{at("other"), option, at("run_median.nc")}, 2, "measurement"},
            {{at("run"), "--baseline", at("run_median.nc"), option, at("folder/../run_median.nc")},
             2,
             "the input itself"},
            {{at("run"), "--topology", at("topology.conf"), option, at("topology.conf")},
             2,
             "the input itself"},
            {{at("run"), option, at("missing/a")}, 3, "missing/a"},
            {{at("run"), option, at("folder")}, 3, "folder"},
            {{at("run"), option, "/dev/full"}, 3, "/dev/full"},
            {{at("run"), option, ""}, 2, option},
        });
    }
    expect_all_refused({
        {{at("run"), "--topology-out", at("a.png")}, 2, "--topology-out"},
        {{at("run"), "--topology-out", at("a")}, 2, "--topology-out"},
        {{at("run"), "--topology-out", at("missing/a.dot")}, 3, "missing/a.dot"},
        {{at("run"), "--topology", at("topology.conf"), "--topology-out", at("topology.conf")},
         2,
         "the input itself"},
        {{at("run"), "--json", at("a"), "--html", at("a")}, 2, "two reports"},
        {{at("run"), "--json", at("a"), "--html", at("folder/../a")}, 2, "two reports"},
    });
    EXPECT_EQ(testing::bytes_of(folder / "run_median.nc"), before);
    EXPECT_FALSE(fs::exists(folder / "a"));
}

TEST_F(BadInput, OtherFilesAreNotReplacedByReports) {
    const std::string source = "int main() {}\n";
    testing::write_bytes(folder / "main.c", source);
    testing::write_bytes(folder / "main.svg", source);
    for (const std::string option : {"--json", "--html", "--prometheus", "--suspects"})
        expect_refused(diagnose_program, {{at("run"), option, at("main.c")}, 3, "no earlier report"});
    expect_refused(diagnose_program, {{at("run"), "--picture", at("main.svg")}, 3, "no earlier report"});
    EXPECT_EQ(testing::bytes_of(folder / "main.c"), source);
    for (const std::string option : {"--json", "--html", "--prometheus", "--suspects"}) {
        for (int time = 0; time < 2; ++time)
            EXPECT_EQ(testing::run_program(diagnose_program, {at("run"), option, at("report" + option)}).err,
                      "");
    }
}

TEST_F(BadInput, LeavesNoReportBehind) {
    expect_refused(diagnose_program,
                   {{at("run"), at("other"), "--json", at("a.json"), "--html", at("a.html")}, 2, "other"});
    EXPECT_FALSE(fs::exists(folder / "a.json"));
    EXPECT_FALSE(fs::exists(folder / "a.html"));
}

TEST_F(BadInput, FoldersThatMayNotBeWrittenAreRefused) {
    if (geteuid() == 0) GTEST_SKIP() << "the superuser may write everywhere";
    fs::permissions(folder / "folder", fs::perms::owner_read | fs::perms::owner_exec);
    expect_refused(diagnose_program, {{at("run"), "--json", at("folder/a.json")}, 3, "folder/a.json"});
    fs::permissions(folder / "folder", fs::perms::owner_all);
}

}  // namespace
}  // namespace fabricmap::diagnosis
