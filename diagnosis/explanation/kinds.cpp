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
    Split(const Fit& fit, CauseKind kind, const std::vector<HostList>& members)
        : fit_(fit), of_groups_(kind == CauseKind::kind_of_groups), members_(members) {
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
                const int of_sender = is_of_kind(from);
                const int of_receiver = is_of_kind(to);
                const std::array misfits{misfit_as(band, pair, 0), misfit_as(band, pair, 1),
                                         misfit_as(band, pair, 2)};
                const auto gain = [&](int of_other) {
                    return misfits.at(static_cast<std::size_t>(of_other)) -
                           misfits.at(static_cast<std::size_t>(of_other) + 1);
                };
                as_of_kind(from) += gain(of_receiver);
                as_of_kind(to) += gain(of_sender);
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

    [[nodiscard]] double gain() const {
        double sum = 0;
        for (std::size_t band = 0; band < fit_.bands(); ++band) {
            for (const std::uint32_t pair : some_pairs_) {
                sum += static_cast<double>(fit_.tail().misfit(fit_.deviations(band, pair))) -
                       misfit_as(band, pair, ends_of(pair));
            }
        }
        return fit_.weight_of(fit_.bands()) * sum * pairs_per_value_;
    }

    /// Of each band: what one end of the kind adds, a logarithm; where no pair has one alone, what both add.
    [[nodiscard]] std::vector<float> effect() const {
        std::vector<float> effects(fit_.bands(), 0.0F);
        for (std::size_t band = 0; band < fit_.bands(); ++band) {
            const std::optional<float> of_one = effect_of(band, 1);
            effects[band] = of_one ? *of_one : effect_of(band, 2).value_or(0.0F);
        }
        return effects;
    }

    /// Where pairs between two of the kind take no longer than those between two others (or no class has
    /// both), while those from the one to the other do, it is no kind but a border between two parts of the
    /// network.
    [[nodiscard]] bool is_a_border() const {
        float crossing = 0;
        float among = 0;
        for (std::size_t band = 0; band < fit_.bands(); ++band) {
            const std::optional<float> of_one = effect_of(band, 1);
            if (!of_one) continue;
            crossing += *of_one;
            among += effect_of(band, 2).value_or(has_pairs_of_both_ends() ? 0 : *of_one);
        }
        return crossing > 0 && among < crossing / 2;
    }

    /// How many classes are added, each with a parameter a band.
    [[nodiscard]] double cost_of_classes() const {
        double added = 0;
        double touched = 0;
        for (int number = 0; number < fit_.classes(); ++number) {
            int parts = 0;
            for (int ends = 0; ends < 3; ++ends) {
                parts += pairs(number, ends) > 0 ? 1 : 0;
                touched += ends > 0 ? static_cast<double>(pairs(number, ends)) : 0;
            }
            added += std::max(0, parts - 1);
        }
        const double values = touched * pairs_per_value_ * fit_.weight_of(fit_.bands());
        return added * static_cast<double>(fit_.bands()) / 2 * std::log(std::max(2.0, values));
    }

  private:
    /// The mean over the classes that have enough of such pairs.
    [[nodiscard]] std::optional<float> effect_of(std::size_t band, int ends) const {
        constexpr float min_pairs_of_ends = 3;
        float sum = 0;
        float weights = 0;
        for (int number = 0; number < fit_.classes(); ++number) {
            const auto fewer = static_cast<float>(std::min(pairs(number, 0), pairs(number, ends)));
            if (fewer < min_pairs_of_ends) continue;
            sum += (centre(band, number, ends) - centre(band, number, 0)) * fewer;
            weights += fewer;
        }
        return weights > 0 ? std::optional(sum / weights) : std::nullopt;
    }

    [[nodiscard]] bool has_pairs_of_both_ends() const {
        for (int number = 0; number < fit_.classes(); ++number) {
            if (pairs(number, 2) > 0) return true;
        }
        return false;
    }

    [[nodiscard]] int is_of_kind(Eigen::Index host) const {
        return is_of_kind_[static_cast<std::size_t>(host)] ? 1 : 0;
    }
    [[nodiscard]] bool is_inside(Eigen::Index from, Eigen::Index to) const {
        if (!of_groups_) return false;
        const GroupLabels& labels = fit_.structure().groups.front();
        return labels[static_cast<std::size_t>(from)] == labels[static_cast<std::size_t>(to)];
    }
    [[nodiscard]] int ends_of(std::uint32_t pair) const {
        const Eigen::Index from = fit_.sender_of(pair);
        const Eigen::Index to = fit_.receiver_of(pair);
        return is_inside(from, to) ? 0 : is_of_kind(from) + is_of_kind(to);
    }
    [[nodiscard]] std::size_t place(int number, int ends) const {
        return static_cast<std::size_t>(number) * 3 + static_cast<std::size_t>(ends);
    }
    [[nodiscard]] std::size_t pairs(int number, int ends) const { return pairs_[place(number, ends)]; }
    [[nodiscard]] float centre(std::size_t band, int number, int ends) const {
        return centres_(static_cast<Eigen::Index>(band), static_cast<Eigen::Index>(place(number, ends)));
    }
    [[nodiscard]] double misfit_as(std::size_t band, std::uint32_t pair, int ends) const {
        const float left = fit_.residual_of_class(band, pair) - centre(band, fit_.class_of(pair), ends);
        return static_cast<double>(fit_.tail().misfit(left / fit_.noise(band, pair)));
    }

    void fit_centres() {
        const auto places = static_cast<std::size_t>(fit_.classes()) * 3;
        centres_.setZero(static_cast<Eigen::Index>(fit_.bands()), static_cast<Eigen::Index>(places));
        std::vector<std::vector<float>> values(places);
        for (std::size_t band = 0; band < fit_.bands(); ++band) {
            for (auto& some : values) some.clear();
            for (const std::uint32_t pair : some_pairs_) {
                values[place(fit_.class_of(pair), ends_of(pair))].push_back(
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
    PairList some_pairs_;
    double pairs_per_value_ = 1;
    const std::vector<HostList>& members_;
    std::vector<bool> is_of_kind_;
    Eigen::ArrayXXf centres_;         ///< bands × (class, ends)
    std::vector<std::size_t> pairs_;  ///< of each class and number of ends, in the sample
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
               const std::vector<bool>& chosen, Split& split) {
    split.choose(chosen);
    Cause cause;
    cause.kind = kind;
    cause.window = fit.all_bands();
    cause.varies = true;
    cause.effect = split.effect();
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

std::optional<Cause> evaluate_kind(const Fit& fit, CauseKind kind, const std::vector<HostList>& members,
                                   const std::vector<bool>& chosen) {
    Split split(fit, kind, members);
    std::optional<Cause> best;
    const auto take = [&](const std::vector<bool>& choice) {
        if (!divides(choice)) return;
        Cause cause = cause_of(fit, kind, members, choice, split);
        if (split.is_a_border()) return;
        if (!best || cause.net() > best->net()) best = std::move(cause);
    };
    split.choose(chosen);
    const std::vector<float> effect = split.effect();
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

}  // namespace fabricmap::diagnosis
