// SPDX-License-Identifier: Apache-2.0
// Hosts, or groups of hosts, of another make.
#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/noise.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// A choice of members, and what it makes of the classes.
class Split {
  public:
    Split(const Fit& fit, CauseKind kind, const std::vector<HostList>& members, bool by_sides)
        : fit_(fit),
          of_groups_(kind == CauseKind::kind_of_groups),
          by_sides_(by_sides),
          both_(part_by_ends(true, true, by_sides)),
          members_(members) {
        const auto wanted =
            std::max(min_pairs_of_split, pairs_of_a_host * static_cast<std::size_t>(fit.hosts()));
        const std::size_t stride = std::max<std::size_t>(1, fit.sample().size() / wanted);
        for (std::size_t at = 0; at < fit.sample().size(); at += stride)
            some_pairs_.push_back(fit.sample()[at]);
        pairs_per_value_ = static_cast<double>(fit.measured_pairs()) /
                           static_cast<double>(std::max<std::size_t>(1, some_pairs_.size()));
    }

    void choose(const std::vector<bool>& chosen) {
        is_of_kind_.assign(static_cast<std::size_t>(fit_.hosts()), false);
        for (std::size_t member = 0; member < members_.size(); ++member) {
            for (const HostIndex host : members_[member])
                is_of_kind_[static_cast<std::size_t>(host)] = chosen[member];
        }
        fit_centres();
    }

    /// Whether each member alone is better described as one of the kind, the others being as they are.
    [[nodiscard]] std::vector<bool> preferred() const {
        Eigen::ArrayXd as_of_kind = Eigen::ArrayXd::Zero(fit_.hosts());
        for (std::size_t band = 0; band < fit_.bands(); ++band) {
            for (const std::uint32_t pair : some_pairs_) {
                const Eigen::Index from = fit_.sender_of(pair);
                const Eigen::Index to = fit_.receiver_of(pair);
                if (is_inside(from, to)) continue;
                const auto misfit = [&](bool of_sender, bool of_receiver) {
                    return misfit_as(band, pair, part_by_ends(of_sender, of_receiver, by_sides_));
                };
                as_of_kind(from) += misfit(false, is_of_kind(to)) - misfit(true, is_of_kind(to));
                as_of_kind(to) += misfit(is_of_kind(from), false) - misfit(is_of_kind(from), true);
            }
        }
        std::vector<bool> preferred;
        for (const HostList& hosts : members_) {
            double gain = 0;
            for (const HostIndex host : hosts) gain += as_of_kind(host);
            preferred.push_back(gain > 0);
        }
        return preferred;
    }

    /// Hosts differ on a healthy machine, whether or not there is a kind.
    [[nodiscard]] double gain() const {
        double sum = 0;
        for (std::size_t band = 0; band < fit_.bands(); ++band) {
            std::vector<float> left;
            for (const std::uint32_t pair : some_pairs_)
                left.push_back(residual_as(band, pair, part_of(pair)));
            // The middle of a few pairs would explain these.
            if (!fit_.is_sampled()) {
                take_off_hosts(left, &Fit::sender_of);
                take_off_hosts(left, &Fit::receiver_of);
            }
            for (std::size_t at = 0; at < left.size(); ++at) {
                const std::uint32_t pair = some_pairs_[at];
                sum += static_cast<double>(fit_.tail().misfit(fit_.deviations(band, pair)) -
                                           fit_.tail().misfit(left[at] / fit_.noise(band, pair)));
            }
        }
        return fit_.weight_of(fit_.bands()) * sum * pairs_per_value_;
    }

    /// Of each band: what one end of the kind adds, a logarithm; where no pair has one alone, what both add.
    [[nodiscard]] std::vector<float> effect(Side side) const {
        const std::size_t one = one_end_of(side);
        std::vector<float> effects(fit_.bands(), 0.0F);
        for (std::size_t band = 0; band < fit_.bands(); ++band) {
            const std::optional<float> of_one = effect_of(band, one);
            effects[band] = of_one ? *of_one : effect_of(band, both_).value_or(0.0F);
        }
        return effects;
    }

