// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recorder/rank_file.hpp"
#include "tracing/recorder/thread_recorder.hpp"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace fabricmap::tracing {

/// Writes the calls of all threads into the rank's file, on a thread of its own: full buffers at once, and
/// every third of a second what the others hold, with the call that each thread is in.
class Writer {
  public:
    explicit Writer(RankFile& file) : file_(file) {}
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() = default;

    /// `is_synchronous`: each thread writes its full buffers itself, and there is no other.
    void start(bool is_synchronous);
    /// A recorder for the calling thread, that of one that has ended where there is one: the calls of threads
    /// that follow each other are one sequence.
    ThreadRecorder& add_thread();
    /// The thread ends. It is asked for no more calls.
    void release(ThreadRecorder& recorder);
    /// Writes what there is; of the calling thread's recorder also the polls that are put together.
    void flush(ThreadRecorder* own);
    /// Ends the thread, and writes what is left.
    void stop(ThreadRecorder* own);

    struct Totals {
        std::uint64_t recorded_calls = 0;
        std::uint64_t lost_calls = 0;
        std::uint64_t buffer_waits = 0;
        std::uint64_t buffer_wait_ns = 0;
    };
    [[nodiscard]] Totals totals();

  private:
    struct Thread {
        Thread(std::uint32_t number, std::size_t min_bytes, std::function<void()> wake)
            : recorder(number, min_bytes, std::move(wake)) {}
        ThreadRecorder recorder;
        std::uint32_t frames = 0;
        std::uint64_t written_calls = 0;
        std::uint64_t provisional_calls = 0;      ///< at the end of the last frame
        std::uint64_t shown_call = no_open_call;  ///< start of the open call that the file knows of
    };

    void run();
    void wake() noexcept;
    /// The thread's full buffer, by itself.
    void write_own(std::uint32_t thread);
    [[nodiscard]] Thread& thread(std::size_t number);
    void write_all(bool partial);
    void write(Thread& thread, bool partial);
    void write_frame(Thread& thread, const CallBuffers::Piece& piece,
                     const ThreadRecorder::PendingPolls& polls);
    [[nodiscard]] std::span<const unsigned char> joined(std::span<const unsigned char> piece,
                                                        const ThreadRecorder::PendingPolls& polls);
    void beat();
    /// What calls refer to.
    void write_names();
    void write_other(FrameKind kind, const std::string& text);
    void report_error();

    RankFile& file_;
    bool is_synchronous_ = false;
    std::mutex threads_mutex_;  ///< of the list
    std::deque<std::unique_ptr<Thread>> threads_;
    std::vector<ThreadRecorder*> released_;
    std::mutex writing_mutex_;  ///< one writes at a time
    std::vector<unsigned char> joined_;
    unsigned long long modules_seen_ = 0;
    std::size_t script_places_written_ = 0;
    std::size_t links_written_ = 0;
    std::uint32_t other_frames_ = 0;
    bool has_reported_ = false;
    std::chrono::steady_clock::time_point last_written_;
    std::mutex mutex_;  ///< of what follows
    std::condition_variable awake_;
    bool is_awake_ = false;
    bool is_stopping_ = false;
    std::thread helper_;
};

}  // namespace fabricmap::tracing
