// SPDX-License-Identifier: Apache-2.0
// The classes that a fabric was planted with are those that are found.
#include "scenario/classes.hpp"

#include "base/message_lengths.hpp"
#include "clusterizer/clustering.hpp"
#include "netcdf_schema/archive/archive.hpp"
#include "netcdf_schema/synthetic/synthetic_run.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace fabricmap::clusterizer {
namespace {

using testing::TemporaryFolder;

/// A synthetic run and its archive with default settings.
struct Trial {
    TemporaryFolder folder;
    std::shared_ptr<const SyntheticRun> synthetic;
    std::unique_ptr<Archive> archive;

    explicit Trial(const std::string& fabric, int lengths = 40) {
        Scenario scenario = find_scenario(fabric);
        scenario.sweep.lengths = parse_lengths(fmt::format("count:{}", lengths));
        synthetic = std::make_shared<const SyntheticRun>(std::move(scenario));
        Settings settings;
        settings.threads = 2;
        Progress progress(false);
        write_archive(as_run(synthetic, fabric), Statistic::median, settings,
                      {folder / "archive.nc", false, "a test"}, progress);
        archive = std::make_unique<Archive>(folder / "archive.nc");
    }

    /// The planted class of each pair; ranks to themselves are one more.
    [[nodiscard]] std::vector<int> planted() const {
        const PairClasses classes(synthetic->scenario());
        std::vector<int> labels;
        for (int i = 0; i < synthetic->rank_count(); ++i) {
            for (int j = 0; j < synthetic->rank_count(); ++j)
                labels.push_back(i == j ? -1 : classes.of(i, j));
        }
        return labels;
    }
    /// The cluster of each pair at the shortest messages, where latencies tell the classes apart.
    [[nodiscard]] std::vector<int> found() const {
        std::vector<int> labels;
        for (std::int64_t i = 0; i < synthetic->rank_count(); ++i) {
            for (std::int64_t j = 0; j < synthetic->rank_count(); ++j) {
                labels.push_back(static_cast<int>(archive->label(0, i, j)));
            }
        }
        return labels;
    }
};

double pairs_of(double count) {
    return count * (count - 1) / 2;
}

/// Agreement of two partitions, 1 for equal ones, about 0 by chance (Hubert and Arabie, 1985).
double adjusted_rand_index(const std::vector<int>& one, const std::vector<int>& other) {
    std::map<std::pair<int, int>, double> both;
    std::map<int, double> rows;
    std::map<int, double> columns;
    for (std::size_t p = 0; p < one.size(); ++p) {
        ++both[{one[p], other[p]}];
        ++rows[one[p]];
        ++columns[other[p]];
    }
    const auto sum = [](const auto& counts) {
        double total = 0;
        for (const auto& [key, count] : counts) total += pairs_of(count);
        return total;
    };
    const double expected = sum(rows) * sum(columns) / pairs_of(static_cast<double>(one.size()));
    const double most = (sum(rows) + sum(columns)) / 2;
    return (sum(both) - expected) / (most - expected);
}

TEST(AdjustedRandIndex, IsOneForEqualPartitionsAndKnowsAWorkedCase) {
    EXPECT_DOUBLE_EQ(adjusted_rand_index({1, 1, 2, 2}, {7, 7, 3, 3}), 1);
    // Hand-worked: Σ both = 1, Σ rows = 2, Σ columns = 1 of 6 pairs: (1 - 2/6) / (1.5 - 2/6).
    EXPECT_NEAR(adjusted_rand_index({1, 1, 2, 2}, {1, 1, 2, 3}), (1 - 2.0 / 6) / (1.5 - 2.0 / 6), 1e-12);
}

class PlantedClasses : public ::testing::TestWithParam<std::string> {};

TEST_P(PlantedClasses, AreFound) {
    const Trial trial(GetParam() + ";noise,1%");
    EXPECT_GE(adjusted_rand_index(trial.planted(), trial.found()), 0.99);
}

INSTANTIATE_TEST_SUITE_P(Of, PlantedClasses,
                         ::testing::Values("fat-tree,hosts=64,leaf=8x4,ranks-per-host=4",
                                           "fat-tree,hosts=32,leaf=8,ranks-per-host=4,sockets=2",
                                           "torus,size=8x8x8", "torus,size=6x5x4",
                                           "host,sockets=2,ranks-per-host=32",
                                           "dragonfly,groups=8,routers=8,hosts-per-router=2"));

class Noise : public ::testing::TestWithParam<double> {};

TEST_P(Noise, DoesNotMultiplyTheClusters) {
    for (const std::string fabric : {"fat-tree,hosts=64,leaf=8x4,ranks-per-host=4", "torus,size=6x6x6",
                                     "host,sockets=2,ranks-per-host=32"}) {
        const Trial trial(fmt::format("{};noise,{}%", fabric, GetParam()));
        const std::vector<int> planted = trial.planted();
        const std::size_t classes = std::set<int>(planted.begin(), planted.end()).size();
        for (const ClusterRange& range : trial.archive->header().ranges) {
            EXPECT_LE(range.clusters, 3 * classes) << fabric;
            EXPECT_GE(3 * range.clusters, classes) << fabric;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Of, Noise, ::testing::Values(0, 0.5, 1, 2, 3, 5));

TEST(HeavyTails, DoNotMultiplyTheClusters) {
    const Trial trial("fat-tree,hosts=64,leaf=8x4,ranks-per-host=4;noise,2%,tails=heavy");
    EXPECT_LE(trial.archive->header().ranges.front().clusters, 15);
}

}  // namespace
}  // namespace fabricmap::clusterizer
