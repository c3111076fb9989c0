// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recorder/open_files.hpp"
#include "tracing/recorder/participants.hpp"
#include "tracing/recorder/registries.hpp"
#include "tracing/recorder/settings.hpp"
#include "tracing/recorder/thread_state.hpp"
#include "tracing/recorder/writer.hpp"

#include <string>
#include <string_view>

namespace fabricmap::tracing {

/// A message that was matched and not yet received.
struct BoundMessage {
    std::uint64_t number = 0;  ///< 0: not known
    std::int32_t communicator = -1;
};

/// Prints one line on stderr, whatever became of the program's streams.
void print_line(std::string_view text) noexcept;

/// The recording of this process, from MPI_Init to MPI_Finalize.
class Session {
  public:
    /// MPI has begun. Ranks that are not recorded do not call it: nothing waits for them. Where the folder
    /// cannot be made the first rank of a host says so, and nothing is recorded.
    void begin(bool is_threaded, std::uint64_t first_call);
    /// Waits until all that are recorded have come here.
    void wait_for_all() const;
    /// MPI is about to end; called by all ranks that are recorded.
    void end(ThreadRecorder* own);
    /// The process ends without all others: what there is goes to the disk.
    void end_alone(ThreadRecorder* own) noexcept;
    /// The program may end here, or finalize MPI later, as from a destructor: what there is goes to the disk.
    void settle(ThreadRecorder* own) noexcept;
    /// This is a copy of the process: nothing of it is recorded.
    void abandon() noexcept {
        is_open_ = false;
        set_recording(false);
    }
    /// What there is goes to the disk now.
    void flush(ThreadRecorder* own) {
        if (has_file_) writer_.flush(own);
    }
    /// Whether it was ever begun, even if this rank could not write.
    [[nodiscard]] bool has_begun() const noexcept { return has_begun_; }
    /// Whether it has begun and not ended, on all ranks that are recorded, even if this one cannot write.
    [[nodiscard]] bool is_open() const noexcept { return is_open_; }

    [[nodiscard]] const RecorderSettings& settings() const noexcept { return settings_; }
    [[nodiscard]] Communicators& communicators() noexcept { return communicators_; }
    [[nodiscard]] Windows& windows() noexcept { return windows_; }
    [[nodiscard]] OpenFiles& files() noexcept { return files_; }
    [[nodiscard]] Requests& requests() noexcept { return requests_; }
    [[nodiscard]] Writer& writer() noexcept { return writer_; }

    [[nodiscard]] bool has_cancelled() const noexcept {
        return has_cancelled_.load(std::memory_order_relaxed);
    }
    void note_cancelled() noexcept { has_cancelled_.store(true, std::memory_order_relaxed); }

    /// A probe matched a message.
    std::uint64_t bind(MPI_Message message, std::int32_t communicator);
    BoundMessage take(MPI_Message message);

  private:
    [[nodiscard]] bool make_folder() const;
    void choose_folder_of_spawned();
    [[nodiscard]] bool meet();
    void describe();
    void report_without_file() const;
    void write_names();
    void finish_file(bool is_complete) noexcept;

    RecorderSettings settings_;
    FileHeader header_;
    Communicators communicators_;
    Windows windows_;
    OpenFiles files_;
    Requests requests_;
    RankFile file_;
    Writer writer_{file_};
    std::atomic<bool> has_cancelled_{false};
    std::mutex bound_mutex_;
    std::map<MPI_Message, BoundMessage> bound_;
    std::uint64_t bound_count_ = 0;
    MPI_Comm clock_comm_ = MPI_COMM_NULL;
    std::vector<int> participants_;  ///< the members of that communicator
    bool has_begun_ = false;
    bool is_open_ = false;
    bool has_file_ = false;
};

/// The only one. It is never destroyed: threads of the program may outlive main.
[[nodiscard]] Session& session();

}  // namespace fabricmap::tracing
