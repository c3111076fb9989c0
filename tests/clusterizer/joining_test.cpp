// SPDX-License-Identifier: Apache-2.0
// Archives that are joined lose nothing and take no more than they must.
#include "clusterizer/joining.hpp"

#include "clusterizer/clustering.hpp"
#include "clusterizer/joint_clusters.hpp"
#include "scattered.hpp"
#include "tests/expectations.hpp"
#include "tests/few_files.hpp"
#include "tests/netcdf_schema/memory_stack.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numeric>

namespace fabricmap::clusterizer {
namespace {

namespace fs = std::filesystem;
using testing::same_number;
using testing::TemporaryFolder;

constexpr std::size_t plenty = std::size_t{1} << 28;

/// A run whose planes are archived in parts that begin at some of them.
struct Parts {
    TemporaryFolder folder;
    std::vector<fs::path> paths;
    RunDescription run;
    std::size_t planes = 0;

    Parts(const std::vector<Matrix>& values, const std::vector<std::size_t>& begins,
          const Settings& settings = {}) {
        run = testing::run_of(values).description();
        planes = values.size();
        Progress progress(false);
        for (std::size_t i = 0; i < begins.size(); ++i) {
            const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : values.size();
            const auto first = values.begin() + static_cast<std::ptrdiff_t>(begins[i]);
            const std::vector<Matrix> own(first, values.begin() + static_cast<std::ptrdiff_t>(end));
            paths.push_back(folder / fmt::format("part{}.nc", i));
            write_archive(testing::run_of(own, Statistic::median, static_cast<std::int64_t>(begins[i])),
                          Statistic::median, settings, {paths.back(), false, "a test"}, progress);
        }
    }

