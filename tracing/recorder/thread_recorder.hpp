// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recorder/call_buffers.hpp"
#include "tracing/recorder/call_paths.hpp"
#include "tracing/recorder/hashing.hpp"
#include "tracing/recorder/intern_table.hpp"
#include "tracing/recorder/registries.hpp"
#include "tracing/recording/call_stream.hpp"
#include "tracing/recording/layout.hpp"
#include "tracing/recording/varint.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fabricmap::tracing {

/// A call that has ended.
struct FinishedCall {
    std::uint64_t start = 0;  ///< ticks
    std::uint64_t end = 0;
    const CallContext& context;
};

/// Writes the calls of a thread as a sequence of call_stream.hpp.
class ThreadRecorder {
  public:
    /// `min_bytes`: shorter records are filled up.
    ThreadRecorder(std::uint32_t thread, std::size_t min_bytes, std::function<void()> wake)
        : thread_(thread), min_bytes_(min_bytes), buffers_(std::move(wake)) {}

    [[nodiscard]] std::uint32_t thread() const noexcept { return thread_; }
    [[nodiscard]] CallBuffers& buffers() noexcept { return buffers_; }

    /// A call begins; the writer sees it until it ends.
    void open(std::uint32_t function, std::uint64_t place, std::uint64_t start) noexcept {
        open_place_.store(place, std::memory_order_relaxed);
        open_since_.store(start, std::memory_order_relaxed);
        open_function_.store(function, std::memory_order_release);
    }
    /// The open call is an operation of that communicator.
    void open_on(const CommunicatorEntry& communicator) noexcept {
        open_group_.store(communicator.identity, std::memory_order_relaxed);
        open_group_since_.store(open_since_.load(std::memory_order_relaxed), std::memory_order_release);
    }
    void close() noexcept { open_function_.store(no_open_call, std::memory_order_release); }
    /// What the thread is in, in these fields of the header.
    void show_open_call(FrameHeader& header) const noexcept;

    /// Polls that are still being put together, as the record that would be written.
    struct PendingPolls {
        std::uint64_t calls = 0;
        std::size_t size = 0;
        std::array<unsigned char, std::size_t{4} * 7 * max_varint_bytes> bytes{};
    };
    /// For the writer: those that follow what the buffers held in that state; nothing where there are none,
    /// or others by now.
    [[nodiscard]] PendingPolls pending_polls(std::uint64_t state) const noexcept;

    /// Items of the call that is running are gathered here.
    [[nodiscard]] std::vector<CallItem>& items() noexcept { return items_; }
    /// The numbers of a context, an outcome and a list; definitions are written where they are new.
    std::uint32_t number_of(const CallContext& context) {
        const auto [number, is_new] = contexts_.find(context);
        if (is_new) define(context);
        return number;
    }
    std::uint32_t number_of(const Outcome& outcome);
    std::uint32_t number_of(std::span<const std::int64_t> list);
    /// The number of the calls above one; `nothing` where they are not looked for.
    [[nodiscard]] std::int32_t number_of(const CallPaths::Key& key) {
        if (paths_.is_off()) return static_cast<std::int32_t>(nothing);
        const std::int32_t noted = paths_.find(key);
        return noted != CallPaths::nothing_noted ? noted : define_path(key);
    }
    /// The number of a path of calls in a script, the innermost first; `nothing` where it is empty, or there
    /// are too many.
    std::int32_t number_of_script_path(std::span<const std::uint64_t> path);
    /// Defines them in this sequence, unless that is done.
    void define(const CommunicatorEntry& communicator);
    void define(const WindowEntry& window);

    /// Tables that could run over in the next call are cleared. Before a call's numbers are asked for.
    void make_room_in_tables() {
        if (has_full_table_) clear_tables();
    }
    /// Writes the call with its items.
    void write(const FinishedCall& call);
    /// The call is not written.
    void drop() noexcept { items_.clear(); }
    /// This thread is the one whose calls come, maybe after those of another. They are later, though counters
    /// of cores may be a few ticks apart. Of its paths so many calls are recorded.
    void begin_thread(std::size_t max_path) noexcept;
    /// The open call was left by a jump at that time, or before now where that is not known.
    void end_left_call(std::uint64_t left_at);
    /// A poll that found nothing: such calls in a row, with nothing but others between them, are written as
    /// one.
    void poll(const FinishedCall& call, std::uint64_t max_ticks);
    /// Writes the polls that have been put together.
    void write_polls();

    /// The entry of a communicator, from those found last.
    CommunicatorEntry* find(Communicators& communicators, MPI_Comm comm);

