// SPDX-License-Identifier: Apache-2.0
// Memory is what was reported, not what the run would take.
#include "clusterizer/clustering.hpp"
#include "clusterizer/range_clusters.hpp"
#include "tests/netcdf_schema/memory_stack.hpp"
#include "tests/programs.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sys/resource.h>

namespace fabricmap::clusterizer {
namespace {

using testing::TemporaryFolder;

/// Of what the program may allocate. Threads and the libraries take their share of it.
class DataLimit {
  public:
    explicit DataLimit(rlim_t bytes) {
        getrlimit(RLIMIT_DATA, &before_);
        const rlimit small{bytes, before_.rlim_max};
        setrlimit(RLIMIT_DATA, &small);
    }
    DataLimit(const DataLimit&) = delete;
    DataLimit& operator=(const DataLimit&) = delete;
    ~DataLimit() { setrlimit(RLIMIT_DATA, &before_); }

  private:
    rlimit before_{};
};

TEST(Memory, OfARunFourTimesAsLargeIsTheOneReported) {
    const TemporaryFolder folder;
    const std::string run =
        "synthetic:fat-tree,hosts=64,leaf=8x4,ranks-per-host=16;noise,2%;sweep,lengths=count:30";
    // 252 MB of values; 64 MiB reported, and what a program and two threads take before they begin.
    const DataLimit limit(rlim_t{110} << 20);
    const auto outcome = testing::run_program(
        "network_clusterizer",
        {run, "--statistic", "median", "--max-memory", "64M", "--threads", "2", "-o", folder / "a.nc"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_LT(std::filesystem::file_size(folder / "a.nc"), 200'000);
}

TEST(Memory, ThatOneSenderDoesNotFitIntoIsRefused) {
    const TemporaryFolder folder;
    testing::expect_refused("network_clusterizer",
                            {{"synthetic:torus,size=32x32x32;sweep,lengths=count:100", "--statistic",
                              "median", "--max-memory", "64M", "-o", folder / "a.nc"},
                             2,
                             "--max-memory 64M"});
}

/// Every pair a class of its own: what no memory holds.
std::vector<Matrix> unrelated_planes(int ranks, int lengths) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> uniform(-15, -5);
    std::vector<Matrix> planes;
    for (int k = 0; k < lengths; ++k) {
        planes.push_back(Matrix::NullaryExpr(ranks, ranks, [&] { return std::exp(uniform(random)); }));
    }
    return planes;
}

TEST(Memory, ThatIsUsedUpLetsFurtherPairsStandAlone) {
    const TemporaryFolder folder;
    const std::vector<Matrix> planes = unrelated_planes(12, 6);
    const testing::MemoryStack stack(Statistic::median, {0, 1, 2, 3, 4, 5}, planes);
    Workers workers(2);
    Tile tile(12, 6, 12);
    tile.read(stack, 0, 12, workers);
    RangeClusters clusters({{0, 6}, {}, {{0.05, 0}, 0}}, 0.05 / 256, 20, folder.path());
    clusters.add(tile, workers);
    clusters.settle();
    EXPECT_EQ(clusters.cluster_count(), 144);
    const auto span = clusters.next_labels(144);
    const std::vector<std::uint32_t> labels(span.begin(), span.end());
    std::vector<double> means;
    clusters.hand_out_means(
        [&](std::span<const double> some) { means.insert(means.end(), some.begin(), some.end()); });
    ASSERT_EQ(means.size(), 144 * 6);
    for (std::size_t pair = 0; pair < 144; ++pair) {
        for (std::size_t k = 0; k < 6; ++k) {
            const double value = planes[k].data()[pair];
            EXPECT_NEAR(means[labels[pair] * 6 + k] / value, 1, 0.05 / 256);
        }
    }
    EXPECT_LE(clusters.errors().largest, 0.05 / 256);
    EXPECT_EQ(clusters.errors().values, 144 * 6);
}

TEST(Tiles, OfAnySizeGiveTheSameClusters) {
    std::mt19937 random(3);
    std::normal_distribution<double> normal(0, 0.02);
    std::vector<Matrix> planes;
    for (int k = 0; k < 10; ++k) {
        planes.push_back(Matrix::NullaryExpr(40, 40, [&](auto i, auto j) {
            return 1e-6 * (1 + k) * (i / 8 == j / 8 ? 1 : 2) * (i == 3 ? 1.7 : 1) * std::exp(normal(random));
        }));
    }
    const testing::MemoryStack stack(Statistic::median, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, planes);
    std::vector<std::vector<std::uint32_t>> labels;
    for (const std::int64_t senders : {1, 7, 40}) {
        const TemporaryFolder folder;
        RangeClusters clusters({{0, 10}, {}, {{0.3, 0}, 1}}, 0, 1000, folder.path());
        Workers workers(2);
        Tile tile(40, 10, senders);
        for (std::int64_t first = 0; first < 40; first += senders) {
            tile.read(stack, first, std::min<std::int64_t>(senders, 40 - first), workers);
            clusters.add(tile, workers);
        }
        clusters.settle();
        const auto span = clusters.next_labels(1600);
        labels.emplace_back(span.begin(), span.end());
    }
    EXPECT_EQ(labels[0], labels[1]);
    EXPECT_EQ(labels[0], labels[2]);
}

}  // namespace
}  // namespace fabricmap::clusterizer
