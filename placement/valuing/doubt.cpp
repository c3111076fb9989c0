// SPDX-License-Identifier: Apache-2.0
#include "placement/valuing/doubt.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace fabricmap::placement {
namespace {

/// Between measured lengths that are farther apart an MPI library may change its protocol unseen.
constexpr double far_apart = 8;
/// Empty messages and those up to a cache line take the same.
constexpr double shortest_bytes = 64;
/// Half of a delay between hosts stands for an unmeasured one within: a quarter to all of it is possible.
constexpr double doubt_of_guess_within = 0.5 * std::numbers::ln2;

/// A length among those measured.
struct PlaceOfLength {
    Eigen::Index lower = 0;  ///< the measured lengths whose line tells its delay
    Eigen::Index upper = 0;
    double fraction = 0;  ///< from the lower to the upper; above 1 beyond the longest
};

PlaceOfLength place_of(double length_bytes, const HostDelays& delays) {
    const Eigen::Index count = std::ssize(delays.lengths);
    Eigen::Index upper = 0;
    while (upper < count - 1 && static_cast<double>(delays.lengths[upper]) < length_bytes) ++upper;
    if (upper == 0) return {};
    const auto first = static_cast<double>(delays.lengths[upper - 1]);
    const auto last = static_cast<double>(delays.lengths[upper]);
    return {upper - 1, upper, (length_bytes - first) / (last - first)};
}

double squares_of(const HostMatrix& values) {
    return values.cast<double>().square().sum();
}

/// Both directions of a pair share what is said of it.
HostMatrix of_both_directions(const HostMatrix& values) {
    return values + values.transpose();
}

double squares_of_hosts(const HostMatrix& values) {
    return values.cast<double>().rowwise().sum().square().sum() +
           values.cast<double>().colwise().sum().square().sum();
}

/// What relative errors of single parts do to the ratio of two mappings: shares of delays after less before.
class Sensitivity {
  public:
    explicit Sensitivity(const Valuer& valuer)
        : valuer_(&valuer),
          pattern_(&valuer.pattern()),
          delays_(&valuer.delays()),
          of_pairs_(HostMatrix::Zero(delays_->host_count(), delays_->host_count())),
          beyond_upper_(of_pairs_),
          beyond_lower_(of_pairs_),
          of_classes_(Eigen::ArrayXXd::Zero(std::ssize(delays_->lengths), delays_->class_logs.cols())),
          within_(Eigen::ArrayXd::Zero(std::ssize(delays_->lengths))),
          thresholds_(Eigen::ArrayXXd::Zero(std::ssize(delays_->lengths), 2)) {}

    void add(const PerRank<HostIndex>& host_of, double sign) {
        double total = 0;
        for (const Flow& flow : pattern_->flows)
            total += flow.messages * valuer_->delay_of(flow, host_of[flow.sender], host_of[flow.receiver]);
        for (const Flow& flow : pattern_->flows)
            add_flow(flow, host_of[flow.sender], host_of[flow.receiver], sign / total);
    }

    [[nodiscard]] Doubt doubt() const {
        const double variance =
            variance_in_range() + variance_of_classes() + variance_beyond() + thresholds_.square().sum();
        return {std::sqrt(variance), static_cast<double>((of_pairs_ * delays_->taken_off).sum()),
                static_cast<double>((of_pairs_ * delays_->doubtful).sum())};
    }

    [[nodiscard]] double noise_as_measured() const {
        const double of_values = squares_of(of_pairs_) * delays_->single_noise * delays_->single_noise;
        return std::sqrt(of_values + variance_beyond());
    }

  private:
    void add_flow(const Flow& flow, HostIndex from, HostIndex to, double sign) {
        const double messages = sign * flow.messages;
        const PlaceOfLength place = place_of(flow.length_bytes, *delays_);
        const double upper = messages * place.fraction * delays_->class_delay(place.upper, from, to);
        const double lower = messages * (1 - place.fraction) * delays_->class_delay(place.lower, from, to);
        add_class(place.upper, from, to, upper);
        add_class(place.lower, from, to, lower);
        if (from != to)
            of_pairs_(from, to) += static_cast<float>(messages * valuer_->delay_of(flow, from, to));
        if (place.fraction > 1) {
            if (from != to) {
                beyond_upper_(from, to) += static_cast<float>(upper);
                beyond_lower_(from, to) += static_cast<float>(lower);
            }
        } else {
            add_threshold(place, flow.length_bytes, from == to, messages * delays_->class_delay(0, from, to));
        }
    }

