// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "netcdf_schema/run/run.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// A fault that was planted, and what should be said of it.
struct PlantedFault {
    std::string statement;  ///< as scenarios write it
    diagnosis::FindingKind kind = diagnosis::FindingKind::slow_node;
    diagnosis::Side side = diagnosis::Side::both;
    std::set<int> hosts;     ///< the faulty part: host, link's sender, switch
    std::set<int> to_hosts;  ///< the link's receiver, the other switch; empty for a host
};

/// A fat tree of 64 hosts, eight to a leaf, four ranks each, with up to four faults in different places.
struct PlantedFabric {
    std::vector<PlantedFault> faults;
    Run one_way;    ///< one_to_one: median and deviation
    Run both_ways;  ///< async_one_to_one
};

/// The same for the same seed. Noise of 2 %, of every other seed with heavy tails; `max_faults` 0 gives
/// healthy fabrics.
[[nodiscard]] PlantedFabric plant(std::uint64_t seed, int max_faults);

/// What came of a diagnosis of it.
struct Score {
    int planted = 0;
    int found = 0;                     ///< faults of which some finding names a host, link or switch
    int right = 0;                     ///< those among them with the right kind, hosts and side
    int false_findings = 0;            ///< findings that name the part of no planted fault
    std::vector<std::string> remarks;  ///< what was missed, wrong or false
};

[[nodiscard]] Score score(const PlantedFabric& fabric, const diagnosis::Diagnosis& diagnosis);

}  // namespace fabricmap::testing
