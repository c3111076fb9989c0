// SPDX-License-Identifier: Apache-2.0
#include "tracing/formats/otf2/definitions.hpp"

#include "base/quantities.hpp"
#include "tracing/formats/otf2/attributes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::tracing {
namespace {

constexpr std::uint32_t locations_group = 0;

/// "solver.c:118" as file and line; the whole text and no line where it is no such place.
std::pair<std::string, std::uint32_t> file_and_line(const std::string& place) {
    const std::size_t colon = place.rfind(':');
    if (colon == std::string::npos) return {place, 0};
    const auto line = read_number<std::uint32_t>(place.substr(colon + 1));
    // Only what is put together again in the same way is taken apart.
    const bool is_line = line && *line > 0 && fmt::format("{}", *line) == place.substr(colon + 1);
    return is_line ? std::pair(place.substr(0, colon), *line) : std::pair(place, std::uint32_t{0});
}

}  // namespace

Otf2Definitions::Otf2Definitions(const Trace& trace, const Timeline& timeline)
    : trace_(trace), timeline_(timeline) {
    std::uint64_t next = timeline.lanes.size();
    for (const int lanes : timeline.lanes) {
        first_lane_.push_back(next);
        next += static_cast<std::uint64_t>(lanes - 1);
    }
    static_cast<void>(string(""));
    find_communicators();
}

std::uint32_t Otf2Definitions::string(std::string_view text) {
    const auto found = strings_.find(text);
    if (found != strings_.end()) return found->second;
    const auto number = static_cast<std::uint32_t>(texts_.size());
    strings_.emplace(text, number);
    texts_.emplace_back(text);
    return number;
}

std::uint32_t Otf2Definitions::region(std::string_view function, std::string_view place) {
    const auto [found, is_new] = regions_.emplace(std::pair(function, place), next_region_);
    if (is_new) ++next_region_;
    return found->second;
}

std::uint32_t Otf2Definitions::phase(std::string_view name) {
    const auto [found, is_new] = phases_.emplace(name, next_region_);
    if (is_new) ++next_region_;
    return found->second;
}

std::uint32_t Otf2Definitions::add_communicator(const std::string& name, const std::set<int>& ranks) {
    communicators_.push_back({name, {ranks.begin(), ranks.end()}});
    return static_cast<std::uint32_t>(communicators_.size() - 1);
}

void Otf2Definitions::find_communicators() {
    std::set<int> all;
    for (std::size_t rank = 0; rank < timeline_.lanes.size(); ++rank) all.insert(static_cast<int>(rank));
    named_["MPI_COMM_WORLD"] = add_communicator("MPI_COMM_WORLD", all);
    constexpr auto message = RecordType::point_to_point;
    const RecordTable& messages = trace_[message];
    std::map<std::string, std::set<int>> ranks_of;
    for (std::size_t record = 0; record < messages.size(); ++record) {
        std::set<int>& ranks =
            ranks_of[std::string(trace_.text(message, field(message, "communicator"), record))];
        ranks.insert(static_cast<int>(messages.number(field(message, "send_process_rank"), record)));
        ranks.insert(static_cast<int>(messages.number(field(message, "receive_process_rank"), record)));
    }
    for (const auto& [name, ranks] : ranks_of) {
        if (!named_.contains(name)) named_[name] = add_communicator(name, ranks);
    }
    constexpr auto collective = RecordType::collective;
    const RecordTable& parts = trace_[collective];
    std::map<std::uint64_t, std::set<int>> taking_part;
    for (std::size_t record = 0; record < parts.size(); ++record) {
        const double instance = parts.number(field(collective, "instance"), record);
        if (instance >= 0) {
            taking_part[static_cast<std::uint64_t>(instance)].insert(
                static_cast<int>(parts.number(field(collective, "process_rank"), record)));
        }
    }
    std::map<std::set<int>, std::uint32_t> of_ranks{{all, 0}};
    for (const auto& [instance, ranks] : taking_part) {
        auto found = of_ranks.find(ranks);
        if (found == of_ranks.end()) {
            const std::string name = fmt::format("ranks {}", joined_by(ranks, ","));
            found = of_ranks.emplace(ranks, add_communicator(name, ranks)).first;
        }
        of_instances_[instance] = found->second;
    }
}

