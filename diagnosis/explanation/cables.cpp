// SPDX-License-Identifier: Apache-2.0
// Which pairs are slow is told by whole paths from group to group, which takes fewer words than pair by pair.
#include "diagnosis/explanation/cables.hpp"

#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/noise.hpp"
#include "diagnosis/explanation/proposals.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

constexpr Eigen::Index min_groups_with_cables = 6;
constexpr double min_gain_of_a_slow_path = 4;
/// Of all paths of a cable; noise alone makes less of it.
constexpr double min_evidence_of_cable = 20;
constexpr double max_fraction_of_paths = 0.85;
constexpr double max_fraction_of_group = 0.7;

/// From one group of hosts to another, and what it may gain as a cause of its own.
struct SlowPath {
    PairList pairs;
    double gain = 0;
};

/// Some paths, and which of them are slow.
struct Paths {
    std::vector<PairList> pairs;
    std::vector<bool> slow;
    std::vector<float> effect;  ///< of each band
    double gain = 0;
};

/// What a path gains by the effects.
double gain_of_path(const Fit& fit, const PairList& pairs, BandRange window,
                    const std::vector<float>& effect) {
    double gain = 0;
    for (std::size_t band = window.first; band < window.end; ++band) {
        for (const std::uint32_t pair : pairs) {
            const float residual = fit.residual(band, pair);
            const float noise = fit.noise(band, pair);
            gain += static_cast<double>(fit.tail().misfit(residual / noise) -
                                        fit.tail().misfit((residual - effect[band]) / noise));
        }
    }
    return gain * fit.weight_of(window.size());
}

/// Settles by how much the slow ones are slower, and which those are.
void settle(const Fit& fit, Paths& paths, BandRange window) {
    constexpr int rounds = 3;
    const auto n = static_cast<double>(paths.pairs.size());
    for (int round = 0; round < rounds && count_chosen(paths.slow) > 0; ++round) {
        paths.effect.assign(fit.bands(), 0.0F);
        for (std::size_t band = window.first; band < window.end; ++band) {
            std::vector<float> values;
            for (std::size_t path = 0; path < paths.pairs.size(); ++path) {
                if (!paths.slow[path]) continue;
                for (const std::uint32_t pair : paths.pairs[path]) values.push_back(fit.residual(band, pair));
            }
            paths.effect[band] = values.empty() ? 0 : median_of(values);
        }
        const double fraction = std::clamp(static_cast<double>(count_chosen(paths.slow)) / n, 1 / n, 0.98);
        const double needed = std::log((1 - fraction) / fraction);
        paths.gain = 0;
        for (std::size_t path = 0; path < paths.pairs.size(); ++path) {
            const double gain = gain_of_path(fit, paths.pairs[path], window, paths.effect);
            paths.slow[path] = gain > needed;
            if (paths.slow[path]) paths.gain += gain;
        }
    }
}

/// Some of the paths that a part is on. Nothing unless more of them are slow than elsewhere.
std::optional<Cause> evaluate_paths(const Fit& fit, Cause draft, std::vector<SlowPath> all,
                                    double fraction_elsewhere, double cost) {
    Paths paths;
    for (SlowPath& path : all) {
        paths.slow.push_back(path.gain > min_gain_of_a_slow_path);
        paths.pairs.push_back(std::move(path.pairs));
    }
    settle(fit, paths, draft.window);
    const auto n = static_cast<double>(paths.pairs.size());
    const auto slow = static_cast<double>(count_chosen(paths.slow));
    constexpr double min_slow_paths = 3;
    if (slow < min_slow_paths || slow > max_fraction_of_paths * n) return std::nullopt;
    if (*std::max_element(paths.effect.begin(), paths.effect.end()) < fit.min_effect()) return std::nullopt;
    if (divergence(n, slow / n, fraction_elsewhere) < min_difference_from_rest) return std::nullopt;
    std::size_t pairs = 0;
    for (std::size_t path = 0; path < paths.pairs.size(); ++path) {
        pairs += paths.pairs[path].size();
        if (paths.slow[path])
            draft.pairs.insert(draft.pairs.end(), paths.pairs[path].begin(), paths.pairs[path].end());
    }
    draft.paths = static_cast<std::size_t>(slow);
    draft.effect = std::move(paths.effect);
    draft.varies = true;
    draft.fraction = static_cast<double>(draft.pairs.size()) / static_cast<double>(pairs);
    draft.gain = paths.gain;
    draft.cost =
        cost + n * entropy_of(slow / n) + std::log(n) / 2 +
        std::log(static_cast<double>(draft.pairs.size())) / 2 * static_cast<double>(draft.window.size());
    return draft;
}

/// All paths from and to some groups.
std::vector<SlowPath> paths_of(const Fit& fit, const std::vector<HostList>& groups,
                               const Eigen::ArrayXXd& gains, const std::vector<Eigen::Index>& ends) {
    std::vector<SlowPath> paths;
    const auto is_end = [&](Eigen::Index group) {
        return std::find(ends.begin(), ends.end(), group) != ends.end();
    };
    for (Eigen::Index from = 0; from < gains.rows(); ++from) {
        for (Eigen::Index to = 0; to < gains.cols(); ++to) {
            if (from == to || (!is_end(from) && !is_end(to))) continue;
            PairList pairs = pairs_of_path(fit, groups[static_cast<std::size_t>(from)],
                                           groups[static_cast<std::size_t>(to)], Side::sender);
            if (!pairs.empty()) paths.push_back({std::move(pairs), gains(from, to)});
        }
    }
    return paths;
}

