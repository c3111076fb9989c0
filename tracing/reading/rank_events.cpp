// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/rank_events.hpp"

#include "tracing/reading/callers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::tracing {
namespace {

CallKind kind_of(std::string_view name) {
    const FunctionInfo* const info = find_function(name);
    return info == nullptr ? CallKind::other : info->kind;
}

std::uint64_t last_moment(const RankRecording& rank) {
    std::uint64_t last = 0;
    for (const Moment& moment : rank.moments) last = std::max(last, moment.counter);
    return last;
}

}  // namespace

std::uint32_t GroupNumbers::number(std::uint64_t identity, std::string_view kind) {
    const auto next = static_cast<std::uint32_t>(names_.size());
    const auto [found, is_new] = numbers_.emplace(identity, next);
    if (is_new) names_.push_back(fmt::format("{} {}", kind, next));
    return found->second;
}

RankEvents::RankEvents(const RankRecording& rank, const Worlds& worlds, const RankClock& clock,
                       SourceLines& lines, Strings& strings, GroupNumbers& groups, Events& events)
    : rank_(rank),
      worlds_(worlds),
      clock_(clock),
      lines_(lines),
      strings_(strings),
      groups_(groups),
      events_(events) {}

const CommunicatorInfo* RankEvents::resolved(const CommunicatorInfo* communicator) {
    if (communicator == nullptr) return nullptr;
    const auto known = resolved_.find(communicator);
    if (known != resolved_.end()) return &known->second;
    return &resolved_.emplace(communicator, worlds_.resolved(rank_, *sequence_, *communicator)).first->second;
}

void RankEvents::add_all() {
    for (std::size_t number = 0; number < rank_.threads.size(); ++number) {
        add(rank_.threads[number], static_cast<std::uint32_t>(number));
    }
    for (const Completed& completed : completed_) finish_request(completed);
}

void RankEvents::add(const ThreadRecording& thread, std::uint32_t number) {
    CallSequence& sequence = *sequences_.emplace_back(std::make_unique<CallSequence>(thread.calls));
    sequence_ = &sequence;
    known_.clear();
    vain_polls_.clear();
    carried_.clear();
    thread_ = rank_.threads.size() > 1 ? static_cast<std::int32_t>(number) : -1;
    while (sequence.next()) {
        if (sequence.call().count == 0) {
            carried_.insert(carried_.end(), sequence.items().begin(), sequence.items().end());
            continue;
        }
        carried_.insert(carried_.end(), sequence.items().begin(), sequence.items().end());
        add_call();
        carried_.clear();
    }
    if (sequence.is_damaged()) ++events_.damaged_threads;
    add_open_call(number);
    finish_phases();
    add_blocks();
    count_call_sites();
    sequence_ = nullptr;
}

const RankEvents::Known& RankEvents::known(std::size_t number) {
    if (known_.size() <= number) known_.resize(sequence_->contexts().size());
    Known& about = known_[number];
    if (about.is_known) return about;
    const CallContext& context = sequence_->contexts()[number];
    about.is_known = true;
    about.name = rank_.function(context.function);
    about.kind = kind_of(about.name);
    about.function = strings_.intern(about.name);
    about.place = strings_.intern(lines_.name_of(rank_, context.place));
    const std::vector<std::string> callers = callers_of(rank_, sequence_->path_of(context), lines_);
    if (!callers.empty()) about.caller = strings_.intern(callers.front());
    about.mark = phase_mark(about.name, context, sequence_->list_of(context));
    about.communicator = resolved(sequence_->communicator(context.communicator));
    const WindowInfo* const window = sequence_->window(context.window);
    about.has_group = window != nullptr || about.communicator != nullptr;
    if (window != nullptr) {
        about.group = groups_.of(*window, rank_.world);
    } else if (about.communicator != nullptr) {
        about.group = groups_.of(*about.communicator);
        if (about.name.starts_with("MPI_Init")) groups_.name_world(*about.communicator, rank_.world);
        if (about.name.starts_with("shmem_init") || about.name == "start_pes") {
            groups_.name_all_pes(*about.communicator);
        }
    }
    return about;
}

