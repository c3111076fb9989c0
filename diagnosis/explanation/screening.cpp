// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/screening.hpp"

#include "diagnosis/explanation/noise.hpp"
#include "diagnosis/explanation/threads.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

// What one value can say for or against a cause, in deviations.
constexpr float min_counted = -4;
constexpr float max_counted = 6;
constexpr std::size_t max_hosts = 4;
constexpr std::size_t max_groups = 2;
constexpr double min_gain_to_try = 6;
constexpr double min_gain_of_path = 8;

Eigen::ArrayXd of_side(const Eigen::ArrayXd& sent, const Eigen::ArrayXd& received, Side side) {
    if (side == Side::sender) return sent;
    return side == Side::receiver ? received : Eigen::ArrayXd(sent + received);
}

Eigen::ArrayXXd of_side(const Eigen::ArrayXXd& sent, const Eigen::ArrayXXd& received, Side side) {
    if (side == Side::sender) return sent;
    return side == Side::receiver ? received : Eigen::ArrayXXd(sent + received);
}

/// What leaves or enters each group, without what stays inside: bands × groups.
Eigen::ArrayXXd border_of(const GroupSums& groups, Side side) {
    Eigen::ArrayXXd border(static_cast<Eigen::Index>(groups.sums.size()), groups.pairs.rows());
    for (Eigen::Index band = 0; band < border.rows(); ++band) {
        const Eigen::ArrayXXd& sums = groups.sums[static_cast<std::size_t>(band)];
        const Eigen::ArrayXd inside = sums.matrix().diagonal().array();
        border.row(band) = of_side(Eigen::ArrayXd(sums.rowwise().sum() - inside),
                                   Eigen::ArrayXd(sums.colwise().sum().transpose() - inside), side)
                               .transpose();
    }
    return border;
}

Eigen::ArrayXd pairs_over_border(const GroupSums& groups, Side side) {
    const Eigen::ArrayXd inside = groups.pairs.matrix().diagonal().array();
    return of_side(Eigen::ArrayXd(groups.pairs.rowwise().sum() - inside),
                   Eigen::ArrayXd(groups.pairs.colwise().sum().transpose() - inside), side);
}

std::vector<std::size_t> places_by(const Eigen::ArrayXd& values) {
    std::vector<std::size_t> order(static_cast<std::size_t>(values.size()));
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
        return values(static_cast<Eigen::Index>(one)) > values(static_cast<Eigen::Index>(other));
    });
    return order;
}

std::vector<PairGain> best_of_gains(std::vector<PairGain> gains, std::size_t count) {
    const std::size_t kept = std::min(count, gains.size());
    std::partial_sort(gains.begin(), gains.begin() + static_cast<std::ptrdiff_t>(kept), gains.end(),
                      [](const PairGain& one, const PairGain& other) {
                          return one.gain != other.gain ? one.gain > other.gain : one.pair < other.pair;
                      });
    gains.resize(kept);
    return gains;
}

}  // namespace

Screen::Screen(const Fit& fit) : fit_(fit) {
    const auto bands = static_cast<Eigen::Index>(fit.bands());
    sent_.setZero(bands, fit.hosts());
    received_.setZero(bands, fit.hosts());
    pairs_sent_.setZero(fit.hosts());
    pairs_received_.setZero(fit.hosts());
    for (const GroupLabels& labels : fit.structure().groups) {
        const Eigen::Index groups = group_count(labels);
        const Eigen::ArrayXXd none = Eigen::ArrayXXd::Zero(groups, groups);
        of_levels_.push_back({std::vector<Eigen::ArrayXXd>(fit.bands(), none), none});
    }
    count_pairs();
    split_among_threads(
        fit.bands(), static_cast<std::size_t>(fit.measured_pairs()), [&] { fit.look(); },
        [&](std::size_t begin, std::size_t end) {
            for (std::size_t band = begin; band < end; ++band) sum_band(band);
        });
}

