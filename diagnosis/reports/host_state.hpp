// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"

#include <limits>
#include <string>
#include <unordered_map>
#include <vector>

namespace fabricmap::diagnosis {

/// What the diagnosis says about one host.
struct HostState {
    bool faulty = false;     ///< a fault lies in the host itself
    std::size_t faults = 0;  ///< those whose part the host belongs to, such as a link of it
    /// Ratio of what the host sends (receives) to the healthy delay, the largest over the lengths: the median
    /// over the other hosts, or what its finding says. NaN without an estimate.
    double send_factor = std::numeric_limits<double>::quiet_NaN();
    double receive_factor = std::numeric_limits<double>::quiet_NaN();
    /// What the host sends (receives) takes at the length of each plane: the median over the other hosts. NaN
    /// where nothing was measured.
    std::vector<double> send_delays_s;
    std::vector<double> receive_delays_s;
};

/// Whether the fault lies in a single host, so that taking it out of service helps.
[[nodiscard]] bool lies_in_host(const Finding& finding) noexcept;

/// Where each host stands in the diagnosis.
[[nodiscard]] std::unordered_map<std::string, std::size_t> host_indices(const Diagnosis& diagnosis);

/// One state a host, in their order.
[[nodiscard]] std::vector<HostState> host_states(const Diagnosis& diagnosis);

}  // namespace fabricmap::diagnosis
