// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/thread_recorder.hpp"

#include "tracing/recording/varint.hpp"

#include <algorithm>

namespace fabricmap::tracing {
namespace {

constexpr std::size_t max_context_bytes = 12 * max_varint_bytes;
constexpr std::size_t max_item_bytes = 3 * max_varint_bytes;
// More items than this are written as several records of no duration before the one of the call.
constexpr std::size_t max_items = 20'000;
// Longer lists, and the members of larger communicators, are left out: they would not fit into a buffer.
constexpr std::size_t max_list = CallBuffers::buffer_bytes / max_varint_bytes - 16;

unsigned char* begin_definition(unsigned char* out, Definition kind) noexcept {
    *out++ = 0;
    *out++ = static_cast<unsigned char>(kind);
    return out;
}

unsigned char* put_fields(unsigned char* out, const CallContext& context) noexcept {
    out = put_varint(out, context.place);
    out = put_varint(out, context.function);
    for (const std::int64_t value : {std::int64_t{context.communicator}, std::int64_t{context.window},
                                     std::int64_t{context.send_peer}, std::int64_t{context.send_tag},
                                     std::int64_t{context.receive_peer}, std::int64_t{context.receive_tag},
                                     std::int64_t{context.list}, context.send_bytes, context.receive_bytes}) {
        out = put_signed(out, value);
    }
    return out;
}

}  // namespace

void ThreadRecorder::open(std::uint32_t function, const void* place, std::uint64_t start) noexcept {
    open_place_.store(reinterpret_cast<std::uint64_t>(place), std::memory_order_relaxed);
    open_since_.store(start, std::memory_order_relaxed);
    open_function_.store(function, std::memory_order_release);
}

void ThreadRecorder::show_open_call(FrameHeader& header) const noexcept {
    // A call that ends meanwhile is seen by its time: then there is none.
    const std::uint64_t since = open_since_.load(std::memory_order_acquire);
    header.open_function = open_function_.load(std::memory_order_acquire);
    header.open_place = open_place_.load(std::memory_order_acquire);
    header.open_since = since;
    if (open_since_.load(std::memory_order_acquire) != since) header.open_function = no_open_call;
}

std::uint32_t ThreadRecorder::number_of(const CallContext& context) {
    const auto [number, is_new] = contexts_.find(context);
    if (!is_new) return number;
    unsigned char* const room = buffers_.room(2 + max_context_bytes);
    buffers_.publish(put_fields(begin_definition(room, Definition::context), context), 0);
    return number;
}

std::uint32_t ThreadRecorder::number_of(const Outcome& outcome) {
    const auto [number, is_new] = outcomes_.find(outcome);
    if (!is_new) return number;
    unsigned char* out = buffers_.room(2 + 4 * max_varint_bytes);
    out = begin_definition(out, Definition::outcome);
    out = put_signed(out, outcome.source);
    out = put_signed(out, outcome.tag);
    out = put_signed(out, outcome.bytes);
    buffers_.publish(put_varint(out, outcome.is_cancelled), 0);
    return number;
}

std::uint32_t ThreadRecorder::number_of(std::span<const std::int64_t> list) {
    if (list.size() > max_list) return static_cast<std::uint32_t>(nothing);
    // Two lists with the same 128 bits are taken to be the same.
    ListKey key{list.size(), 0};
    for (const std::int64_t value : list) {
        key.first = mix(key.first, static_cast<std::uint64_t>(value));
        key.second = mix(key.second + static_cast<std::uint64_t>(value)) ^ key.first;
    }
    const auto [number, is_new] = lists_.find(key);
    if (!is_new) return number;
    unsigned char* out = buffers_.room(2 + (list.size() + 1) * max_varint_bytes);
    out = put_varint(begin_definition(out, Definition::list), list.size());
    for (const std::int64_t value : list) out = put_signed(out, value);
    buffers_.publish(out, 0);
    return number;
}

bool ThreadRecorder::is_defined(std::vector<bool>& defined, std::int32_t number) {
    const auto index = static_cast<std::size_t>(number);
    if (defined.size() <= index) defined.resize(index + 1);
    const bool was_defined = defined[index];
    defined[index] = true;
    return was_defined;
}

void ThreadRecorder::define(const CommunicatorEntry& communicator) {
    if (is_defined(communicators_, communicator.number)) return;
    const std::size_t members = communicator.members.size() + communicator.remote_members.size();
    const bool fits = members <= max_list;
    unsigned char* out = buffers_.room(2 + ((fits ? members : 0) + 8) * max_varint_bytes);
    out = put_signed(begin_definition(out, Definition::communicator), communicator.number);
    out = put_varint(out, communicator.identity);
    out = put_varint(out, communicator.is_inter ? 1 : 0);
    out = put_signed(out, communicator.own_rank);
    for (const auto* const group : {&communicator.members, &communicator.remote_members}) {
        out = put_varint(out, fits ? group->size() : 0);
        if (!fits) continue;
        // Neighbours are mostly one apart.
        std::int64_t before = -1;
        for (const int rank : *group) {
            out = put_signed(out, rank - before - 1);
            before = rank;
        }
    }
    buffers_.publish(out, 0);
}

void ThreadRecorder::define(const WindowEntry& window) {
    if (is_defined(windows_, window.number)) return;
    unsigned char* out = buffers_.room(2 + 3 * max_varint_bytes);
    out = put_signed(begin_definition(out, Definition::window), window.number);
    out = put_varint(out, window.identity);
    buffers_.publish(put_signed(out, window.communicator), 0);
}

void ThreadRecorder::make_room_in_tables() {
    const bool is_full = contexts_.is_full() || outcomes_.is_full() || lists_.is_full();
    if (!is_full) return;
    write_polls();
    contexts_.clear();
    outcomes_.clear();
    lists_.clear();
    buffers_.publish(begin_definition(buffers_.room(2), Definition::forget_all), 0);
}

CommunicatorEntry* ThreadRecorder::find(Communicators& communicators, MPI_Comm comm) {
    KnownCommunicator& known = known_[reinterpret_cast<std::uintptr_t>(comm) / 64 % known_.size()];
    const std::uint64_t generation = communicators.generation();
    if (known.handle == comm && known.generation == generation) return known.entry;
    CommunicatorEntry* const entry = communicators.find(comm);
    if (entry != nullptr) {
        define(*entry);
        // What was not known yet has just become a new generation.
        known = {comm, communicators.generation() == generation ? generation : 0, entry};
    }
    return entry;
}

unsigned char* ThreadRecorder::put_items(unsigned char* out, std::span<const CallItem> items) noexcept {
    out = put_varint(out, items.size());
    for (const CallItem& item : items) {
        *out++ = static_cast<unsigned char>(item.kind);
        std::uint64_t first = item.first;
        if (item.kind == Item::starts || item.kind == Item::completes) {
            std::uint64_t& last = item.kind == Item::starts ? last_started_ : last_completed_;
            first = zigzag(static_cast<std::int64_t>(item.first - last));
            last = item.first;
        }
        out = put_varint(out, first);
        out = put_varint(out, item.second);
    }
    return out;
}

void ThreadRecorder::put(const FinishedCall& call, std::uint32_t context, std::span<const CallItem> items,
                         std::uint64_t calls) {
    unsigned char* out = buffers_.room(4 * max_varint_bytes + items.size() * max_item_bytes);
    out = put_varint(out, (std::uint64_t{context} + 1) * 2 + (items.empty() ? 0 : 1));
    out = put_varint(out, call.start - last_end_);
    out = put_varint(out, call.end - call.start);
    if (!items.empty()) out = put_items(out, items);
    last_end_ = call.end;
    buffers_.publish(out, calls);
}

void ThreadRecorder::write(const FinishedCall& call) {
    write_polls();
    const std::uint32_t context = number_of(call.context);
    std::span<const CallItem> items = items_;
    while (items.size() > max_items) {
        // What the reader puts together again: it has no duration, and stands for no call.
        std::vector<CallItem> part(items.begin(), items.begin() + max_items);
        part.push_back({Item::count, 0, 0});
        put({call.start, call.start, call.context}, context, part, 0);
        items = items.subspan(max_items);
    }
    put(call, context, items, 1);
    items_.clear();
}

void ThreadRecorder::poll(const FinishedCall& call, std::uint64_t max_ticks) {
    const bool goes_on = polls_.count > 0 && polls_.call.context == call.context;
    if (!goes_on) {
        write_polls();
        polls_.call = call;
    }
    ++polls_.count;
    polls_.ticks += call.end - call.start;
    polls_.call.end = call.end;
    if (call.end - polls_.call.start > max_ticks) write_polls();
}

void ThreadRecorder::write_polls() {
    if (polls_.count == 0) return;
    const CallItem count{Item::count, polls_.count, polls_.ticks};
    put(polls_.call, number_of(polls_.call.context), {&count, 1}, polls_.count);
    polls_ = {};
}

}  // namespace fabricmap::tracing