std::uint32_t Otf2Definitions::communicator(std::string_view name) const {
    const auto found = named_.find(name);
    return found == named_.end() ? 0 : found->second;
}

std::uint32_t Otf2Definitions::communicator_of(std::uint64_t instance) const {
    const auto found = of_instances_.find(instance);
    return found == of_instances_.end() ? 0 : found->second;
}

std::uint32_t Otf2Definitions::rank_in(std::uint32_t communicator, int rank) const {
    const Members& members = communicators_[communicator].members;
    const auto found = std::lower_bound(members.begin(), members.end(), static_cast<std::uint64_t>(rank));
    const bool is_member = found != members.end() && *found == static_cast<std::uint64_t>(rank);
    return is_member ? static_cast<std::uint32_t>(found - members.begin()) : OTF2_UNDEFINED_UINT32;
}

std::uint32_t Otf2Definitions::window(std::string_view name) {
    return windows_.emplace(name, static_cast<std::uint32_t>(windows_.size())).first->second;
}

std::uint32_t Otf2Definitions::group_of(int rank) {
    // After those of all locations and of the communicators.
    const auto next = static_cast<std::uint32_t>(1 + communicators_.size() + single_groups_.size());
    return single_groups_.emplace(rank, next).first->second;
}

std::uint64_t Otf2Definitions::location(int rank, int lane) const {
    const auto number = static_cast<std::size_t>(rank);
    return lane == 0 ? number : first_lane_[number] + static_cast<std::uint64_t>(lane - 1);
}

void Otf2Definitions::write(OTF2_GlobalDefWriter* writer,
                            const std::map<std::uint64_t, std::uint64_t>& events, std::uint64_t last_tick) {
    for (std::uint32_t number = 0; number < texts_.size(); ++number)
        OTF2_GlobalDefWriter_WriteString(writer, number, texts_[number].c_str());
    // What is named from here on writes its string just before it.
    OTF2_GlobalDefWriter_WriteClockProperties(writer, otf2_ticks_per_second, 0, last_tick,
                                              OTF2_UNDEFINED_TIMESTAMP);
    write_places(writer, events);
    write_regions(writer);
    write_groups(writer);
}

namespace {

/// Defines the string first where it is new.
class DefinedString {
  public:
    DefinedString(Otf2Definitions& definitions, OTF2_GlobalDefWriter* writer, std::uint32_t known)
        : definitions_(definitions), writer_(writer), known_(known) {}

    std::uint32_t operator()(const std::string& text) {
        const std::uint32_t number = definitions_.string(text);
        if (number >= known_) {
            OTF2_GlobalDefWriter_WriteString(writer_, number, text.c_str());
            known_ = number + 1;
        }
        return number;
    }

  private:
    Otf2Definitions& definitions_;
    OTF2_GlobalDefWriter* writer_;
    std::uint32_t known_;
};

}  // namespace

void Otf2Definitions::write_places(OTF2_GlobalDefWriter* writer,
                                   const std::map<std::uint64_t, std::uint64_t>& events) {
    DefinedString defined(*this, writer, static_cast<std::uint32_t>(texts_.size()));
    constexpr auto process = RecordType::process;
    std::map<int, std::string> hosts;
    for (std::size_t record = 0; record < trace_[process].size(); ++record) {
        hosts[static_cast<int>(trace_[process].number(field(process, "rank"), record))] =
            trace_.text(process, field(process, "host"), record);
    }
    const std::uint32_t node_class = defined("node");
    OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, 0, defined("machine"), defined("machine"),
                                             OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    std::map<std::string, std::uint32_t> nodes;
    for (int rank = 0; rank < static_cast<int>(timeline_.lanes.size()); ++rank) {
        const auto next = static_cast<std::uint32_t>(nodes.size() + 1);
        const auto [node, is_new] = nodes.emplace(hosts[rank], next);
        if (is_new)
            OTF2_GlobalDefWriter_WriteSystemTreeNode(writer, next, defined(node->first), node_class, 0);
        const auto group = static_cast<std::uint32_t>(rank);
        OTF2_GlobalDefWriter_WriteLocationGroup(writer, group, defined(fmt::format("rank {}", rank)),
                                                OTF2_LOCATION_GROUP_TYPE_PROCESS, node->second,
                                                OTF2_UNDEFINED_LOCATION_GROUP);
        for (int lane = 0; lane < timeline_.lanes[group]; ++lane) {
            const std::uint64_t number = location(rank, lane);
            const auto count = events.find(number);
            OTF2_GlobalDefWriter_WriteLocation(writer, number, defined(fmt::format("thread {}", lane)),
                                               OTF2_LOCATION_TYPE_CPU_THREAD,
                                               count == events.end() ? 0 : count->second, group);
        }
    }
}

