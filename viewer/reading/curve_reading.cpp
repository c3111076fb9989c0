// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/curve_reading.hpp"

#include "viewer/reading/display.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace fabricmap::viewer {
namespace {

using Pairs = std::span<const std::pair<std::int64_t, std::int64_t>>;

/// The stacks that a band lies between.
struct Band {
    std::shared_ptr<const DelayStack> low;
    std::shared_ptr<const DelayStack> high;
};

std::optional<Band> band_about(const Opened& run, const Displayed& shown) {
    const bool is_level = shown.content == Content::delay && shown.quantity == Quantity::delay &&
                          shown.stack->statistic() != Statistic::deviation;
    if (!is_level || !run.run->has(Statistic::minimum) || !run.run->has(Statistic::maximum))
        return std::nullopt;
    const auto stack_of = [&](Statistic statistic) {
        return display(run, nullptr, Content::delay, shown.endpoints, statistic).stack;
    };
    Band band{stack_of(Statistic::minimum), stack_of(Statistic::maximum)};
    const auto& lengths = shown.stack->message_lengths();
    if (band.low->message_lengths() != lengths || band.high->message_lengths() != lengths)
        return std::nullopt;
    return band;
}

std::vector<double> values_of(const DelayStack& stack, std::int64_t sender, std::int64_t receiver) {
    const Vector values = stack.pair(sender, receiver);
    return {values.begin(), values.end()};
}

ProtocolBreak break_of(const diagnosis::Threshold& threshold) {
    return {threshold.before_bytes, threshold.after_bytes, threshold.class_name, threshold.jump_s};
}

std::vector<ProtocolBreak> sorted(std::vector<ProtocolBreak> breaks) {
    std::stable_sort(breaks.begin(), breaks.end(), [](const ProtocolBreak& one, const ProtocolBreak& other) {
        return one.after_bytes < other.after_bytes;
    });
    return breaks;
}

std::vector<ProtocolBreak> breaks_about(const diagnosis::Diagnosis& diagnosis, const Displayed& shown,
                                        Pairs pairs) {
    std::set<std::string> classes;
    for (const auto& [sender, receiver] : pairs) {
        const auto* const one = class_of_endpoints(diagnosis, shown, sender, receiver);
        if (one != nullptr) classes.insert(one->name);
    }
    std::vector<ProtocolBreak> breaks;
    for (const diagnosis::Threshold& threshold : diagnosis.thresholds) {
        if (classes.contains(threshold.class_name)) breaks.push_back(break_of(threshold));
    }
    return sorted(std::move(breaks));
}

}  // namespace

const diagnosis::ClassCurve* class_of_endpoints(const diagnosis::Diagnosis& diagnosis, const Displayed& shown,
                                                std::int64_t sender, std::int64_t receiver) {
    for (const std::int64_t from : shown.ranks.at(static_cast<std::size_t>(sender))) {
        for (const std::int64_t to : shown.ranks.at(static_cast<std::size_t>(receiver))) {
            if (from != to) return diagnosis::class_between(diagnosis, from, to);
        }
    }
    return nullptr;
}

std::vector<ProtocolBreak> breaks_of(const diagnosis::Diagnosis& diagnosis) {
    std::vector<ProtocolBreak> breaks;
    breaks.reserve(diagnosis.thresholds.size());
    for (const diagnosis::Threshold& threshold : diagnosis.thresholds) breaks.push_back(break_of(threshold));
    return sorted(std::move(breaks));
}

CurveSet read_pairs(const Opened& run, const Displayed& shown, Pairs pairs,
                    const diagnosis::Diagnosis* diagnosis) {
    CurveSet set;
    set.lengths = shown.stack->message_lengths();
    set.quantity = shown.quantity;
    set.content = shown.content;
    const std::optional<Band> band = band_about(run, shown);
    for (const auto& [sender, receiver] : pairs) {
        Curve& curve = set.curves.emplace_back();
        curve.sender = shown.names.at(static_cast<std::size_t>(sender));
        curve.receiver = shown.names.at(static_cast<std::size_t>(receiver));
        curve.name = fmt::format("{} → {}", curve.sender.name, curve.receiver.name);
        curve.middle = values_of(*shown.stack, sender, receiver);
        if (!band) continue;
        curve.low = values_of(*band->low, sender, receiver);
        curve.high = values_of(*band->high, sender, receiver);
    }
    if (diagnosis != nullptr) set.breaks = breaks_about(*diagnosis, shown, pairs);
    return set;
}

}  // namespace fabricmap::viewer
