// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/collectives/collective_file.hpp"
#include "tests/mpi_job.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// Visits of the sweep, by cell.
inline std::map<CollectiveCell, int> visits_by_cell(const CollectiveFile& file) {
    std::map<CollectiveCell, int> visits;
    file.each_visit([&](CollectiveVisit&& visit) {
        if (visit.purpose == VisitPurpose::sweep) ++visits[visit.cell];
    });
    return visits;
}

inline std::vector<CollectiveVisit> visits_of(const CollectiveFile& file, VisitPurpose purpose) {
    std::vector<CollectiveVisit> visits;
    file.each_visit([&](CollectiveVisit&& visit) {
        if (visit.purpose == purpose) visits.push_back(std::move(visit));
    });
    return visits;
}

/// Waits for the file with its first visit.
bool wait_for_visits(const std::filesystem::path& prefix);

/// The job's words, with the prefix.
inline Job collective_job(int ranks, std::vector<std::string> words, const std::filesystem::path& prefix) {
    words.insert(words.end(), {"-f", prefix});
    return {.ranks = ranks, .words = std::move(words)};
}

}  // namespace fabricmap::testing
