// SPDX-License-Identifier: Apache-2.0
// What RankEvents takes of OpenSHMEM's calls.
#include "tracing/reading/rank_events.hpp"

#include <algorithm>

namespace fabricmap::tracing {

/// Accesses are kept by the context of OpenSHMEM that they are made in, in place of the target.
void RankEvents::add_call_of_pe(const TimedCall& call, const CallContext& context, const Known& about) {
    if (about.communicator == nullptr) return;
    all_pes_ = about.group;
    const std::int32_t shmem_context = context.send_tag;
    if (about.name == "shmem_quiet" || about.name == "shmem_ctx_quiet" || about.name == "shmem_ctx_destroy") {
        complete_accesses(about.group, shmem_context, call);
    }
    if (about.kind != CallKind::one_sided) return;
    const std::int32_t target = about.communicator->world_rank_of(context.send_peer);
    if (target < 0) return;
    // What comes back has been there.
    const FunctionInfo& info = *find_function(about.name);
    const bool is_complete =
        info.result != "void" || (info.op_type == "get" && !about.name.ends_with("_nbi"));
    if (!is_complete) pending_accesses_[{about.group, shmem_context}].push_back(events_.accesses.size());
    Access access{call, about.group, target, context.send_bytes};
    if (is_complete) access.completing = {call.start, call.finish, call.place};
    if (const CallItem* const item = touched()) access.written = place_in_memory(rank_, item->first);
    events_.accesses.push_back(access);
}

void RankEvents::add_lock_of_pe(const TimedCall& call, const Known& about) {
    const CallItem* const item = touched();
    if (item == nullptr || !about.has_group) return;
    const std::uint64_t address = item->first;
    const auto held = held_locks_of_pes_.find(address);
    if (about.name != "shmem_clear_lock") {
        held_locks_of_pes_[address] = events_.locks.size();
        events_.locks.push_back({call, about.group, -1, true, never, never, name_of_memory(rank_, address)});
    } else if (held != held_locks_of_pes_.end()) {
        events_.locks[held->second].give_back(call);
        held_locks_of_pes_.erase(held);
    }
}

/// The address that the call was given.
const CallItem* RankEvents::touched() const noexcept {
    const auto found = std::find_if(carried_.begin(), carried_.end(),
                                    [](const CallItem& item) { return item.kind == Item::touches; });
    return found == carried_.end() ? nullptr : &*found;
}

/// A successful test has not waited.
void RankEvents::add_signal(const TimedCall& call, const Known& about) {
    const CallItem* const item = touched();
    if (item == nullptr || about.name.ends_with("_test")) return;
    events_.signals.push_back({call, place_in_memory(rank_, item->first)});
}

}  // namespace fabricmap::tracing