    void add_class(Eigen::Index k, HostIndex from, HostIndex to, double fraction) {
        if (from == to) {
            within_(k) += fraction;
        } else {
            of_classes_(k, delays_->class_of(from, to)) += fraction;
        }
    }

    /// A jump of as much as a short message takes, at a length drawn by chance between the two on a
    /// logarithmic scale: the same for all pairs between hosts, another for those within.
    void add_threshold(const PlaceOfLength& place, double length_bytes, bool is_within, double jump) {
        if (place.upper == place.lower) return;
        const double first = std::max(shortest_bytes, static_cast<double>(delays_->lengths[place.lower]));
        const double last = std::max(shortest_bytes, static_cast<double>(delays_->lengths[place.upper]));
        if (last <= far_apart * first || length_bytes <= first || length_bytes >= last) return;
        const double chance = std::log(length_bytes / first) / std::log(last / first);
        thresholds_(place.upper, is_within ? 1 : 0) += jump * std::sqrt(chance * (1 - chance));
    }

    [[nodiscard]] double variance_in_range() const {
        const HostMatrix pairs = of_both_directions(of_pairs_);
        double variance = squares_of(pairs) / 2 * delays_->pair_noise * delays_->pair_noise +
                          squares_of_hosts(of_pairs_) * delays_->host_noise * delays_->host_noise;
        if (delays_->guessed_fraction > 0) {
            for (Eigen::Index from = 0; from < pairs.rows(); ++from) {
                for (Eigen::Index to = 0; to < from; ++to) {
                    if (delays_->is_guessed(from, to) == 0) continue;
                    const double stray =
                        pairs(from, to) * delays_->class_spreads(delays_->class_of(from, to));
                    variance += stray * stray;
                }
            }
        }
        return variance;
    }

    [[nodiscard]] double variance_of_classes() const {
        const double of_median = std::numbers::pi / 2 * delays_->single_noise * delays_->single_noise;
        double variance = 0;
        for (Eigen::Index number = 0; number < of_classes_.cols(); ++number)
            variance += of_classes_.col(number).square().sum() * of_median / delays_->class_pairs(number);
        if (!delays_->within_is_guessed)
            return variance + within_.square().sum() * of_median / delays_->within_pairs;
        const double guessed = within_.sum() * doubt_of_guess_within;
        return variance + guessed * guessed;
    }

    /// The slope is that of two lengths: their noise is that many times as large as the message is longer.
    [[nodiscard]] double variance_beyond() const {
        const double of_host =
            delays_->host_noise * delays_->host_noise * static_cast<double>(delays_->lengths.size());
        const double of_pair = delays_->single_noise * delays_->single_noise / 2;
        double variance = 0;
        for (const HostMatrix* const one : {&beyond_upper_, &beyond_lower_})
            variance += squares_of_hosts(*one) * of_host + squares_of(of_both_directions(*one)) / 2 * of_pair;
        return variance;
    }

    const Valuer* valuer_;
    const Pattern* pattern_;
    const HostDelays* delays_;
    HostMatrix of_pairs_;
    HostMatrix beyond_upper_;     ///< what extrapolated messages have of the longest measured length
    HostMatrix beyond_lower_;     ///< and of the one before it
    Eigen::ArrayXXd of_classes_;  ///< lengths × classes
    Eigen::ArrayXd within_;       ///< lengths
    Eigen::ArrayXXd thresholds_;  ///< lengths × (between hosts, within)
};

}  // namespace

Doubt doubt_of(const Valuer& valuer, const PerRank<HostIndex>& after, const PerRank<HostIndex>& before) {
    Sensitivity sensitivity(valuer);
    sensitivity.add(after, 1);
    sensitivity.add(before, -1);
    return sensitivity.doubt();
}

double noise_as_measured(const Valuer& valuer, const PerRank<HostIndex>& after,
                         const PerRank<HostIndex>& before) {
    Sensitivity sensitivity(valuer);
    sensitivity.add(after, 1);
    sensitivity.add(before, -1);
    return sensitivity.noise_as_measured();
}

double bytes_beyond(const Pattern& pattern, const HostDelays& delays) {
    const auto longest = static_cast<double>(delays.lengths.back());
    double beyond = 0;
    for (const Flow& flow : pattern.flows)
        beyond += flow.length_bytes > longest ? flow.messages * flow.length_bytes : 0;
    return beyond == 0 ? 0 : beyond / pattern.bytes();
}

}  // namespace fabricmap::placement
