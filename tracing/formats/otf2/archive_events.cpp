// SPDX-License-Identifier: Apache-2.0
#include "tracing/formats/otf2/archive_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace fabricmap::tracing {
namespace {

/// Groups of collective operations whose instance is told have numbers beyond those of communicators.
constexpr std::uint32_t first_instance_group = 1U << 31U;

std::int64_t known_bytes(std::uint64_t bytes) {
    return bytes == OTF2_UNDEFINED_UINT64 ? -1 : static_cast<std::int64_t>(bytes);
}

}  // namespace

ArchiveEvents::ArchiveEvents(const ArchiveDefinitions& definitions, double origin, Trace& trace,
                             Events& events)
    : definitions_(definitions), origin_(origin), trace_(trace), events_(events) {
    const auto ranks = definitions.rank_of_groups();
    for (const auto& [number, location] : definitions.locations) {
        const auto rank = ranks.find(location.group);
        if (rank != ranks.end()) locations_[number].rank = rank->second;
    }
}

double ArchiveEvents::seconds(std::uint64_t tick) const noexcept {
    const auto since = static_cast<double>(tick - std::min(tick, definitions_.first_tick));
    return origin_ + since / static_cast<double>(definitions_.ticks_per_second);
}

ArchiveEvents::Moment ArchiveEvents::moment(std::uint64_t location, std::uint64_t tick,
                                            OTF2_AttributeList* attributes) {
    LocationState& state = locations_[location];
    const double time = seconds(tick);
    const auto [span, is_new] = spans_.emplace(state.rank, Span{time, time, false});
    if (!span->second.is_known) span->second.last = std::max(span->second.last, time);
    return {state, time, attributes};
}

std::optional<std::uint64_t> ArchiveEvents::number(const Moment& moment, Otf2Attribute attribute) const {
    const auto known = definitions_.attributes.find(attribute);
    std::uint64_t value = 0;
    if (known == definitions_.attributes.end() ||
        !OTF2_AttributeList_TestAttributeByID(moment.attributes, known->second) ||
        OTF2_AttributeList_GetUint64(moment.attributes, known->second, &value) != OTF2_SUCCESS)
        return std::nullopt;
    return value;
}

StringId ArchiveEvents::text(const Moment& moment, Otf2Attribute attribute) {
    const auto known = definitions_.attributes.find(attribute);
    OTF2_StringRef value = 0;
    if (known == definitions_.attributes.end() ||
        !OTF2_AttributeList_TestAttributeByID(moment.attributes, known->second) ||
        OTF2_AttributeList_GetStringRef(moment.attributes, known->second, &value) != OTF2_SUCCESS)
        return no_string;
    return trace_.strings().intern(definitions_.text(value));
}

std::uint32_t ArchiveEvents::group_named(const std::string& name) {
    const auto [found, is_new] = groups_.emplace(name, static_cast<std::uint32_t>(events_.groups.size()));
    if (is_new) events_.groups.push_back(name);
    return found->second;
}

/// Two communicators may share a name.
std::uint32_t ArchiveEvents::group_of_communicator(std::uint32_t communicator) {
    const auto found = definitions_.communicators.find(communicator);
    if (found == definitions_.communicators.end())
        return group_named(fmt::format("communicator {}", communicator));
    const std::string& name = definitions_.text(found->second.name);
    const bool is_unique =
        std::count_if(definitions_.communicators.begin(), definitions_.communicators.end(),
                      [&](const auto& one) { return definitions_.text(one.second.name) == name; }) == 1;
    return group_named(is_unique && !name.empty() ? name : fmt::format("{} {}", name, communicator));
}

std::uint32_t ArchiveEvents::group_of_window(std::uint32_t window) {
    const auto found = definitions_.windows.find(window);
    const bool is_named =
        found != definitions_.windows.end() && !definitions_.text(found->second.name).empty();
    return group_named(is_named ? definitions_.text(found->second.name) : fmt::format("window {}", window));
}

void ArchiveEvents::enter(const Moment& moment, std::uint32_t region) {
    const auto thread = number(moment, Otf2Attribute::thread);
    moment.location.open.push_back({region,
                                    moment.time,
                                    {},
                                    text(moment, Otf2Attribute::caller),
                                    thread ? static_cast<std::int32_t>(*thread) - 1 : -1});
    add_detailed(moment, RecordType::poll, Ends::poll, otf2_poll_details);
    add_detailed(moment, RecordType::file_access, Ends::file_access, otf2_file_details);
}

