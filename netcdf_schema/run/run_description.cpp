// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/run_description.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace fabricmap {

RunDescription::RunDescription() = default;
RunDescription::RunDescription(const RunDescription& other) = default;
RunDescription::RunDescription(RunDescription&& other) noexcept = default;
RunDescription& RunDescription::operator=(const RunDescription& other) = default;
RunDescription& RunDescription::operator=(RunDescription&& other) noexcept = default;
RunDescription::~RunDescription() = default;

std::vector<bool> ranks_sharing_cores(const std::vector<RankLocation>& locations) {
    std::map<int, int> ranks_of_node;
    std::map<std::pair<int, int>, int> ranks_of_core;
    for (const RankLocation& location : locations) {
        ++ranks_of_node[location.node];
        ++ranks_of_core[{location.node, location.core}];
    }
    std::vector<bool> sharing;
    sharing.reserve(locations.size());
    for (const RankLocation& location : locations) {
        const bool is_bound = location.node >= 0 && location.core >= 0;
        const bool is_counted = location.node >= 0 && location.usable_cores > 0;
        sharing.push_back((is_bound && ranks_of_core[{location.node, location.core}] > 1) ||
                          (is_counted && ranks_of_node[location.node] > location.usable_cores));
    }
    return sharing;
}

std::vector<std::string> hosts_of(std::vector<std::string> some, const std::vector<std::string>& others) {
    some.insert(some.end(), others.begin(), others.end());
    std::sort(some.begin(), some.end());
    some.erase(std::unique(some.begin(), some.end()), some.end());
    return some;
}

ArithmeticRow arithmetic_row(const std::vector<std::int64_t>& message_lengths) {
    if (message_lengths.empty()) return {};
    const std::int64_t begin = message_lengths.front();
    const std::int64_t step = message_lengths.size() == 1 ? 1 : message_lengths[1] - begin;
    const bool even_steps =
        std::adjacent_find(message_lengths.begin(), message_lengths.end(),
                           [&](auto a, auto b) { return b - a != step; }) == message_lengths.end();
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    const bool fits = step <= most && message_lengths.back() <= most - step;
    return step > 0 && even_steps && fits ? ArithmeticRow{begin, message_lengths.back() + step, step}
                                          : ArithmeticRow{};
}

std::string utc_now() {
    const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

double seconds_since_1970() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::vector<RankLocation> rank_locations_of(const std::vector<std::string>& hosts) {
    std::map<std::string, int> nodes;
    std::vector<RankLocation> locations;
    for (const std::string& host : hosts) {
        RankLocation location{host, -1, -1, -1};
        if (!host.empty())
            location.node = nodes.try_emplace(host, static_cast<int>(nodes.size())).first->second;
        locations.push_back(location);
    }
    return locations;
}

}  // namespace fabricmap