void Screen::count_pairs() {
    std::vector<Eigen::ArrayXd> sizes;
    for (const GroupLabels& labels : fit_.structure().groups) {
        sizes.emplace_back(Eigen::ArrayXd::Zero(group_count(labels)));
        for (const int label : labels) ++sizes.back()(label);
    }
    const auto count = [&](Eigen::Index from, Eigen::Index to, double pairs) {
        pairs_sent_(from) += pairs;
        pairs_received_(to) += pairs;
        for (std::size_t level = 0; level < of_levels_.size(); ++level) {
            const GroupLabels& labels = fit_.structure().groups[level];
            of_levels_[level].pairs(labels[static_cast<std::size_t>(from)],
                                    labels[static_cast<std::size_t>(to)]) += pairs;
        }
    };
    // All that there can be, without those that were not measured, which are few.
    pairs_sent_.setConstant(static_cast<double>(fit_.hosts()));
    pairs_received_.setConstant(static_cast<double>(fit_.hosts()));
    for (std::size_t level = 0; level < of_levels_.size(); ++level)
        of_levels_[level].pairs = (sizes[level].matrix() * sizes[level].matrix().transpose()).array();
    for (Eigen::Index from = 0; from < fit_.hosts(); ++from) {
        for (Eigen::Index to = 0; to < fit_.hosts(); ++to) {
            if (!fit_.is_measured(fit_.pair(from, to))) count(from, to, -1);
        }
    }
}

void Screen::sum_band(std::size_t band) {
    const auto row = static_cast<Eigen::Index>(band);
    Eigen::ArrayXd clipped = Eigen::ArrayXd::Zero(fit_.hosts());
    std::vector<float> z;
    for (Eigen::Index from = 0; from < fit_.hosts(); ++from) {
        fit_.read_deviations(band, from, z);
        z[static_cast<std::size_t>(from)] = 0;
        for (Eigen::Index to = 0; to < fit_.hosts(); ++to) {
            clipped(to) =
                static_cast<double>(std::clamp(z[static_cast<std::size_t>(to)], min_counted, max_counted));
        }
        sent_(row, from) = clipped.sum();
        received_.row(row) += clipped.transpose();
        for (std::size_t level = 0; level < of_levels_.size(); ++level) {
            const GroupLabels& labels = fit_.structure().groups[level];
            auto sums = of_levels_[level].sums[band].row(labels[static_cast<std::size_t>(from)]);
            for (Eigen::Index to = 0; to < fit_.hosts(); ++to)
                sums(labels[static_cast<std::size_t>(to)]) += clipped(to);
        }
    }
}

std::vector<Screened> Screen::best_of(const Eigen::ArrayXXd& sums, const Eigen::ArrayXd& pairs,
                                      std::size_t max_members, double min_gain) const {
    std::vector<Screened> best(static_cast<std::size_t>(sums.cols()));
    for (std::size_t member = 0; member < best.size(); ++member) best[member].member = member;
    for (const BandRange& window : windows_of(fit_)) {
        const auto bands = static_cast<double>(window.size());
        const Eigen::ArrayXd sum =
            sums.middleRows(static_cast<Eigen::Index>(window.first), static_cast<Eigen::Index>(window.size()))
                .colwise()
                .sum();
        for (std::size_t member = 0; member < best.size(); ++member) {
            const auto at = static_cast<Eigen::Index>(member);
            if (sum(at) <= 0) continue;
            const double gain =
                sum(at) * sum(at) / 2 / std::max(1.0, pairs(at)) / bands * fit_.weight_of(window.size());
            if (gain > best[member].gain) best[member] = {member, gain, window};
        }
    }
    std::erase_if(best, [&](const Screened& one) { return one.gain <= min_gain; });
    std::stable_sort(best.begin(), best.end(),
                     [](const Screened& one, const Screened& other) { return one.gain > other.gain; });
    if (best.size() > max_members) best.resize(max_members);
    return best;
}