/// Phases need not be nested in calls.
void ArchiveEvents::leave(const Moment& moment, std::uint32_t region) {
    auto& open = moment.location.open;
    const auto found =
        std::find_if(open.rbegin(), open.rend(), [&](const OpenRegion& one) { return one.region == region; });
    if (found == open.rend()) return;
    const auto known = definitions_.regions.find(region);
    if (known != definitions_.regions.end() && known->second.is_phase) {
        constexpr auto type = RecordType::region;
        const std::size_t record = trace_[type].add();
        trace_.set(type, field(type, "name"), record, definitions_.text(known->second.name));
        trace_[type].set(field(type, "process_rank"), record, static_cast<double>(moment.location.rank));
        trace_[type].set(field(type, "start_time"), record, found->start);
        trace_[type].set(field(type, "finish_time"), record, moment.time);
    }
    close(*found, moment.time);
    open.erase(std::next(found).base());
}

void ArchiveEvents::close(const OpenRegion& region, double finish) {
    for (const Pending& pending : region.pending) end(pending, finish);
    const auto known = definitions_.regions.find(region.region);
    const bool communicates =
        known != definitions_.regions.end() && (definitions_.text(known->second.name).starts_with("MPI_") ||
                                                definitions_.text(known->second.name).starts_with("shmem_"));
    if (communicates) events_.communication_seconds += finish - region.start;
}

void ArchiveEvents::end(const Pending& pending, double finish) {
    const std::size_t number = pending.number;
    switch (pending.what) {
        case Ends::send:
            events_.sends[number].call.finish = finish;
            return;
        case Ends::receive:
            events_.receives[number].call.finish = finish;
            return;
        case Ends::send_wait:
            events_.sends[number].wait.finish = finish;
            return;
        case Ends::receive_wait:
            events_.receives[number].wait.finish = finish;
            return;
        case Ends::collective:
            events_.collectives[number].call.finish = finish;
            return;
        case Ends::access:
            events_.accesses[number].call.finish = finish;
            return;
        case Ends::lock_acquire:
            events_.locks[number].call.finish = finish;
            return;
        case Ends::lock_release:
            events_.locks[number].release_finish = finish;
            return;
        case Ends::exposure:
            events_.exposures[number].opening.finish = finish;
            return;
        case Ends::exposure_wait:
            events_.exposures[number].closing_finish = finish;
            return;
        case Ends::start:
            events_.starts[number].opening.finish = finish;
            return;
        case Ends::start_complete:
            events_.starts[number].closing_finish = finish;
            return;
        case Ends::signal:
            trace_[RecordType::signal].set(field(RecordType::signal, "finish_time"), number, finish);
            return;
        case Ends::poll:
            trace_[RecordType::poll].set(field(RecordType::poll, "finish_time"), number, finish);
            return;
        case Ends::file_access:
            trace_[RecordType::file_access].set(field(RecordType::file_access, "finish_time"), number,
                                                finish);
            return;
    }
}

void ArchiveEvents::await(const Moment& moment, Ends what, std::size_t number) {
    if (moment.location.open.empty()) return end({what, number}, moment.time);
    moment.location.open.back().pending.push_back({what, number});
}

/// Its end is not known yet.
TimedCall ArchiveEvents::call_at(const Moment& moment) {
    TimedCall call{moment.time, moment.time,          no_string, no_string,
                   no_string,   moment.location.rank, no_string, -1};
    call.function = trace_.strings().intern("");
    call.place = call.function;
    call.phase = text(moment, Otf2Attribute::phase);
    if (moment.location.open.empty()) return call;
    const OpenRegion& open = moment.location.open.back();
    call.start = open.start;
    call.caller = open.caller;
    call.thread = open.thread;
    const auto region = definitions_.regions.find(open.region);
    if (region == definitions_.regions.end()) return call;
    call.function = trace_.strings().intern(definitions_.text(region->second.name));
    const std::string& file = definitions_.text(region->second.file);
    const std::uint32_t line = region->second.line;
    const bool has_line = line > 0 && line != OTF2_UNDEFINED_UINT32;
    call.place = trace_.strings().intern(has_line ? fmt::format("{}:{}", file, line) : file);
    // Score-P names a file of no lines, "MPI", for its functions: what they are called from tells where.
    if (!has_line && file == "MPI") call.place = trace_.strings().intern(place_of_caller(moment.location));
    return call;
}

