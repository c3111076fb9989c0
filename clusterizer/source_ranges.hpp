// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusterizer/classes.hpp"
#include "netcdf_schema/archive/archive.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace fabricmap::clusterizer {

/// A range of an archive that is to be joined with others.
struct SourceRange {
    const Archive* archive = nullptr;
    std::size_t range = 0;        ///< in the archive
    std::size_t first_plane = 0;  ///< in the whole

    [[nodiscard]] const ClusterRange& there() const { return archive->header().ranges[range]; }
};

/// The ranges of archives whose planes follow upon each other.
[[nodiscard]] std::vector<SourceRange> ranges_of(std::span<const Archive> archives);

/// Which ranges become one, as groups of neighbours: those that take fewer bytes with one set of labels for
/// all, though their clusters are more then. Judged by the labels of some senders.
[[nodiscard]] std::vector<Planes> choose_ranges_to_join(std::span<const SourceRange> ranges);

}  // namespace fabricmap::clusterizer