    /// That of all PEs.
    CommunicatorEntry* find_all_pes(Communicators& communicators);

    /// Memory that calls use again and again.
    struct Scratch {
        std::vector<std::int64_t> list;
        std::vector<MPI_Status> statuses;
        std::vector<AwaitedRequest> awaited;
    };
    Scratch scratch;

  private:
    struct ListKey {
        std::uint64_t first = 0;
        std::uint64_t second = 0;
        friend bool operator==(const ListKey&, const ListKey&) = default;
        friend std::size_t hash_of(const ListKey& key) noexcept {
            return hash_of_words(key.first, key.second);
        }
    };
    /// Unsuccessful polls of one context.
    struct Polls {
        CallContext context;
        std::uint32_t number = 0;  ///< of the context
        std::uint64_t start = 0;   ///< of the first
        std::uint64_t count = 0;
        std::uint64_t ticks = 0;
    };
    /// Programs poll at two places or three by turns.
    static constexpr std::size_t max_polls = 4;
    /// As the writer sees them. While the version is odd, or changes, they do not belong together.
    struct ShownPolls {
        struct OfContext {
            std::atomic<std::uint64_t> number{0};
            std::atomic<std::uint64_t> start{0};
            std::atomic<std::uint64_t> count{0};
            std::atomic<std::uint64_t> ticks{0};
        };
        std::atomic<std::uint64_t> version{0};
        std::atomic<std::uint64_t> state{0};
        std::atomic<std::uint64_t> last_end{0};
        std::atomic<std::uint64_t> end{0};
        std::atomic<std::size_t> size{0};
        std::array<OfContext, max_polls> of_context;
    };

    template <typename Values>
    [[nodiscard]] static ListKey key_of(const Values& values) noexcept;
    [[gnu::noinline]] void define(const CallContext& context);
    std::int32_t number_of_path(std::span<const std::uint64_t> path);
    [[gnu::noinline]] std::int32_t define_path(const CallPaths::Key& key);
    void clear_tables();
    [[nodiscard]] PendingPolls shown_polls() const noexcept;
    [[nodiscard]] Polls& polls_of(const FinishedCall& call);
    void show(const Polls& changed) noexcept;
    /// Writes a record there; returns its end.
    unsigned char* put(unsigned char* begin, const FinishedCall& call, std::uint32_t context,
                       std::span<const CallItem> items) noexcept;
    void put(const FinishedCall& call, std::uint32_t context, std::span<const CallItem> items,
             std::uint64_t calls);
    [[nodiscard]] std::size_t max_bytes_of(std::size_t items) const noexcept;
    /// What numbers of such items are distances from; nothing where they are none.
    [[nodiscard]] std::uint64_t* last_of(Item kind) noexcept;
    unsigned char* put_items(unsigned char* out, std::span<const CallItem> items) noexcept;
    [[nodiscard]] unsigned char* fill_up(const unsigned char* begin, unsigned char* end) const noexcept;
    [[nodiscard]] bool is_defined(std::vector<bool>& defined, std::int32_t number);

    std::uint32_t thread_;
    std::size_t min_bytes_;
    CallBuffers buffers_;
    InternTable<CallContext> contexts_;
    InternTable<Outcome> outcomes_;
    InternTable<ListKey> lists_;
    CallPaths paths_;
    InternTable<ListKey> known_paths_;
    std::vector<std::uint64_t> last_script_path_;
    std::int32_t last_script_path_number_ = static_cast<std::int32_t>(nothing);
    bool has_full_table_ = false;
    std::vector<bool> communicators_;
    std::vector<bool> windows_;
    struct KnownCommunicator {
        MPI_Comm handle = MPI_COMM_NULL;
        std::uint64_t generation = 0;
        CommunicatorEntry* entry = nullptr;
    };
    std::array<KnownCommunicator, 8> known_;
    CommunicatorEntry* all_pes_ = nullptr;
    std::vector<CallItem> items_;
    std::array<Polls, max_polls> polls_;
    std::size_t polls_size_ = 0;
    std::uint64_t polls_end_ = 0;
    ShownPolls shown_polls_;
    std::uint64_t last_end_ = 0;
    std::uint64_t last_started_ = 0;
    std::uint64_t last_completed_ = 0;
    std::uint64_t last_touched_ = 0;
    std::atomic<std::uint64_t> open_function_{no_open_call};
    std::atomic<std::uint64_t> open_place_{0};
    std::atomic<std::uint64_t> open_since_{0};
    std::atomic<std::uint64_t> open_group_{0};
    std::atomic<std::uint64_t> open_group_since_{0};  ///< of the call that it belongs to
};

}  // namespace fabricmap::tracing
