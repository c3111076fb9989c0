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
    // A clock that is corrected may let a tick last a little longer than the whole does.
    poll.inside = std::min(call.finish - call.start,
                           static_cast<double>(sequence_->call().ticks_inside) * clock_.seconds_per_tick());
    poll.has_found = has_found();
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
    if (!poll.has_found) note_vain_polls(call, about, poll.inside);
    const bool is_matched = about.name == "MPI_Mprobe" || about.name == "MPI_Improbe";
    if (poll.has_found && poll.source >= 0 && !is_matched)
        probed_.try_emplace({about.group, poll.source, poll.tag}, waited_);
    events_.polls.push_back(poll);
}

/// Those that find nothing are written with their number.
bool RankEvents::has_found() const noexcept {
    return std::none_of(carried_.begin(), carried_.end(),
                        [](const CallItem& item) { return item.kind == Item::count; });
}

/// The call, with the vain polls before it at the same place where a process did hardly anything but poll.
Waiting RankEvents::waiting_in(const TimedCall& call, const Known& about) {
    constexpr double min_fraction_inside = 0.3;
    waited_ = {call.start, call.finish, call.place};
    if (vain_polls_.empty()) return waited_;
    if (type_of_poll(about.name).empty()) {
        // What asks for names and sizes does not end them.
        if (about.kind != CallKind::other) vain_polls_.clear();
        return waited_;
    }
    const auto before = vain_polls_.find({about.function, about.place});
    if (before == vain_polls_.end() || !has_found()) return waited_;
    const double inside_s = before->second.inside_s + call.finish - call.start;
    if (inside_s >= min_fraction_inside * (call.finish - before->second.start))
        waited_.start = before->second.start;
    vain_polls_.erase(before);
    return waited_;
}

void RankEvents::note_vain_polls(const TimedCall& call, const Known& about, double inside_s) {
    vain_polls_.try_emplace({about.function, about.place}, VainPolls{call.start, 0}).first->second.inside_s +=
        inside_s;
}

/// The probe that found the message which is received.
void RankEvents::find_probed(MessageSide& side) {
    if (probed_.empty() || side.probe != 0) return;
    const auto found = probed_.find({side.group, side.peer, side.tag});
    // One that was posted before has another message.
    if (found == probed_.end() || found->second.finish > side.call.start) return;
    events_.probes.push_back(found->second);
    side.probe = static_cast<std::uint32_t>(events_.probes.size());
    probed_.erase(found);
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
