// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/cluster_table.hpp"

#include "base/mixing.hpp"
#include "clusterizer/plane_block.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace fabricmap::clusterizer {
namespace {

constexpr double min_clip = 1e-3;
constexpr std::int64_t max_buckets = 4;  // along one length
constexpr std::size_t lengths_of_probe = 3;
constexpr std::size_t max_candidates = 128;  // of one probe
/// What the index takes for a cluster: three probes with two buckets along each of three lengths.
constexpr std::size_t index_bytes = std::size_t{24} * 64;

PlaneValues values_of(const double* begin, std::size_t count) {
    return {begin, static_cast<Eigen::Index>(count)};
}

}  // namespace

ClusterTable::ClusterTable(std::size_t planes, const Rule& rule,
                           const std::vector<std::vector<double>>& seeds)
    : planes_(planes), rule_(rule), clip_(std::max(min_clip, 2 * rule.tolerance.relative)) {
    for (const std::vector<double>& seed : seeds) append(seed);
    seeds_ = count_;
    for (std::uint32_t seed = 0; seed < seeds_; ++seed) {
        const auto width = values_of(array(seed, high), planes_) - values_of(array(seed, low), planes_);
        clip_ = std::max(clip_, (width * values_of(array(seed, reciprocal), planes_)).maxCoeff());
    }
    const std::size_t probes = std::min(planes_, rule_.exceptions + 1);
    const std::size_t lengths = std::min(lengths_of_probe, planes_ / probes);
    for (std::size_t i = 0; i < probes; ++i) {
        std::vector<std::size_t>& probe = probes_.emplace_back();
        // Spread over the range, since what lies together says the same.
        for (std::size_t j = 0; j < lengths; ++j) {
            probe.push_back((2 * (j * probes + i) + 1) * planes_ / (2 * probes * lengths));
        }
    }
    buckets_.resize(probes);
}

std::size_t ClusterTable::bytes_per_cluster(std::size_t planes) noexcept {
    return planes * arrays * sizeof(double) + index_bytes;
}

void ClusterTable::append(std::span<const double> centre) {
    const std::size_t begin = numbers_.size();
    numbers_.resize(begin + arrays * planes_);
    double* const numbers = numbers_.data() + begin;
    bool all_positive = true;
    for (std::size_t k = 0; k < planes_; ++k) {
        const Interval interval = rule_.tolerance.around(centre[k]);
        const bool is_positive = centre[k] > 0;
        numbers[low * planes_ + k] = interval.low;
        numbers[high * planes_ + k] = interval.high;
        numbers[middle * planes_ + k] = centre[k];
        numbers[reciprocal * planes_ + k] = is_positive ? 1 / centre[k] : 0;
        numbers[unit * planes_ + k] = is_positive ? 1 : 0;
        all_positive = all_positive && is_positive;
    }
    positive_.push_back(all_positive);
    ++count_;
}

ClusterTable::Difference ClusterTable::difference(std::span<const double> values, std::uint32_t cluster,
                                                  double most) const {
    Difference result;
    for (std::size_t begin = 0; begin < planes_; begin += plane_block) {
        const std::size_t count = std::min(plane_block, planes_ - begin);
        const PlaneBlock relative =
            (values_of(values.data() + begin, count) * values_of(array(cluster, reciprocal) + begin, count) -
             values_of(array(cluster, unit) + begin, count))
                .max(-clip_)
                .min(clip_);
        result.mean += relative.sum();
        result.squares += relative.square().sum();
        if (result.squares > most) break;
    }
    result.mean /= static_cast<double>(planes_);
    return result;
}

std::optional<ClusterTable::Match> ClusterTable::fit(std::span<const double> values,
                                                     std::uint32_t cluster) const {
    const double* const lows = array(cluster, low);
    const double* const highs = array(cluster, high);
    std::size_t misses = 0;
    for (std::size_t begin = 0; begin < planes_; begin += plane_block) {
        const std::size_t end = std::min(begin + plane_block, planes_);
        std::int64_t outside = 0;
        for (std::size_t k = begin; k < end; ++k) {
            outside += std::int64_t{values[k] < lows[k]} + std::int64_t{values[k] > highs[k]};
        }
        misses += static_cast<std::size_t>(outside);
        if (misses > rule_.exceptions) return std::nullopt;
    }
    return Match{cluster, misses};
}