/// Where several pairs of groups would explain the same paths, the one with the shortest way between.
std::pair<Eigen::Index, Eigen::Index> nearest_of_best(const Fit& fit, const Eigen::ArrayXXd& together,
                                                      const std::vector<HostList>& members) {
    constexpr double as_good = 0.95;
    const double limit = as_good * together.maxCoeff();
    std::pair<Eigen::Index, Eigen::Index> nearest;
    float shortest = std::numeric_limits<float>::max();
    for (Eigen::Index one = 0; one < together.rows(); ++one) {
        for (Eigen::Index other = 0; other < one; ++other) {
            const PairList pairs = together(one, other) < limit
                                       ? PairList()
                                       : pairs_of_path(fit, members[static_cast<std::size_t>(one)],
                                                       members[static_cast<std::size_t>(other)], Side::both);
            if (pairs.empty() || fit.expected(0, pairs.front()) >= shortest) continue;
            shortest = fit.expected(0, pairs.front());
            nearest = {other, one};
        }
    }
    return nearest;
}

/// Among those without these ends; above 0 where none is.
double fraction_of_slow_paths(const Eigen::ArrayXXd& evidence, const std::vector<Eigen::Index>& ends) {
    Eigen::ArrayXXd others = evidence;
    for (const Eigen::Index end : ends) {
        others.row(end).setZero();
        others.col(end).setZero();
    }
    const auto left = static_cast<double>(evidence.rows()) - static_cast<double>(ends.size());
    return std::min(
        0.9, std::max(1.0, static_cast<double>((others > 0).count())) / std::max(1.0, left * (left - 1)));
}

/// All bands, and where there are several, the shorter and the longer messages.
std::vector<BandRange> windows_of_halves(const Fit& fit) {
    const std::size_t bands = fit.bands();
    if (bands < 2) return {{0, bands}};
    return {{0, bands}, {0, bands / 2}, {bands / 2, bands}};
}

/// The groups that may have cables between them, and what paths gain in each window: groups × groups.
struct PathGains {
    std::vector<HostList> members;
    std::vector<BandRange> windows;
    std::vector<Eigen::ArrayXXd> gains;
};

/// Nothing where there are too few groups.
std::optional<PathGains> path_gains(const Fit& fit, const Screen& screen) {
    if (fit.structure().groups.empty()) return std::nullopt;
    const GroupLabels& labels = fit.structure().groups.front();
    const int groups = group_count(labels);
    if (groups < min_groups_with_cables) return std::nullopt;
    PathGains paths{{}, windows_of_halves(fit), {}};
    for (int group = 0; group < groups; ++group) paths.members.push_back(hosts_of_group(labels, group));
    for (const BandRange& window : paths.windows)
        paths.gains.push_back(screen.gains_of_paths(screen.sums_of_level(0), window));
    return paths;
}

/// Beyond what counts as slow alone.
Eigen::ArrayXXd evidence_of(const Eigen::ArrayXXd& gains) {
    return (gains - static_cast<double>(min_gain_of_a_pair)).max(0.0);
}

std::optional<Cause> cable_by_routes(const Fit& fit, const PathGains& paths) {
    Eigen::ArrayXXd of_any_window = evidence_of(paths.gains.front());
    for (const Eigen::ArrayXXd& gains : paths.gains) of_any_window = of_any_window.max(evidence_of(gains));
    if (of_any_window.sum() <= min_evidence_of_cable) return std::nullopt;
    return propose_cable_by_routes(fit, paths.members, of_any_window);
}

}  // namespace

std::vector<Cause> propose_cables(const Fit& fit, const Screen& screen) {
    std::vector<Cause> cables;
    const std::optional<PathGains> paths = path_gains(fit, screen);
    if (!paths) return cables;
    const std::vector<HostList>& members = paths->members;
    const auto groups = std::ssize(members);
    const auto n = static_cast<double>(groups);
    for (std::size_t number = 0; number < paths->windows.size(); ++number) {
        const Eigen::ArrayXXd& gains = paths->gains[number];
        const Eigen::ArrayXXd evidence = evidence_of(gains);
        const Eigen::ArrayXd of_group = evidence.rowwise().sum() + evidence.colwise().sum().transpose();
        const Eigen::ArrayXXd of_both =
            of_group.replicate(1, groups) + of_group.transpose().replicate(groups, 1);
        Eigen::ArrayXXd together = of_both - evidence - evidence.transpose();
        together.matrix().diagonal().setZero();
        // A group that is slow to most others is slow itself.
        for (Eigen::Index group = 0; group < groups; ++group) {
            if (static_cast<double>((evidence.row(group) > 0).count()) < max_fraction_of_group * n) continue;
            together.row(group).setZero();
            together.col(group).setZero();
        }
        if (together.maxCoeff() <= min_evidence_of_cable) continue;
        const auto [one, other] = nearest_of_best(fit, together, members);
        Cause draft;
        draft.window = paths->windows[number];
        draft.kind = CauseKind::cable;
        draft.hosts = members[static_cast<std::size_t>(std::min(one, other))];
        draft.others = members[static_cast<std::size_t>(std::max(one, other))];
        auto cable = evaluate_paths(fit, draft, paths_of(fit, members, gains, {one, other}),
                                    fraction_of_slow_paths(evidence, {one, other}),
                                    naming_cost(fit) + choice_cost(n * n / 2));
        if (cable) cables.push_back(std::move(*cable));
    }
    if (auto cable = cable_by_routes(fit, *paths)) cables.push_back(std::move(*cable));
    return cables;
}

std::optional<Cause> find_cable_by_routes(const Fit& fit) {
    const std::optional<PathGains> paths = path_gains(fit, Screen(fit));
    return paths ? cable_by_routes(fit, *paths) : std::nullopt;
}

}  // namespace fabricmap::diagnosis
