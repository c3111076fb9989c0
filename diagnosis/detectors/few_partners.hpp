// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/residual/case.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::diagnosis {

inline constexpr std::string_view reason_led_over_others = "messages are led over other hosts";

// Parts that were measured with too few others to be distinguished from their paths to them, as in a sample
// of few rounds.

/// Why no host can be judged; nothing where some can.
[[nodiscard]] std::optional<std::string> missing_partner_hosts(const Case& subject);
/// Why no rank can be judged; nothing where some can.
[[nodiscard]] std::optional<std::string> missing_partner_ranks(const Case& subject);

/// Why no host can be told from the others.
[[nodiscard]] std::optional<std::string> missing_hosts_to_compare(const Case& subject);
/// Why no link can be judged.
[[nodiscard]] std::optional<std::string> missing_links_to_compare(const Case& subject);
/// Why no group of hosts can be told from the others.
[[nodiscard]] std::optional<std::string> missing_switches(const Case& subject);

/// The hosts that cannot be judged, but for those that are reported as failed or left out.
[[nodiscard]] std::vector<std::string> hosts_with_few_partners(const Case& subject,
                                                               const std::vector<Finding>& findings);
/// The parts that cannot be judged where others can, but for hosts that are reported as failed or left
/// out.
[[nodiscard]] std::vector<NotExamined> parts_with_few_partners(const Case& subject,
                                                               const std::vector<Finding>& findings);

/// With how many others each judged host was measured: its effect is the median of so many.
[[nodiscard]] int min_partners_of_hosts(const Survey& survey);

}  // namespace fabricmap::diagnosis