/// "solve (solver.c:12)" of the function of the program that calls, which lines do not tell of.
std::string ArchiveEvents::place_of_caller(const LocationState& location) const {
    for (std::size_t depth = location.open.size() - 1; depth-- > 0;) {
        const auto region = definitions_.regions.find(location.open[depth].region);
        if (region == definitions_.regions.end()) continue;
        const std::string& name = definitions_.text(region->second.name);
        const std::string& file = definitions_.text(region->second.file);
        const std::uint32_t line = region->second.line;
        if (file == "MPI") continue;
        if (file.empty() || line == 0 || line == OTF2_UNDEFINED_UINT32) return name;
        return fmt::format("{} ({}:{})", name, std::filesystem::path(file).filename().string(), line);
    }
    return "unknown place";
}

void ArchiveEvents::collective(const Moment& moment, std::uint32_t communicator, std::uint32_t root,
                               std::uint64_t sent) {
    CollectivePart part;
    part.call = call_at(moment);
    const auto instance = number(moment, Otf2Attribute::instance);
    part.group = instance ? first_instance_group + static_cast<std::uint32_t>(*instance)
                          : group_of_communicator(communicator);
    part.own_rank = part.call.rank;
    part.group_name = text(moment, Otf2Attribute::communicator);
    if (part.group_name == no_string && part.group < events_.groups.size()) {
        part.group_name = trace_.strings().intern(events_.groups[part.group]);
    }
    part.root = root == OTF2_UNDEFINED_UINT32 ? -1 : definitions_.world_rank(communicator, root);
    part.bytes = known_bytes(sent);
    part.wait = waiting(moment);
    events_.blocks.add_other(trace_.strings()[part.call.function], 1,
                             static_cast<std::uint64_t>(std::max<std::int64_t>(part.bytes, 0)));
    events_.collectives.push_back(part);
    await(moment, Ends::collective, events_.collectives.size() - 1);
}

void ArchiveEvents::access(const Moment& moment, std::uint32_t window, std::uint32_t target,
                           std::uint64_t bytes) {
    Access made{call_at(moment), group_of_window(window), definitions_.target_rank(window, target),
                std::max<std::int64_t>(0, known_bytes(bytes))};
    events_.accesses.push_back(made);
    await(moment, Ends::access, events_.accesses.size() - 1);
}

void ArchiveEvents::complete_access(const Moment& moment, std::uint64_t matching_id) {
    const auto found = accesses_.find({moment.location.rank, matching_id});
    if (found == accesses_.end()) return;
    Waiting& completing = events_.accesses[found->second].completing;
    completing = waiting(moment);
    completing.finish = moment.time;
}

void ArchiveEvents::acquire(const Moment& moment, std::uint32_t window, std::uint32_t target,
                            std::uint64_t lock, OTF2_LockType type) {
    locks_[{moment.location.rank, lock}] = events_.locks.size();
    events_.locks.push_back({call_at(moment), group_of_window(window),
                             definitions_.target_rank(window, target), type != OTF2_LOCK_SHARED, never,
                             never});
    await(moment, Ends::lock_acquire, events_.locks.size() - 1);
}

void ArchiveEvents::release(const Moment& moment, std::uint64_t lock) {
    const auto found = locks_.find({moment.location.rank, lock});
    if (found == locks_.end()) return;
    const TimedCall releasing = call_at(moment);
    events_.locks[found->second].release_start = releasing.start;
    events_.locks[found->second].release_place = releasing.place;
    await(moment, Ends::lock_release, found->second);
    locks_.erase(found);
}