    /// Of the kind: where sides differ the one with the larger effect, and both where the other has much of
    /// it.
    [[nodiscard]] Side side() const {
        if (!by_sides_) return Side::both;
        constexpr float fraction_of_a_side = 0.35F;
        const std::vector<float> sends = effect(Side::sender);
        const std::vector<float> receives = effect(Side::receiver);
        float largest = 0;
        float difference = 0;
        for (std::size_t band = 0; band < sends.size(); ++band) {
            largest = std::max({largest, sends[band], receives[band]});
            const float here = sends[band] - receives[band];
            if (std::abs(here) > std::abs(difference)) difference = here;
        }
        // What is halved between the two shows on both for short messages.
        if (std::abs(difference) < (1 - fraction_of_a_side) * largest) return Side::both;
        return difference > 0 ? Side::sender : Side::receiver;
    }

    /// Where pairs between two of the kind take no longer than those between two others (or no class has
    /// both), while those from the one to the other do, it is no kind but a border between two parts of the
    /// network.
    [[nodiscard]] bool is_a_border() const {
        const std::size_t one = one_end_of(side());
        float crossing = 0;
        float among = 0;
        for (std::size_t band = 0; band < fit_.bands(); ++band) {
            const std::optional<float> of_one = effect_of(band, one);
            if (!of_one) continue;
            crossing += *of_one;
            among += effect_of(band, both_).value_or(has_pairs_of_both_ends() ? 0 : *of_one);
        }
        return crossing > 0 && among < crossing / 2;
    }

    /// How many classes are added, each with a parameter a band.
    [[nodiscard]] double cost_of_classes() const {
        double added = 0;
        double touched = 0;
        for (int number = 0; number < fit_.classes(); ++number) {
            int parts = 0;
            for (std::size_t part = 0; part <= both_; ++part) {
                parts += pairs(number, part) > 0 ? 1 : 0;
                touched += part > 0 ? static_cast<double>(pairs(number, part)) : 0;
            }
            added += std::max(0, parts - 1);
        }
        const double values = touched * pairs_per_value_ * fit_.weight_of(fit_.bands());
        return added * static_cast<double>(fit_.bands()) / 2 * std::log(std::max(2.0, values));
    }

  private:
    /// The mean over the classes that have enough of such pairs.
    [[nodiscard]] std::optional<float> effect_of(std::size_t band, std::size_t part) const {
        constexpr float min_pairs_of_part = 3;
        float sum = 0;
        float weights = 0;
        for (int number = 0; number < fit_.classes(); ++number) {
            const auto fewer = static_cast<float>(std::min(pairs(number, 0), pairs(number, part)));
            if (fewer < min_pairs_of_part) continue;
            sum += (centre(band, number, part) - centre(band, number, 0)) * fewer;
            weights += fewer;
        }
        return weights > 0 ? std::optional(sum / weights) : std::nullopt;
    }

    [[nodiscard]] bool has_pairs_of_both_ends() const {
        for (int number = 0; number < fit_.classes(); ++number) {
            if (pairs(number, both_) > 0) return true;
        }
        return false;
    }

