// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/formats/otf2/attributes.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <otf2/otf2.h>
#include <string>
#include <vector>

namespace fabricmap::tracing {

/// What an archive defines, by the archive's numbers.
struct ArchiveDefinitions {
    struct Region {
        std::uint32_t name = 0;
        std::uint32_t file = 0;
        std::uint32_t line = 0;
        bool is_phase = false;
    };
    struct Location {
        std::uint32_t group = 0;
    };
    struct LocationGroup {
        std::uint32_t node = 0;
        bool is_process = false;
    };
    struct Communicator {
        std::uint32_t name = 0;
        std::uint32_t group = 0;
    };
    struct Window {
        std::uint32_t name = 0;
        std::uint32_t communicator = 0;
    };

    std::map<std::uint32_t, std::string> strings;
    std::map<std::uint32_t, std::uint32_t> nodes;  ///< their names
    std::map<std::uint32_t, LocationGroup> location_groups;
    std::map<std::uint64_t, Location> locations;
    std::map<std::uint32_t, Region> regions;
    std::map<std::uint32_t, std::vector<std::uint64_t>> groups;  ///< ranks
    std::vector<std::uint64_t> mpi_locations;                    ///< of the ranks; empty where it is not told
    std::map<std::uint32_t, Communicator> communicators;
    std::map<std::uint32_t, Window> windows;
    std::map<Otf2Attribute, std::uint32_t> attributes;
    std::uint64_t ticks_per_second = 1;
    std::uint64_t first_tick = 0;

    [[nodiscard]] const std::string& text(std::uint32_t string) const;
    /// A rank in a communicator as a rank of all; -1 where there is none.
    [[nodiscard]] int world_rank(std::uint32_t communicator, std::uint32_t rank) const;
    /// Whose memory of a window is accessed, as a rank of all; -1 where that is not known. Archives number
    /// targets in the window's communicator.
    [[nodiscard]] int target_rank(std::uint32_t window, std::uint32_t rank) const;
    /// Of each process; its number where MPI does not number them.
    [[nodiscard]] std::map<std::uint32_t, int> rank_of_groups() const;
};

/// Reads the definitions of an archive that is open.
[[nodiscard]] ArchiveDefinitions read_archive_definitions(OTF2_Reader* reader);

}  // namespace fabricmap::tracing
