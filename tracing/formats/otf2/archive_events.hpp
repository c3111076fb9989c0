// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/formats/otf2/archive_definitions.hpp"
#include "tracing/model/trace.hpp"
#include "tracing/reading/events.hpp"

#include <map>
#include <optional>
#include <otf2/otf2.h>
#include <span>
#include <utility>
#include <vector>

namespace fabricmap::tracing {

/// Takes the events of an archive one after another, and makes sides of messages, parts of collective
/// operations and so on of them.
class ArchiveEvents {
  public:
    ArchiveEvents(const ArchiveDefinitions& definitions, double origin, Trace& trace, Events& events);

    /// For the library; `data` is this object.
    static void set_callbacks(OTF2_GlobalEvtReaderCallbacks* callbacks);

    /// After the last event: what is open is closed, and receives that nothing is known of take what is left
    /// over. Returns how many.
    std::uint64_t finish();

    struct Span {
        double first = 0;
        double last = 0;
        bool is_known = false;  ///< by events of the program's begin and end
    };
    /// By rank: from its first event to its last.
    [[nodiscard]] const std::map<int, Span>& spans() const noexcept { return spans_; }

  private:
    /// What gets the end of the region that it lies in, with its position in Events or in the trace.
    enum class Ends : std::uint8_t {
        send,
        receive,
        send_wait,
        receive_wait,
        collective,
        access,
        lock_acquire,
        lock_release,
        exposure,
        exposure_wait,
        start,
        start_complete,
        signal,
        poll,
        file_access,
    };
    struct Pending {
        Ends what = Ends::send;
        std::size_t number = 0;
    };
    struct OpenRegion {
        std::uint32_t region = 0;
        double start = 0;
        std::vector<Pending> pending;
        StringId caller = no_string;
        std::int32_t thread = -1;
    };
    struct LocationState {
        int rank = 0;
        std::vector<OpenRegion> open;
    };
    struct Moment {
        LocationState& location;
        double time = 0;
        OTF2_AttributeList* attributes = nullptr;
    };
    using RankAndId = std::pair<int, std::uint64_t>;

    static void set_message_callbacks(OTF2_GlobalEvtReaderCallbacks* callbacks);
    static void set_collective_callbacks(OTF2_GlobalEvtReaderCallbacks* callbacks);
    static void set_window_callbacks(OTF2_GlobalEvtReaderCallbacks* callbacks);
    static ArchiveEvents& self(void* data) { return *static_cast<ArchiveEvents*>(data); }
    [[nodiscard]] Moment moment(std::uint64_t location, std::uint64_t tick, OTF2_AttributeList* attributes);
    [[nodiscard]] double seconds(std::uint64_t tick) const noexcept;
    [[nodiscard]] TimedCall call_at(const Moment& moment);
    /// The end of the innermost region is that of this, too.
    void await(const Moment& moment, Ends what, std::size_t number);
    [[nodiscard]] std::string place_of_caller(const LocationState& location) const;
    [[nodiscard]] std::optional<std::uint64_t> number(const Moment& moment, Otf2Attribute attribute) const;
    [[nodiscard]] StringId text(const Moment& moment, Otf2Attribute attribute);
    /// The call that an operation waits in; nothing of it is known where the archive does not tell.
    [[nodiscard]] Waiting waiting(const Moment& moment);
    /// Of tests in a row, which have completed a request.
    [[nodiscard]] std::optional<double> start_of_tests(const Moment& moment) const;
    [[nodiscard]] std::uint32_t group_named(const std::string& name);
    [[nodiscard]] std::uint32_t group_of_communicator(std::uint32_t communicator);
    [[nodiscard]] std::uint32_t group_of_window(std::uint32_t window);

    void enter(const Moment& moment, std::uint32_t region);
    void leave(const Moment& moment, std::uint32_t region);
    void close(const OpenRegion& region, double finish);
    void end(const Pending& pending, double finish);
    std::uint64_t take_left_over();
    [[nodiscard]] std::optional<MessageSide> side(const Moment& moment, std::uint32_t peer,
                                                  std::uint32_t communicator, std::uint32_t tag,
                                                  std::uint64_t bytes);
    void send(const Moment& moment, const MessageSide& side, std::optional<std::uint64_t> request);
    void receive(const Moment& moment, const MessageSide& side);
    void request_receive(const Moment& moment, std::uint64_t request);
    void complete_receive(const Moment& moment, const MessageSide& side, std::uint64_t request);
    void complete_send(const Moment& moment, std::uint64_t request);
    void cancel(const Moment& moment, std::uint64_t request);
    void collective(const Moment& moment, std::uint32_t communicator, std::uint32_t root, std::uint64_t sent);
    void access(const Moment& moment, std::uint32_t window, std::uint32_t target, std::uint64_t bytes);
    void complete_access(const Moment& moment, std::uint64_t matching_id);
    void acquire(const Moment& moment, std::uint32_t window, std::uint32_t target, std::uint64_t lock,
                 OTF2_LockType type);
    void release(const Moment& moment, std::uint64_t lock);
    void synchronise(const Moment& moment, std::uint32_t window, std::uint32_t group);
    void signal(const Moment& moment);
    /// Record of a call, where its begin tells of one.
    void add_detailed(const Moment& moment, RecordType type, Ends what, std::span<const Otf2Detail> details);

    const ArchiveDefinitions& definitions_;
    double origin_;
    Trace& trace_;
    Events& events_;
    std::map<std::uint64_t, LocationState> locations_;
    std::map<int, Span> spans_;
    std::map<std::string, std::uint32_t> groups_;
    std::map<RankAndId, std::size_t> started_sends_;
    std::map<RankAndId, std::size_t> started_receives_;
    std::map<RankAndId, std::size_t> accesses_;
    std::map<RankAndId, std::size_t> locks_;
    std::map<std::pair<int, std::uint32_t>, std::size_t> exposures_;
    std::map<std::pair<int, std::uint32_t>, std::size_t> starts_;
};

}  // namespace fabricmap::tracing
