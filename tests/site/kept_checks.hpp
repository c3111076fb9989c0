// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/store/store_writer.hpp"

#include <string>
#include <vector>

namespace fabricmap::testing {

inline site::HostRecord faulty_host(const std::string& name, double receive_factor) {
    site::HostRecord host{name, site::HostVerdict::faulty,
                          name + " receives slowly (12.4 of 126 MB/s); \"$x\""};
    host.receives.factor = receive_factor;
    return host;
}

/// A check as it is kept, that found this of its hosts.
inline site::CheckRecord check_with(const std::string& id, const std::vector<site::HostRecord>& hosts) {
    site::CheckRecord check;
    check.id = id;
    check.started = "2026-01-02T03:04:05Z";
    check.finished = "2026-01-02T03:09:05Z";
    check.verdict = "healthy";
    for (const site::HostRecord& host : hosts) {
        if (host.verdict == site::HostVerdict::faulty) check.verdict = "faults";
    }
    check.hosts = hosts;
    return check;
}

inline void keep_check(const std::filesystem::path& store_folder, const site::CheckRecord& check) {
    const site::Store store(store_folder);
    const site::StoreWriter writer(store, "test");
    (void)writer.begin(check.id);
    writer.publish(check);
}

}  // namespace fabricmap::testing
