// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/writer.hpp"

#include "tracing/recorder/modules.hpp"
#include "tracing/recorder/script_places.hpp"
#include "tracing/recorder/session.hpp"
#include "tracing/recorder/ticks.hpp"

#include <algorithm>
#include <csignal>
#include <pthread.h>

namespace fabricmap::tracing {
namespace {

// A program that is killed loses no call that is older than a second: polls that are put together, and a
// helper that waits for its turn on a busy core, take some of it.
constexpr auto tick = std::chrono::milliseconds(300);
/// The first ticks are shorter, each twice the one before, so that of a program which dies soon there is more
/// than its name.
constexpr auto first_tick = std::chrono::milliseconds(10);
/// While nothing is recorded, as of a program that hangs.
constexpr auto between_beats = std::chrono::seconds(1);
constexpr std::size_t synchronous_record_bytes = 32;

}  // namespace

void Writer::start(bool is_synchronous) {
    is_synchronous_ = is_synchronous;
    if (is_synchronous) return;
    // Signals are the program's: none of its handlers may run on a thread that it does not know.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    helper_ = std::thread([this] { run(); });
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

ThreadRecorder& Writer::add_thread() {
    const std::lock_guard lock(threads_mutex_);
    if (!released_.empty()) {
        ThreadRecorder* const released = released_.back();
        released_.pop_back();
        return *released;
    }
    const auto number = static_cast<std::uint32_t>(threads_.size());
    auto made = is_synchronous_ ? std::make_unique<Thread>(number, synchronous_record_bytes,
                                                           [this, number] { write_own(number); })
                                : std::make_unique<Thread>(number, 0, [this] { wake(); });
    return threads_.emplace_back(std::move(made))->recorder;
}

void Writer::release(ThreadRecorder& recorder) {
    recorder.write_polls();
    const std::lock_guard lock(threads_mutex_);
    released_.push_back(&recorder);
}

Writer::Thread& Writer::thread(std::size_t number) {
    const std::lock_guard lock(threads_mutex_);
    return *threads_[number];
}

void Writer::write_own(std::uint32_t number) {
    const std::lock_guard writing(writing_mutex_);
    write_names();
    write(thread(number), false);
    report_error();
}

void Writer::wake() noexcept {
    {
        const std::lock_guard lock(mutex_);
        is_awake_ = true;
    }
    awake_.notify_one();
}

void Writer::run() {
    std::chrono::milliseconds current = first_tick;
    auto next_tick = std::chrono::steady_clock::now() + current;
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            awake_.wait_until(lock, next_tick, [&] { return is_awake_ || is_stopping_; });
            if (is_stopping_) return;
            is_awake_ = false;
        }
        const bool is_due = std::chrono::steady_clock::now() >= next_tick;
        write_all(is_due);
        beat();
        if (!is_due) continue;
        current = std::min(2 * current, tick);
        next_tick = std::chrono::steady_clock::now() + current;
    }
}

void Writer::beat() {
    const std::lock_guard writing(writing_mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - last_written_ < between_beats) return;
    last_written_ = now;
    file_.beat(Ticks::moment());
}

void Writer::flush(ThreadRecorder* own) {
    if (own != nullptr) own->write_polls();
    write_all(true);
}

void Writer::stop(ThreadRecorder* own) {
    {
        const std::lock_guard lock(mutex_);
        is_stopping_ = true;
    }
    awake_.notify_one();
    if (helper_.joinable()) helper_.join();
    flush(own);
}

void Writer::write_all(bool partial) {
    const std::lock_guard writing(writing_mutex_);
    write_names();
    std::size_t count = 0;
    {
        const std::lock_guard lock(threads_mutex_);
        count = threads_.size();
    }
    for (std::size_t number = 0; number < count; ++number) write(thread(number), partial);
    report_error();
}

