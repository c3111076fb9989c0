// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/traffic/traffic_file.hpp"
#include "placement/patterns/sources.hpp"

namespace fabricmap::placement {

bool is_traffic(const std::filesystem::path& /*path*/, const std::string& beginning) {
    return beginning.starts_with("CDF") || beginning.starts_with("\x89HDF");
}

Pattern read_traffic(const std::filesystem::path& path) {
    const Traffic traffic = read_traffic_file(path);
    Pattern pattern;
    pattern.ranks = traffic.ranks;
    for (const TrafficFlow& flow : traffic.flows) {
        const auto messages = static_cast<double>(flow.messages);
        pattern.flows.push_back({RankIndex{flow.sender}, RankIndex{flow.receiver},
                                 static_cast<double>(flow.bytes) / messages, messages});
    }
    return pattern;
}

}  // namespace fabricmap::placement
