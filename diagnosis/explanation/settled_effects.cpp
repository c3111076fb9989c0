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

/// What the cause adds on the pairs the other way, in the middle.
float leak_of(const Fit& fit, const Cause& cause, std::size_t band) {
    std::vector<float> leaks;
    leaks.reserve(cause.leaked.size());
    for (const std::uint32_t pair : cause.leaked) leaks.push_back(fit.leak_on(cause, band, pair));
    return leaks.empty() ? 0 : median_of(leaks);
}

/// What an uplink adds on its two sides together, and how much more of it to what leaves than to what
/// arrives, whatever its hosts are taken to differ by: logarithms.
struct UplinkSides {
    float all = 0;
    float more_leaving = 0;

    UplinkSides(const Fit& fit, const Cause& uplink, std::size_t band) {
        const float effect = uplink.effect[band];
        const float leak = leak_of(fit, uplink, band);
        all = uplink.side == Side::both ? 2 * effect : effect + leak;
        std::vector<float> beyond;
        for (const std::uint32_t there : pairs_of_group(fit, uplink.hosts, CauseKind::uplink, Side::sender)) {
            const std::uint32_t back = fit.pair(fit.receiver_of(there), fit.sender_of(there));
            if (fit.is_measured(back))
                beyond.push_back(fit.residual_of_class(band, there) - fit.residual_of_class(band, back));
        }
        if (!beyond.empty()) more_leaving = median_of(beyond);
        if (uplink.side == Side::sender) more_leaving += effect - leak;
        if (uplink.side == Side::receiver) more_leaving -= effect - leak;
    }
};

Side side_of(const UplinkSides& sides) {
    constexpr float of_one = 0.5F;
    if (std::abs(sides.more_leaving) < of_one * sides.all) return Side::both;
    return sides.more_leaving > 0 ? Side::sender : Side::receiver;
}

/// What both sides have looks like twice as much of one, where its hosts then seem to send as much faster and
/// to receive as much slower: by chance alone they hardly lean so far. Of what is halved between the two
/// sides the longest messages tell.
void settle_sides_of_uplink(const Fit& fit, Cause& cause) {
    const bool is_halved = fit.halves_empty_messages();
    if (is_halved && cause.window.end != fit.bands()) return;
    std::vector<UplinkSides> of_bands;
    for (std::size_t band = cause.window.first; band < cause.window.end; ++band)
        of_bands.emplace_back(fit, cause, band);
    UplinkSides sum = of_bands.back();
    for (std::size_t at = 0; !is_halved && at + 1 < of_bands.size(); ++at) {
        sum.all += of_bands[at].all;
        sum.more_leaving += of_bands[at].more_leaving;
    }
    const Side side = side_of(sum);
    if (side == cause.side) return;
    for (std::size_t at = 0; at < of_bands.size(); ++at) {
        const auto& [all, more_leaving] = of_bands[at];
        cause.effect[cause.window.first + at] = side == Side::both ? all / 2
                                                : is_halved        ? (all + std::abs(more_leaving)) / 2
                                                                   : all;
    }
    cause.side = side;
    cause.leaked.clear();
    cause.pairs = pairs_of_group(fit, cause.hosts, CauseKind::uplink, side);
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
        }
    }
    return causes;
}

void settle_sides_of_uplinks(const Fit& fit, std::vector<Cause>& causes) {
    const std::vector<Cause> all = causes;
    for (Cause& cause : causes) {
        const auto known = std::count_if(all.begin(), all.end(), [&](const Cause& other) {
            return other.crosses_border() && other.window.overlaps(cause.window) &&
                   is_same_part(other, cause);
        });
        if (cause.kind == CauseKind::uplink && cause.is_plain() && cause.added_s.empty() && known == 1)
            settle_sides_of_uplink(fit, cause);
    }
}

}  // namespace fabricmap::diagnosis
