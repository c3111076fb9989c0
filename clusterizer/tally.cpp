// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/tally.hpp"

#include "clusterizer/plane_block.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fabricmap::clusterizer {
namespace {

using PlaneSums = Eigen::Map<Eigen::ArrayXd>;

}  // namespace

double rounded(double value, double precision) noexcept {
    if (!(precision > 0) || !std::isfinite(value) || value == 0) return value;
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);  // 0.5 … 1
    const double steps = std::exp2(std::ceil(-std::log2(precision)));
    return std::ldexp(std::round(mantissa * steps) / steps, exponent);
}

void Errors::add(const Errors& other) noexcept {
    largest = std::max(largest, other.largest);
    squares += other.squares;
    values += other.values;
}

double Errors::rms() const noexcept {
    return values == 0 ? 0 : std::sqrt(squares / static_cast<double>(values));
}

Tally::Tally(const ClusterTable& table) : table_(&table), planes_(table.planes()) {
    grow();
}

std::size_t Tally::bytes_per_cluster(std::size_t planes) noexcept {
    return planes * (arrays * sizeof(double) + sizeof(std::uint64_t)) + sizeof(std::uint64_t);
}

void Tally::grow() {
    const std::size_t old = pairs_.size();
    pairs_.resize(table_->size());
    outside_.resize(table_->size() * planes_);
    numbers_.resize(table_->size() * arrays * planes_);
    for (std::size_t cluster = old; cluster < pairs_.size(); ++cluster) {
        std::fill_n(array(static_cast<std::uint32_t>(cluster), least), planes_,
                    std::numeric_limits<double>::infinity());
        std::fill_n(array(static_cast<std::uint32_t>(cluster), most), planes_,
                    -std::numeric_limits<double>::infinity());
    }
}

void Tally::add(const Tile& tile, std::size_t first_plane, std::span<const std::uint32_t> clusters,
                std::span<const std::uint32_t> misses, std::uint32_t lone_from, Workers& workers) {
    grow();
    for (const std::uint32_t cluster : clusters) {
        if (cluster < lone_from) ++pairs_[cluster];
    }
    // By planes, not by pairs: every sum then has its summands in the same order.
    workers.split(planes_, [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = 0; p < clusters.size(); ++p) {
            if (clusters[p] >= lone_from) continue;
            const double* const values = tile.pair(p).data() + first_plane;
            if (misses[p] == 0 && table_->positive(clusters[p])) {
                add_whole(clusters[p], values, begin, end);
            } else {
                add_inside(clusters[p], values, begin, end);
            }
        }
    });
}

/// A pair that is inside at all lengths, as nearly all are.
void Tally::add_whole(std::uint32_t cluster, const double* values, std::size_t begin, std::size_t end) {
    for (std::size_t first = begin; first < end; first += plane_block) {
        const auto count = static_cast<Eigen::Index>(std::min(plane_block, end - first));
        const PlaneValues delays(values + first, count);
        const PlaneValues centre(table_->centre(cluster).data() + first, count);
        const PlaneValues inverse(table_->inverse(cluster).data() + first, count);
        const auto sums = [&](Array which) { return PlaneSums(array(cluster, which) + first, count); };
        // A division is the dearest of all that is done with a value: once.
        const PlaneBlock inverse_difference = centre / delays - 1;
        sums(differences) += delays * inverse - 1;
        sums(inverse_differences) += inverse_difference;
        sums(inverse_squares) += inverse_difference.square();
        sums(least) = sums(least).min(delays);
        sums(most) = sums(most).max(delays);
    }
}

void Tally::add_inside(std::uint32_t cluster, const double* values, std::size_t begin, std::size_t end) {
    const auto centre = table_->centre(cluster);
    for (std::size_t k = begin; k < end; ++k) {
        const double value = values[k];
        if (!table_->holds(cluster, k, value)) {
            ++outside_[cluster * planes_ + k];
        } else if (centre[k] > 0) {
            const double inverse_difference = centre[k] / value - 1;
            array(cluster, differences)[k] += value / centre[k] - 1;
            array(cluster, inverse_differences)[k] += inverse_difference;
            array(cluster, inverse_squares)[k] += inverse_difference * inverse_difference;
            array(cluster, least)[k] = std::min(array(cluster, least)[k], value);
            array(cluster, most)[k] = std::max(array(cluster, most)[k], value);
        }
    }
}

std::vector<double> Tally::means(std::uint32_t cluster, double precision, const Tolerance& tolerance) const {
    const auto centre = table_->centre(cluster);
    std::vector<double> means(centre.begin(), centre.end());
    for (std::size_t k = 0; k < planes_; ++k) {
        if (centre[k] == missing_cell) means[k] = std::numeric_limits<double>::quiet_NaN();
        const std::uint64_t inside = pairs_[cluster] - outside_[cluster * planes_ + k];
        if (!(centre[k] > 0) || inside == 0) continue;
        const double low = array(cluster, least)[k];
        const double high = array(cluster, most)[k];
        const double shift = array(cluster, differences)[k] / static_cast<double>(inside);
        // A mean lies among its values, whatever the last digit of the sum says.
        means[k] = std::clamp(centre[k] * (1 + shift), low, high);
        const double round = rounded(means[k], precision);
        if (tolerance.holds(round, low) && tolerance.holds(round, high)) means[k] = round;
    }
    return means;
}

Errors Tally::errors(std::uint32_t cluster, std::span<const double> means) const {
    const auto centre = table_->centre(cluster);
    Errors errors;
    for (std::size_t k = 0; k < planes_; ++k) {
        const std::uint64_t inside = pairs_[cluster] - outside_[cluster * planes_ + k];
        if (!(centre[k] > 0) || inside == 0) continue;
        const double low = array(cluster, least)[k];
        const double high = array(cluster, most)[k];
        errors.largest =
            std::max({errors.largest, std::abs(means[k] - low) / low, std::abs(means[k] - high) / high});
        // With m = c(1 + a) and c/v = 1 + w, (v - m)/v is -(a + (1 + a)w).
        const double a = means[k] / centre[k] - 1;
        const double b = 1 + a;
        const auto count = static_cast<double>(inside);
        const double squares = count * a * a + 2 * a * b * array(cluster, inverse_differences)[k] +
                               b * b * array(cluster, inverse_squares)[k];
        errors.squares += std::max(squares, 0.0);
        errors.values += inside;
    }
    return errors;
}

}  // namespace fabricmap::clusterizer
