// SPDX-License-Identifier: Apache-2.0
#include "statistics/modes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace fabricmap {
namespace {

constexpr double gap_deviations = 8;
constexpr double bins_per_deviation = 4;
constexpr std::size_t max_bins = 4096;
constexpr std::size_t kernel_reach = 8;  // bins
constexpr double kernel_bins = 2;        // its standard deviation: half of the values' own
// Roots of counts stray by one half, whatever the counts are.
constexpr double min_contrast = 2.5;
constexpr double max_valley_fraction = 0.8;

/// Counts of a range of values, each bin with its neighbours' weight.
class Density {
  public:
    Density(std::span<const double> ascending, double deviation) : values_(ascending) {
        const double span = ascending.back() - ascending.front();
        width_ = std::max(deviation / bins_per_deviation, span / static_cast<double>(max_bins - 1));
        std::vector<double> counts(bin_of(ascending.back()) + 1);
        for (const double value : ascending) counts[bin_of(value)] += 1;
        smooth(counts);
    }

    [[nodiscard]] const std::vector<double>& heights() const noexcept { return heights_; }
    /// Index of the first value behind the bin.
    [[nodiscard]] std::size_t end_of(std::size_t bin) const {
        const double edge = values_.front() + width_ * static_cast<double>(bin + 1);
        return static_cast<std::size_t>(std::lower_bound(values_.begin(), values_.end(), edge) -
                                        values_.begin());
    }

  private:
    [[nodiscard]] std::size_t bin_of(double value) const {
        return width_ > 0 ? static_cast<std::size_t>((value - values_.front()) / width_) : 0;
    }

    void smooth(const std::vector<double>& counts) {
        std::array<double, 2 * kernel_reach + 1> kernel{};
        for (std::size_t tap = 0; tap < kernel.size(); ++tap) {
            const double distance = static_cast<double>(tap) - static_cast<double>(kernel_reach);
            kernel[tap] = std::exp(-0.5 * distance * distance / (kernel_bins * kernel_bins));
        }
        heights_.assign(counts.size(), 0);
        for (std::size_t bin = 0; bin < counts.size(); ++bin) {
            if (counts[bin] == 0) continue;
            for (std::size_t tap = 0; tap < kernel.size(); ++tap) {
                const std::size_t at = bin + tap - kernel_reach;  // wraps to a huge number below zero
                if (at < heights_.size()) heights_[at] += counts[bin] * kernel[tap];
            }
        }
    }

    std::span<const double> values_;
    double width_ = 0;
    std::vector<double> heights_;
};

struct Hill {
    double peak = 0;
    double valley_before = 0;  ///< lowest density towards the hill before
    std::size_t begin = 0;     ///< index of its first value
};

/// Every rise of the density, however small.
std::vector<Hill> all_hills(const Density& density) {
    const std::vector<double>& heights = density.heights();
    std::vector<Hill> hills{{heights[0], 0, 0}};
    double lowest = heights[0];
    std::size_t lowest_bin = 0;
    bool rising = true;
    for (std::size_t bin = 1; bin < heights.size(); ++bin) {
        if (heights[bin] > heights[bin - 1]) {
            if (!rising) hills.push_back({0, lowest, density.end_of(lowest_bin)});
            rising = true;
            hills.back().peak = std::max(hills.back().peak, heights[bin]);
        } else if (heights[bin] < heights[bin - 1]) {
            if (rising) lowest = heights[bin - 1];
            rising = false;
        }
        if (!rising && heights[bin] <= lowest) {
            lowest = heights[bin];
            lowest_bin = bin;
        }
    }
    return hills;
}

/// Joins hill i with the one before it.
void join(std::vector<Hill>& hills, std::size_t i) {
    hills[i - 1].peak = std::max(hills[i - 1].peak, hills[i].peak);
    hills.erase(hills.begin() + static_cast<std::ptrdiff_t>(i));
}

bool parted(double lower_peak, double valley) {
    return std::sqrt(lower_peak) - std::sqrt(valley) >= min_contrast &&
           valley <= max_valley_fraction * lower_peak;
}

/// Joins over the shallowest valley until every valley is too deep for chance.
void join_what_chance_parts(std::vector<Hill>& hills) {
    while (hills.size() > 1) {
        std::size_t shallowest = 1;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t i = 1; i < hills.size(); ++i) {
            const double lower = std::min(hills[i - 1].peak, hills[i].peak);
            const double contrast = std::sqrt(lower) - std::sqrt(hills[i].valley_before);
            if (!parted(lower, hills[i].valley_before) && contrast < least) {
                least = contrast;
                shallowest = i;
            }
        }
        if (std::isinf(least)) return;
        join(hills, shallowest);
    }
}

void add_modes_of_group(std::span<const double> group, std::size_t offset, double deviation,
                        std::size_t least, std::vector<ModeRange>& modes) {
    if (group.size() < least) return;
    const Density density(group, deviation);
    std::vector<Hill> hills = all_hills(density);
    join_what_chance_parts(hills);
    for (std::size_t i = 0; i < hills.size(); ++i) {
        const std::size_t end = i + 1 < hills.size() ? hills[i + 1].begin : group.size();
        if (end - hills[i].begin >= least) modes.push_back({offset + hills[i].begin, offset + end});
    }
}

}  // namespace

std::vector<ModeRange> find_modes(std::span<const double> ascending, double deviation, std::size_t least) {
    std::vector<ModeRange> modes;
    std::size_t begin = 0;
    for (std::size_t i = 1; i <= ascending.size(); ++i) {
        if (i < ascending.size() && ascending[i] - ascending[i - 1] < gap_deviations * deviation) continue;
        add_modes_of_group(ascending.subspan(begin, i - begin), begin, deviation, least, modes);
        begin = i;
    }
    return modes;
}

}  // namespace fabricmap
