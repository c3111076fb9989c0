// SPDX-License-Identifier: Apache-2.0
#include "tracing/formats/otf2/archive_definitions.hpp"

#include <algorithm>

namespace fabricmap::tracing {
namespace {

ArchiveDefinitions& of(void* data) {
    return *static_cast<ArchiveDefinitions*>(data);
}

OTF2_CallbackCode take_string(void* data, OTF2_StringRef self, const char* text) {
    of(data).strings[self] = text;
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_clock(void* data, std::uint64_t resolution, std::uint64_t offset,
                             std::uint64_t /*length*/, std::uint64_t /*date*/) {
    of(data).ticks_per_second = std::max<std::uint64_t>(resolution, 1);
    of(data).first_tick = offset;
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_node(void* data, OTF2_SystemTreeNodeRef self, OTF2_StringRef name,
                            OTF2_StringRef /*class_name*/, OTF2_SystemTreeNodeRef /*parent*/) {
    of(data).nodes[self] = name;
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_location_group(void* data, OTF2_LocationGroupRef self, OTF2_StringRef /*name*/,
                                      OTF2_LocationGroupType type, OTF2_SystemTreeNodeRef node,
                                      OTF2_LocationGroupRef /*creator*/) {
    of(data).location_groups[self] = {node, type == OTF2_LOCATION_GROUP_TYPE_PROCESS};
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_location(void* data, OTF2_LocationRef self, OTF2_StringRef /*name*/,
                                OTF2_LocationType /*type*/, std::uint64_t /*events*/,
                                OTF2_LocationGroupRef group) {
    of(data).locations[self] = {group};
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_region(void* data, OTF2_RegionRef self, OTF2_StringRef name,
                              OTF2_StringRef /*canonical*/, OTF2_StringRef /*description*/,
                              OTF2_RegionRole role, OTF2_Paradigm paradigm, OTF2_RegionFlag /*flags*/,
                              OTF2_StringRef file, std::uint32_t begin, std::uint32_t /*end*/) {
    of(data).regions[self] = {name, file, begin,
                              role == OTF2_REGION_ROLE_CODE && paradigm == OTF2_PARADIGM_USER};
    return OTF2_CALLBACK_SUCCESS;
}

/// Some archives give the locations and a communicator's ranks the same number.
OTF2_CallbackCode take_group(void* data, OTF2_GroupRef self, OTF2_StringRef /*name*/, OTF2_GroupType type,
                             OTF2_Paradigm paradigm, OTF2_GroupFlag /*flags*/, std::uint32_t count,
                             const std::uint64_t* members) {
    std::vector<std::uint64_t> ranks(members, members + count);
    if (type == OTF2_GROUP_TYPE_COMM_LOCATIONS) {
        if (paradigm == OTF2_PARADIGM_MPI) of(data).mpi_locations = std::move(ranks);
    } else {
        of(data).groups[self] = std::move(ranks);
    }
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_communicator(void* data, OTF2_CommRef self, OTF2_StringRef name, OTF2_GroupRef group,
                                    OTF2_CommRef /*parent*/, OTF2_CommFlag /*flags*/) {
    of(data).communicators[self] = {name, group};
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_window(void* data, OTF2_RmaWinRef self, OTF2_StringRef name, OTF2_CommRef communicator,
                              OTF2_RmaWinFlag /*flags*/) {
    of(data).windows[self] = {name, communicator};
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode take_attribute(void* data, OTF2_AttributeRef self, OTF2_StringRef name,
                                 OTF2_StringRef /*description*/, OTF2_Type /*type*/) {
    for (const Otf2AttributeInfo& info : otf2_attributes) {
        if (info.name == of(data).text(name)) of(data).attributes[info.attribute] = self;
    }
    return OTF2_CALLBACK_SUCCESS;
}

}  // namespace

const std::string& ArchiveDefinitions::text(std::uint32_t string) const {
    static const std::string no_text;
    const auto found = strings.find(string);
    return found == strings.end() ? no_text : found->second;
}

int ArchiveDefinitions::world_rank(std::uint32_t communicator, std::uint32_t rank) const {
    const auto found = communicators.find(communicator);
    if (found == communicators.end()) return -1;
    const auto members = groups.find(found->second.group);
    if (members == groups.end() || rank >= members->second.size()) return -1;
    return static_cast<int>(members->second[rank]);
}

int ArchiveDefinitions::target_rank(std::uint32_t window, std::uint32_t rank) const {
    const auto found = windows.find(window);
    return found == windows.end() ? -1 : world_rank(found->second.communicator, rank);
}

std::map<std::uint32_t, int> ArchiveDefinitions::rank_of_groups() const {
    std::map<std::uint32_t, int> ranks;
    for (std::size_t rank = 0; rank < mpi_locations.size(); ++rank) {
        const auto location = locations.find(mpi_locations[rank]);
        if (location != locations.end()) ranks.emplace(location->second.group, static_cast<int>(rank));
    }
    if (!ranks.empty()) return ranks;
    for (const auto& [number, group] : location_groups) {
        if (group.is_process) ranks.emplace(number, static_cast<int>(ranks.size()));
    }
    return ranks;
}

ArchiveDefinitions read_archive_definitions(OTF2_Reader* reader) {
    ArchiveDefinitions definitions;
    OTF2_GlobalDefReader* const definition_reader = OTF2_Reader_GetGlobalDefReader(reader);
    OTF2_GlobalDefReaderCallbacks* const callbacks = OTF2_GlobalDefReaderCallbacks_New();
    OTF2_GlobalDefReaderCallbacks_SetStringCallback(callbacks, take_string);
    OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(callbacks, take_clock);
    OTF2_GlobalDefReaderCallbacks_SetSystemTreeNodeCallback(callbacks, take_node);
    OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(callbacks, take_location_group);
    OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks, take_location);
    OTF2_GlobalDefReaderCallbacks_SetRegionCallback(callbacks, take_region);
    OTF2_GlobalDefReaderCallbacks_SetGroupCallback(callbacks, take_group);
    OTF2_GlobalDefReaderCallbacks_SetCommCallback(callbacks, take_communicator);
    OTF2_GlobalDefReaderCallbacks_SetRmaWinCallback(callbacks, take_window);
    OTF2_GlobalDefReaderCallbacks_SetAttributeCallback(callbacks, take_attribute);
    OTF2_Reader_RegisterGlobalDefCallbacks(reader, definition_reader, callbacks, &definitions);
    OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
    std::uint64_t count = 0;
    OTF2_Reader_ReadAllGlobalDefinitions(reader, definition_reader, &count);
    OTF2_Reader_CloseGlobalDefReader(reader, definition_reader);
    return definitions;
}

}  // namespace fabricmap::tracing
