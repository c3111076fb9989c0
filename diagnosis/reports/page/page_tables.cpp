// SPDX-License-Identifier: Apache-2.0
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"
#include "diagnosis/reports/page/page_data.hpp"
#include "diagnosis/reports/words.hpp"
#include "diagnosis/topology/drawings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t most_pairs = 12;

PageData classes_data(const Diagnosis& diagnosis) {
    PageData classes{PageData::type::list};
    for (const ClassCurve& curve : diagnosis.classes) {
        PageData stretches{PageData::type::list};
        for (const ClassThresholds& thresholds : diagnosis.stretches) {
            if (thresholds.class_name != curve.name) continue;
            for (const Stretch& stretch : thresholds.stretches) {
                stretches << PageData(stretch_text(stretch));
            }
        }
        PageData row;
        row.set("name", text_data(curve.name));
        row.set("medians", curve_text(curve, diagnosis.lengths));
        row.set("stretches", stretches);
        classes << row;
    }
    return classes;
}

PageData thresholds_data(const Diagnosis& diagnosis) {
    PageData thresholds{PageData::type::list};
    for (const Threshold& threshold : diagnosis.thresholds) {
        PageData row;
        row.set("class", text_data(threshold.class_name));
        row.set("before", format_size(threshold.before_bytes));
        row.set("after", format_size(threshold.after_bytes));
        row.set("jump", jump_text(threshold));
        row.set("slope", std::isfinite(threshold.slope_change)
                             ? fmt::format("{:+.3g} ns", 1e9 * threshold.slope_change)
                             : "unknown");
        row.set("scope", scope_text(threshold.scope));
        row.set("differing", text_data(listed(threshold.differing_pairs, most_pairs)));
        thresholds << row;
    }
    return thresholds;
}

PageData levels_data(const Diagnosis& diagnosis) {
    PageData levels{PageData::type::list};
    for (const TopologyLevel& level : diagnosis.topology->levels) {
        std::size_t smallest = diagnosis.hosts.size();
        std::size_t largest = 0;
        for (const std::vector<int>& group : level.groups) {
            smallest = std::min(smallest, group.size());
            largest = std::max(largest, group.size());
        }
        PageData row;
        row.set("groups", fmt::format("{}", level.groups.size()));
        row.set("sizes", smallest == largest ? fmt::format("{}", largest)
                                             : fmt::format("{} to {}", smallest, largest));
        row.set("delay", std::isfinite(level.delay_s) ? format_delay(level.delay_s) : "unknown");
        levels << row;
    }
    return levels;
}

void add_topology(const Diagnosis& diagnosis, PageData& page) {
    if (!diagnosis.topology) return;
    const Topology& topology = *diagnosis.topology;
    PageData data;
    data.set("shape", std::string(name_of(topology.shape)));
    data.set("levels", levels_data(diagnosis));
    data.set("has_levels", !topology.levels.empty());
    if (!topology.dimensions.empty()) {
        data.set("dimensions", fmt::format("{}", fmt::join(topology.dimensions, " \u00d7 ")));
    }
    if (std::isfinite(topology.cophenetic_correlation)) {
        data.set("cophenetic", fmt::format("{:.2f}", topology.cophenetic_correlation));
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

PageData sentences_data(const std::vector<std::string>& sentences) {
    PageData list{PageData::type::list};
    for (const std::string& sentence : sentences) list << text_data(sentence);
    return list;
}

}  // namespace

void add_tables(const Diagnosis& diagnosis, PageData& page) {
    PageData runs{PageData::type::list};
    for (const JudgedRun& run : diagnosis.runs) runs << text_data(run_text(run));
    page.set("runs", runs);
    page.set("machine", machine_text(diagnosis));
    page.set("min_effect", min_effect_text(diagnosis));
    page.set("classes", classes_data(diagnosis));
    page.set("has_classes", !diagnosis.classes.empty());
    page.set("thresholds", thresholds_data(diagnosis));
    page.set("has_thresholds", !diagnosis.thresholds.empty());
    add_topology(diagnosis, page);
    if (diagnosis.comparison) {
        PageData comparison;
        comparison.set("sentences", sentences_data(comparison_sentences(*diagnosis.comparison)));
        page.set("comparison", comparison);
    }
    PageData gaps{PageData::type::list};
    for (const NotExamined& gap : diagnosis.not_examined) {
        PageData row;
        row.set("what", text_data(gap.what));
        row.set("reason", text_data(gap.reason));
        gaps << row;
    }
    page.set("not_examined", gaps);
    page.set("has_not_examined", !diagnosis.not_examined.empty());
}

}  // namespace fabricmap::diagnosis
