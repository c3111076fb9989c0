// SPDX-License-Identifier: Apache-2.0
// Cables by the routes of messages: a path that leads over one takes as long as its three parts together.
// Each path may be slower by its own factor, as a cable is a smaller part of a longer one.
#include "diagnosis/explanation/cables.hpp"
#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/noise.hpp"
#include "diagnosis/explanation/proposals.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr double min_slow_paths_of_a_cable = 3;

using CableEnds = std::pair<Eigen::Index, Eigen::Index>;

/// Groups × groups: what short messages between two of them take beyond those inside one, in seconds.
Eigen::ArrayXXd times_between(const Fit& fit, const std::vector<HostList>& members) {
    const auto groups = std::ssize(members);
    Eigen::ArrayXXd times = Eigen::ArrayXXd::Zero(groups, groups);
    std::vector<double> inside;
    const auto time_between = [&](HostIndex from, HostIndex to) {
        const auto number = static_cast<Eigen::Index>(fit.class_of(fit.pair(from, to)));
        return std::exp(static_cast<double>(fit.class_centres()(0, number)));
    };
    for (std::size_t one = 0; one < members.size(); ++one) {
        if (members[one].size() > 1) inside.push_back(time_between(members[one][0], members[one][1]));
        for (std::size_t other = 0; other < members.size(); ++other) {
            if (one == other) continue;
            times(static_cast<Eigen::Index>(one), static_cast<Eigen::Index>(other)) =
                time_between(members[one].front(), members[other].front());
        }
    }
    if (inside.empty()) return {};
    times -= median_of(inside);
    times.matrix().diagonal().setZero();
    return times;
}

/// Whether a message from one group to another may take the cable, in that direction.
bool may_lead_over(const Eigen::ArrayXXd& times, CableEnds cable, Eigen::Index from, Eigen::Index to) {
    // Classes of nearly the same delay are one.
    constexpr double of_cable = 0.3;
    constexpr double of_path = 0.125;
    const double direct = times(cable.first, cable.second);
    const double by_parts = times(from, cable.first) + direct + times(cable.second, to);
    return std::abs(by_parts - times(from, to)) < std::max(of_cable * direct, of_path * times(from, to));
}

/// All paths that may lead over the cable, either way.
std::vector<CableEnds> routes_over(const Eigen::ArrayXXd& times, CableEnds cable) {
    std::vector<CableEnds> routes;
    for (Eigen::Index from = 0; from < times.rows(); ++from) {
        for (Eigen::Index to = 0; to < times.cols(); ++to) {
            if (from != to && (may_lead_over(times, cable, from, to) ||
                               may_lead_over(times, {cable.second, cable.first}, from, to)))
                routes.emplace_back(from, to);
        }
    }
    return routes;
}

std::vector<float> residuals_of(const Fit& fit, std::size_t band, const PairList& pairs) {
    std::vector<float> residuals;
    residuals.reserve(pairs.size());
    for (const std::uint32_t pair : pairs) residuals.push_back(fit.residual(band, pair));
    return residuals;
}

/// A path, by how much it is slower, and what that gains and costs.
struct SlowRoute {
    std::vector<ValueEffect> values;
    double gain = 0;
    double cost = 0;
};

SlowRoute slow_route(const Fit& fit, const PairList& pairs) {
    constexpr double min_gain_of_a_band = 3;
    SlowRoute route;
    std::size_t bands = 0;
    float largest = 0;
    for (std::uint32_t band = 0; band < fit.bands(); ++band) {
        const std::vector<float> residuals = residuals_of(fit, band, pairs);
        const float effect = median_of(std::vector<float>(residuals));
        double gain = 0;
        for (std::size_t at = 0; at < pairs.size(); ++at) {
            const float noise = fit.noise(band, pairs[at]);
            gain += static_cast<double>(fit.tail().misfit(residuals[at] / noise) -
                                        fit.tail().misfit((residuals[at] - effect) / noise));
        }
        if (effect < fit.min_effect_of_cause() || gain < min_gain_of_a_band) continue;
        ++bands;
        largest = std::max(largest, effect);
        route.gain += gain;
        for (const std::uint32_t pair : pairs) route.values.push_back({pair, band, effect});
    }
    if (largest < fit.min_effect()) return {};
    route.gain *= fit.weight_of(bands);
    route.cost = static_cast<double>(fit.bands()) * std::log(2.0) +
                 static_cast<double>(bands) * std::log(static_cast<double>(pairs.size())) / 2;
    return route;
}

