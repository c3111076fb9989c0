// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recording/call_stream.hpp"
#include "tracing/recording/varint.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

namespace fabricmap::tracing {

/// A communicator as a rank knew it.
struct CommunicatorInfo {
    std::uint64_t identity = 0;  ///< the same on all members
    bool is_inter = false;
    int own_rank = 0;
    std::vector<int> members;         ///< ranks of MPI_COMM_WORLD, below 0 as Link has it
    std::vector<int> remote_members;  ///< of an intercommunicator
    bool has_met = false;             ///< with processes that may be of another world
    std::int32_t parent = -1;         ///< of such a one: its number; -1 of none
    std::uint64_t creation = 0;       ///< from the parent

    /// The rank of MPI_COMM_WORLD that messages to this rank go to; -1 where it is not known.
    [[nodiscard]] int world_rank_of(std::int64_t rank) const noexcept {
        const auto& peers = is_inter ? remote_members : members;
        return rank < 0 || static_cast<std::size_t>(rank) >= peers.size()
                   ? -1
                   : peers[static_cast<std::size_t>(rank)];
    }
};

struct WindowInfo {
    std::uint64_t identity = 0;
    std::int32_t communicator = -1;
};

/// A call as it was recorded.
struct RecordedCall {
    std::uint64_t start = 0;  ///< ticks of the rank's clock
    std::uint64_t end = 0;
    std::uint64_t count = 1;  ///< of polls in a row that are one record; 0: more items of the next call
    std::uint64_t ticks_inside = 0;  ///< of all of them together
    std::size_t context = 0;         ///< position in CallSequence::contexts
};

/// Reads what a ThreadRecorder wrote, call by call. Whatever the bytes are, it ends.
class CallSequence {
  public:
    explicit CallSequence(std::string_view bytes) : reader_(bytes) {}

    /// The next call; false at the end, and where the bytes make no sense.
    bool next();
    [[nodiscard]] bool is_damaged() const noexcept { return reader_.failed(); }

    [[nodiscard]] const RecordedCall& call() const noexcept { return call_; }
    [[nodiscard]] const CallContext& context() const noexcept { return contexts_[call_.context]; }
    /// Of the call; `second` of completions and starts are positions in outcomes and contexts (+ 1).
    [[nodiscard]] const std::vector<CallItem>& items() const noexcept { return items_; }

    [[nodiscard]] const std::vector<CallContext>& contexts() const noexcept { return contexts_; }
    [[nodiscard]] const std::vector<Outcome>& outcomes() const noexcept { return outcomes_; }
    /// Of a context of this sequence; empty where it has none.
    [[nodiscard]] const std::vector<std::int64_t>& list_of(const CallContext& context) const noexcept;
    /// Return addresses of the calls above those of a context, the innermost first; empty where none are
    /// known.
    [[nodiscard]] const std::vector<std::uint64_t>& path_of(const CallContext& context) const noexcept;
    /// Nothing of one that is not known.
    [[nodiscard]] const CommunicatorInfo* communicator(std::int32_t number) const;
    /// That of this identity; nothing of 0.
    [[nodiscard]] const CommunicatorInfo* communicator_named(std::uint64_t identity) const;
    [[nodiscard]] const WindowInfo* window(std::int32_t number) const;

  private:
    void define();
    void define_context();
    void define_list();
    void define_path();
    void define_communicator();
    void read_call(std::uint64_t head);
    void read_items();
    [[nodiscard]] std::vector<int> read_members();

    VarintReader reader_;
    RecordedCall call_;
    std::vector<CallItem> items_;
    std::vector<CallContext> contexts_;
    std::vector<Outcome> outcomes_;
    std::vector<std::vector<std::int64_t>> lists_;
    std::vector<std::vector<std::uint64_t>> paths_;
    // Where those begin that numbers refer to, since the tables were last cleared.
    std::size_t first_context_ = 0;
    std::size_t first_outcome_ = 0;
    std::size_t first_list_ = 0;
    std::map<std::int32_t, CommunicatorInfo> communicators_;
    std::map<std::int32_t, WindowInfo> windows_;
    std::uint64_t last_started_ = 0;
    std::uint64_t last_completed_ = 0;
    std::uint64_t last_touched_ = 0;
};

}  // namespace fabricmap::tracing
