// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recorder/call_buffers.hpp"
#include "tracing/recorder/intern_table.hpp"
#include "tracing/recorder/registries.hpp"
#include "tracing/recording/call_stream.hpp"
#include "tracing/recording/layout.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace fabricmap::tracing {

/// A call that has ended.
struct FinishedCall {
    std::uint64_t start = 0;  ///< ticks
    std::uint64_t end = 0;
    CallContext context;
};

/// Writes the calls of a thread as a sequence of call_stream.hpp.
class ThreadRecorder {
  public:
    ThreadRecorder(std::uint32_t thread, std::function<void()> wake)
        : thread_(thread), buffers_(std::move(wake)) {}

    [[nodiscard]] std::uint32_t thread() const noexcept { return thread_; }
    [[nodiscard]] CallBuffers& buffers() noexcept { return buffers_; }

    /// A call begins; the writer sees it until it ends.
    void open(std::uint32_t function, const void* place, std::uint64_t start) noexcept;
    void close() noexcept { open_function_.store(no_open_call, std::memory_order_release); }
    /// What the thread is in, in these fields of the header.
    void show_open_call(FrameHeader& header) const noexcept;

    /// Items of the call that is running are gathered here.
    [[nodiscard]] std::vector<CallItem>& items() noexcept { return items_; }
    /// The numbers of a context, an outcome and a list; definitions are written where they are new.
    std::uint32_t number_of(const CallContext& context);
    std::uint32_t number_of(const Outcome& outcome);
    std::uint32_t number_of(std::span<const std::int64_t> list);
    /// Defines them in this sequence, unless that is done.
    void define(const CommunicatorEntry& communicator);
    void define(const WindowEntry& window);

    /// Tables that could run over in the next call are cleared. Before a call's numbers are asked for.
    void make_room_in_tables();
    /// Writes the call with its items.
    void write(const FinishedCall& call);
    /// A poll that found nothing: such calls in a row at one place are written as one.
    void poll(const FinishedCall& call, std::uint64_t max_ticks);
    /// Writes the polls that have been put together.
    void write_polls();

    /// The entry of a communicator, from those found last.
    CommunicatorEntry* find(Communicators& communicators, MPI_Comm comm);

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
    };
    struct Polls {
        FinishedCall call;
        std::uint64_t count = 0;
        std::uint64_t ticks = 0;
    };

    void put(const FinishedCall& call, std::uint32_t context, std::span<const CallItem> items,
             std::uint64_t calls);
    unsigned char* put_items(unsigned char* out, std::span<const CallItem> items) noexcept;
    [[nodiscard]] bool is_defined(std::vector<bool>& defined, std::int32_t number);

    std::uint32_t thread_;
    CallBuffers buffers_;
    InternTable<CallContext> contexts_;
    InternTable<Outcome> outcomes_;
    InternTable<ListKey> lists_;
    std::vector<bool> communicators_;
    std::vector<bool> windows_;
    struct KnownCommunicator {
        MPI_Comm handle = MPI_COMM_NULL;
        std::uint64_t generation = 0;
        CommunicatorEntry* entry = nullptr;
    };
    std::array<KnownCommunicator, 8> known_;
    std::vector<CallItem> items_;
    Polls polls_;
    std::uint64_t last_end_ = 0;
    std::uint64_t last_started_ = 0;
    std::uint64_t last_completed_ = 0;
    std::atomic<std::uint64_t> open_function_{no_open_call};
    std::atomic<std::uint64_t> open_place_{0};
    std::atomic<std::uint64_t> open_since_{0};
};

}  // namespace fabricmap::tracing
