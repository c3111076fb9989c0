// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/part_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

/// What the two lines of a part are called.
std::pair<std::string, std::string> names_of(const Part& part) {
    const std::optional<Ends> ends = ends_of(part);
    if (!ends) return {"sends", "receives"};
    if (ends->senders.size() == 1 && ends->receivers.size() == 1) {
        const std::string& one = ends->senders.front();
        const std::string& other = ends->receivers.front();
        return {fmt::format("{} → {}", one, other), fmt::format("{} → {}", other, one)};
    }
    return {"this way", "the other way"};
}

}  // namespace

picture::Chart part_chart(const Diagnosis& diagnosis, const PartCurves& curves) {
    const bool has_ends = ends_of(curves.part).has_value();
    const auto [sends, receives] = names_of(curves.part);
    picture::Chart chart;
    chart.title =
        fmt::format("Delays of {} by message length, in times of the expected delay, beside those of {}",
                    text_of(curves.part, true), has_ends ? "other pairs" : "others");
    chart.quantity = Quantity::ratio;
    chart.value_name = "times the expected delay";
    chart.lengths = diagnosis.lengths;
    chart.lines.push_back({sends, curves.sends});
    chart.lines.push_back({receives, curves.receives});
    chart.lines.push_back({has_ends ? "other pairs of the class, with quartiles" : "others, with quartiles",
                           curves.peers, curves.peers_low, curves.peers_high});
    if (!curves.sent_before.empty()) {
        chart.lines.push_back({fmt::format("{}, in the baseline", sends), curves.sent_before});
        chart.lines.push_back({fmt::format("{}, in the baseline", receives), curves.received_before});
    }
    return chart;
}

const PartCurves* curves_of(const Diagnosis& diagnosis, const Part& part) noexcept {
    const auto found = std::find_if(diagnosis.part_curves.begin(), diagnosis.part_curves.end(),
                                    [&](const PartCurves& curves) { return curves.part == part; });
    return found == diagnosis.part_curves.end() ? nullptr : &*found;
}

}  // namespace fabricmap::diagnosis