void Otf2Definitions::write_regions(OTF2_GlobalDefWriter* writer) {
    DefinedString defined(*this, writer, static_cast<std::uint32_t>(texts_.size()));
    const std::uint32_t no_text = defined("");
    const auto write_phase = [&](std::uint32_t number, const std::string& name) {
        OTF2_GlobalDefWriter_WriteRegion(writer, number, defined(name), defined(name), no_text,
                                         OTF2_REGION_ROLE_CODE, OTF2_PARADIGM_USER, OTF2_REGION_FLAG_NONE,
                                         no_text, 0, 0);
    };
    std::map<std::uint32_t, std::pair<std::string, std::string>> functions;
    for (const auto& [name_and_place, number] : regions_) functions.emplace(number, name_and_place);
    std::map<std::uint32_t, std::string> phases;
    for (const auto& [name, number] : phases_) phases.emplace(number, name);
    for (std::uint32_t number = 0; number < next_region_; ++number) {
        if (const auto phase = phases.find(number); phase != phases.end()) {
            write_phase(number, phase->second);
            continue;
        }
        const auto& name_and_place = functions.at(number);
        const auto [file, line] = file_and_line(name_and_place.second);
        const std::uint32_t name = defined(name_and_place.first);
        const bool is_shmem = name_and_place.first.starts_with("shmem");
        OTF2_GlobalDefWriter_WriteRegion(writer, number, name, name, no_text, OTF2_REGION_ROLE_FUNCTION,
                                         is_shmem ? OTF2_PARADIGM_SHMEM : OTF2_PARADIGM_MPI,
                                         OTF2_REGION_FLAG_NONE, defined(file), line, line);
    }
    for (const Otf2AttributeInfo& info : otf2_attributes) {
        OTF2_GlobalDefWriter_WriteAttribute(writer, static_cast<std::uint32_t>(info.attribute),
                                            defined(std::string(info.name)), no_text,
                                            info.is_text ? OTF2_TYPE_STRING : OTF2_TYPE_UINT64);
    }
}

void Otf2Definitions::write_groups(OTF2_GlobalDefWriter* writer) {
    DefinedString defined(*this, writer, static_cast<std::uint32_t>(texts_.size()));
    const auto write_group = [&](std::uint32_t number, const std::string& name, OTF2_GroupType type,
                                 const Members& members) {
        OTF2_GlobalDefWriter_WriteGroup(writer, number, defined(name), type, OTF2_PARADIGM_MPI,
                                        OTF2_GROUP_FLAG_NONE, static_cast<std::uint32_t>(members.size()),
                                        members.data());
    };
    Members all(timeline_.lanes.size());
    for (std::size_t rank = 0; rank < all.size(); ++rank) all[rank] = rank;
    write_group(locations_group, "processes", OTF2_GROUP_TYPE_COMM_LOCATIONS, all);
    for (std::uint32_t number = 0; number < communicators_.size(); ++number) {
        write_group(number + 1, communicators_[number].name, OTF2_GROUP_TYPE_COMM_GROUP,
                    communicators_[number].members);
    }
    std::map<std::uint32_t, int> singles;
    for (const auto& [rank, number] : single_groups_) singles.emplace(number, rank);
    for (const auto& [number, rank] : singles) {
        write_group(number, fmt::format("rank {}", rank), OTF2_GROUP_TYPE_COMM_GROUP,
                    {static_cast<std::uint64_t>(rank)});
    }
    for (std::uint32_t number = 0; number < communicators_.size(); ++number) {
        OTF2_GlobalDefWriter_WriteComm(writer, number, defined(communicators_[number].name), number + 1,
                                       OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE);
    }
    std::map<std::uint32_t, std::string> windows;
    for (const auto& [name, number] : windows_) windows.emplace(number, name);
    for (const auto& [number, name] : windows)
        OTF2_GlobalDefWriter_WriteRmaWin(writer, number, defined(name), 0, OTF2_RMA_WIN_FLAG_NONE);
}

}  // namespace fabricmap::tracing
