// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace fabricmap::diagnosis {

/// What a diagnosis comes to. Faults count whatever else is open; healthy is what was looked at and could
/// have shown a fault.
enum class Verdict : std::uint8_t {
    healthy,
    faults,
    undecided,
    not_sought,  ///< only thresholds or the topology were asked for
};

/// "healthy", "faults", "undecided", "not_sought": in the RESULT line, JSON and metrics.
[[nodiscard]] std::string_view name_of(Verdict verdict) noexcept;

/// Why a run without a fault is not called healthy.
enum class OpenPoint : std::uint8_t {
    cut_short,          ///< the run ended before its sweep did, or lacks pairs at some lengths
    one_host,           ///< no path between hosts was measured
    few_hosts,          ///< none can be told to be the slow one
    unknown_hosts,      ///< which ranks share a host is not known
    unjudged_hosts,     ///< some or all were measured with too few others
    shared_cores,       ///< most ranks waited for a core
    imprecise_values,   ///< most are, for the run asked for more, and so may hide slow hosts
    hidden_hosts,       ///< a slow host would not stand out from the noise
    slow_samples,       ///< many between most hosts, which no part explains
    short_messages,     ///< none was long enough to show a rate
    order_of_posting,   ///< all delays may be those of messages posted before
    suspects,           ///< findings on values in doubt
    kinds_of_switches,  ///< each declared kind is below one switch
    other_topology,     ///< the one given declares none of the run's hosts
    late_starts,        ///< of operations, most are not measured but how badly their runs start
    waiting_together,   ///< in the operations measured, all hosts are late where one is
    few_flows,          ///< between leaves: how they are dealt to cables hides a missing one
    few_leaves,         ///< none can be told to carry less than is normal
    hidden_uplinks,     ///< a missing one would not stand out
};

[[nodiscard]] std::string_view name_of(OpenPoint point) noexcept;

/// In the order of the enumeration; also where there are faults. None where they were not sought.
[[nodiscard]] std::vector<OpenPoint> open_points_of(const Diagnosis& diagnosis);

/// The smallest factor by which a host must be slower to be found; 1 where hosts were not judged.
[[nodiscard]] double detectable_factor_of_hosts(const Diagnosis& diagnosis) noexcept;

[[nodiscard]] Verdict verdict_of(const Diagnosis& diagnosis);

}  // namespace fabricmap::diagnosis
