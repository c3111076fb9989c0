// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/rank_events.hpp"

#include "tracing/functions/functions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::tracing {
namespace {

const FunctionInfo* function_named(std::string_view name) {
    static const std::unordered_map<std::string_view, const FunctionInfo*> functions = [] {
        std::unordered_map<std::string_view, const FunctionInfo*> made;
        for (const FunctionInfo& info : all_functions()) made.emplace(info.name, &info);
        return made;
    }();
    const auto found = functions.find(name);
    return found == functions.end() ? nullptr : found->second;
}

CallKind kind_of(std::string_view name) {
    const FunctionInfo* const info = function_named(name);
    return info == nullptr ? CallKind::other : info->kind;
}

constexpr std::int32_t all_targets = -1;

}  // namespace

std::uint32_t GroupNumbers::number(std::uint64_t identity, std::string_view kind) {
    const auto next = static_cast<std::uint32_t>(names_.size());
    const auto [found, is_new] = numbers_.emplace(identity, next);
    if (is_new) names_.push_back(fmt::format("{} {}", kind, next));
    return found->second;
}

RankEvents::RankEvents(const RankRecording& rank, const RankClock& clock, SourceLines& lines,
                       Strings& strings, GroupNumbers& groups, Events& events)
    : rank_(rank), clock_(clock), lines_(lines), strings_(strings), groups_(groups), events_(events) {}

void RankEvents::add_all() {
    for (const ThreadRecording& thread : rank_.threads) add(thread);
    finish_requests();
}

void RankEvents::add(const ThreadRecording& thread) {
    CallSequence& sequence = *sequences_.emplace_back(std::make_unique<CallSequence>(thread.calls));
    sequence_ = &sequence;
    known_.clear();
    carried_.clear();
    while (sequence.next()) {
        if (sequence.call().count == 0) {
            carried_.insert(carried_.end(), sequence.items().begin(), sequence.items().end());
            continue;
        }
        carried_.insert(carried_.end(), sequence.items().begin(), sequence.items().end());
        add_call();
        carried_.clear();
    }
    sequence_ = nullptr;
}

const RankEvents::Known& RankEvents::known(std::size_t number) {
    if (known_.size() <= number) known_.resize(sequence_->contexts().size());
    Known& about = known_[number];
    if (about.is_known) return about;
    const CallContext& context = sequence_->contexts()[number];
    about.is_known = true;
    about.name = rank_.function(context.function);
    about.function = strings_.intern(about.name);
    about.place = strings_.intern(lines_.name_of(rank_, context.place));
    about.communicator = sequence_->communicator(context.communicator);
    const WindowInfo* const window = sequence_->window(context.window);
    about.has_group = window != nullptr || about.communicator != nullptr;
    if (window != nullptr) {
        about.group = groups_.of(*window);
    } else if (about.communicator != nullptr) {
        about.group = groups_.of(*about.communicator);
        if (about.name.starts_with("MPI_Init")) groups_.name_world(*about.communicator);
    }
    return about;
}

void RankEvents::add_call() {
    const RecordedCall& recorded = sequence_->call();
    // A copy: looking up contexts of started requests may move what a reference refers to.
    const Known about = known(recorded.context);
    const CallContext& context = sequence_->context();
    const TimedCall call{clock_.seconds(recorded.start), clock_.seconds(recorded.end), about.function,
                         about.place, rank_.header.rank};
    events_.communication_seconds += static_cast<double>(recorded.ticks_inside) * clock_.seconds_per_tick();
    std::uint64_t request = 0;
    for (const CallItem& item : carried_) {
        if (item.kind == Item::starts && item.second == 0) request = item.first;
        if (item.kind == Item::completes) {
            completed_.push_back({item.first, call.start, call.finish, sequence_->outcomes()[item.second]});
        }
        if (item.kind == Item::binds) {
            bound_[item.first] = {call.start, static_cast<std::int32_t>(item.second) - 1,
                                  context.receive_tag};
        }
    }
    add_starts(call);
    switch (kind_of(about.name)) {
        case CallKind::message:
            add_message(call, context, about, request);
            return;
        case CallKind::collective:
            add_collective(call, context, about);
            return;
        case CallKind::one_sided:
        case CallKind::window_sync:
            add_window_call(call, context, about);
            return;
        case CallKind::completion:
        case CallKind::probe:
        case CallKind::other:
            return;
    }
}

/// Starts of persistent requests: each is a message with the times of the call that starts it.
void RankEvents::add_starts(const TimedCall& call) {
    for (const CallItem& item : carried_) {
        if (item.kind != Item::starts || item.second == 0) continue;
        const std::size_t context = item.second - 1;
        const Known about = known(context);
        add_message(call, sequence_->contexts()[context], about, item.first);
    }
}

