// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "diagnosis/model/phrases.hpp"
#include "diagnosis/model/verdict.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::diagnosis {

/// What stands first in every report that people read: "2 faults in 64 hosts: node17 receives 3.1 times
/// slower from 16K on; ...", that none was found, or why that cannot be said. Sentences.
[[nodiscard]] std::string verdict_text(const Diagnosis& diagnosis);

/// Its beginning: "2 faults in 64 hosts".
[[nodiscard]] std::string headline_of(const Diagnosis& diagnosis);

/// Whether its runs are those of fabricmap check: who reads it can repeat that, and has no run to continue.
[[nodiscard]] bool is_of_check(const Diagnosis& diagnosis);

/// What is open, and what settles it: "The run ended early, at messages of 1K: continue it with network_test
/// --resume." Sentences.
[[nodiscard]] std::string open_point_text(const Diagnosis& diagnosis, OpenPoint point,
                                          const Language& in = english);
/// All of them, or nothing.
[[nodiscard]] std::string open_points_text(const Diagnosis& diagnosis, const Language& in = english);

/// " in both directions" where a half of a round trip is measured: what is slow in one direction shows half.
[[nodiscard]] std::string_view direction_text(const Diagnosis& diagnosis);

/// "Would have found: a host 5.3 % slower (short messages 6.3 %, long ones 5.3 %), a link 12 % (14 %, 12 %).
/// Not looked at: messages above 1M, load, changes over time." Nothing where no detector of slow parts ran.
[[nodiscard]] std::string detectable_text(const Diagnosis& diagnosis);

/// What a typical pair reaches: "Between hosts: 12.6 GB/s one way, 1.4 µs a message of 0 bytes." Nothing
/// where no long messages were measured.
[[nodiscard]] std::string speed_text(const Diagnosis& diagnosis);

/// What could be wrong and would not show in these runs: "messages above 1M".
[[nodiscard]] std::vector<std::string> not_looked_at(const Diagnosis& diagnosis);

/// What else limits all that is said: unknown hosts, a few shared cores. Sentences, or nothing.
[[nodiscard]] std::string basis_text(const Diagnosis& diagnosis);

}  // namespace fabricmap::diagnosis
