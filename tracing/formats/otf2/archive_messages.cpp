// SPDX-License-Identifier: Apache-2.0
// The events of messages and of their requests.
#include "tracing/formats/otf2/archive_events.hpp"

namespace fabricmap::tracing {

std::optional<MessageSide> ArchiveEvents::side(const Moment& moment, std::uint32_t peer,
                                               std::uint32_t communicator, std::uint32_t tag,
                                               std::uint64_t bytes) {
    MessageSide made;
    made.peer = definitions_.world_rank(communicator, peer);
    if (made.peer < 0) return std::nullopt;
    made.call = call_at(moment);
    made.group = group_of_communicator(communicator);
    made.tag = static_cast<std::int32_t>(tag);
    made.bytes = bytes == OTF2_UNDEFINED_UINT64 ? 0 : static_cast<std::int64_t>(bytes);
    const auto message = number(moment, Otf2Attribute::message);
    made.order = message ? static_cast<double>(*message) : made.call.start;
    if (const Waiting probe = waiting(moment); probe.start == probe.start) {
        events_.probes.push_back(probe);
        made.probe = static_cast<std::uint32_t>(events_.probes.size());
    }
    return made;
}

Waiting ArchiveEvents::waiting(const Moment& moment) {
    Waiting found;
    if (const auto start = number(moment, Otf2Attribute::wait_start)) found.start = seconds(*start);
    if (const auto finish = number(moment, Otf2Attribute::wait_finish)) found.finish = seconds(*finish);
    found.place = text(moment, Otf2Attribute::wait_source_code);
    return found;
}

std::optional<double> ArchiveEvents::start_of_tests(const Moment& moment) const {
    const auto start = number(moment, Otf2Attribute::tests_start);
    return start ? std::optional(seconds(*start)) : std::nullopt;
}

void ArchiveEvents::send(const Moment& moment, const MessageSide& side,
                         std::optional<std::uint64_t> request) {
    if (request) started_sends_[{moment.location.rank, *request}] = events_.sends.size();
    events_.sends.push_back(side);
    await(moment, Ends::send, events_.sends.size() - 1);
}

void ArchiveEvents::receive(const Moment& moment, const MessageSide& side) {
    events_.receives.push_back(side);
    await(moment, Ends::receive, events_.receives.size() - 1);
}

void ArchiveEvents::request_receive(const Moment& moment, std::uint64_t request) {
    MessageSide side;
    side.call = call_at(moment);
    side.order = side.call.start;
    side.is_completed = false;
    started_receives_[{moment.location.rank, request}] = events_.receives.size();
    events_.receives.push_back(side);
    await(moment, Ends::receive, events_.receives.size() - 1);
}

void ArchiveEvents::complete_receive(const Moment& moment, const MessageSide& side, std::uint64_t request) {
    const auto found = started_receives_.find({moment.location.rank, request});
    if (found == started_receives_.end()) return receive(moment, side);
    MessageSide& started = events_.receives[found->second];
    const bool has_number = number(moment, Otf2Attribute::message).has_value();
    started.group = side.group;
    started.peer = side.peer;
    started.tag = side.tag;
    started.bytes = side.bytes;
    if (has_number) started.order = side.order;
    started.is_completed = true;
    started.probe = side.probe;
    started.wait.start = start_of_tests(moment).value_or(side.call.start);
    started.wait.place = side.call.place;
    await(moment, Ends::receive_wait, found->second);
    started_receives_.erase(found);
}

void ArchiveEvents::complete_send(const Moment& moment, std::uint64_t request) {
    const auto found = started_sends_.find({moment.location.rank, request});
    if (found == started_sends_.end()) return;
    const TimedCall completing = call_at(moment);
    events_.sends[found->second].wait.start = start_of_tests(moment).value_or(completing.start);
    events_.sends[found->second].wait.place = completing.place;
    await(moment, Ends::send_wait, found->second);
    started_sends_.erase(found);
}

void ArchiveEvents::cancel(const Moment& moment, std::uint64_t request) {
    const RankAndId key{moment.location.rank, request};
    if (const auto sent = started_sends_.find(key); sent != started_sends_.end()) {
        events_.sends[sent->second].is_cancelled = true;
        ++events_.cancelled;
    }
    if (const auto received = started_receives_.find(key); received != started_receives_.end()) {
        events_.receives[received->second].is_cancelled = true;
        ++events_.cancelled;
    }
}

}  // namespace fabricmap::tracing