void Writer::write(Thread& thread, bool partial) {
    CallBuffers& buffers = thread.recorder.buffers();
    CallBuffers::Piece piece = buffers.next(partial);
    for (; piece.ends_buffer; piece = buffers.next(partial)) {
        if (!piece.bytes.empty()) write_frame(thread, piece, {});
        buffers.done(piece);
    }
    if (!partial) return;
    // A call that lasts is told once, and polls that go on where there are more of them.
    FrameHeader open;
    thread.recorder.show_open_call(open);
    const bool is_new = open.open_function != no_open_call && open.open_since != thread.shown_call;
    const ThreadRecorder::PendingPolls polls = thread.recorder.pending_polls(piece.state);
    // Those that the file has ended this moment: their record is there next time.
    const bool would_take_away = piece.bytes.empty() && polls.calls < thread.provisional_calls;
    const bool is_more = is_new || polls.calls != thread.provisional_calls || !piece.bytes.empty();
    if (is_more && !would_take_away) write_frame(thread, piece, polls);
    buffers.done(piece);
}

std::span<const unsigned char> Writer::joined(std::span<const unsigned char> piece,
                                              const ThreadRecorder::PendingPolls& polls) {
    if (polls.size == 0) return piece;
    joined_.assign(piece.begin(), piece.end());
    joined_.insert(joined_.end(), polls.bytes.begin(), polls.bytes.begin() + polls.size);
    return joined_;
}

void Writer::write_frame(Thread& thread, const CallBuffers::Piece& piece,
                         const ThreadRecorder::PendingPolls& polls) {
    FrameHeader header;
    header.thread = thread.recorder.thread();
    header.number = thread.frames;
    header.moment = Ticks::moment();
    const std::uint64_t calls = piece.bytes.empty() ? thread.written_calls : piece.calls;
    header.calls = calls + polls.calls;
    header.provisional_bytes = polls.size;
    thread.recorder.show_open_call(header);
    if (!file_.write(header, joined(piece.bytes, polls))) return;
    last_written_ = std::chrono::steady_clock::now();
    ++thread.frames;
    thread.written_calls = calls;
    thread.provisional_calls = polls.calls;
    thread.shown_call = header.open_function == no_open_call ? no_open_call : header.open_since;
}

void Writer::write_names() {
    const std::size_t count = count_of_script_places();
    if (count > script_places_written_) {
        const std::string text = describe_script_places(script_places_written_);
        script_places_written_ += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
        write_other(FrameKind::scripts, text);
    }
    const std::string links = session().communicators().describe_links(links_written_);
    if (!links.empty()) {
        links_written_ += static_cast<std::size_t>(std::count(links.begin(), links.end(), '\n'));
        write_other(FrameKind::links, links);
    }
    const unsigned long long loaded = count_of_loaded_modules();
    if (loaded == modules_seen_) return;
    modules_seen_ = loaded;
    write_other(FrameKind::modules, describe_modules());
}

void Writer::write_other(FrameKind kind, const std::string& text) {
    FrameHeader header;
    header.kind = kind;
    header.number = other_frames_++;
    header.moment = Ticks::moment();
    (void)file_.write(header, {reinterpret_cast<const unsigned char*>(text.data()), text.size()});
}

void Writer::report_error() {
    if (!file_.is_broken() || has_reported_) return;
    has_reported_ = true;
    print_line("fabricmap trace: " + file_.error() +
               "; the program goes on, and calls from now on are only counted: record it again, into a "
               "folder that has room and that nothing else changes");
}

Writer::Totals Writer::totals() {
    const std::lock_guard lock(threads_mutex_);
    Totals totals;
    for (const auto& thread : threads_) {
        const std::uint64_t calls = thread->recorder.buffers().calls();
        totals.recorded_calls += thread->written_calls + thread->provisional_calls;
        totals.lost_calls += calls - thread->written_calls;
        totals.buffer_waits += thread->recorder.buffers().waits();
        totals.buffer_wait_ns += thread->recorder.buffers().wait_ns();
    }
    return totals;
}

}  // namespace fabricmap::tracing