void RankEvents::add_call() {
    const RecordedCall& recorded = sequence_->call();
    // A copy: looking up contexts of started requests may move what a reference refers to.
    const Known about = known(recorded.context);
    const CallContext& context = sequence_->context();
    const TimedCall call{clock_.seconds(recorded.start),
                         clock_.seconds(recorded.end),
                         about.function,
                         about.place,
                         phase_,
                         rank_.header.rank,
                         about.caller,
                         thread_};
    if (about.mark) return add_mark(call, *about.mark);
    count_time(recorded);
    const Waiting waiting = waiting_in(call, about);
    std::uint64_t request = 0;
    for (const CallItem& item : carried_) {
        if (item.kind == Item::starts && item.second == 0) request = item.first;
        if (item.kind == Item::completes) {
            const Completed completed{item.first, waiting, sequence_->outcomes()[item.second]};
            if (!finish_request(completed)) completed_.push_back(completed);
        }
        if (item.kind == Item::binds) {
            bound_[item.first] = {call.start, static_cast<std::int32_t>(item.second) - 1, context.receive_tag,
                                  waiting};
        }
    }
    add_starts(call);
    switch (about.kind) {
        case CallKind::message:
            add_message(call, context, about, request);
            return;
        case CallKind::collective:
            add_collective(call, context, about, request);
            return;
        case CallKind::one_sided:
        case CallKind::window_sync:
            if (context.window < 0) return add_call_of_pe(call, context, about);
            add_window_call(call, context, about);
            return;
        case CallKind::lock:
            add_lock_of_pe(call, about);
            return;
        case CallKind::signal:
            add_signal(call, about);
            return;
        case CallKind::completion:
        case CallKind::probe:
            add_poll(call, context, about);
            return;
        case CallKind::file:
            add_file_access(call, context, about);
            return;
        case CallKind::persistent:
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
        if (about.kind == CallKind::persistent) {
            add_started_collective(call, context, about, item.first);
        } else {
            add_message(call, sequence_->contexts()[context], about, item.first);
        }
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
        if (request != 0) started_[request] = {events_.sends.size(), Started::As::send, about.communicator};
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
        if (bound == bound_.end()) continue;
        side.order = bound->second.order;
        events_.probes.push_back(bound->second.probe);
        side.probe = static_cast<std::uint32_t>(events_.probes.size());
    }
    if (side.is_completed) find_probed(side);
    if (request != 0 && !side.is_completed)
        started_[request] = {events_.receives.size(), Started::As::receive, about.communicator};
    events_.receives.push_back(side);
}

/// The call that the thread was in when it was last seen lasts until then.
void RankEvents::add_open_call(std::uint32_t thread) {
    const auto open = std::find_if(rank_.open_calls.begin(), rank_.open_calls.end(),
                                   [&](const OpenCall& one) { return one.thread == thread; });
    if (open == rank_.open_calls.end()) return;
    const std::string_view name = rank_.function(open->function);
    const double start = clock_.seconds(open->since);
    const double finish = std::max(start, clock_.seconds(last_moment(rank_)));
    events_.communication_seconds += finish - start;
    const StringId function = strings_.intern(name);
    const StringId place = strings_.intern(lines_.name_of(rank_, open->place));
    count_calls({function, place}, 1, finish - start, 0);
    const CommunicatorInfo* const communicator = resolved(sequence_->communicator_named(open->group));
    if (kind_of(name) != CallKind::collective || communicator == nullptr) return;
    CollectivePart part;
    part.call = {start, finish, function, place, phase_, rank_.header.rank, no_string, thread_};
    part.group = groups_.of(*communicator);
    part.own_rank = communicator->own_rank;
    part.open_members = static_cast<std::uint32_t>(communicator->members.size());
    note_hiding_members(part.group, *communicator);
    events_.collectives.push_back(part);
}

void RankEvents::complete_accesses(std::uint32_t group, std::int32_t target, const TimedCall& call) {
    for (auto& [key, pending] : pending_accesses_) {
        if (key.first != group || (target != all_targets && key.second != target)) continue;
        for (const std::size_t access : pending)
            events_.accesses[access].completing = {call.start, call.finish, call.place};
        pending.clear();
    }
}

