// SPDX-License-Identifier: Apache-2.0
#include "site/store/site_map.hpp"

#include "base/quantities.hpp"
#include "site/store/baseline.hpp"
#include "site/store/utc.hpp"

#include <set>
#include <utility>

namespace fabricmap::site {

std::vector<std::string> SiteMap::jobs(const Store& store) const {
    std::vector<std::string> jobs;
    for (const CheckRecord& check : checks) jobs.push_back(joined_by(runs_of(check, store), ","));
    return jobs;
}

SiteMap site_map_of(const std::vector<CheckRecord>& checks, std::int64_t now_s) {
    SiteMap map;
    if (checks.empty()) return map;
    for (const CheckRecord& check : checks) {
        if (!(check.measured == checks.back().measured)) {
            ++map.measured_otherwise;
        } else if (now_s - unix_seconds(check.finished).value_or(0) > max_age_of_pairs_s) {
            ++map.too_old;
        } else {
            map.checks.push_back(check);
        }
    }
    return map;
}

Coverage coverage_of(const std::vector<CheckRecord>& checks) {
    std::set<std::string> hosts;
    std::set<std::pair<std::string, std::string>> pairs;
    for (const CheckRecord& check : checks) {
        std::vector<std::string> measured;
        for (const HostRecord& host : check.hosts) {
            if (!host.sends.delays_s.empty()) measured.push_back(host.host);
        }
        hosts.insert(measured.begin(), measured.end());
        for (const std::string& from : measured) {
            for (const std::string& to : measured) {
                if (from != to) pairs.emplace(from, to);
            }
        }
    }
    return {hosts.size(), pairs.size()};
}

}  // namespace fabricmap::site
