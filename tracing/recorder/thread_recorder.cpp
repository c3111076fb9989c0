// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/thread_recorder.hpp"

#include "tracing/recorder/thread_state.hpp"
#include "tracing/recorder/ticks.hpp"
#include "tracing/recording/varint.hpp"

#include <algorithm>

namespace fabricmap::tracing {
namespace {

constexpr std::size_t max_context_bytes = 13 * max_varint_bytes;
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
    for (const std::int64_t value :
         {std::int64_t{context.communicator}, std::int64_t{context.window}, std::int64_t{context.send_peer},
          std::int64_t{context.send_tag}, std::int64_t{context.receive_peer},
          std::int64_t{context.receive_tag}, std::int64_t{context.list}, context.send_bytes,
          context.receive_bytes, std::int64_t{context.path}}) {
        out = put_signed(out, value);
    }
    return out;
}

}  // namespace

void ThreadRecorder::show_open_call(FrameHeader& header) const noexcept {
    // A call that ends meanwhile is seen by its time: then there is none.
    const std::uint64_t since = open_since_.load(std::memory_order_acquire);
    header.open_function = open_function_.load(std::memory_order_acquire);
    header.open_place = open_place_.load(std::memory_order_acquire);
    header.open_since = since;
    const bool has_group = open_group_since_.load(std::memory_order_acquire) == since;
    header.open_group = has_group ? open_group_.load(std::memory_order_relaxed) : 0;
    if (open_since_.load(std::memory_order_acquire) != since) header.open_function = no_open_call;
}

void ThreadRecorder::define(const CallContext& context) {
    has_full_table_ = has_full_table_ || contexts_.is_full();
    unsigned char* const room = buffers_.room(2 + max_context_bytes);
    buffers_.publish(put_fields(begin_definition(room, Definition::context), context), 0);
}

std::uint32_t ThreadRecorder::number_of(const Outcome& outcome) {
    const auto [number, is_new] = outcomes_.find(outcome);
    if (!is_new) return number;
    has_full_table_ = has_full_table_ || outcomes_.is_full();
    unsigned char* out = buffers_.room(2 + 4 * max_varint_bytes);
    out = begin_definition(out, Definition::outcome);
    out = put_signed(out, outcome.source);
    out = put_signed(out, outcome.tag);
    out = put_signed(out, outcome.bytes);
    buffers_.publish(put_varint(out, outcome.is_cancelled), 0);
    return number;
}

template <typename Values>
ThreadRecorder::ListKey ThreadRecorder::key_of(const Values& values) noexcept {
    // Two lists with the same 128 bits are taken to be the same.
    ListKey key{values.size(), 0};
    for (const auto value : values) {
        key.first = mix(key.first, static_cast<std::uint64_t>(value));
        key.second = mix(key.second + static_cast<std::uint64_t>(value)) ^ key.first;
    }
    return key;
}

std::int32_t ThreadRecorder::number_of_path(std::span<const std::uint64_t> path) {
    if (path.empty() || known_paths_.is_full()) return static_cast<std::int32_t>(nothing);
    const auto [number, is_new] = known_paths_.find(key_of(path));
    if (is_new) {
        unsigned char* out = buffers_.room(2 + (path.size() + 1) * max_varint_bytes);
        out = put_varint(begin_definition(out, Definition::path), path.size());
        std::uint64_t before = 0;
        for (const std::uint64_t address : path) {
            out = put_signed(out, static_cast<std::int64_t>(address - before));
            before = address;
        }
        buffers_.publish(out, 0);
    }
    return static_cast<std::int32_t>(number);
}

std::int32_t ThreadRecorder::number_of_script_path(std::span<const std::uint64_t> path) {
    // Most calls come by the same path as those before.
    if (std::equal(path.begin(), path.end(), last_script_path_.begin(), last_script_path_.end()))
        return last_script_path_number_;
    last_script_path_number_ = number_of_path(path);
    last_script_path_.assign(path.begin(), path.end());
    return last_script_path_number_;
}

std::int32_t ThreadRecorder::define_path(const CallPaths::Key& key) {
    const auto path = paths_.unwind(key, Ticks::now());
    // Not known this time.
    if (!path) return static_cast<std::int32_t>(nothing);
    const std::int32_t number = number_of_path(*path);
    if (number >= 0 || path->empty()) paths_.note(key, number);
    return number;
}

