// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/axis_names.hpp"

#include "base/host_name.hpp"
#include "base/message_lengths.hpp"
#include "diagnosis/drawing/switch_blocks.hpp"
#include "diagnosis/reports/host_state.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <string>
#include <string_view>

namespace fabricmap::viewer {
namespace {

struct AxisText {
    Q_DECLARE_TR_FUNCTIONS(AxisText)
};

std::string_view domain_of(const std::string& host) {
    return std::string_view(host).substr(without_domain(host).size());
}

/// Empty unless all hosts have the same one.
std::string_view common_domain(const std::vector<Endpoint>& endpoints) {
    if (endpoints.empty()) return {};
    const std::string_view domain = domain_of(endpoints.front().host);
    const bool common = std::all_of(endpoints.begin(), endpoints.end(), [&](const Endpoint& endpoint) {
        return domain_of(endpoint.host) == domain;
    });
    return common ? domain : std::string_view{};
}

std::string without(std::string_view domain, const std::string& name) {
    if (domain.empty() || !name.ends_with(domain)) return name;
    return name.substr(0, name.size() - domain.size());
}

std::vector<picture::NamedBlock> groups_of(const std::vector<Endpoint>& endpoints,
                                           const diagnosis::Diagnosis& diagnosis) {
    const auto indices = diagnosis::host_indices(diagnosis);
    std::vector<int> hosts;
    hosts.reserve(endpoints.size());
    for (const Endpoint& endpoint : endpoints) {
        const auto found = indices.find(endpoint.host);
        hosts.push_back(found == indices.end() ? -1 : static_cast<int>(found->second));
    }
    return switch_blocks(diagnosis, hosts);
}

picture::Axis axis_of(const std::vector<Endpoint>& endpoints, const QString& name,
                      const diagnosis::Diagnosis* diagnosis) {
    const std::string_view domain = common_domain(endpoints);
    picture::Axis names{name.toStdString()};
    names.labels.reserve(endpoints.size());
    bool has_more = false;  // than the labels do
    std::int64_t cell = 0;
    for (const Endpoint& endpoint : endpoints) {
        names.labels.push_back(without(domain, endpoint.tick));
        const std::string host = without(domain, endpoint.host);
        if (cell > 0 && names.blocks.back().name == host) {
            ++names.blocks.back().cells;
        } else {
            names.blocks.push_back({cell, 1, host});
        }
        has_more = has_more || (!host.empty() && endpoint.tick != endpoint.host);
        ++cell;
    }
    if (!has_more) names.blocks.clear();
    if (diagnosis != nullptr) names.groups = groups_of(endpoints, *diagnosis);
    return names;
}

}  // namespace

CellsOf cells_of(const RunDescription& run) noexcept {
    return run.operation.empty() ? CellsOf::pairs : CellsOf::roots;
}

picture::Axis axis_of_senders(const std::vector<Endpoint>& endpoints, const diagnosis::Diagnosis* diagnosis,
                              CellsOf cells) {
    return axis_of(endpoints, cells == CellsOf::roots ? AxisText::tr("root") : AxisText::tr("sender"),
                   diagnosis);
}

picture::Axis axis_of_receivers(const std::vector<Endpoint>& endpoints, const diagnosis::Diagnosis* diagnosis,
                                CellsOf cells) {
    return axis_of(endpoints, cells == CellsOf::roots ? AxisText::tr("rank") : AxisText::tr("receiver"),
                   diagnosis);
}

picture::Axis axis_of_lengths(const std::vector<std::int64_t>& lengths_bytes) {
    picture::Axis names{AxisText::tr("message length, bytes").toStdString()};
    names.labels.reserve(lengths_bytes.size());
    for (const std::int64_t length : lengths_bytes) names.labels.push_back(format_size(length));
    return names;
}

}  // namespace fabricmap::viewer
