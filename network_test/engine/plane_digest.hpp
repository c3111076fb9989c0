// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/own/run_writer.hpp"
#include "network_test/schedule/pair_class.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// Remembers of a plane, row by row, what the summary tells: the extreme pairs, the median of each class of
/// pairs and what went wrong. Its size does not depend on the number of ranks.
class PlaneDigest {
  public:
    struct Extreme {
        int sender = -1;
        int receiver = -1;
        double median_s = 0;
    };

    struct SampleSpan {
        std::int64_t fewest = 0;
        std::int64_t most = 0;
    };

    explicit PlaneDigest(std::int64_t length_bytes) : length_bytes_(length_bytes) {}

    void add_row(int sender, std::span<const CellStatistics> row, const PerRank<RankLocation>& locations);

    [[nodiscard]] std::int64_t length_bytes() const noexcept { return length_bytes_; }
    [[nodiscard]] const std::optional<Extreme>& fastest() const noexcept { return fastest_; }
    [[nodiscard]] const std::optional<Extreme>& slowest() const noexcept { return slowest_; }
    [[nodiscard]] const std::optional<Extreme>& fastest_between_hosts() const noexcept {
        return fastest_between_hosts_;
    }
    /// The median over the class's pairs of their medians, exact to one percent; nothing where the class is
    /// empty.
    [[nodiscard]] std::optional<double> class_median_s(PairClass pair_class) const;
    [[nodiscard]] std::int64_t samples() const noexcept { return samples_; }
    /// Medians whose confidence interval is wider than was asked for, and all.
    [[nodiscard]] std::int64_t imprecise() const noexcept { return imprecise_; }
    /// The fewest and the most samples behind such a median; nothing where there is none.
    [[nodiscard]] const std::optional<SampleSpan>& samples_of_imprecise() const noexcept {
        return samples_of_imprecise_;
    }
    [[nodiscard]] std::int64_t measured() const noexcept { return measured_; }
    /// Pairs of which a message arrived damaged.
    [[nodiscard]] const std::vector<Extreme>& corrupted() const noexcept { return corrupted_; }

  private:
    void note_imprecise(std::int64_t samples);

    /// How many pairs have a median within each step of one percent.
    using Histogram = std::map<int, std::int64_t>;

    std::int64_t length_bytes_;
    std::optional<Extreme> fastest_;
    std::optional<Extreme> slowest_;
    std::optional<Extreme> fastest_between_hosts_;
    std::array<Histogram, 2> histograms_;
    std::int64_t samples_ = 0;
    std::int64_t imprecise_ = 0;
    std::optional<SampleSpan> samples_of_imprecise_;
    std::int64_t measured_ = 0;
    std::vector<Extreme> corrupted_;
};

}  // namespace fabricmap::network_test
