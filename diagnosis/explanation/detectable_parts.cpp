// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/detectable_parts.hpp"

#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/link_evidence.hpp"
#include "diagnosis/explanation/proposals.hpp"
#include "diagnosis/explanation/reported_causes.hpp"
#include "diagnosis/residual/certain_effects.hpp"
#include "diagnosis/residual/groups.hpp"
#include "diagnosis/residual/two_sides.hpp"
#include "statistics/chance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr float nothing_found = std::numeric_limits<float>::quiet_NaN();

/// Parts of one kind in which an effect may be planted, and what it costs to name one.
struct PlantableParts {
    std::vector<Cause> drafts;
    double cost = 0;
};

/// A part that is to be slow in a window.
struct SlowIn {
    const Cause& part;
    double cost = 0;  ///< to name it
    BandRange window;
    float smallest_certain = 0;  ///< smaller effects are in doubt: a logarithm
};

/// So many of all, from all over.
template <typename Part>
std::vector<Part> some_of(const std::vector<Part>& all, std::size_t count) {
    std::vector<Part> some;
    count = std::min(count, all.size());
    for (std::size_t number = 0; number < count; ++number) some.push_back(all[number * all.size() / count]);
    return some;
}

/// Plants effects in parts of a fit, and looks whether each would be named a fault.
class Planting {
  public:
    explicit Planting(const Fit& fit) : healthy_(&fit), fit_(fit) {}

    /// Estimates noise, and what is healthy, as where that part is slow by about as much as is named.
    void expect(const Cause& part, double cost) {
        fit_ = *healthy_;
        const float effect = smallest({part, cost, fit_.all_bands()});
        if (!std::isfinite(effect)) return;
        fit_.plant(part.pairs, fit_.all_bands(), effect, {});
        fit_.refit_planted();
        fit_.plant(part.pairs, fit_.all_bands(), -effect, part.hosts);
    }

    /// The smallest effect that is named, a logarithm; NaN where none is. What others need is about as much.
    [[nodiscard]] float smallest(const SlowIn& slow) {
        constexpr float largest = 3;
        constexpr float precision = 1.025F;
        float step = 1.15F;
        float& guess =
            guesses_.try_emplace({slow.window.first, slow.window.end}, fit_.min_effect()).first->second;
        float above = guess;
        float below = above / step;
        if (is_named(slow, above)) {
            for (; below > smallest_tried && is_named(slow, below); below /= step) above = below;
        } else {
            do {
                below = above;
                above *= step;
                step = std::min(step * step, max_step);
            } while (above < largest && !is_named(slow, above));
        }
        while (above < largest && above > precision * below) {
            const float middle = std::sqrt(above * below);
            (is_named(slow, middle) ? above : below) = middle;
        }
        fit_.plant({}, slow.window, 0, slow.part.hosts);
        if (above >= largest) return nothing_found;
        return guess = above;
    }

  private:
    [[nodiscard]] bool is_named(const SlowIn& slow, float effect) {
        fit_.plant(slow.part.pairs, slow.window, effect, slow.part.hosts);
        const std::vector<Cause> causes = causes_of(slow);
        bool is_named = std::any_of(causes.begin(), causes.end(),
                                    [&](const Cause& cause) { return is_a_fault(cause, slow); });
        if (!is_named && slow.part.kind == CauseKind::uplink) {
            const std::optional<Cause> kind = as_kind_of_groups(slow.part);
            is_named = kind && is_a_fault(*kind, slow);
        }
        fit_.plant(slow.part.pairs, slow.window, -effect, {});
        return is_named;
    }

    [[nodiscard]] bool is_a_fault(const Cause& cause, const SlowIn& slow) const {
        return cause.net() > min_net && reported_effect(cause) >= slow.smallest_certain &&
               !is_as_longer_cables(cause, fit_);
    }

    /// Once a cause is added, what its hosts are taken to differ by is the cause's.
    [[nodiscard]] float reported_effect(const Cause& cause) const {
        if (cause.kind != CauseKind::host && cause.kind != CauseKind::uplink) return cause.largest_effect();
        float largest = 0;
        float sum = 0;
        for (std::size_t band = cause.window.first; band < cause.window.end; ++band) {
            float own = 0;
            for (const HostIndex host : cause.hosts) {
                if (cause.side != Side::receiver) own += fit_.sending(band, host);
                if (cause.side != Side::sender) own += fit_.receiving(band, host);
            }
            const std::size_t sides = cause.side == Side::both ? 2 : 1;
            const float effect = cause.effect[band] + own / static_cast<float>(sides * cause.hosts.size());
            largest = std::max(largest, effect);
            sum += effect;
        }
        return cause.varies ? largest : sum / static_cast<float>(cause.window.size());
    }

    /// What would be proposed.
    [[nodiscard]] std::vector<Cause> causes_of(const SlowIn& slow) {
        Cause draft = slow.part;
        if (draft.kind == CauseKind::link) return causes_of_planted_link(std::move(draft), slow.cost);
        draft.window = slow.window;
        std::vector<Cause> causes;
        if (auto cause = evaluate(fit_, std::move(draft), slow.cost)) causes.push_back(std::move(*cause));
        return causes;
    }