std::vector<Screened> Screen::best_hosts(Side side) const {
    return best_of(of_side(sent_, received_, side), of_side(pairs_sent_, pairs_received_, side), max_hosts,
                   min_gain_to_try);
}

std::vector<Screened> Screen::best_uplinks(const GroupSums& groups, Side side) const {
    return best_of(border_of(groups, side), pairs_over_border(groups, side), max_groups, min_gain_to_try);
}

std::vector<Screened> Screen::best_insides(const GroupSums& groups) const {
    Eigen::ArrayXXd inside(static_cast<Eigen::Index>(groups.sums.size()), groups.pairs.rows());
    for (Eigen::Index band = 0; band < inside.rows(); ++band) {
        inside.row(band) =
            groups.sums[static_cast<std::size_t>(band)].matrix().diagonal().array().transpose();
    }
    return best_of(inside, groups.pairs.matrix().diagonal().array(), max_groups, min_gain_to_try);
}

std::vector<Screened> Screen::best_paths(const GroupSums& groups, Side side) const {
    const Eigen::Index count = groups.pairs.rows();
    const auto both = [&](const Eigen::ArrayXXd& values) -> Eigen::ArrayXXd {
        return side == Side::both ? Eigen::ArrayXXd(values + values.transpose()) : values;
    };
    const auto without_diagonal = [&](Eigen::ArrayXXd values) {
        values.matrix().diagonal().setZero();
        // In the order of the sender's group.
        return Eigen::ArrayXd(values.transpose().reshaped());
    };
    Eigen::ArrayXXd sums(static_cast<Eigen::Index>(groups.sums.size()), count * count);
    for (Eigen::Index band = 0; band < sums.rows(); ++band)
        sums.row(band) = without_diagonal(both(groups.sums[static_cast<std::size_t>(band)])).transpose();
    return best_of(sums, without_diagonal(both(groups.pairs)), max_groups, min_gain_of_path);
}

Eigen::ArrayXXd Screen::gains_of_paths(const GroupSums& groups, BandRange window) const {
    Eigen::ArrayXXd sums = Eigen::ArrayXXd::Zero(groups.pairs.rows(), groups.pairs.cols());
    for (std::size_t band = window.first; band < window.end; ++band) sums += groups.sums[band];
    sums.matrix().diagonal().setZero();
    const auto bands = static_cast<double>(window.size());
    return sums * sums.abs() / 2 / groups.pairs.max(1.0) / bands * fit_.weight_of(window.size());
}

Eigen::ArrayXXd Screen::mean_of_hosts(Side side) const {
    return of_side(sent_, received_, side).rowwise() /
           of_side(pairs_sent_, pairs_received_, side).max(1.0).transpose();
}

Eigen::ArrayXXd Screen::mean_of_uplinks(const GroupSums& groups) const {
    return border_of(groups, Side::both).rowwise() /
           pairs_over_border(groups, Side::both).max(1.0).transpose();
}

void HostEvidence::add(const Fit& fit, std::uint32_t pair, double weight) {
    pairs.push_back({fit.sender_of(pair), fit.receiver_of(pair), weight});
    sum += weight;
}

Eigen::ArrayXd HostEvidence::of_hosts(Side side) const {
    Eigen::ArrayXd sent = Eigen::ArrayXd::Zero(hosts);
    Eigen::ArrayXd received = sent;
    for (const OfPair& pair : pairs) {
        sent(pair.sender) += pair.weight;
        received(pair.receiver) += pair.weight;
    }
    return of_side(sent, received, side);
}

Eigen::ArrayXd HostEvidence::of_uplinks(const GroupLabels& labels, Side side) const {
    Eigen::ArrayXd sent = Eigen::ArrayXd::Zero(group_count(labels));
    Eigen::ArrayXd received = sent;
    for (const OfPair& pair : pairs) {
        const int one = labels[static_cast<std::size_t>(pair.sender)];
        const int other = labels[static_cast<std::size_t>(pair.receiver)];
        if (one == other) continue;
        sent(one) += pair.weight;
        received(other) += pair.weight;
    }
    return of_side(sent, received, side);
}