std::uint32_t ThreadRecorder::number_of(std::span<const std::int64_t> list) {
    if (list.size() > max_list) return static_cast<std::uint32_t>(nothing);
    const ListKey key = key_of(list);
    const auto [number, is_new] = lists_.find(key);
    if (!is_new) return number;
    has_full_table_ = has_full_table_ || lists_.is_full();
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
    if (communicator.has_met && communicator.parent != nullptr) define(*communicator.parent);
    const std::size_t members = communicator.members.size() + communicator.remote_members.size();
    const bool fits = members <= max_list;
    unsigned char* out = buffers_.room(2 + ((fits ? members : 0) + 10) * max_varint_bytes);
    out = put_signed(begin_definition(out, Definition::communicator), communicator.number);
    out = put_varint(out, communicator.identity);
    out = put_varint(out,
                     (communicator.is_inter ? is_inter_bit : 0) + (communicator.has_met ? has_met_bit : 0));
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
    if (communicator.has_met) {
        out = put_signed(out, communicator.parent == nullptr ? nothing : communicator.parent->number);
        out = put_varint(out, communicator.creation);
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

void ThreadRecorder::clear_tables() {
    has_full_table_ = false;
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

CommunicatorEntry* ThreadRecorder::find_all_pes(Communicators& communicators) {
    if (all_pes_ == nullptr) {
        int size = 0;
        PMPI_Comm_size(MPI_COMM_WORLD, &size);
        all_pes_ = &communicators.of_pes({0, 0, size});
        define(*all_pes_);
    }
    return all_pes_;
}

std::uint64_t* ThreadRecorder::last_of(Item kind) noexcept {
    switch (kind) {
        case Item::starts:
            return &last_started_;
        case Item::completes:
            return &last_completed_;
        case Item::touches:
            return &last_touched_;
        default:
            return nullptr;
    }
}

unsigned char* ThreadRecorder::put_items(unsigned char* out, std::span<const CallItem> items) noexcept {
    out = put_varint(out, items.size());
    for (const CallItem& item : items) {
        *out++ = static_cast<unsigned char>(item.kind);
        std::uint64_t first = item.first;
        if (std::uint64_t* const last = last_of(item.kind)) {
            first = zigzag(static_cast<std::int64_t>(item.first - *last));
            *last = item.first;
        }
        out = put_varint(out, first);
        out = put_varint(out, item.second);
    }
    return out;
}

unsigned char* ThreadRecorder::fill_up(const unsigned char* begin, unsigned char* end) const noexcept {
    constexpr std::size_t head = 3;
    const auto bytes = static_cast<std::size_t>(end - begin);
    if (bytes + head > min_bytes_) return end;
    const std::size_t rest = min_bytes_ - bytes - head;
    end = begin_definition(end, Definition::filler);
    end = put_varint(end, rest);
    return std::fill_n(end, rest, static_cast<unsigned char>(0));
}

[[gnu::always_inline]] inline unsigned char* ThreadRecorder::put(unsigned char* const begin,
                                                                 const FinishedCall& call,
                                                                 std::uint32_t context,
                                                                 std::span<const CallItem> items) noexcept {
    unsigned char* out = begin;
    const std::uint64_t head = (std::uint64_t{context} + 1) * 2 + (items.empty() ? 0 : 1);
    // Most contexts of most programs: that, a processor guesses.
    if (head < 0x80U) {
        *out++ = static_cast<unsigned char>(head);
    } else {
        out = put_varint(out, head);
    }
    out = put_varint(out, call.start - last_end_);
    out = put_varint(out, call.end - call.start);
    if (!items.empty()) out = put_items(out, items);
    last_end_ = call.end;
    return min_bytes_ == 0 ? out : fill_up(begin, out);
}

std::size_t ThreadRecorder::max_bytes_of(std::size_t items) const noexcept {
    return 4 * max_varint_bytes + items * max_item_bytes + min_bytes_;
}

void ThreadRecorder::put(const FinishedCall& call, std::uint32_t context, std::span<const CallItem> items,
                         std::uint64_t calls) {
    unsigned char* const room = buffers_.room(max_bytes_of(items.size()));
    buffers_.publish(put(room, call, context, items), calls);
}

void ThreadRecorder::write(const FinishedCall& call) {
    if (polls_size_ != 0) write_polls();
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

void ThreadRecorder::begin_thread(std::size_t max_path) noexcept {
    paths_.begin_thread(max_path);
    while (Ticks::now() < last_end_) {
    }
}

void ThreadRecorder::end_left_call(std::uint64_t left_at) {
    const std::uint64_t since = open_since_.load(std::memory_order_relaxed);
    const std::uint64_t function = open_function_.load(std::memory_order_relaxed);
    items_.clear();
    scratch.awaited.clear();
    if (function == no_open_call) return;
    close();
    CallContext context;
    context.function = static_cast<std::uint32_t>(function);
    context.place = open_place_.load(std::memory_order_relaxed);
    if (!is_paused()) write({since, std::max(left_at, since), context});
}

void ThreadRecorder::write_polls() {
    if (polls_size_ == 0) return;
    unsigned char* out = buffers_.room(polls_size_ * max_bytes_of(1));
    std::uint64_t calls = 0;
    // Those that come by turns are written one after the other: each ends where the next begins.
    for (std::size_t index = 0; index < polls_size_; ++index) {
        const Polls& polls = polls_[index];
        const std::uint64_t end = index + 1 < polls_size_ ? polls_[index + 1].start : polls_end_;
        const CallItem count{Item::count, polls.count, polls.ticks};
        out = put(out, {polls.start, end, polls.context}, polls.number, {&count, 1});
        calls += polls.count;
    }
    buffers_.publish(out, calls);
    polls_size_ = 0;
}

}  // namespace fabricmap::tracing
