// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/mixing.hpp"
#include "tracing/functions/functions.hpp"
#include "tracing/reading/call_sequence.hpp"
#include "tracing/reading/events.hpp"
#include "tracing/reading/phases.hpp"
#include "tracing/reading/worlds.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace fabricmap::tracing {

/// Numbers of communicators and windows that are the same on all ranks.
class GroupNumbers {
  public:
    explicit GroupNumbers(std::vector<std::string>& names) : names_(names) {}

    std::uint32_t of(const CommunicatorInfo& communicator) {
        return number(communicator.identity, "communicator");
    }
    /// The operations of a persistent request, which is the one of that index in its communicator.
    std::uint32_t of(const CommunicatorInfo& communicator, std::int32_t index) {
        constexpr std::uint64_t seed_of_persistent = 5;
        const std::uint64_t identity =
            mix(mix(communicator.identity, seed_of_persistent), static_cast<std::uint64_t>(index));
        const std::uint32_t found = number(identity, "communicator");
        names_[found] = names_[of(communicator)];
        return found;
    }
    std::uint32_t of(const WindowInfo& window, std::uint32_t world) {
        return number(world == 0 ? window.identity : mix(window.identity, world), "window");
    }
    /// The one that MPI_Init is a call on.
    void name_world(const CommunicatorInfo& communicator, std::uint32_t world) {
        names_[of(communicator)] = world == 0 ? "MPI_COMM_WORLD" : fmt::format("MPI_COMM_WORLD {}", world);
    }
    /// The one that shmem_init is a call on.
    void name_all_pes(const CommunicatorInfo& communicator) { names_[of(communicator)] = "all PEs"; }

  private:
    std::uint32_t number(std::uint64_t identity, std::string_view kind);

    std::vector<std::string>& names_;
    std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
};

/// Takes the calls of one rank.
class RankEvents {
  public:
    RankEvents(const RankRecording& rank, const Worlds& worlds, const RankClock& clock, SourceLines& lines,
               Strings& strings, GroupNumbers& groups, Events& events);

    void add_all();

  private:
    /// What is known of a context, looked up once.
    struct Known {
        bool is_known = false;
        CallKind kind = CallKind::other;
        StringId function = no_string;
        StringId place = no_string;
        StringId caller = no_string;
        std::string_view name;
        std::uint32_t group = 0;  ///< of the window where there is one, otherwise of the communicator
        const CommunicatorInfo* communicator = nullptr;
        bool has_group = false;
        std::optional<PhaseMark> mark;
        std::uint64_t collective_calls = 0;
        std::uint64_t calls = 0;
        double inside_s = 0;  ///< of these
    };
    /// A started request: its side of a message, or its part of a collective operation.
    struct Started {
        enum class As : std::uint8_t { send, receive, collective };
        std::size_t position = 0;  ///< in the events of that kind
        As as = As::send;
        const CommunicatorInfo* communicator = nullptr;
    };
    struct Completed {
        std::uint64_t request = 0;
        Waiting by;
        Outcome outcome;
    };
    /// Polls in a row at one place that have found nothing yet.
    struct VainPolls {
        double start = 0;
        double inside_s = 0;
    };
    using MessageKey = std::tuple<std::uint32_t, std::int32_t, std::int32_t>;  ///< group, sender and tag
    using SiteKey = std::pair<StringId, StringId>;                             ///< function and place
    struct Bound {
        double order = 0;
        std::int32_t source = -1;
        std::int32_t tag = 0;
        Waiting probe;
    };

    static constexpr std::int32_t all_targets = -1;

    void add(const ThreadRecording& thread, std::uint32_t number);
    void add_call();
    const Known& known(std::size_t context);
    void add_starts(const TimedCall& call);
    void add_message(const TimedCall& call, const CallContext& context, const Known& about,
                     std::uint64_t request);
    void add_receive(const TimedCall& call, const CallContext& context, const Known& about,
                     std::uint64_t request);
    void add_collective(const TimedCall& call, const CallContext& context, const Known& about,
                        std::uint64_t request);
    void add_part(const TimedCall& call, const CallContext& context, const Known& about, std::uint32_t group,
                  std::uint64_t request);
    void add_started_collective(const TimedCall& call, std::size_t context, const Known& about,
                                std::uint64_t request);
    void add_window_call(const TimedCall& call, const CallContext& context, const Known& about);
    void add_call_of_pe(const TimedCall& call, const CallContext& context, const Known& about);
    void add_lock_of_pe(const TimedCall& call, const Known& about);
    void add_signal(const TimedCall& call, const Known& about);
    void add_poll(const TimedCall& call, const CallContext& context, const Known& about);
    [[nodiscard]] bool has_found() const noexcept;
    [[nodiscard]] Waiting waiting_in(const TimedCall& call, const Known& about);
    void note_vain_polls(const TimedCall& call, const Known& about, double inside_s);
    void find_probed(MessageSide& side);
    void add_file_access(const TimedCall& call, const CallContext& context, const Known& about);
    const CallItem* touched() const noexcept;
    void follow_locks(const TimedCall& call, const CallContext& context, const Known& about,
                      std::int32_t target);
    void follow_epochs(const TimedCall& call, const CallContext& context, const Known& about);
    void note_hiding_members(std::uint32_t group, const CommunicatorInfo& communicator);
    void add_blocks();
    void count_time(const RecordedCall& call);
    void count_call_sites();
    void count_calls(const SiteKey& key, std::uint64_t calls, double inside_s, std::uint64_t bytes);
    void add_open_call(std::uint32_t thread);
    void complete_accesses(std::uint32_t group, std::int32_t target, const TimedCall& call);
    void add_mark(const TimedCall& call, const PhaseMark& mark);
    void finish_phases();
    bool finish_request(const Completed& completed);

    const CommunicatorInfo* resolved(const CommunicatorInfo* communicator);

    const RankRecording& rank_;
    const Worlds& worlds_;
    const RankClock& clock_;
    SourceLines& lines_;
    Strings& strings_;
    GroupNumbers& groups_;
    Events& events_;
    std::vector<std::unique_ptr<CallSequence>> sequences_;          ///< whose communicators are referred to
    std::map<const CommunicatorInfo*, CommunicatorInfo> resolved_;  ///< with ranks of the recording
    CallSequence* sequence_ = nullptr;
    std::vector<Known> known_;
    OpenPhases<double> phases_;
    StringId phase_ = no_string;
    std::int32_t thread_ = -1;       ///< that is being read, of several
    std::vector<CallItem> carried_;  ///< of records that go on in the next one
    std::unordered_map<std::uint64_t, Started> started_;
    std::vector<Completed> completed_;  ///< of requests that a thread still to be read started
    std::unordered_map<std::uint64_t, Bound> bound_;
    std::map<SiteKey, VainPolls> vain_polls_;
    Waiting waited_;                        ///< in the call that is being read
    std::map<MessageKey, Waiting> probed_;  ///< found, and not received yet
    std::map<std::pair<std::uint32_t, std::int32_t>, std::vector<std::size_t>> pending_accesses_;
    std::map<std::pair<std::uint32_t, std::int32_t>, std::size_t> held_locks_;
    std::uint32_t all_pes_ = 0;                               ///< the group of accesses to symmetric memory
    std::map<std::uint64_t, std::size_t> held_locks_of_pes_;  ///< by the lock's address
    std::map<std::uint32_t, std::size_t> open_exposures_;     ///< by window
    std::map<std::uint32_t, std::size_t> open_starts_;
    std::map<SiteKey, std::size_t> sites_;  ///< positions in Events::call_sites
};

}  // namespace fabricmap::tracing