/// The four calls of general active target synchronisation; several in one call are with several ranks.
void ArchiveEvents::synchronise(const Moment& moment, std::uint32_t window, std::uint32_t group) {
    const auto members = definitions_.groups.find(group);
    if (members == definitions_.groups.end()) return;
    const TimedCall call = call_at(moment);
    const std::string_view name = trace_.strings()[call.function];
    const std::pair key(moment.location.rank, group_of_window(window));
    const auto open = [&](std::vector<Epoch>& epochs, auto& opened, Ends what) {
        const auto found = opened.find(key);
        const bool goes_on = found != opened.end() && epochs[found->second].opening.start == call.start;
        if (!goes_on) {
            opened[key] = epochs.size();
            epochs.push_back({call, key.second, {}, never, never});
            await(moment, what, epochs.size() - 1);
        }
        for (const std::uint64_t member : members->second)
            epochs[opened[key]].peers.push_back(static_cast<std::int32_t>(member));
    };
    const auto shut = [&](std::vector<Epoch>& epochs, const auto& opened, Ends what) {
        const auto found = opened.find(key);
        if (found == opened.end()) return;
        epochs[found->second].closing_start = call.start;
        epochs[found->second].closing_place = call.place;
        await(moment, what, found->second);
    };
    if (name == "MPI_Win_post") open(events_.exposures, exposures_, Ends::exposure);
    if (name == "MPI_Win_start") open(events_.starts, starts_, Ends::start);
    if (name == "MPI_Win_wait" || name == "MPI_Win_test")
        shut(events_.exposures, exposures_, Ends::exposure_wait);
    if (name == "MPI_Win_complete") shut(events_.starts, starts_, Ends::start_complete);
}

void ArchiveEvents::signal(const Moment& moment) {
    constexpr auto type = RecordType::signal;
    RecordTable& table = trace_[type];
    const TimedCall call = call_at(moment);
    const std::size_t record = table.add();
    table.set(field(type, "op_name"), record, call.function);
    table.set(field(type, "process_rank"), record, static_cast<double>(call.rank));
    table.set(field(type, "start_time"), record, call.start);
    table.set(field(type, "source_code"), record, call.place);
    set_origin(table, {field(type, "caller"), field(type, "thread")}, record, call);
    await(moment, Ends::signal, record);
    if (const auto rank = number(moment, Otf2Attribute::signal_process_rank))
        table.set(field(type, "signal_process_rank"), record, static_cast<double>(*rank));
    if (const auto start = number(moment, Otf2Attribute::signal_start_time))
        table.set(field(type, "signal_start_time"), record, seconds(*start));
    table.set(field(type, "signal_source_code"), record, text(moment, Otf2Attribute::signal_source_code));
}

std::uint64_t ArchiveEvents::finish() {
    for (auto& [number, location] : locations_) {
        for (const OpenRegion& region : location.open) close(region, spans_[location.rank].last);
        location.open.clear();
    }
    return take_left_over();
}

/// The k-th send that no receive is known of belongs to the k-th receive that nothing is known of.
std::uint64_t ArchiveEvents::take_left_over() {
    using Key = std::tuple<std::uint32_t, std::int32_t, std::int32_t, std::int32_t>;
    std::map<Key, std::size_t> received;
    std::map<std::int32_t, std::vector<std::size_t>> unknown;
    for (std::size_t number = 0; number < events_.receives.size(); ++number) {
        const MessageSide& side = events_.receives[number];
        if (side.is_completed) ++received[{side.group, side.peer, side.call.rank, side.tag}];
        if (!side.is_completed && !side.is_cancelled) unknown[side.call.rank].push_back(number);
    }
    if (unknown.empty()) return 0;
    std::vector<std::size_t> sends;
    for (std::size_t number = 0; number < events_.sends.size(); ++number) sends.push_back(number);
    std::stable_sort(sends.begin(), sends.end(), [&](std::size_t a, std::size_t b) {
        return events_.sends[a].call.start < events_.sends[b].call.start;
    });
    std::map<std::int32_t, std::size_t> taken;
    std::uint64_t assumed = 0;
    for (const std::size_t number : sends) {
        const MessageSide& sent = events_.sends[number];
        if (sent.is_cancelled) continue;
        std::size_t& left = received[{sent.group, sent.call.rank, sent.peer, sent.tag}];
        if (left > 0) {
            --left;
            continue;
        }
        const std::vector<std::size_t>& open = unknown[sent.peer];
        std::size_t& next = taken[sent.peer];
        if (next == open.size()) continue;
        MessageSide& side = events_.receives[open[next++]];
        side.group = sent.group;
        side.peer = sent.call.rank;
        side.tag = sent.tag;
        side.bytes = sent.bytes;
        side.is_completed = true;
        ++assumed;
    }
    return assumed;
}

}  // namespace fabricmap::tracing
