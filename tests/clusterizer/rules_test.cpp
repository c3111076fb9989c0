// SPDX-License-Identifier: Apache-2.0
// What the published rules and the archive's own words promise, seen on every value of random runs.
#include "clusterizer/clustering.hpp"
#include "clusterizer/tolerance.hpp"
#include "netcdf_schema/archive/archive.hpp"
#include "scattered.hpp"
#include "tests/expectations.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>
#include <set>

namespace fabricmap::clusterizer {
namespace {

using testing::run_of;
using testing::same_number;
using testing::TemporaryFolder;

Settings random_settings() {
    Settings settings;
    settings.threshold = *rc::gen::element<std::optional<double>>(std::nullopt, 0.0, 0.05, 0.5, 5.0);
    settings.absolute_threshold = *rc::gen::element(0.0, 0.0, 2e-7, 4e-7);
    settings.exceptions = *rc::gen::inRange<std::size_t>(0, 4);
    settings.shortest_range = *rc::gen::inRange<std::size_t>(1, 8);
    settings.threads = *rc::gen::inRange(1U, 4U);
    return settings;
}

/// A run, its archive, and how to ask both for a value.
struct Clustered {
    TemporaryFolder folder;
    std::vector<Matrix> planes;
    ArchiveHeader written;
    std::unique_ptr<Archive> archive;

