// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/netcdf_schema/memory_stack.hpp"
#include "viewer/reading/display.hpp"
#include "viewer/reading/shared_stack.hpp"

#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fabricmap::testing {

/// A matrix as one writes it down.
inline Matrix cells(std::initializer_list<std::initializer_list<double>> rows) {
    Matrix matrix(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(rows.begin()->size()));
    Eigen::Index i = 0;
    for (const auto& row : rows) {
        Eigen::Index j = 0;
        for (const double value : row) matrix(i, j++) = value;
        ++i;
    }
    return matrix;
}

/// A one_to_one run in memory: a host for each rank, and planes for each statistic.
inline viewer::Opened held(const std::string& source, const std::vector<std::string>& hosts,
                           const std::vector<std::int64_t>& lengths,
                           const std::map<Statistic, std::vector<Matrix>>& planes) {
    RunDescription description;
    description.mode = Mode::one_to_one;
    for (const std::string& host : hosts) description.ranks.push_back({host, -1, -1, -1});
    description.message_lengths = lengths;
    Run::Stacks stacks;
    for (const auto& [statistic, all] : planes) {
        stacks.emplace(statistic, std::make_shared<MemoryStack>(statistic, lengths, all));
    }
    return {source, std::make_shared<Run>(source, std::move(description), std::move(stacks), std::nullopt),
            nullptr};
}

/// The delays of a run as they are shown at first.
inline viewer::Displayed displayed_at_first(const viewer::Opened& run,
                                            viewer::Endpoints endpoints = viewer::Endpoints::ranks) {
    return viewer::display(run, nullptr, viewer::Content::delay, endpoints, run.run->preferred());
}

}  // namespace fabricmap::testing
