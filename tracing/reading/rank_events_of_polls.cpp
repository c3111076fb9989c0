// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/rank_events.hpp"

#include <algorithm>

namespace fabricmap::tracing {
namespace {

/// Empty of a call that is none.
std::string_view type_of_poll(std::string_view function) {
    if (function == "MPI_Probe" || function == "MPI_Mprobe") return "probe";
    if (function == "MPI_Iprobe" || function == "MPI_Improbe") return "polling probe";
    const bool tests = function.starts_with("MPI_Test") || function == "MPI_Request_get_status";
    return tests ? "test" : std::string_view();
}

}  // namespace

void RankEvents::add_poll(const TimedCall& call, const CallContext& context, const Known& about) {
    Poll poll;
    poll.type = type_of_poll(about.name);
    if (poll.type.empty()) return;
    poll.call = call;
    poll.count = sequence_->call().count;
    poll.inside = static_cast<double>(sequence_->call().ticks_inside) * clock_.seconds_per_tick();
    // Those that find nothing are written with their number.
    poll.has_found = std::none_of(carried_.begin(), carried_.end(),
                                  [](const CallItem& item) { return item.kind == Item::count; });
    poll.group = about.group;
    poll.has_group = about.communicator != nullptr;
    poll.tag = context.receive_tag;
    poll.bytes = context.receive_bytes;
    if (about.communicator != nullptr && context.receive_peer >= 0)
        poll.source = about.communicator->world_rank_of(context.receive_peer);
    for (const CallItem& item : carried_) {
        if (item.kind != Item::binds || about.communicator == nullptr) continue;
        poll.source = about.communicator->world_rank_of(static_cast<std::int64_t>(item.second) - 1);
        poll.bytes = -1;
    }
    events_.polls.push_back(poll);
}

void RankEvents::add_file_access(const TimedCall& call, const CallContext& context, const Known& about) {
    FileAccess access;
    access.call = call;
    std::string name;
    for (const std::int64_t letter : sequence_->list_of(context)) name += static_cast<char>(letter);
    if (!name.empty()) access.file = strings_.intern(name);
    const FunctionInfo* const info = find_function(about.name);
    if (info != nullptr && info->op_type == "read") access.bytes = context.receive_bytes;
    if (info != nullptr && info->op_type == "write") access.bytes = context.send_bytes;
    events_.file_accesses.push_back(access);
}

}  // namespace fabricmap::tracing