    ArchiveHeader join(std::size_t memory_limit = plenty) const {  // NOLINT(modernize-use-nodiscard)
        return join_archives(paths, run, folder / "whole.nc", memory_limit);
    }
    [[nodiscard]] Archive whole() const { return Archive(folder / "whole.nc"); }
};

RC_GTEST_PROP(Joining, KeepsEveryValueAndFact, ()) {
    const std::vector<Matrix> values = testing::random_planes();
    std::vector<std::size_t> begins{0};
    for (std::size_t k = 1; k < values.size(); ++k) {
        if (*rc::gen::inRange(0, 5) == 0) begins.push_back(k);
    }
    Settings settings;
    settings.exceptions = *rc::gen::inRange<std::size_t>(0, 4);
    const Parts parts(values, begins, settings);
    parts.join(*rc::gen::element(plenty, plenty, std::size_t{2000}));
    const Archive whole = parts.whole();
    double largest = 0;
    std::size_t exceptions = 0;
    for (std::size_t i = 0; i < begins.size(); ++i) {
        const Archive part(parts.paths[i]);
        largest = std::max(largest, part.header().facts.largest_relative_error);
        exceptions += part.header().exceptions;
        RC_ASSERT(whole.header().facts.threshold >= part.header().facts.threshold);
        for (std::size_t k = 0; k < part.header().run.message_lengths.size(); ++k) {
            for (std::int64_t s = 0; s < values.front().rows(); ++s) {
                for (std::int64_t r = 0; r < values.front().rows(); ++r)
                    RC_ASSERT(same_number(whole.value(begins[i] + k, s, r), part.value(k, s, r)));
            }
        }
    }
    RC_ASSERT(whole.header().facts.largest_relative_error == largest);
    RC_ASSERT(whole.header().exceptions == exceptions);
    RC_ASSERT(whole.header().run.message_lengths == parts.run.message_lengths);
}

/// The most exceptions of a pair in one range.
std::int64_t exceptions_in_a_range(const Archive& archive) {
    std::map<std::tuple<std::int64_t, std::int64_t, std::size_t>, std::int64_t> counts;
    std::int64_t most = 0;
    for (std::int64_t sender = 0; sender < archive.header().run.rank_count(); ++sender) {
        for (const ArchiveException& e : archive.exceptions(sender))
            most = std::max(most, ++counts[{e.sender, e.receiver, archive.range_of(e.plane)}]);
    }
    return most;
}

TEST(Joining, MakesOneRangeOfThoseWithTheSamePairsTogether) {
    const Parts parts(testing::regrouping_planes(48, 18, 18, 6, 0.01, 3), {0, 5, 9, 14});
    parts.join();
    const Archive whole = parts.whole();
    EXPECT_EQ(whole.header().ranges.size(), 1U);
    EXPECT_LE(exceptions_in_a_range(whole), whole.header().facts.exceptions_per_pair);
    // Six classes and the diagonal; a few pairs that stray too far in one of the parts.
    EXPECT_LT(whole.header().ranges.front().clusters, 40U);
    std::uintmax_t apart = 0;
    for (const fs::path& path : parts.paths) apart += fs::file_size(path);
    EXPECT_LT(fs::file_size(parts.folder / "whole.nc"), apart / 2);
}

TEST(Joining, LeavesRangesApartOverWhichPairsAreRegrouped) {
    const Parts parts(testing::regrouping_planes(48, 18, 9, 24, 0.005, 3), {0, 4, 9, 13});
    parts.join();
    const auto ranges = parts.whole().header().ranges;
    ASSERT_EQ(ranges.size(), 2U);
    EXPECT_EQ(ranges[0].planes, 9U);
    EXPECT_EQ(ranges[1].first_plane, 9U);
}

TEST(Joining, WithoutMemoryForClustersOfSeveralRangesLeavesThemApart) {
    const Parts parts(testing::regrouping_planes(48, 18, 18, 6, 0.01, 3), {0, 5, 9, 14});
    EXPECT_EQ(parts.join(100).ranges.size(), 4U);
}

TEST(Joining, OfMorePartsThanAProcessCanHaveFilesOpen) {
    constexpr std::size_t planes = 150;
    const std::vector<Matrix> values = testing::regrouping_planes(12, planes, 100, 3, 0.01, 5);
    std::vector<std::size_t> begins(planes);
    std::iota(begins.begin(), begins.end(), std::size_t{0});
    const Parts parts(values, begins);
    const testing::FewFiles few(100);
    const ArchiveHeader header = parts.join();
    EXPECT_TRUE(header.facts.threshold_reason.ends_with("; the widest of 150 parts"));
    EXPECT_EQ(header.facts.threshold_reason.find("widest"), header.facts.threshold_reason.rfind("widest"));
    const Archive whole = parts.whole();
    ASSERT_EQ(whole.header().run.message_lengths, parts.run.message_lengths);
    for (std::size_t k = 0; k < planes; ++k) {
        const Archive part(parts.paths[k]);
        for (std::int64_t s = 0; s < 12; ++s) {
            for (std::int64_t r = 0; r < 12; ++r) ASSERT_EQ(whole.value(k, s, r), part.value(0, s, r));
        }
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(parts.folder.path()), {}), planes + 1);
}

TEST(JointClusters, StopWhenTheyAreTooMany) {
    std::vector<std::uint32_t> labels(100'000);
    std::iota(labels.begin(), labels.end(), 0U);
    const std::vector<std::uint32_t> next(labels.size(), 0);
    JointClusters clusters(10);
    EXPECT_FALSE(clusters.join(1, labels, next));
    EXPECT_LE(clusters.count(), 11U);
}

TEST(Joining, ReportsTheRootMeanSquareOfAllErrors) {
    const std::vector<Matrix> values = testing::regrouping_planes(24, 12, 6, 5, 0.02, 9);
    const Parts parts(values, {0, 5});
    const double reported = parts.join().facts.rms_relative_error;
    const Archive whole = parts.whole();
    double squares = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
        for (std::int64_t i = 0; i < 24; ++i) {
            for (std::int64_t j = 0; j < 24; ++j) {
                if (i != j) squares += std::pow(whole.value(k, i, j) / values[k](i, j) - 1, 2);
            }
        }
    }
    EXPECT_NEAR(std::sqrt(squares / (12 * 24 * 23)), reported, 1e-6 * reported);
}

}  // namespace
}  // namespace fabricmap::clusterizer