    /// A group whose hosts are all slower as the one of its kind: fewer words than that each is so by itself.
    [[nodiscard]] std::optional<Cause> as_kind_of_groups(const Cause& group) const {
        if (group.side != Side::both) return std::nullopt;
        const std::vector<HostList> members = members_of_kinds(fit_, CauseKind::kind_of_groups);
        if (members.size() <= 3) return std::nullopt;
        std::vector<bool> chosen;
        chosen.reserve(members.size());
        for (const HostList& member : members) chosen.push_back(member == group.hosts);
        return evaluate_choice(fit_, CauseKind::kind_of_groups, members, chosen);
    }

    /// Where its values are slow together, as links are proposed.
    [[nodiscard]] std::vector<Cause> causes_of_planted_link(Cause draft, double cost) {
        PairGain best{0, 0, 0};
        float gain = 0;
        for (const std::uint32_t pair : draft.pairs) {
            const PairGain of_pair = gain_of_pair(fit_, pair);
            gain += of_pair.gain;
            if (of_pair.gain > best.gain) best = of_pair;
        }
        if (gain <= min_gain_of_link) return {};
        draft.window = windows_of(fit_)[best.window];
        return causes_of_link(fit_, std::move(draft), cost, evidence_);
    }

    static constexpr float smallest_tried = 0.01F;
    static constexpr float max_step = 1.5F;

    const Fit* healthy_;
    Fit fit_;
    LinkEvidence evidence_{fit_};
    std::map<std::pair<std::size_t, std::size_t>, float> guesses_;  ///< of each window
};

class PartsToPlant {
  public:
    PartsToPlant(const Fit& fit, Side side) : fit_(fit), side_(side) {
        for (const Cause& cause : fit.causes()) {
            if (!cause.is_kind()) known_.insert(cause.hosts.begin(), cause.hosts.end());
        }
    }

    [[nodiscard]] PlantableParts hosts() const {
        PlantableParts plantable{{}, cost_of_host(fit_)};
        if (fit_.hosts() < 3) return plantable;
        std::vector<HostIndex> free;
        for (Eigen::Index host = 0; host < fit_.hosts(); ++host) {
            if (!is_known(HostIndex(host))) free.push_back(HostIndex(host));
        }
        for (const HostIndex host : some_of(free, max_hosts)) {
            Cause draft = host_cause(host, side_);
            draft.pairs = pairs_of_host(fit_, host, side_);
            if (!draft.pairs.empty()) plantable.drafts.push_back(std::move(draft));
        }
        return plantable;
    }

    [[nodiscard]] PlantableParts links() const {
        PlantableParts plantable{{}, cost_of_link(fit_)};
        PairList free;
        for (const std::uint32_t pair : fit_.sample()) {
            if (!is_known(HostIndex(fit_.sender_of(pair))) && !is_known(HostIndex(fit_.receiver_of(pair))))
                free.push_back(pair);
        }
        for (const std::uint32_t pair : thinned(free, max_links))
            plantable.drafts.push_back(link_cause(fit_, pair, side_));
        return plantable;
    }

    [[nodiscard]] PlantableParts uplinks() const {
        if (fit_.structure().groups.empty()) return {};
        const GroupLabels& labels = fit_.structure().groups.front();
        const int groups = group_count(labels);
        if (static_cast<std::size_t>(groups) < min_groups_to_be_sure) return {};
        PlantableParts plantable{{}, cost_of_group(fit_, groups)};
        std::vector<HostList> free;
        for (int group = 0; group < groups; ++group) {
            HostList hosts = hosts_of_group(labels, group);
            const bool has_known =
                std::any_of(hosts.begin(), hosts.end(), [&](HostIndex host) { return is_known(host); });
            if (hosts.size() > 1 && !has_known) free.push_back(std::move(hosts));
        }
        for (const HostList& hosts : some_of(free, max_uplinks)) {
            Cause draft = group_cause(CauseKind::uplink, hosts, side_);
            draft.pairs = pairs_of_group(fit_, hosts, CauseKind::uplink, side_);
            plantable.drafts.push_back(std::move(draft));
        }
        return plantable;
    }

  private:
    static constexpr std::size_t max_hosts = 16;
    static constexpr std::size_t max_links = 32;
    static constexpr std::size_t max_uplinks = 6;

    [[nodiscard]] bool is_known(HostIndex host) const { return known_.contains(host); }

    const Fit& fit_;
    Side side_;
    std::set<HostIndex> known_;  ///< something is named of them already
};

/// What 95 % of the parts need at most, as if they were normal; NaN where some need more than is tried.
float needed_by_most(const std::vector<float>& effects, double one_in_twenty) {
    double sum = 0;
    double squares = 0;
    for (const float effect : effects) sum += static_cast<double>(effect);
    const double mean = sum / static_cast<double>(effects.size());
    for (const float effect : effects) squares += std::pow(static_cast<double>(effect) - mean, 2);
    const double others = std::max(1.0, static_cast<double>(effects.size()) - 1);
    return static_cast<float>(mean + one_in_twenty * std::sqrt(squares / others));
}

