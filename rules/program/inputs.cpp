// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"
#include "rules/program/commands.hpp"
#include "tracing/formats/open_trace.hpp"

#include <algorithm>

namespace fabricmap::rules {

std::vector<NamedMap> open_maps(const std::vector<MapOption>& options) {
    std::vector<NamedMap> maps;
    for (const MapOption& option : options) {
        auto map = std::find_if(maps.begin(), maps.end(),
                                [&](const NamedMap& one) { return one.name == option.name; });
        if (map == maps.end()) map = maps.insert(maps.end(), {option.name, {}});
        map->runs.push_back(open_run(option.run));
    }
    return maps;
}

std::vector<NamedTrace> open_compared_traces(const TraceOptions& options) {
    std::vector<NamedTrace> traces;
    for (const ComparedTraceOption& option : options.compared)
        traces.push_back({option.name, tracing::open_trace(option.path).trace});
    return traces;
}

}  // namespace fabricmap::rules
