// SPDX-License-Identifier: Apache-2.0
// Polls that a ThreadRecorder puts together, and what the writer sees of them meanwhile.
#include "tracing/recorder/thread_recorder.hpp"
#include "tracing/recording/varint.hpp"

#include <algorithm>
#include <atomic>

namespace fabricmap::tracing {

ThreadRecorder::Polls& ThreadRecorder::polls_of(const FinishedCall& call) {
    const std::span known(polls_.data(), polls_size_);
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const Polls& polls) { return polls.context == call.context; });
    if (found != known.end()) return *found;
    if (polls_size_ == max_polls) write_polls();
    Polls& added = polls_[polls_size_];
    added = {call.context, number_of(call.context), call.start, 0, 0};
    ++polls_size_;
    return added;
}

void ThreadRecorder::poll(const FinishedCall& call, std::uint64_t max_ticks) {
    Polls& polls = polls_of(call);
    ++polls.count;
    polls.ticks += call.end - call.start;
    polls_end_ = call.end;
    if (call.end - polls_.front().start > max_ticks) return write_polls();
    show(polls);
}

void ThreadRecorder::show(const Polls& changed) noexcept {
    constexpr auto relaxed = std::memory_order_relaxed;
    ShownPolls& shown = shown_polls_;
    ShownPolls::OfContext& of_context = shown.of_context[static_cast<std::size_t>(&changed - polls_.data())];
    const std::uint64_t version = shown.version.load(relaxed);
    shown.version.store(version + 1, relaxed);
    std::atomic_thread_fence(std::memory_order_release);
    shown.state.store(buffers_.state(), relaxed);
    shown.last_end.store(last_end_, relaxed);
    shown.end.store(polls_end_, relaxed);
    shown.size.store(polls_size_, relaxed);
    of_context.number.store(changed.number, relaxed);
    of_context.start.store(changed.start, relaxed);
    of_context.count.store(changed.count, relaxed);
    of_context.ticks.store(changed.ticks, relaxed);
    shown.version.store(version + 2, std::memory_order_release);
}

ThreadRecorder::PendingPolls ThreadRecorder::shown_polls() const noexcept {
    constexpr auto relaxed = std::memory_order_relaxed;
    const ShownPolls& shown = shown_polls_;
    PendingPolls pending;
    unsigned char* out = pending.bytes.data();
    std::uint64_t end = shown.last_end.load(relaxed);
    const std::size_t size = std::min(shown.size.load(relaxed), max_polls);
    for (std::size_t index = 0; index < size; ++index) {
        const ShownPolls::OfContext& polls = shown.of_context[index];
        const std::uint64_t start = polls.start.load(relaxed);
        const std::uint64_t count = polls.count.load(relaxed);
        out = put_varint(out, (polls.number.load(relaxed) + 1) * 2 + 1);
        out = put_varint(out, start - end);
        end = index + 1 < size ? shown.of_context[index + 1].start.load(relaxed) : shown.end.load(relaxed);
        out = put_varint(out, end - start);
        out = put_varint(out, 1);
        *out++ = static_cast<unsigned char>(Item::count);
        out = put_varint(out, count);
        out = put_varint(out, polls.ticks.load(relaxed));
        pending.calls += count;
    }
    pending.size = static_cast<std::size_t>(out - pending.bytes.data());
    return pending;
}

ThreadRecorder::PendingPolls ThreadRecorder::pending_polls(std::uint64_t state) const noexcept {
    const ShownPolls& shown = shown_polls_;
    for (int attempt = 0; attempt < 100; ++attempt) {
        const std::uint64_t version = shown.version.load(std::memory_order_acquire);
        if (version == 0) return {};
        if (version % 2 != 0) continue;
        const PendingPolls pending = shown_polls();
        const std::uint64_t seen = shown.state.load(std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_acquire);
        if (shown.version.load(std::memory_order_relaxed) != version) continue;
        return seen == state ? pending : PendingPolls{};
    }
    return {};
}

}  // namespace fabricmap::tracing
