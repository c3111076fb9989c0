// SPDX-License-Identifier: Apache-2.0
// What RankEvents takes of collective operations.
#include "tracing/reading/rank_events.hpp"

#include <algorithm>
#include <iterator>

namespace fabricmap::tracing {
namespace {

constexpr std::int32_t default_context = 0;

}  // namespace

void RankEvents::add_part(const TimedCall& call, const CallContext& context, const Known& about,
                          std::uint32_t group, std::uint64_t request) {
    CollectivePart part;
    part.call = call;
    part.group = group;
    part.bytes = context.send_bytes;
    if (about.communicator != nullptr) {
        part.own_rank = about.communicator->own_rank;
        part.root = about.communicator->world_rank_of(context.send_peer);
        if (context.send_peer == root_is_own) part.root = rank_.header.rank;
        part.is_beside_root = context.send_peer == root_is_beside;
        note_hiding_members(group, *about.communicator);
    }
    if (request != 0)
        started_[request] = {events_.collectives.size(), Started::As::collective, about.communicator};
    events_.collectives.push_back(part);
}

/// Named by what was prepared, at the place and with the times of the call that starts it.
void RankEvents::add_started_collective(const TimedCall& call, std::size_t context, const Known& about,
                                        std::uint64_t request) {
    if (about.communicator == nullptr) return;
    const CallContext& prepared = sequence_->contexts()[context];
    TimedCall start = call;
    start.function = about.function;
    add_part(start, prepared, about, groups_.of(*about.communicator, prepared.receive_tag), request);
    ++known_[context].collective_calls;
}

void RankEvents::add_collective(const TimedCall& call, const CallContext& context, const Known& about,
                                std::uint64_t request) {
    if (!about.has_group) return;
    add_part(call, context, about, about.group, request);
    ++known_[sequence_->call().context].collective_calls;
    if (about.name == "MPI_Win_fence" || about.name == "MPI_Win_free") {
        complete_accesses(about.group, all_targets, call);
    }
    if (about.name.starts_with("shmem_barrier") || about.name == "shmem_finalize") {
        complete_accesses(all_pes_, default_context, call);
    }
}

void RankEvents::note_hiding_members(std::uint32_t group, const CommunicatorInfo& communicator) {
    if (events_.hiding_ranks.empty() || events_.hiding_members.contains(group)) return;
    std::vector<int>& hiding = events_.hiding_members[group];
    for (const auto* const members : {&communicator.members, &communicator.remote_members}) {
        std::copy_if(members->begin(), members->end(), std::back_inserter(hiding),
                     [&](int member) { return hides_calls(events_, member); });
    }
}

/// What has one context moves the same blocks in each of its calls.
void RankEvents::add_blocks() {
    for (std::size_t number = 0; number < known_.size(); ++number) {
        const Known& about = known_[number];
        if (about.collective_calls == 0 || about.communicator == nullptr) continue;
        const CallContext& context = sequence_->contexts()[number];
        events_.blocks.add(about.name, context, sequence_->list_of(context), *about.communicator,
                           about.collective_calls);
    }
}

}  // namespace fabricmap::tracing
