// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"
#include "command_line/progress.hpp"
#include "placement/machine/delays.hpp"
#include "placement/machine/slots.hpp"
#include "placement/patterns/pattern.hpp"
#include "placement/patterns/read_layout.hpp"
#include "placement/search/search.hpp"
#include "placement/valuing/value.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::placement {

/// A host that is not used, and why.
struct AvoidedHost {
    std::string host;
    std::string reason;  ///< "--avoid", or a finding: "node17 receives 3 times slower from 16K on"
};

/// Where each rank sits.
struct Assignment {
    PerRank<HostIndex> host_of;
    PerRank<int> slot_of;  ///< among those of its host
};

/// Numbers the slots of each host by ascending ranks.
[[nodiscard]] Assignment assignment_of(PerRank<HostIndex> host_of, int hosts);

struct PlaceRequest {
    SlotRequest slots;
    std::vector<AvoidedHost> avoided;
    /// Nothing: crossing where messages are long and it gets less, else delay.
    std::optional<Goal> goal;
    SearchPlan plan;
};

/// What a mapping gains against by slot, as a share of its delays: 0.2 is a fifth less.
struct Gain {
    double gain = 0;
    double low = 0;  ///< 95 % interval, from the noise of the map and from what it does not hold
    double high = 0;
};

/// A mapping that was valued beside the one found.
struct Valued {
    std::string name;
    Value value;
    Gain gain;
};

/// Everything there is to say about a placement. Reports and layouts are made of it alone.
struct Placement {
    HostDelays delays;
    Pattern pattern;
    Goal goal = Goal::delay;
    bool goal_is_chosen = false;  ///< by the length of the messages; false: as asked
    double transfer_ratio = 1;    ///< transfer_ratio_of() these messages
    double bytes_beyond = 0;      ///< fraction of the bytes in messages longer than any measured
    std::vector<AvoidedHost> avoided;
    Slots slots;                     ///< that may be used
    PerPlace<HostIndex> used_hosts;  ///< in the order in which a launcher fills them
    Assignment found;                ///< the best that was found
    Assignment before;               ///< by slot
    bool is_gain = false;            ///< false: by slot is as good, as far as can be told
    Value value;
    Value value_before;
    Gain gain;
    std::vector<Valued> others;  ///< by node, random, the user's own
    double bound_s = 0;          ///< no mapping on the hosts used takes less in all
    std::string found_by;
    std::vector<StartCost> starts;
    bool is_optimal = false;
    std::optional<Gain> judged;  ///< by another run
    std::string judged_by;
    std::vector<std::string> notes;  ///< what limits the result; whole sentences

    /// More than half of the bytes have delays that were extrapolated: no gain is claimed from those.
    [[nodiscard]] bool rests_beyond() const noexcept { return bytes_beyond > 0.5; }
    /// What is to be written: the best found, or by slot where that is no worse.
    [[nodiscard]] const Assignment& chosen() const noexcept { return is_gain ? found : before; }
};

/// Gains below that are none.
inline constexpr double min_gain = 0.02;

/// Throws UsageError where there are fewer slots than ranks, before a pattern has any flows.
void require_slots(const HostDelays& delays, const Pattern& outline, const PlaceRequest& request);

/// Throws UsageError where pattern and slots do not go together.
[[nodiscard]] Placement place(HostDelays delays, Pattern pattern, const PlaceRequest& request,
                              Progress& progress);

/// Values a mapping of the user's own beside the others. Throws UsageError where it has other ranks.
void add_valued(Placement& placement, const std::string& name, const PerRank<HostIndex>& host_of);

/// Values the placement by another run of the same hosts. Throws UsageError where it lacks one.
void judge(Placement& placement, const HostDelays& other);

}  // namespace fabricmap::placement
