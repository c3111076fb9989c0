// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "base/trial.hpp"
#include "tracing/formats/otf2/archive_events.hpp"
#include "tracing/formats/otf2/errors.hpp"
#include "tracing/formats/otf2/otf2.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <memory>

namespace fabricmap::tracing {
namespace {

struct CloseReader {
    void operator()(OTF2_Reader* reader) const noexcept { OTF2_Reader_Close(reader); }
};

/// Of our archives; nothing of others.
std::optional<double> property(OTF2_Reader* reader, const char* name) {
    char* text = nullptr;
    if (OTF2_Reader_GetProperty(reader, name, &text) != OTF2_SUCCESS || text == nullptr) return std::nullopt;
    const auto value = read_number<double>(text);
    std::free(text);
    return value && std::isfinite(*value) ? value : std::nullopt;
}

void add_processes(const ArchiveDefinitions& definitions, const std::map<int, ArchiveEvents::Span>& spans,
                   Trace& trace) {
    constexpr auto process = RecordType::process;
    RecordTable& table = trace[process];
    std::map<int, std::string> hosts;
    for (const auto& [group, rank] : definitions.rank_of_groups()) {
        const auto node = definitions.nodes.find(definitions.location_groups.at(group).node);
        if (node != definitions.nodes.end()) hosts[rank] = definitions.text(node->second);
    }
    for (const auto& [rank, span] : spans) {
        const std::size_t record = table.add();
        table.set(field(process, "rank"), record, static_cast<double>(rank));
        table.set(field(process, "start_time"), record, span.first);
        table.set(field(process, "finish_time"), record, span.last);
        if (!hosts[rank].empty()) trace.set(process, field(process, "host"), record, hosts[rank]);
    }
}

void add_program(OTF2_Reader* reader, std::size_t processes, double communication_seconds, Trace& trace) {
    constexpr auto program = RecordType::program;
    const auto finishes = trace[RecordType::process].numbers(field(RecordType::process, "finish_time"));
    const double last = finishes.empty() ? 0 : *std::max_element(finishes.begin(), finishes.end());
    RecordTable& table = trace[program];
    table.add();
    table.set(field(program, "process_count"), 0, static_cast<double>(processes));
    table.set(field(program, "total_time"), 0, property(reader, otf2_total_time).value_or(last));
    table.set(field(program, "total_communication_time"), 0,
              property(reader, otf2_communication_time).value_or(communication_seconds));
    table.set(field(program, "clock_error"), 0, property(reader, otf2_clock_error).value_or(never));
    table.set(field(program, "ranks_per_processor"), 0,
              property(reader, otf2_ranks_per_processor).value_or(never));
    table.set(field(program, "complete"), 0, property(reader, otf2_complete).value_or(never));
}

void read_events(OTF2_Reader* reader, const ArchiveDefinitions& definitions, ArchiveEvents& events) {
    for (const auto& [location, about] : definitions.locations) OTF2_Reader_SelectLocation(reader, location);
    const bool has_definitions = OTF2_Reader_OpenDefFiles(reader) == OTF2_SUCCESS;
    OTF2_Reader_OpenEvtFiles(reader);
    for (const auto& [location, about] : definitions.locations) {
        if (has_definitions) {
            OTF2_DefReader* const local = OTF2_Reader_GetDefReader(reader, location);
            std::uint64_t count = 0;
            if (local != nullptr) {
                OTF2_Reader_ReadAllLocalDefinitions(reader, local, &count);
                OTF2_Reader_CloseDefReader(reader, local);
            }
        }
        static_cast<void>(OTF2_Reader_GetEvtReader(reader, location));
    }
    if (has_definitions) OTF2_Reader_CloseDefFiles(reader);
    OTF2_GlobalEvtReader* const all = OTF2_Reader_GetGlobalEvtReader(reader);
    OTF2_GlobalEvtReaderCallbacks* const callbacks = OTF2_GlobalEvtReaderCallbacks_New();
    ArchiveEvents::set_callbacks(callbacks);
    OTF2_Reader_RegisterGlobalEvtCallbacks(reader, all, callbacks, &events);
    OTF2_GlobalEvtReaderCallbacks_Delete(callbacks);
    std::uint64_t count = 0;
    OTF2_Reader_ReadAllGlobalEvents(reader, all, &count);
    OTF2_Reader_CloseGlobalEvtReader(reader, all);
    OTF2_Reader_CloseEvtFiles(reader);
}

Operations read_archive(const std::filesystem::path& anchor) {
    const Otf2Errors errors;
    const std::unique_ptr<OTF2_Reader, CloseReader> reader(OTF2_Reader_Open(anchor.c_str()));
    errors.require(reader != nullptr, anchor);
    OTF2_Reader_SetSerialCollectiveCallbacks(reader.get());
    const ArchiveDefinitions definitions = read_archive_definitions(reader.get());
    errors.require(true, anchor);
    if (definitions.locations.empty())
        throw FileError(fmt::format("{}: no process is in it", anchor.string()));
    Operations operations;
    Events events;
    const double origin = property(reader.get(), otf2_time_origin).value_or(0);
    ArchiveEvents archive(definitions, origin, operations.trace, events);
    read_events(reader.get(), definitions, archive);
    errors.require(true, anchor);
    const std::uint64_t assumed = archive.finish();
    add_processes(definitions, archive.spans(), operations.trace);
    add_program(reader.get(), definitions.rank_of_groups().size(), events.communication_seconds,
                operations.trace);
    match_events(events, operations);
    // Our archives number messages instead of telling when each receive was posted.
    if (definitions.attributes.contains(Otf2Attribute::message)) {
        constexpr auto program = RecordType::program;
        operations.trace[program].set(field(program, "eager_bytes"), 0,
                                      property(reader.get(), otf2_eager_bytes).value_or(never));
    }
    operations.report.assumed_receives = assumed;
    return operations;
}

}  // namespace

Operations read_otf2_archive(const std::filesystem::path& anchor) {
    // The library trusts what it reads, and damage may lead it round in circles.
    constexpr std::chrono::seconds max_trial_time(600);
    if (!survives(anchor, max_trial_time, [&] { static_cast<void>(read_archive(anchor)); })) {
        throw FileError(
            fmt::format("{}: the archive is damaged: the library of OTF2 cannot read it", anchor.string()));
    }
    return read_archive(anchor);
}

}  // namespace fabricmap::tracing
