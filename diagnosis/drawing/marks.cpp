// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/drawing/marks.hpp"

#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/reports/plain_text.hpp"

#include <algorithm>
#include <numeric>

namespace fabricmap::diagnosis {
namespace {

using picture::LineRange;
using picture::Mark;

/// Hosts that lie scattered over a picture would be drawn as so many rectangles that nothing else is seen.
constexpr std::size_t max_bands = 8;

using HostPlaces = std::unordered_map<std::string, std::int64_t>;

std::vector<LineRange> bands_of(const std::vector<std::string>& hosts, const HostPlaces& place_of) {
    std::vector<std::int64_t> places;
    for (const std::string& host : hosts) {
        const auto found = place_of.find(host);
        if (found != place_of.end()) places.push_back(found->second);
    }
    std::sort(places.begin(), places.end());
    std::vector<LineRange> bands;
    for (const std::int64_t place : places) {
        if (!bands.empty() && bands.back().first + bands.back().count == place) {
            ++bands.back().count;
        } else {
            bands.push_back({place, 1});
        }
    }
    if (bands.size() > max_bands) bands.resize(max_bands);
    return bands;
}

void add_blocks(Mark& mark, const std::vector<LineRange>& rows, const std::vector<LineRange>& columns) {
    for (const LineRange& row : rows) {
        for (const LineRange& column : columns) mark.blocks.push_back({row, column});
    }
}

Mark mark_of(const Finding& finding, const HostPlaces& places) {
    Mark mark;
    if (const std::optional<Ends> ends = ends_of(finding.part)) {
        const auto from = bands_of(ends->senders, places);
        const auto to = bands_of(ends->receivers, places);
        add_blocks(mark, from, to);
        if (finding.side == Side::both) add_blocks(mark, to, from);
        return mark;
    }
    const std::vector<std::string> hosts = hosts_of(finding.part);
    if (finding.side != Side::receiver) mark.rows = bands_of(hosts, places);
    if (finding.side != Side::sender) mark.columns = bands_of(hosts, places);
    return mark;
}

bool meets(const Finding& finding, std::int64_t length_bytes) {
    return finding.evidence.curve.empty() ||
           (length_bytes >= finding.from_length_bytes && length_bytes <= finding.to_length_bytes);
}

bool is_permutation_of(const std::vector<int>& order, const std::vector<int>& natural) {
    std::vector<int> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    return sorted == natural;
}

bool scatters_groups(const Topology& topology) {
    return std::any_of(topology.levels.begin(), topology.levels.end(), [](const TopologyLevel& level) {
        return std::any_of(level.groups.begin(), level.groups.end(), [](const std::vector<int>& group) {
            return !group.empty() && group.back() - group.front() + 1 != static_cast<int>(group.size());
        });
    });
}

}  // namespace

std::vector<int> picture_order(const Diagnosis& diagnosis) {
    std::vector<int> natural(diagnosis.hosts.size());
    std::iota(natural.begin(), natural.end(), 0);
    const bool better = diagnosis.topology && scatters_groups(*diagnosis.topology) &&
                        is_permutation_of(diagnosis.topology->order, natural);
    return better ? diagnosis.topology->order : natural;
}

HostPlaces host_places(const Diagnosis& diagnosis, const std::vector<int>& order) {
    HostPlaces places;
    for (std::size_t place = 0; place < order.size(); ++place) {
        const std::string& host = diagnosis.hosts.at(static_cast<std::size_t>(order[place]));
        places.emplace(host, static_cast<std::int64_t>(place));
    }
    return places;
}

std::vector<Mark> marks_of(const Diagnosis& diagnosis, const HostPlane& plane, const std::vector<int>& order,
                           std::size_t most) {
    const HostPlaces places = host_places(diagnosis, order);
    std::vector<Mark> marks;
    for (std::size_t index = 0; index < diagnosis.findings.size() && marks.size() < most; ++index) {
        const Finding& finding = diagnosis.findings[index];
        if (!about(finding.kind).is_drawn || !meets(finding, plane.length_bytes)) continue;
        Mark mark = mark_of(finding, places);
        mark.number = index + 1;
        mark.name = part_of(finding);
        if (!mark.rows.empty() || !mark.columns.empty() || !mark.blocks.empty()) marks.push_back(mark);
    }
    return marks;
}

}  // namespace fabricmap::diagnosis