HostEvidence evidence_of(const Fit& fit, const PairGains& gains) {
    HostEvidence evidence{fit.hosts(), {}, 0};
    gains.for_each([&](const PairGain& pair) {
        const float weight = pair.gain - min_gain_of_a_pair;
        if (weight > 0) evidence.add(fit, pair.pair, static_cast<double>(weight));
    });
    return evidence;
}

HostEvidence evidence_of_values(const Fit& fit, const std::vector<SlowValue>& slow_values) {
    HostEvidence evidence{fit.hosts(), {}, 0};
    for (auto at = slow_values.begin(); at != slow_values.end();) {
        const std::uint32_t pair = at->pair;
        float weight = 0;
        for (; at != slow_values.end() && at->pair == pair; ++at) {
            if (at->is_plainly_slow) weight += at->gain;
        }
        if (weight > 0) evidence.add(fit, pair, static_cast<double>(weight));
    }
    return evidence;
}

std::vector<Screened> two_best(const Eigen::ArrayXd& values) {
    std::vector<Screened> best;
    for (const std::size_t member : places_by(values)) {
        best.push_back({member, values(static_cast<Eigen::Index>(member)), {}});
        if (best.size() == 2) break;
    }
    return best;
}

std::vector<PairGain> best_pairs(const PairGains& gains, std::size_t count) {
    std::vector<PairGain> slow;
    gains.for_each([&](const PairGain& pair) {
        if (pair.gain > min_gain_of_a_pair) slow.push_back(pair);
    });
    return best_of_gains(std::move(slow), count);
}

std::vector<PairGain> best_links(const Fit& fit, const PairGains& gains, std::size_t count) {
    constexpr float half_of_it = min_gain_of_a_pair / 2;
    std::vector<PairGain> slow;
    gains.for_each([&](const PairGain& one) {
        if (one.gain <= half_of_it) return;
        const Eigen::Index from = fit.sender_of(one.pair);
        const Eigen::Index to = fit.receiver_of(one.pair);
        const std::uint32_t back = fit.pair(to, from);
        const PairGain* const other = gains.find(fit, back);
        const float gain_back = other != nullptr ? other->gain : -1;
        // It was taken with the other direction.
        if (from > to && gain_back > half_of_it) return;
        const float both = one.gain + gain_back;
        if (both <= min_gain_of_a_pair) return;
        const bool is_back_better = from < to ? one.gain <= gain_back : gain_back > one.gain;
        const std::uint16_t window = is_back_better && other != nullptr ? other->window : one.window;
        slow.push_back({from < to ? one.pair : back, both, window});
    });
    return best_of_gains(std::move(slow), count);
}

std::vector<std::vector<bool>> best_cuts(const Eigen::ArrayXd& values) {
    const std::vector<std::size_t> order = places_by(values);
    const auto n = static_cast<double>(order.size());
    const double all = values.sum();
    std::vector<std::pair<double, std::size_t>> apart;  // how far, and how many are above
    double above = 0;
    for (std::size_t count = 1; count < order.size(); ++count) {
        above += values(static_cast<Eigen::Index>(order[count - 1]));
        const auto k = static_cast<double>(count);
        const double gap = above / k - (all - above) / (n - k);
        apart.emplace_back(gap * gap * k * (n - k) / n, count);
    }
    std::sort(apart.begin(), apart.end(), std::greater<>());
    std::vector<std::vector<bool>> cuts;
    for (std::size_t at = 0; at < std::min<std::size_t>(2, apart.size()); ++at) {
        const std::size_t count = apart[at].second;
        if (count < 2 || static_cast<double>(count) > 0.8 * n) continue;
        std::vector<bool> chosen(order.size());
        for (std::size_t place = 0; place < count; ++place) chosen[order[place]] = true;
        cuts.push_back(std::move(chosen));
    }
    return cuts;
}

}  // namespace fabricmap::diagnosis
