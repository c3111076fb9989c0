// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/settled_effects.hpp"

#include "diagnosis/explanation/proposals.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// What the cause adds to a typical pair grows by what its hosts had, and so does the time.
void settle_time(const Fit& fit, Cause& cause) {
    std::vector<bool> is_own(static_cast<std::size_t>(fit.hosts()));
    for (const HostIndex host : cause.hosts) is_own[static_cast<std::size_t>(host)] = true;
    const auto own_addition = [&](std::size_t band, std::uint32_t pair) {
        const Eigen::Index from = fit.sender_of(pair);
        const Eigen::Index to = fit.receiver_of(pair);
        return (is_own[static_cast<std::size_t>(from)] ? fit.sending(band, from) : 0.0F) +
               (is_own[static_cast<std::size_t>(to)] ? fit.receiving(band, to) : 0.0F);
    };
    for (std::size_t band = cause.window.first; band < cause.window.end; ++band) {
        if (cause.effect[band] <= 0) continue;
        std::vector<float> additions;
        for (const std::uint32_t pair : cause.pairs) additions.push_back(own_addition(band, pair));
        const float settled = cause.effect[band] + median_of(additions);
        if (settled <= 0) continue;
        cause.added_s[band] *= std::expm1(settled) / std::expm1(cause.effect[band]);
        cause.effect[band] = settled;
    }
}

/// What both sides have looks like twice as much of one, where its hosts then seem to send as much faster and
/// to receive as much slower: by chance alone they hardly lean so far.
void settle_sides_of_uplink(const Fit& fit, Cause& cause) {
    constexpr float leans = 0.25F;
    if (cause.side == Side::both || !cause.is_plain()) return;
    float lean = 0;
    float effect = 0;
    for (std::size_t band = cause.window.first; band < cause.window.end; ++band) {
        for (const HostIndex host : cause.hosts) {
            lean += (fit.receiving(band, host) - fit.sending(band, host)) / 2;
            effect += cause.effect[band];
        }
    }
    if (cause.side == Side::receiver) lean = -lean;
    if (lean <= leans * effect) return;
    cause.side = Side::both;
    for (float& of_band : cause.effect) of_band /= 2;
    cause.pairs = pairs_of_group(fit, cause.hosts, CauseKind::uplink, Side::both);
}

/// Pairs of a class by their ends in the kind, in the sample.
using PairsByEnds = std::array<std::vector<std::uint32_t>, max_parts_by_ends>;

std::map<int, PairsByEnds> pairs_by_ends(const Fit& fit, const Cause& cause) {
    std::vector<bool> is_of_kind(static_cast<std::size_t>(fit.hosts()));
    for (const HostIndex host : cause.hosts) is_of_kind[static_cast<std::size_t>(host)] = true;
    const bool of_groups = cause.kind == CauseKind::kind_of_groups;
    std::map<int, PairsByEnds> pairs;
    for (const std::uint32_t pair : fit.sample()) {
        const auto from = static_cast<std::size_t>(fit.sender_of(pair));
        const auto to = static_cast<std::size_t>(fit.receiver_of(pair));
        if (of_groups && fit.structure().groups.front()[from] == fit.structure().groups.front()[to]) continue;
        const int number = fit.structure().class_of.data()[pair];
        pairs[number].at(part_by_ends(is_of_kind[from], is_of_kind[to], cause.by_sides)).push_back(pair);
    }
    return pairs;
}

/// What pairs with such ends in the kind take beyond those with none, in a band: a logarithm, the mean over
/// classes that have enough of both.
std::optional<float> beyond_others(const Fit& fit, const std::map<int, PairsByEnds>& pairs, std::size_t band,
                                   std::size_t ends) {
    constexpr std::size_t enough = 3;
    double sum = 0;
    double weights = 0;
    const auto level = [&](const std::vector<std::uint32_t>& some) {
        std::vector<float> values;
        values.reserve(some.size());
        for (const std::uint32_t pair : some) values.push_back(fit.without_causes(band, pair));
        return median_of(values);
    };
    for (const auto& [number, by_ends] : pairs) {
        const std::size_t fewer = std::min(by_ends[0].size(), by_ends.at(ends).size());
        if (fewer < enough) continue;
        sum += static_cast<double>(level(by_ends.at(ends)) - level(by_ends[0])) * static_cast<double>(fewer);
        weights += static_cast<double>(fewer);
    }
    return weights > 0 ? std::optional(static_cast<float>(sum / weights)) : std::nullopt;
}

void settle_kind(const Fit& fit, Cause& cause) {
    const std::map<int, PairsByEnds> pairs = pairs_by_ends(fit, cause);
    const bool sends = cause.side != Side::receiver;
    for (std::size_t band = 0; band < fit.bands(); ++band) {
        std::optional<float> effect;
        if (cause.by_sides) {
            effect = beyond_others(fit, pairs, band, part_by_ends(sends, !sends, true));
        } else {
            effect = beyond_others(fit, pairs, band, 1);
            if (!effect) effect = beyond_others(fit, pairs, band, 2);
        }
        if (effect) cause.effect[band] = *effect;
    }
}

}  // namespace

std::vector<Cause> settled_causes(const Fit& fit) {
    std::vector<Cause> causes = fit.causes();
    for (Cause& cause : causes) {
        if (cause.is_kind()) {
            settle_kind(fit, cause);
        } else if (!cause.added_s.empty()) {
            settle_time(fit, cause);
        } else if (cause.kind == CauseKind::uplink) {
            settle_sides_of_uplink(fit, cause);
        }
    }
    return causes;
}

}  // namespace fabricmap::diagnosis