    /// The part of pairs with one end in the kind, on that side where sides differ.
    [[nodiscard]] std::size_t one_end_of(Side side) const {
        return part_by_ends(side != Side::receiver, side == Side::receiver, by_sides_);
    }
    [[nodiscard]] bool is_of_kind(Eigen::Index host) const {
        return is_of_kind_[static_cast<std::size_t>(host)];
    }
    [[nodiscard]] bool is_inside(Eigen::Index from, Eigen::Index to) const {
        if (!of_groups_) return false;
        const GroupLabels& labels = fit_.structure().groups.front();
        return labels[static_cast<std::size_t>(from)] == labels[static_cast<std::size_t>(to)];
    }
    [[nodiscard]] std::size_t part_of(std::uint32_t pair) const {
        const Eigen::Index from = fit_.sender_of(pair);
        const Eigen::Index to = fit_.receiver_of(pair);
        return is_inside(from, to) ? 0 : part_by_ends(is_of_kind(from), is_of_kind(to), by_sides_);
    }
    [[nodiscard]] static std::size_t place(int number, std::size_t part) {
        return static_cast<std::size_t>(number) * max_parts_by_ends + part;
    }
    [[nodiscard]] std::size_t pairs(int number, std::size_t part) const {
        return pairs_[place(number, part)];
    }
    [[nodiscard]] float centre(std::size_t band, int number, std::size_t part) const {
        return centres_(static_cast<Eigen::Index>(band), static_cast<Eigen::Index>(place(number, part)));
    }
    [[nodiscard]] float residual_as(std::size_t band, std::uint32_t pair, std::size_t part) const {
        return fit_.residual_of_class(band, pair) - centre(band, fit_.class_of(pair), part);
    }
    [[nodiscard]] double misfit_as(std::size_t band, std::uint32_t pair, std::size_t part) const {
        const float left = residual_as(band, pair, part);
        return static_cast<double>(fit_.tail().misfit(left / fit_.noise(band, pair)));
    }

    /// What is left of the pairs, without what most pairs of the host at one end have.
    void take_off_hosts(std::vector<float>& left, Eigen::Index (Fit::*end_of)(std::uint32_t) const) const {
        std::vector<std::vector<float>> of_hosts(static_cast<std::size_t>(fit_.hosts()));
        const auto host_at = [&](std::size_t at) {
            return static_cast<std::size_t>((fit_.*end_of)(some_pairs_[at]));
        };
        for (std::size_t at = 0; at < left.size(); ++at) of_hosts[host_at(at)].push_back(left[at]);
        std::vector<float> middles;
        middles.reserve(of_hosts.size());
        for (std::vector<float>& values : of_hosts) middles.push_back(values.empty() ? 0 : median_of(values));
        std::vector<float> sorted = middles;
        const float limit = max_host_deviations * spread_of(sorted).deviation;
        for (std::size_t at = 0; at < left.size(); ++at)
            left[at] -= std::clamp(middles[host_at(at)], -limit, limit);
    }

    void fit_centres() {
        const auto places = static_cast<std::size_t>(fit_.classes()) * max_parts_by_ends;
        centres_.setZero(static_cast<Eigen::Index>(fit_.bands()), static_cast<Eigen::Index>(places));
        std::vector<std::vector<float>> values(places);
        for (std::size_t band = 0; band < fit_.bands(); ++band) {
            for (auto& some : values) some.clear();
            for (const std::uint32_t pair : some_pairs_) {
                values[place(fit_.class_of(pair), part_of(pair))].push_back(
                    fit_.residual_of_class(band, pair));
            }
            pairs_.clear();
            for (std::size_t at = 0; at < places; ++at) {
                pairs_.push_back(values[at].size());
                if (values[at].empty()) continue;
                centres_(static_cast<Eigen::Index>(band), static_cast<Eigen::Index>(at)) =
                    median_of(values[at]);
            }
        }
    }

    // Some show as much as all.
    static constexpr std::size_t min_pairs_of_split = 16384;
    static constexpr std::size_t pairs_of_a_host = 24;

    const Fit& fit_;
    bool of_groups_;
    bool by_sides_;
    std::size_t both_;  ///< the part of pairs between two of the kind
    PairList some_pairs_;
    double pairs_per_value_ = 1;
    const std::vector<HostList>& members_;
    std::vector<bool> is_of_kind_;
    Eigen::ArrayXXf centres_;         ///< bands × (class, part)
    std::vector<std::size_t> pairs_;  ///< of each class and part, in the sample
};

bool are_neighbours(const std::vector<bool>& chosen) {
    const auto first = std::find(chosen.begin(), chosen.end(), true);
    const auto end = std::find(first, chosen.end(), false);
    return std::find(end, chosen.end(), true) == chosen.end();
}

/// With those between the first and the last of them.
std::vector<bool> without_gaps(std::vector<bool> chosen) {
    const auto first = std::find(chosen.begin(), chosen.end(), true);
    const auto last = std::find(chosen.rbegin(), chosen.rend(), true);
    std::fill(first, last.base(), true);
    return chosen;
}

