// SPDX-License-Identifier: Apache-2.0
// Few hosts whose delays scatter: recorded where nothing but a slow port was wrong, and two kinds were told.
#include "diagnosis/structure/structure.hpp"
#include "netcdf_schema/run/quality.hpp"
#include "tests/diagnosis/held_run.hpp"
#include "tests/diagnosis/judging.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace fabricmap::diagnosis {
namespace {

using ::testing::ElementsAre;

constexpr Eigen::Index recorded_hosts = 6;

Matrix read_row(std::istream& values) {
    Matrix row(1, recorded_hosts);
    for (double& value : row.reshaped()) {
        values >> value;
        value *= 1e-6;
    }
    return row;
}

/// A run of tests/samples/busy_hosts, whose rule of sampling found nearly all values imprecise.
testing::HeldRun recorded(const std::string& name) {
    std::ifstream file(std::filesystem::path(SAMPLES_DIRECTORY) / "busy_hosts" / (name + ".txt"));
    std::stringstream values;
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with('#')) values << line << '\n';
    }
    testing::HeldRun run;
    run.description.mode = Mode::one_to_one;
    run.description.timing = Timing::one_way;
    run.description.sampling = "adaptive to 2 % of the median, at most 10, warm-up 3";
    for (int host = 0; host < recorded_hosts; ++host)
        run.description.ranks.push_back({.host = "node" + std::to_string(host), .node = host});
    for (std::int64_t length = 0; values >> length;) {
        run.description.message_lengths.push_back(length);
        Matrix medians(recorded_hosts, recorded_hosts);
        Matrix deviations(recorded_hosts, recorded_hosts);
        for (Eigen::Index sender = 0; sender < recorded_hosts; ++sender) {
            medians.row(sender) = read_row(values);
            deviations.row(sender) = read_row(values);
        }
        run.planes[Statistic::median].push_back(medians);
        run.planes[Statistic::deviation].push_back(deviations);
        run.planes[Statistic::count].push_back(Matrix::Constant(recorded_hosts, recorded_hosts, 10));
    }
    run.alter_quality([](std::size_t, Eigen::Index, Eigen::Index, double& bits) {
        bits = static_cast<double>(Quality::imprecise);
    });
    return run;
}

std::vector<std::string> found(const testing::HeldRun& run) {
    Request request;
    request.runs = testing::runs_of(run.run());
    return testing::found_in(testing::judge(std::move(request)));
}

/// Without what the slow port adds.
testing::HeldRun without_slow_port(testing::HeldRun run) {
    for (const Statistic statistic : {Statistic::median, Statistic::deviation}) {
        for (Matrix& plane : run.planes.at(statistic)) {
            plane.col(4) = plane.row(4).transpose();
            plane(4, 4) = 0;
        }
    }
    return run;
}

TEST(MixedHosts, AreNoneWhereMessagesAreQuickByChance) {
    const testing::HeldRun run = recorded("quick_by_chance");
    EXPECT_THAT(found(run), ElementsAre("slow_node of node4, receiver"));
    EXPECT_THAT(found(without_slow_port(run)), ElementsAre());
}

TEST(MixedHosts, AreNoneThatStandTogether) {
    const testing::HeldRun run = recorded("racks_of_three");
    // Of the second rack's six delays most are longer than those of the first.
    EXPECT_THAT(found(run), ElementsAre("slow_node of node4, receiver"));
    EXPECT_THAT(found(without_slow_port(run)), ElementsAre());
}

}  // namespace
}  // namespace fabricmap::diagnosis
