// SPDX-License-Identifier: Apache-2.0
// What lies inside hosts, where several ranks a host show it. Hosts are compared with each other. `found`:
// what is known of hosts and ranks, and is no news.
#pragma once

#include "diagnosis/explanation/host_logs.hpp"
#include "diagnosis/residual/case.hpp"

#include <vector>

namespace fabricmap::diagnosis {

/// Adapters that serve some ranks of a host alone.
[[nodiscard]] std::vector<Finding> find_slow_adapters(const Case& subject, const HostLogs& logs,
                                                      const std::vector<Finding>& found);

/// The way between ranks of one host.
[[nodiscard]] std::vector<Finding> find_slow_memory(const Case& subject, const HostLogs& logs,
                                                    const std::vector<Finding>& found);

}  // namespace fabricmap::diagnosis
