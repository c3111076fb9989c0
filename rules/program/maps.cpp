// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/open_run.hpp"
#include "rules/program/commands.hpp"

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

}  // namespace fabricmap::rules