    Clustered(std::vector<Matrix> values, const Settings& settings) : planes(std::move(values)) {
        Progress progress(false);
        const auto path = folder / "archive.nc";
        written =
            write_archive(run_of(planes), Statistic::median, settings, {path, false, "a test"}, progress);
        archive = std::make_unique<Archive>(path);
    }
    [[nodiscard]] std::int64_t ranks() const { return planes.front().rows(); }
    template <typename Visit>
    void each_value(const Visit& visit) const {
        for (std::size_t k = 0; k < planes.size(); ++k) {
            for (std::int64_t i = 0; i < ranks(); ++i) {
                for (std::int64_t j = 0; j < ranks(); ++j) visit(planes[k](i, j), archive->value(k, i, j));
            }
        }
    }
    using Cell = std::tuple<std::int64_t, std::int64_t, std::size_t>;
    [[nodiscard]] std::map<Cell, double> exceptions() const {
        std::map<Cell, double> found;
        for (std::int64_t i = 0; i < ranks(); ++i) {
            for (const ArchiveException& e : archive->exceptions(i))
                found[{e.sender, e.receiver, e.plane}] = e.value;
        }
        return found;
    }
};

Tolerance tolerance_of(const ArchiveFacts& facts) {
    // The ends of an interval are rounded.
    return {facts.threshold + 1e-12, facts.absolute_threshold * (1 + 1e-12)};
}

RC_GTEST_PROP(Rules, AnyTwoPairsOfAClusterDifferByNoMoreThanTheThresholdButAtTheirExceptions, ()) {
    const Clustered run(testing::random_planes(), random_settings());
    const auto exceptions = run.exceptions();
    const ArchiveHeader& header = run.archive->header();
    const Tolerance tolerance = tolerance_of(header.facts);
    for (std::size_t r = 0; r < header.ranges.size(); ++r) {
        const ClusterRange& range = header.ranges[r];
        std::map<std::uint32_t, std::vector<std::pair<std::int64_t, std::int64_t>>> clusters;
        for (std::int64_t i = 0; i < run.ranks(); ++i) {
            for (std::int64_t j = 0; j < run.ranks(); ++j)
                clusters[run.archive->label(r, i, j)].emplace_back(i, j);
        }
        RC_ASSERT(clusters.size() == range.clusters);
        for (const auto& [label, pairs] : clusters) {
            for (std::size_t k = range.first_plane; k < range.first_plane + range.planes; ++k) {
                std::vector<double> values;
                for (const auto& [i, j] : pairs) {
                    if (!exceptions.contains({i, j, k})) values.push_back(run.planes[k](i, j));
                }
                const bool all_hold = std::all_of(values.begin(), values.end(), [&](double one) {
                    return std::all_of(values.begin(), values.end(), [&](double other) {
                        return same_number(one, other) || tolerance.holds(one, other);
                    });
                });
                RC_ASSERT(all_hold);
            }
        }
    }
}

RC_GTEST_PROP(Rules, APairHasNoMoreExceptionsInARangeThanAllowed, ()) {
    const Settings settings = random_settings();
    const Clustered run(testing::random_planes(), settings);
    std::map<std::tuple<std::int64_t, std::int64_t, std::size_t>, std::size_t> counts;
    for (const auto& [cell, value] : run.exceptions()) {
        const auto& [i, j, k] = cell;
        const std::size_t count = ++counts[std::tuple(i, j, run.archive->range_of(k))];
        RC_ASSERT(count <= settings.exceptions);
    }
}

RC_GTEST_PROP(Rules, RangesCoverAllLengthsOnceAndAreNotTooShort, ()) {
    const Settings settings = random_settings();
    const Clustered run(testing::random_planes(), settings);
    std::size_t next = 0;
    const auto& ranges = run.archive->header().ranges;
    for (const ClusterRange& range : ranges) {
        RC_ASSERT(range.first_plane == next);
        RC_ASSERT(range.planes >= settings.shortest_range || ranges.size() == 1);
        next += range.planes;
    }
    RC_ASSERT(next == run.planes.size());
}

RC_GTEST_PROP(Rules, EveryValueIsWithinTheThresholdOrExact, ()) {
    const Clustered run(testing::random_planes(), random_settings());
    const Tolerance tolerance = tolerance_of(run.archive->header().facts);
    run.each_value([&](double original, double stored) {
        RC_ASSERT(same_number(original, stored) || tolerance.holds(original, stored));
    });
    for (const auto& [cell, value] : run.exceptions()) {
        const auto& [i, j, k] = cell;
        RC_ASSERT(same_number(value, run.planes[k](i, j)));
    }
}

RC_GTEST_PROP(Rules, TheStatedErrorsAreTheTrueOnes, ()) {
    const Clustered run(testing::random_planes(), random_settings());
    double largest = 0;
    double squares = 0;
    double values = 0;
    run.each_value([&](double original, double stored) {
        if (!(original > 0)) return;
        const double error = std::abs(stored - original) / original;
        largest = std::max(largest, error);
        squares += error * error;
        values += 1;
    });
    const ArchiveFacts& facts = run.archive->header().facts;
    RC_ASSERT(std::abs(facts.largest_relative_error - largest) <= 1e-9 * largest + 1e-15);
    const double rms = values > 0 ? std::sqrt(squares / values) : 0;
    RC_ASSERT(std::abs(facts.rms_relative_error - rms) <= 1e-6 * rms + 1e-9);
}

RC_GTEST_PROP(Rules, TheMeanOfAClusterIsTheArithmeticMeanOfItsPairs, ()) {
    Settings settings = random_settings();
    settings.threshold = 0.5;
    const Clustered run(testing::random_planes(), settings);
    const auto exceptions = run.exceptions();
    const ArchiveHeader& header = run.archive->header();
    for (std::size_t k = 0; k < run.planes.size(); ++k) {
        const std::size_t r = run.archive->range_of(k);
        std::map<std::uint32_t, std::vector<double>> values;
        for (std::int64_t i = 0; i < run.ranks(); ++i) {
            for (std::int64_t j = 0; j < run.ranks(); ++j) {
                if (!exceptions.contains({i, j, k}))
                    values[run.archive->label(r, i, j)].push_back(run.planes[k](i, j));
            }
        }
        for (const auto& [label, members] : values) {
            double sum = 0;
            for (const double value : members) sum += value;
            const double mean = sum / static_cast<double>(members.size());
            const double stored = run.archive->means(r, label)[k - header.ranges[r].first_plane];
            // Stored to a 256th of the threshold.
            RC_ASSERT(same_number(mean, stored) || std::abs(stored - mean) <= mean * 0.5 / 256);
        }
    }
}

RC_GTEST_PROP(Rules, TheNumberOfThreadsChangesNothing, ()) {
    const auto planes = testing::random_planes();
    Settings settings = random_settings();
    settings.threads = 1;
    const Clustered one(planes, settings);
    settings.threads = 3;
    const Clustered three(planes, settings);
    RC_ASSERT(one.written.ranges == three.written.ranges);
    RC_ASSERT(one.exceptions().size() == three.exceptions().size());
    for (std::size_t k = 0; k < planes.size(); ++k) {
        for (std::int64_t i = 0; i < one.ranks(); ++i) {
            for (std::int64_t j = 0; j < one.ranks(); ++j) {
                RC_ASSERT(same_number(one.archive->value(k, i, j), three.archive->value(k, i, j)));
            }
        }
    }
}

}  // namespace
}  // namespace fabricmap::clusterizer
