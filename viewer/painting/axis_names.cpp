// SPDX-License-Identifier: Apache-2.0
#include "viewer/painting/axis_names.hpp"

#include "base/host_name.hpp"
#include "diagnosis/drawing/switch_blocks.hpp"
#include "picture/layout/run_words.hpp"
#include "viewer/reading/display.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

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

}  // namespace

CellsOf cells_of(const RunDescription& run) noexcept {
    return run.operation.empty() ? CellsOf::pairs : CellsOf::roots;
}

EndpointAxes axes_of(const std::vector<Endpoint>& endpoints, const diagnosis::Diagnosis* diagnosis,
                     CellsOf cells) {
    const std::string_view domain = common_domain(endpoints);
    const bool are_roots = cells == CellsOf::roots;
    picture::Axis senders{(are_roots ? AxisText::tr("root") : AxisText::tr("sender")).toStdString()};
    std::vector<std::string> hosts;
    std::vector<std::string> short_names;
    hosts.reserve(endpoints.size());
    short_names.reserve(endpoints.size());
    bool has_more = false;  // than the labels do
    for (const Endpoint& endpoint : endpoints) {
        senders.labels.push_back(without(domain, endpoint.tick));
        hosts.push_back(endpoint.host);
        short_names.push_back(without(domain, endpoint.host));
        has_more = has_more || endpoint.tick != endpoint.host;
    }
    if (has_more) senders.blocks = picture::blocks_of(short_names);
    if (diagnosis != nullptr) senders.groups = switch_blocks(*diagnosis, hosts);
    picture::Axis receivers = senders;
    receivers.name = (are_roots ? AxisText::tr("rank") : AxisText::tr("receiver")).toStdString();
    return {std::move(senders), std::move(receivers)};
}

EndpointAxes axes_of(const Selection& selection) {
    return axes_of(ordered_endpoints(selection.request()), selection.displayed().diagnosis.get(),
                   cells_of(selection.run().description()));
}

picture::Axis axis_of_lengths(const std::vector<std::int64_t>& lengths_bytes) {
    return picture::axis_of_lengths(lengths_bytes, AxisText::tr("message length, bytes").toStdString());
}

}  // namespace fabricmap::viewer
