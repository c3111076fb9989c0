// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/synthetic/cell_model.hpp"

#include "base/mixing.hpp"
#include "statistics/random.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace fabricmap {
namespace {

/// Streams of numbers that one cell draws from.
enum class Stream : std::uint64_t { median, minimum, maximum, average, deviation };

constexpr double min_fraction = 0.05;  ///< of the true delay: nothing arrives before it was sent
constexpr double widest = 1;           ///< wider samples would stray by more than any network's

/// The statistics of one cell, each made when it is asked for.
class DrawnCell {
  public:
    DrawnCell(const TrueDelay& truth, const Straying& straying, std::uint64_t bits)
        : truth_(truth), straying_(straying), bits_(bits), samples_(static_cast<double>(straying.samples)) {}

    [[nodiscard]] double median() const {
        const double probability = probability_of(Stream::median);
        const double z =
            straying_.heavy_tails ? student_t4_quantile(probability) : normal_quantile(probability);
        return truth_.delay_s * std::fmax(1 + truth_.noise * z, min_fraction);
    }
    [[nodiscard]] double minimum() const { return median() * std::exp(-width() * extreme(Stream::minimum)); }
    [[nodiscard]] double maximum() const { return median() * std::exp(width() * extreme(Stream::maximum)); }
    [[nodiscard]] double average() const {
        const double of_median = std::exp(width() * width() / 2);
        const double stray = width() * std::sqrt((std::numbers::pi / 2 - 1) / samples_);
        const double value = median() * of_median * (1 + stray * normal(Stream::average));
        return std::clamp(value, minimum(), maximum());
    }
    [[nodiscard]] double deviation() const {
        if (straying_.samples < 2) return 0;
        const double of_samples = median() * std::sqrt(std::expm1(width() * width()));
        return of_samples *
               std::fmax(1 + normal(Stream::deviation) / std::sqrt(2 * (samples_ - 1)), min_fraction);
    }

  private:
    [[nodiscard]] double probability_of(Stream stream) const {
        return uniform(mix(bits_ + static_cast<std::uint64_t>(stream)));
    }
    [[nodiscard]] double normal(Stream stream) const { return normal_quantile(probability_of(stream)); }
    /// The largest of n standard normal values, and not below their median.
    [[nodiscard]] double extreme(Stream stream) const {
        if (straying_.samples < 2) return 0;
        return std::fmax(0, normal_quantile(std::pow(probability_of(stream), 1 / samples_)));
    }
    /// Deviation of the logarithms of the samples.
    [[nodiscard]] double width() const {
        return std::fmin(truth_.noise * std::sqrt(2 * samples_ / std::numbers::pi), widest);
    }

    TrueDelay truth_;
    Straying straying_;
    std::uint64_t bits_;
    double samples_;
};

}  // namespace

double draw(Statistic statistic, const TrueDelay& truth, const Straying& straying, std::uint64_t bits) {
    const bool not_measured = std::isnan(truth.delay_s);
    if (not_measured || truth.delay_s == 0) {
        return not_measured && statistic != Statistic::count ? std::numeric_limits<double>::quiet_NaN() : 0;
    }
    const DrawnCell cell(truth, straying, bits);
    switch (statistic) {
        case Statistic::minimum:
            return cell.minimum();
        case Statistic::average:
            return cell.average();
        case Statistic::median:
            return cell.median();
        case Statistic::maximum:
            return cell.maximum();
        case Statistic::deviation:
            return cell.deviation();
        case Statistic::count:
            return static_cast<double>(straying.samples);
    }
    return std::numeric_limits<double>::quiet_NaN();
}

CellStatistics draw_cell(std::span<const Statistic> wanted, const TrueDelay& truth, const Straying& straying,
                         std::uint64_t bits) {
    if (std::isnan(truth.delay_s)) return CellStatistics::not_measured();
    CellStatistics cell;
    for (const Statistic statistic : wanted) cell.set(statistic, draw(statistic, truth, straying, bits));
    // A model of medians and their spread has no samples to count.
    cell.outliers = CellStatistics::unknown_outliers;
    return cell;
}

}  // namespace fabricmap
