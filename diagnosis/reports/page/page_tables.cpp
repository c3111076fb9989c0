// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/reports/congestion_text.hpp"
#include "diagnosis/reports/incast_text.hpp"
#include "diagnosis/reports/leaf_text.hpp"
#include "diagnosis/reports/page/page_data.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "diagnosis/reports/words.hpp"
#include "diagnosis/topology/drawings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_pairs = 12;

/// What is printed of the class in each of its linear segments.
PageData segments_data(const Diagnosis& diagnosis, const std::string& class_name) {
    PageData segments{PageData::type::list};
    for (const ClassThresholds& thresholds : diagnosis.segments) {
        if (thresholds.class_name != class_name) continue;
        for (const Segment& segment : thresholds.segments) segments << PageData(segment_text(segment));
    }
    return segments;
}

PageObject threshold_data(const Threshold& threshold) {
    return {{"class", text_data(threshold.class_name)},
            {"before", format_size(threshold.before_bytes)},
            {"after", format_size(threshold.after_bytes)},
            {"jump", jump_text(threshold)},
            {"slope", std::isfinite(threshold.slope_change)
                          ? fmt::format("{:+.3g} ns", 1e9 * threshold.slope_change)
                          : "unknown"},
            {"scope", scope_text(threshold.scope)},
            {"differing", text_data(listed(threshold.differing_pairs, max_pairs))}};
}

PageObject level_data(const TopologyLevel& level) {
    const auto [smallest, largest] =
        std::minmax_element(level.groups.begin(), level.groups.end(),
                            [](const auto& one, const auto& other) { return one.size() < other.size(); });
    return {{"groups", fmt::format("{}", level.groups.size())},
            {"sizes", smallest->size() == largest->size()
                          ? fmt::format("{}", largest->size())
                          : fmt::format("{} to {}", smallest->size(), largest->size())},
            {"delay", std::isfinite(level.delay_s) ? format_delay(level.delay_s) : "unknown"}};
}

void add_topology(const Diagnosis& diagnosis, PageData& page) {
    if (!diagnosis.topology) return;
    const Topology& topology = *diagnosis.topology;
    PageData data;
    data.set("shape", std::string(name_of(topology.shape)));
    data.set("levels", list_data(topology.levels, level_data));
    data.set("has_levels", !topology.levels.empty());
    if (!topology.dimensions.empty()) {
        data.set("dimensions", joined_by(topology.dimensions, " \u00d7 "));
    }
    if (std::isfinite(topology.hop_correlation)) {
        data.set("hops", fmt::format("{:.2f}", topology.hop_correlation));
    }
    std::string tree;
    for (const std::string& line : split(text_tree_of(topology, diagnosis.hosts), '\n')) {
        tree += text_data(line).string_value() + '\n';
    }
    data.set("tree", tree);
    page.set("topology", data);
}

PageObject leaf_data(const LeafRow& row) {
    return {{"leaf", text_data(row.leaf)},
            {"sends", format_rate(row.sends)},
            {"receives", format_rate(row.receives)}};
}

PageObject loaded_data(const LoadedRun& loaded) {
    return {{"label", text_data(loaded.label)},
            {"load", load_text(loaded)},
            {"lengths", list_data(loaded.lengths, [](const Congestion& congestion) {
                 return PageObject{{"length", format_size(congestion.length_bytes)},
                                   {"typical", congestion_text(congestion.typical)},
                                   {"worst", congestion_text(congestion.worst_tenth)}};
             })}};
}

PageObject incast_data(const Incast& incast) {
    return {{"levels", list_data(incast_levels_of(incast),
                                 [](const IncastLevel& level) {
                                     return PageObject{{"senders", fmt::format("{}", level.senders)},
                                                       {"median", format_rate(level.median)},
                                                       {"lowest", format_rate(level.lowest)},
                                                       {"host", text_data(level.lowest_host)}};
                                 })},
            {"hosts", list_data(incast.hosts, [](const IncastOfHost& host) {
                 return PageObject{{"host", text_data(host.host)},
                                   {"best", format_rate(host.best_rate)},
                                   {"senders", fmt::format("{}", host.best_senders)},
                                   {"falling", falling_text(host)}};
             })}};
}

/// Without what only other programs have options for.
std::string reason_in_check(const std::string& reason) {
    constexpr auto none = std::string::npos;
    if (reason.find("--") == none) return reason;
    if (reason.find("no --baseline") == 0) return "no check measured alike is accepted (fabricmap accept)";
    const std::size_t without = reason.find("without --baseline");
    if (without != none) return reason.substr(0, without) + "where no check is accepted";
    const std::size_t advice = reason.find(';');
    return advice == none ? "not part of a check" : reason.substr(0, advice);
}

}  // namespace

void add_tables(const Diagnosis& diagnosis, PageData& page) {
    page.set("runs",
             list_data(diagnosis.runs, [](const JudgedRun& run) { return text_data(run_text(run)); }));
    page.set("machine", machine_text(diagnosis));
    page.set("min_effect", min_effect_text(diagnosis));
    page.set("classes", list_data(diagnosis.classes, [&](const ClassCurve& curve) {
                 return PageObject{{"name", text_data(curve.name)},
                                   {"medians", curve_text(curve, diagnosis.lengths)},
                                   {"segments", segments_data(diagnosis, curve.name)}};
             }));
    page.set("has_classes", !diagnosis.classes.empty());
    page.set("has_segments", std::any_of(diagnosis.segments.begin(), diagnosis.segments.end(),
                                         [](const ClassThresholds& one) { return !one.segments.empty(); }));
    page.set("thresholds", list_data(diagnosis.thresholds, threshold_data));
    page.set("loaded_runs", list_data(diagnosis.loaded_runs, loaded_data));
    page.set("has_thresholds", !diagnosis.thresholds.empty());
    add_topology(diagnosis, page);
    page.set("has_leaves", diagnosis.leaf_matrix.has_value());
    if (diagnosis.leaf_matrix) page.set("leaves", list_data(leaf_rows(*diagnosis.leaf_matrix), leaf_data));
    if (diagnosis.incast) page.set("incast", incast_data(*diagnosis.incast));
    if (diagnosis.comparison) {
        const auto sentences = comparison_sentences(*diagnosis.comparison);
        page.set("comparison", PageObject{{"sentences", list_data(sentences, text_data)}});
    }
    const bool in_check = is_of_check(diagnosis);
    page.set("not_examined", list_data(diagnosis.not_examined, [&](const NotExamined& gap) {
                 return PageObject{
                     {"what", text_data(gap.what)},
                     {"reason", text_data(in_check ? reason_in_check(gap.reason) : gap.reason)}};
             }));
    page.set("has_not_examined", !diagnosis.not_examined.empty());
}

}  // namespace fabricmap::diagnosis