void RankEvents::add_message(const TimedCall& call, const CallContext& context, const Known& about,
                             std::uint64_t request) {
    if (about.communicator == nullptr) return;
    if (context.send_peer >= 0) {
        MessageSide side;
        side.call = call;
        side.group = about.group;
        side.peer = about.communicator->world_rank_of(context.send_peer);
        side.tag = context.send_tag;
        side.bytes = context.send_bytes;
        side.order = call.start;
        if (request != 0) started_[request] = {events_.sends.size(), false, about.communicator};
        events_.sends.push_back(side);
    }
    add_receive(call, context, about, request);
}

void RankEvents::add_receive(const TimedCall& call, const CallContext& context, const Known& about,
                             std::uint64_t request) {
    if (context.receive_peer < 0 && context.receive_peer != source_to_come) return;
    MessageSide side;
    side.call = call;
    side.group = about.group;
    side.order = call.start;
    side.tag = context.receive_tag;
    side.bytes = context.receive_bytes;
    side.is_completed = context.receive_peer != source_to_come;
    side.peer = about.communicator->world_rank_of(context.receive_peer);
    for (const CallItem& item : carried_) {
        if (item.kind != Item::takes) continue;
        const auto bound = bound_.find(item.first);
        if (bound != bound_.end()) side.order = bound->second.order;
    }
    if (request != 0 && !side.is_completed)
        started_[request] = {events_.receives.size(), true, about.communicator};
    events_.receives.push_back(side);
}

void RankEvents::add_collective(const TimedCall& call, const CallContext& context, const Known& about) {
    if (!about.has_group) return;
    CollectivePart part;
    part.call = call;
    part.group = about.group;
    part.bytes = context.send_bytes;
    if (about.communicator != nullptr) {
        part.own_rank = about.communicator->own_rank;
        part.root = about.communicator->world_rank_of(context.send_peer);
    }
    part.is_non_blocking = std::any_of(carried_.begin(), carried_.end(),
                                       [](const CallItem& item) { return item.kind == Item::starts; });
    events_.collectives.push_back(part);
    if (about.name == "MPI_Win_fence" || about.name == "MPI_Win_free") {
        complete_accesses(about.group, all_targets, call.finish);
    }
}

void RankEvents::complete_accesses(std::uint32_t group, std::int32_t target, double finish) {
    for (auto& [key, pending] : pending_accesses_) {
        if (key.first != group || (target != all_targets && key.second != target)) continue;
        for (const std::size_t access : pending) events_.accesses[access].complete = finish;
        pending.clear();
    }
}

void RankEvents::add_window_call(const TimedCall& call, const CallContext& context, const Known& about) {
    if (about.communicator == nullptr || context.window < 0) return;
    const std::int32_t target = about.communicator->world_rank_of(context.send_peer);
    if (kind_of(about.name) == CallKind::one_sided) {
        if (target < 0) return;
        pending_accesses_[{about.group, target}].push_back(events_.accesses.size());
        events_.accesses.push_back({call, about.group, target, context.send_bytes, never});
        return;
    }
    // Local completion says nothing of the target.
    const bool completes_one = about.name == "MPI_Win_unlock" || about.name == "MPI_Win_flush";
    const bool completes_all = about.name == "MPI_Win_unlock_all" || about.name == "MPI_Win_flush_all" ||
                               about.name == "MPI_Win_complete";
    if (completes_one || completes_all) {
        complete_accesses(about.group, completes_all ? all_targets : target, call.finish);
    }
    if (about.name == "MPI_Win_lock" && target >= 0) {
        held_locks_[{about.group, target}] = events_.locks.size();
        events_.locks.push_back({call, about.group, target, context.send_tag != 0, never, never});
    }
    if (about.name != "MPI_Win_unlock") return;
    const auto held = held_locks_.find({about.group, target});
    if (held == held_locks_.end()) return;
    events_.locks[held->second].release_start = call.start;
    events_.locks[held->second].release_finish = call.finish;
    held_locks_.erase(held);
}

void RankEvents::finish_requests() {
    for (const Completed& completed : completed_) {
        const auto found = started_.find(completed.request);
        if (found == started_.end()) continue;
        const Started& started = found->second;
        MessageSide& side = (started.is_receive ? events_.receives : events_.sends)[started.side];
        side.wait_start = completed.start;
        side.wait_finish = completed.finish;
        side.is_cancelled = completed.outcome.is_cancelled != 0;
        if (side.is_cancelled) ++events_.cancelled;
        if (!started.is_receive) continue;
        side.is_completed = !side.is_cancelled;
        side.peer = started.communicator->world_rank_of(completed.outcome.source);
        side.tag = completed.outcome.tag;
        side.bytes = completed.outcome.bytes;
    }
}

}  // namespace fabricmap::tracing
