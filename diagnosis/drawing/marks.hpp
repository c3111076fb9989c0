// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "picture/layout/marks.hpp"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace fabricmap::diagnosis {

/// Indices of the hosts from the first row of a picture to the last. That of the run where it keeps the
/// groups of the topology together, as readers know it; else the topology's own.
[[nodiscard]] std::vector<int> picture_order(const Diagnosis& diagnosis);

/// The row of each host in that order.
[[nodiscard]] std::unordered_map<std::string, std::int64_t> host_places(const Diagnosis& diagnosis,
                                                                        const std::vector<int>& order);

/// The most severe faults that messages of the plane's length meet, as they lie on a picture of hosts × hosts
/// (senders down, receivers across) in that order; at most `most`. Each has the number of its finding.
[[nodiscard]] std::vector<picture::Mark> marks_of(const Diagnosis& diagnosis, const HostPlane& plane,
                                                  const std::vector<int>& order, std::size_t most);

}  // namespace fabricmap::diagnosis
