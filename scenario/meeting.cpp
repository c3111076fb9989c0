// SPDX-License-Identifier: Apache-2.0
#include "scenario/meeting.hpp"

namespace fabricmap {
namespace {

bool meets_part(const Fault& fault, int sender, int receiver) {
    return (fault.side != Side::receiver && sender == fault.part) ||
           (fault.side != Side::sender && receiver == fault.part);
}

bool meets_link(const Fault& fault, int sender, int receiver) {
    return sender == fault.part && receiver == fault.other_part;
}

bool meets_switch(const Fabric& fabric, const Fault& fault, int sender, int receiver) {
    const int from = switch_of(fabric, sender).value_or(0);
    const int to = switch_of(fabric, receiver).value_or(0);
    if (from == to) return false;
    return fault.other_part ? meets_link(fault, from, to) : meets_part(fault, from, to);
}

bool meets_cable(const Fabric& fabric, const Fault& fault, int sender, int receiver) {
    return passes_cable(fabric, sender, receiver, fault.part, fault.other_part.value_or(fault.part));
}

}  // namespace

bool meets(const Fabric& fabric, const Fault& fault, int sender, int receiver) {
    switch (fault.kind) {
        case FaultKind::slow_node:
        case FaultKind::noisy_node:
        case FaultKind::slow_port:
        case FaultKind::lossy_port:
            return meets_part(fault, sender, receiver);
        case FaultKind::slow_rank:
            return fabric.ranks_per_host == 1 && meets_part(fault, sender, receiver);
        case FaultKind::slow_link:
            return meets_link(fault, sender, receiver);
        case FaultKind::half_duplex:
        case FaultKind::dead_pair:
            if (!fault.other_part) return meets_part(fault, sender, receiver);
            return meets_link(fault, sender, receiver) || meets_link(fault, receiver, sender);
        case FaultKind::slow_switch:
        case FaultKind::lost_uplink:
            return meets_switch(fabric, fault, sender, receiver);
        case FaultKind::slow_cable:
            return meets_cable(fabric, fault, sender, receiver);
    }
    return false;
}

}  // namespace fabricmap