/// In one draw of twenty chance takes off so many deviations, and what is fitted to hosts a little. Few parts
/// hardly show what these are.
double one_in_twenty(const Fit& fit, std::size_t parts) {
    constexpr double chance = 0.05;
    constexpr double of_many = 1.645;
    const double hidden = fit.scatter_hidden_by_hosts();
    return hidden > 1 && parts > 1 ? student_t_quantile(chance, static_cast<int>(parts) - 1) * hidden
                                   : of_many;
}

/// How much of all pairs a part has.
double fraction_of(const Cause& part, const Fit& fit) {
    return static_cast<double>(part.pairs.size()) /
           static_cast<double>(std::max<std::int64_t>(1, fit.measured_pairs()));
}

UncertainValues uncertain_values_of(const Cause& part, const Fit& fit, const Case& subject) {
    HostPairs pairs;
    pairs.reserve(part.pairs.size());
    for (const std::uint32_t pair : part.pairs)
        pairs.emplace_back(HostIndex(fit.sender_of(pair)), HostIndex(fit.receiver_of(pair)));
    return UncertainValues(subject, pairs);
}

/// What 95 % of the parts need at most where they are slow in each of the windows.
std::vector<float> smallest_effects(const Fit& fit, const PlantableParts& parts,
                                    const std::vector<BandRange>& windows, const HostLogs& logs,
                                    const Case& subject) {
    constexpr double counts_in_noise = 0.005;
    constexpr double decides_noise = 0.017;
    constexpr Eigen::Index many_hosts = 256;
    constexpr double with_what_is_fitted = 2.2;
    std::vector<std::vector<float>> effects(windows.size());
    Planting planting(fit);
    const Cause& middle = parts.drafts[parts.drafts.size() / 2];
    const bool is_of_each = fraction_of(middle, fit) > decides_noise && fit.hosts() <= many_hosts;
    if (!is_of_each && fraction_of(middle, fit) > counts_in_noise) planting.expect(middle, parts.cost);
    for (const Cause& part : parts.drafts) {
        if (is_of_each) planting.expect(part, parts.cost);
        const UncertainValues values = uncertain_values_of(part, fit, subject);
        for (std::size_t at = 0; at < windows.size(); ++at) {
            const std::size_t first = logs.bands[windows[at].first].first_length;
            const LogBand& last = logs.bands[windows[at].end - 1];
            const float certain =
                values.smallest_certain_effect(first, last.first_length + last.lengths - first);
            effects[at].push_back(planting.smallest({part, parts.cost, windows[at], certain}));
        }
    }
    std::vector<float> needed;
    needed.reserve(effects.size());
    const double deviations = is_of_each ? one_in_twenty(fit, parts.drafts.size()) : with_what_is_fitted;
    for (const std::vector<float>& of_window : effects)
        needed.push_back(needed_by_most(of_window, deviations));
    return needed;
}

std::optional<Detectable> detectable(const Fit& fit, const PlantableParts& parts, DetectablePart part,
                                     const HostLogs& logs, const Case& subject) {
    if (parts.drafts.empty()) return std::nullopt;
    const std::size_t last = fit.bands() - 1;
    const std::vector<float> effects =
        smallest_effects(fit, parts, {{0, 1}, {last, last + 1}, fit.all_bands()}, logs, subject);
    const std::vector<float> typical_s = typical_delays(*subject.survey, true);
    // What an archive shows may be less by as much as it must have.
    const double in_archives = 1 + subject.run->description().archive_error;
    const auto factor = [&](float effect, float delay_s) {
        const double smallest = 1 + std::max(subject.min_effect, subject.min_time_s / delay_s);
        const double needed = std::exp(static_cast<double>(effect));
        // NaN stays it.
        return (needed < smallest ? smallest : needed) * in_archives;
    };
    return Detectable{part, factor(effects[0], typical_s.front()), factor(effects[1], typical_s.back()),
                      factor(effects[2], typical_s.back())};
}

}  // namespace

std::vector<Detectable> detectable_parts(const Fit& fit, const HostLogs& logs, const Case& subject) {
    const bool is_both = is_stated_of_both_directions(subject.run->description());
    const PartsToPlant parts(fit, is_both ? Side::both : Side::sender);
    std::vector<Detectable> all;
    const auto add = [&](const PlantableParts& plantable, DetectablePart part) {
        if (auto effect = detectable(fit, plantable, part, logs, subject)) all.push_back(*effect);
    };
    add(parts.hosts(), DetectablePart::host);
    // Few pairs show neither which link is slow nor which hosts are below one switch.
    if (fit.is_sampled()) return all;
    // A link alone may be stored as any of those that it is taken for.
    if (!fit.is_clustered()) add(parts.links(), DetectablePart::link);
    add(parts.uplinks(), DetectablePart::uplink);
    return all;
}

}  // namespace fabricmap::diagnosis
