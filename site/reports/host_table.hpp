// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/store/check_record.hpp"

#include <string>

namespace fabricmap::site {

/// A line for each host: what it sends and receives against its kind and against itself, GB/s, latency and
/// verdict; faulty ones first. Of many healthy hosts alike one line stands for those that are left.
[[nodiscard]] std::string host_table(const CheckRecord& check);

/// Of the verdict of a host, for people: "faulty: node05 receives ...".
[[nodiscard]] std::string host_verdict_text(const HostRecord& host);

}  // namespace fabricmap::site
