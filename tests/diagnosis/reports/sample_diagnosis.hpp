// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"

#include <cstddef>
#include <string>

namespace fabricmap::testing {

inline constexpr int ranks_a_host = 4;

/// "node07" in a machine of so many hosts: names are as long as that of the last.
[[nodiscard]] std::string host_name(int host, int hosts);

/// A machine in which nothing is wrong: leaves of 16 hosts, 24 lengths from 0 to 4M, three classes of pairs,
/// the within-host one alone without a threshold, pictures with a noise of 2 %.
[[nodiscard]] diagnosis::Diagnosis healthy_machine(int hosts);

/// 64 hosts where node17 receives 3.1 times slower from 16K on, node03 -> node22 is 1.5 times slower, the way
/// from the first leaf to the last 1.2 times, and node40 is noisy: in the findings and on the pictures.
[[nodiscard]] diagnosis::Diagnosis faulty_machine();

/// The faulty machine beside a baseline, with a regression of node50 and an improvement of node08.
[[nodiscard]] diagnosis::Diagnosis compared_machine();

/// As many findings of slow nodes as the machine has hosts.
[[nodiscard]] diagnosis::Diagnosis broken_machine(int hosts);

/// How many times a report has that part.
[[nodiscard]] std::size_t count_of(const std::string& report, const std::string& part);

}  // namespace fabricmap::testing