/// Of each band, what the pairs between the ends of the cable take longer.
std::vector<float> effect_of_cable(const Fit& fit, const PairList& pairs) {
    std::vector<float> effects;
    for (std::size_t band = 0; band < fit.bands(); ++band)
        effects.push_back(median_of(residuals_of(fit, band, pairs)));
    return effects;
}

std::optional<Cause> evaluate_cable(const Fit& fit, const std::vector<HostList>& members,
                                    const std::vector<CableEnds>& routes, CableEnds cable) {
    const auto hosts_of = [&](Eigen::Index group) -> const HostList& {
        return members[static_cast<std::size_t>(group)];
    };
    Cause cause;
    cause.kind = CauseKind::cable;
    cause.hosts = hosts_of(std::min(cable.first, cable.second));
    cause.others = hosts_of(std::max(cable.first, cable.second));
    cause.window = fit.all_bands();
    cause.varies = true;
    cause.effect = effect_of_cable(fit, pairs_of_path(fit, cause.hosts, cause.others, Side::both));
    // Where classes are not those of the machine, short messages alone differ by as much.
    constexpr float much = 3;
    const float needed = fit.min_effect() * (fit.bands() > 1 ? 1 : much);
    if (cause.effect.back() < needed) return std::nullopt;
    double all = 0;
    double slow = 0;
    for (const auto& [from, to] : routes) {
        const PairList pairs = pairs_of_path(fit, hosts_of(from), hosts_of(to), Side::sender);
        all += static_cast<double>(pairs.size());
        SlowRoute route = pairs.empty() ? SlowRoute() : slow_route(fit, pairs);
        if (route.gain <= route.cost) continue;
        ++cause.paths;
        slow += static_cast<double>(pairs.size());
        cause.values.insert(cause.values.end(), route.values.begin(), route.values.end());
        cause.gain += route.gain;
        cause.cost += route.cost;
    }
    const auto n = static_cast<double>(routes.size());
    const auto count = static_cast<double>(cause.paths);
    if (count < min_slow_paths_of_a_cable) return std::nullopt;
    cause.fraction = slow / all;
    cause.cost += naming_cost(fit) + choice_cost(static_cast<double>(members.size() * members.size()) / 2) +
                  n * entropy_of(count / n) + std::log(n) / 2;
    return cause;
}

}  // namespace

std::optional<Cause> propose_cable_by_routes(const Fit& fit, const std::vector<HostList>& members,
                                             const Eigen::ArrayXXd& evidence) {
    constexpr double enough = 0.5;
    constexpr std::size_t max_cables = 6;
    const Eigen::ArrayXXd times = times_between(fit, members);
    if (times.size() == 0) return std::nullopt;
    std::vector<std::pair<double, CableEnds>> cables;
    for (Eigen::Index one = 0; one < times.rows(); ++one) {
        for (Eigen::Index other = one + 1; other < times.cols(); ++other) {
            if (evidence(one, other) <= 0 || evidence(other, one) <= 0 || times(one, other) <= 0) continue;
            double sum = 0;
            for (const auto& [from, to] : routes_over(times, {one, other})) sum += evidence(from, to);
            cables.emplace_back(sum, CableEnds{one, other});
        }
    }
    std::sort(cables.begin(), cables.end(), std::greater<>());
    std::optional<Cause> best;
    for (std::size_t at = 0; at < std::min(max_cables, cables.size()); ++at) {
        const auto& [sum, cable] = cables[at];
        if (sum < enough * cables.front().first) break;
        fit.look();
        auto cause = evaluate_cable(fit, members, routes_over(times, cable), cable);
        if (cause && (!best || cause->net() > best->net())) best = std::move(cause);
    }
    return best;
}

}  // namespace fabricmap::diagnosis