void RankEvents::add_window_call(const TimedCall& call, const CallContext& context, const Known& about) {
    if (about.communicator == nullptr) return;
    const std::int32_t target = about.communicator->world_rank_of(context.send_peer);
    if (about.kind == CallKind::one_sided) {
        if (target < 0) return;
        pending_accesses_[{about.group, target}].push_back(events_.accesses.size());
        events_.accesses.push_back({call, about.group, target, context.send_bytes});
        return;
    }
    // Local completion says nothing of the target.
    const bool completes_one = about.name == "MPI_Win_unlock" || about.name == "MPI_Win_flush";
    const bool completes_all = about.name == "MPI_Win_unlock_all" || about.name == "MPI_Win_flush_all" ||
                               about.name == "MPI_Win_complete";
    if (completes_one || completes_all) {
        complete_accesses(about.group, completes_all ? all_targets : target, call);
    }
    follow_locks(call, context, about, target);
    follow_epochs(call, context, about);
}

void RankEvents::follow_locks(const TimedCall& call, const CallContext& context, const Known& about,
                              std::int32_t target) {
    const bool is_of_all = about.name.ends_with("_all");
    const std::pair key(about.group, is_of_all ? all_targets : target);
    if (about.name == "MPI_Win_lock_all" || (about.name == "MPI_Win_lock" && target >= 0)) {
        held_locks_[key] = events_.locks.size();
        const bool is_exclusive = !is_of_all && context.send_tag != 0;
        events_.locks.push_back({call, about.group, key.second, is_exclusive, never, never});
    }
    if (about.name != "MPI_Win_unlock" && about.name != "MPI_Win_unlock_all") return;
    const auto held = held_locks_.find(key);
    if (held == held_locks_.end()) return;
    events_.locks[held->second].give_back(call);
    held_locks_.erase(held);
}

void RankEvents::add_mark(const TimedCall& call, const PhaseMark& mark) {
    if (mark.is_begin) {
        phases_.begin(mark.name, call.finish);
    } else if (const auto start = phases_.end(mark.name)) {
        events_.regions.push_back({strings_.intern(mark.name), call.rank, *start, call.start});
    } else {
        ++events_.ends_without_begin;
    }
    phase_ = phases_.open().empty() ? no_string : strings_.intern(phases_.open().back().first);
}

/// The phases of a program that was killed end with its recording.
void RankEvents::finish_phases() {
    const double end = clock_.seconds(last_moment(rank_));
    for (const auto& [name, start] : phases_.open()) {
        events_.regions.push_back({strings_.intern(name), rank_.header.rank, start, std::max(start, end)});
    }
    phases_ = {};
    phase_ = no_string;
}

void RankEvents::follow_epochs(const TimedCall& call, const CallContext& context, const Known& about) {
    const auto open = [&](std::vector<Epoch>& epochs, std::map<std::uint32_t, std::size_t>& opened) {
        const std::vector<std::int64_t>& ranks = sequence_->list_of(context);
        opened[about.group] = epochs.size();
        epochs.push_back({call, about.group, {}, never, never});
        for (const std::int64_t rank : ranks)
            epochs.back().peers.push_back(rank_.first_of_world + static_cast<std::int32_t>(rank));
    };
    const auto close = [&](std::vector<Epoch>& epochs, std::map<std::uint32_t, std::size_t>& opened) {
        const auto found = opened.find(about.group);
        if (found == opened.end()) return;
        epochs[found->second].close(call);
        opened.erase(found);
    };
    if (about.name == "MPI_Win_post") open(events_.exposures, open_exposures_);
    if (about.name == "MPI_Win_start") open(events_.starts, open_starts_);
    if (about.name == "MPI_Win_wait" || about.name == "MPI_Win_test")
        close(events_.exposures, open_exposures_);
    if (about.name == "MPI_Win_complete") close(events_.starts, open_starts_);
}

/// False where no start of it has been read.
bool RankEvents::finish_request(const Completed& completed) {
    const auto found = started_.find(completed.request);
    if (found == started_.end()) return false;
    const Started started = found->second;
    started_.erase(found);
    if (started.as == Started::As::collective) {
        events_.collectives[started.position].wait = completed.by;
        return true;
    }
    const bool is_receive = started.as == Started::As::receive;
    MessageSide& side = (is_receive ? events_.receives : events_.sends)[started.position];
    side.wait = completed.by;
    side.is_cancelled = completed.outcome.is_cancelled != 0;
    if (side.is_cancelled) ++events_.cancelled;
    if (!is_receive) return true;
    side.is_completed = !side.is_cancelled;
    side.peer = started.communicator->world_rank_of(completed.outcome.source);
    side.tag = completed.outcome.tag;
    side.bytes = completed.outcome.bytes;
    if (side.is_completed) find_probed(side);
    return true;
}

}  // namespace fabricmap::tracing
