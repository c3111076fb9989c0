// SPDX-License-Identifier: Apache-2.0
// Compression must not erase what somebody looks for, and must still be one.
#include "clusterizer/clustering.hpp"
#include "netcdf_schema/archive/archive.hpp"
#include "netcdf_schema/open_run.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace fabricmap::clusterizer {
namespace {

using testing::TemporaryFolder;

const std::string noisy_fabric =
    "synthetic:fat-tree,hosts=64,leaf=8x4,ranks-per-host=4;noise,1%;sweep,lengths=count:40";

/// Every value of the archive against the run's; those that the fault changed are counted.
struct Readback {
    TemporaryFolder folder;
    ArchiveHeader header;
    double ratio = 0;
    double worst_error = 0;
    std::size_t faulty = 0;
    double worst_faulty_error = 0;

    explicit Readback(const std::string& faults) {
        const Run run = open_run(noisy_fabric + faults);
        const Run healthy = open_run(noisy_fabric);
        Settings settings;
        settings.threads = 2;
        Progress progress(false);
        const auto path = folder / "archive.nc";
        header = write_archive(run, Statistic::median, settings, {path, false, "a test"}, progress);
        const Archive archive(path);
        const auto stack = run.stack(Statistic::median);
        for (std::size_t k = 0; k < stack->message_lengths().size(); ++k) {
            compare(archive, k, stack->plane(k), healthy.stack(Statistic::median)->plane(k));
        }
        const double values = 256.0 * 256 * 40;
        ratio = values * sizeof(double) / static_cast<double>(std::filesystem::file_size(path));
    }

    void compare(const Archive& archive, std::size_t k, const Matrix& plane, const Matrix& healthy) {
        for (Eigen::Index i = 0; i < plane.rows(); ++i) {
            for (Eigen::Index j = 0; j < plane.cols(); ++j) {
                if (i == j) continue;
                const double error = std::abs(archive.value(k, i, j) - plane(i, j)) / plane(i, j);
                worst_error = std::max(worst_error, error);
                if (plane(i, j) < 1.03 * healthy(i, j)) continue;
                ++faulty;
                worst_faulty_error = std::max(worst_faulty_error, error);
            }
        }
    }
};

TEST(Compression, OfAHealthyFatTreeIsSmallAndClose) {
    const Readback healthy("");
    // The figures are for 1024 ranks and 100 lengths; a header weighs more here.
    EXPECT_GE(healthy.ratio, 236);
    EXPECT_LE(healthy.worst_error, 0.10);
    EXPECT_EQ(healthy.faulty, 0);
}

TEST(Compression, LosesNoFault) {
    std::string faults;
    for (int i = 0; i < 40; ++i) {  // one percent of the pairs of hosts
        faults += ";fault,slow-link,sender=" + std::to_string(7 * i % 64) +
                  ",receiver=" + std::to_string((7 * i + 1 + i) % 64) +
                  ",factor=" + std::to_string(1.1 + 0.1 * i) + (i % 2 == 0 ? ",from=16K" : "");
    }
    const Readback readback(faults);
    EXPECT_GT(readback.faulty, 40 * 16 * 15);
    EXPECT_LE(readback.worst_faulty_error, readback.header.facts.threshold);
    EXPECT_GE(readback.ratio, 100);
}

TEST(Compression, KeepsALastingDifferenceThatIsSmallerThanTheThreshold) {
    // Four percent are within the threshold at every single length, but not by chance at all of them.
    const Readback readback(";fault,slow-sender,host=30,factor=1.04");
    EXPECT_GT(readback.header.facts.threshold, 0.05);
    const Archive archive(readback.folder / "archive.nc");
    for (std::int64_t receiver = 0; receiver < 256; ++receiver) {
        if (receiver / 4 == 30 || receiver / 4 / 8 == 3) continue;
        for (int rank = 0; rank < 4; ++rank) {
            EXPECT_NE(archive.label(0, 120 + rank, receiver), archive.label(0, 124 + rank, receiver))
                << receiver;
        }
    }
}

}  // namespace
}  // namespace fabricmap::clusterizer
