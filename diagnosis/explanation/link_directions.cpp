// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/moves.hpp"
#include "diagnosis/explanation/proposals.hpp"
#include "diagnosis/explanation/replacing.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

bool is_one_direction(const Cause& cause) {
    return cause.kind == CauseKind::link && cause.pairs.size() == 1 && cause.values.empty();
}

std::uint32_t pair_back(const Fit& fit, std::uint32_t pair) {
    return fit.pair(fit.receiver_of(pair), fit.sender_of(pair));
}

/// What both directions have of short messages, in the mean: a logarithm.
float common_to_short(const Fit& fit, std::uint32_t pair) {
    float sum = 0;
    float values = 0;
    for (std::size_t band = 0; band < fit.bands(); ++band) {
        if (!fit.takes_hardly_longer(band, pair)) continue;
        sum += fit.residual(band, pair) + fit.residual(band, pair_back(fit, pair));
        values += 2;
    }
    return sum / values;
}

/// One direction, and what is halved of it on the other.
std::optional<Cause> with_halves_back(const Fit& fit, std::uint32_t pair) {
    Cause draft = link_cause(fit, pair, Side::sender);
    draft.window = fit.all_bands();
    std::optional<Cause> cause = evaluate(fit, std::move(draft), cost_of_link(fit) + 1);
    const float common = common_to_short(fit, pair);
    if (!cause || common <= 0) return std::nullopt;
    cause->leaked = {pair_back(fit, pair)};
    cause->leak = {std::expm1(common), 0};
    return cause;
}

bool is_path_between(const Cause& cause, const HostList& one, const HostList& other) {
    return cause.kind == CauseKind::path &&
           ((cause.hosts == one && cause.others == other) || (cause.hosts == other && cause.others == one));
}

/// Slow both ways in short messages, and one way in long ones.
void join_directions_of_paths(Fit& fit) {
    const std::vector<Cause> all = fit.causes();
    for (const Cause& path : all) {
        if (path.kind != CauseKind::path || path.side == Side::both || path.effect.back() <= 0) continue;
        const Picked is_between_its_ends = [&](const Cause& other) {
            return is_path_between(other, path.hosts, path.others);
        };
        if (std::count_if(all.begin(), all.end(), is_between_its_ends) < 2) continue;
        replace_by(fit, is_between_its_ends, [&](const Fit& tried) {
            Cause draft = path;
            draft.window = tried.all_bands();
            draft.leaked.clear();
            return evaluate(tried, std::move(draft), path.cost);
        });
    }
}

}  // namespace

void join_directions(Fit& fit) {
    if (!fit.halves_empty_messages()) return;
    join_directions_of_paths(fit);
    const std::vector<Cause> all = fit.causes();
    for (const Cause& one : all) {
        const std::uint32_t pair = is_one_direction(one) ? one.pairs.front() : 0;
        const bool is_slow_in_long = is_one_direction(one) && one.effect.back() > 0;
        const auto is_back = [&](const Cause& other) {
            return is_one_direction(other) && other.pairs.front() == pair_back(fit, pair) &&
                   other.effect.back() <= 0;
        };
        if (!is_slow_in_long || std::none_of(all.begin(), all.end(), is_back)) continue;
        replace_by(
            fit,
            [&](const Cause& cause) {
                return is_back(cause) || (is_one_direction(cause) && cause.pairs.front() == pair);
            },
            [&](const Fit& tried) { return with_halves_back(tried, pair); });
    }
}

}  // namespace fabricmap::diagnosis