bool divides(const std::vector<bool>& chosen) {
    return count_chosen(chosen) > 0 && count_chosen(chosen) < chosen.size();
}

/// Until each member is where it is described best.
std::vector<bool> settled(Split& split, std::vector<bool> chosen) {
    constexpr int max_rounds = 5;
    for (int round = 0; round < max_rounds; ++round) {
        split.choose(chosen);
        std::vector<bool> better = split.preferred();
        if (better == chosen || !divides(better)) break;
        chosen = std::move(better);
    }
    return chosen;
}

Cause cause_of(const Fit& fit, CauseKind kind, const std::vector<HostList>& members,
               const std::vector<bool>& chosen, Split& split, bool by_sides) {
    split.choose(chosen);
    Cause cause;
    cause.kind = kind;
    cause.by_sides = by_sides;
    cause.side = split.side();
    cause.window = fit.all_bands();
    cause.varies = true;
    cause.effect = split.effect(cause.side);
    for (std::size_t member = 0; member < members.size(); ++member) {
        if (!chosen[member]) continue;
        cause.members.push_back(members[member]);
        cause.hosts.insert(cause.hosts.end(), members[member].begin(), members[member].end());
    }
    std::sort(cause.hosts.begin(), cause.hosts.end());
    cause.gain = split.gain();
    cause.cost = cost_of_kind(fit, members.size(), count_chosen(chosen), are_neighbours(chosen)) +
                 split.cost_of_classes();
    return cause;
}

}  // namespace

double cost_of_kind(const Fit& fit, std::size_t all, std::size_t chosen, bool are_neighbours) {
    const auto n = static_cast<double>(all);
    const auto k = static_cast<double>(chosen);
    const double any = std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
    const double range = 2 * std::log(n);
    return naming_cost(fit) + (are_neighbours ? std::min(any, range) : any) + std::log(n);
}

std::vector<HostList> members_of_kinds(const Fit& fit, CauseKind kind) {
    std::vector<HostList> members;
    if (kind == CauseKind::kind_of_groups) {
        const GroupLabels& labels = fit.structure().groups.front();
        for (int group = 0; group < group_count(labels); ++group)
            members.push_back(hosts_of_group(labels, group));
    } else {
        for (Eigen::Index host = 0; host < fit.hosts(); ++host) members.push_back({HostIndex(host)});
    }
    return members;
}

std::optional<Cause> evaluate_kind(const Fit& fit, CauseKind kind, const std::vector<HostList>& members,
                                   const std::vector<bool>& chosen, bool by_sides) {
    Split split(fit, kind, members, by_sides);
    std::optional<Cause> best;
    const auto take = [&](const std::vector<bool>& choice) {
        if (!divides(choice)) return;
        Cause cause = cause_of(fit, kind, members, choice, split, by_sides);
        // One alone is a host that sends or receives slowly.
        const bool is_a_few = cause.members.size() > 1 && 2 * cause.members.size() <= members.size();
        if (split.is_a_border() || (by_sides && !is_a_few)) return;
        if (!best || cause.net() > best->net()) best = std::move(cause);
    };
    split.choose(chosen);
    const std::vector<float> effect = split.effect(split.side());
    // Members that are moved back and forth make it larger, though not so much.
    if (*std::max_element(effect.begin(), effect.end()) < fit.min_effect() / 2) return std::nullopt;
    take(chosen);
    if (best && 2 * best->gain > best->cost) {
        const std::vector<bool> better = settled(split, chosen);
        take(better);
        take(without_gaps(better));
    }
    return best && best->largest_effect() >= fit.min_effect() ? best : std::nullopt;
}

std::optional<Cause> evaluate_choice(const Fit& fit, CauseKind kind, const std::vector<HostList>& members,
                                     const std::vector<bool>& chosen) {
    Split split(fit, kind, members, false);
    Cause cause = cause_of(fit, kind, members, chosen, split, false);
    if (split.is_a_border() || cause.largest_effect() < fit.min_effect()) return std::nullopt;
    return cause;
}

}  // namespace fabricmap::diagnosis