/// The one that differs least, and of equal ones the first: the hint only makes the others fail early.
std::uint32_t ClusterTable::nearest_seed(std::span<const double> values, std::uint32_t hint,
                                         Difference& from_it) const {
    std::uint32_t nearest = hint < seeds_ ? hint : 0;
    from_it = difference(values, nearest);
    for (std::uint32_t seed = 0; seed < seeds_; ++seed) {
        if (seed == nearest) continue;
        const Difference candidate = difference(values, seed, from_it.squares);
        const bool tied = candidate.squares == from_it.squares && seed < nearest;
        if (candidate.squares < from_it.squares || tied) {
            from_it = candidate;
            nearest = seed;
        }
    }
    return nearest;
}

std::optional<ClusterTable::Match> ClusterTable::find(std::span<const double> values,
                                                      std::uint32_t hint) const {
    if (seeds_ > 0) {
        Difference from_seed;
        const std::uint32_t seed = nearest_seed(values, hint, from_seed);
        if (std::abs(from_seed.mean) <= rule_.largest_shift) {
            if (const auto match = fit(values, seed)) return match;
        }
    }
    return find_added(values);
}

std::optional<ClusterTable::Match> ClusterTable::find_added(std::span<const double> values) const {
    const auto try_all = [&](const Bucket& bucket) -> std::optional<Match> {
        for (const std::uint32_t cluster : std::span(bucket).first(std::min(bucket.size(), max_candidates))) {
            const auto match = fit(values, cluster);
            if (match && std::abs(difference(values, cluster).mean) <= rule_.largest_shift) return match;
        }
        return std::nullopt;
    };
    for (std::size_t i = 0; i < probes_.size(); ++i) {
        const auto bucket = buckets_[i].find(key_of(values, i));
        if (bucket == buckets_[i].end()) continue;
        if (const auto match = try_all(bucket->second)) return match;
    }
    return try_all(everywhere_);
}

std::uint32_t ClusterTable::add(std::span<const double> centre) {
    append(centre);
    enter(count_ - 1);
    return count_ - 1;
}

/// Buckets are as wide as the tolerance: a time below a certain value, a factor above it.
std::int64_t ClusterTable::bucket_of(double value) const {
    const auto& [relative, absolute] = rule_.tolerance;
    // What is equal or apart is found by its bits; it shares a bucket with others at most by chance.
    if (!(value > 0) || !std::isfinite(value) || (relative == 0 && absolute == 0)) {
        return std::bit_cast<std::int64_t>(value);
    }
    if (relative == 0) return static_cast<std::int64_t>(value / absolute);
    const double turning = absolute / relative;
    if (value <= turning) return static_cast<std::int64_t>(value / absolute);
    const double below = absolute > 0 ? std::log(turning) : 0;
    const double buckets = (std::log(value) - below) / std::log1p(relative);
    return static_cast<std::int64_t>(std::floor(buckets + (absolute > 0 ? 1 / relative : 0)));
}

std::uint64_t ClusterTable::key_of(std::span<const double> values, std::size_t probe) const {
    std::uint64_t key = 0;
    for (const std::size_t k : probes_[probe])
        key = mix(key, static_cast<std::uint64_t>(bucket_of(values[k])));
    return key;
}

void ClusterTable::enter(std::uint32_t cluster) {
    for (std::size_t probe = 0; probe < probes_.size(); ++probe) {
        if (enter(cluster, probe)) continue;
        everywhere_.push_back(cluster);
        return;
    }
}

/// Enters a cluster under all keys that a pair inside it may have; false where they are too many.
bool ClusterTable::enter(std::uint32_t cluster, std::size_t probe) {
    std::vector<std::uint64_t> keys{0};
    for (const std::size_t k : probes_[probe]) {
        const std::int64_t first = bucket_of(array(cluster, low)[k]);
        const std::int64_t last = bucket_of(array(cluster, high)[k]);
        if (first != last && (last < first || last - first >= max_buckets)) return false;
        std::vector<std::uint64_t> longer;
        for (const std::uint64_t key : keys) {
            for (std::int64_t bucket = first; bucket <= last; ++bucket) {
                longer.push_back(mix(key, static_cast<std::uint64_t>(bucket)));
            }
        }
        keys = std::move(longer);
    }
    for (const std::uint64_t key : keys) buckets_[probe][key].push_back(cluster);
    return true;
}

}  // namespace fabricmap::clusterizer
