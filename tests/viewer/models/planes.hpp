// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/not_measured.hpp"
#include "tests/viewer/reading/held_runs.hpp"
#include "viewer/reading/display.hpp"
#include "viewer/reading/loaded_plane.hpp"

#include <atomic>
#include <memory>
#include <vector>

namespace fabricmap::testing {

/// A plane with its coarse version alone.
inline std::shared_ptr<viewer::LoadedPlane> begun(const viewer::Displayed& shown, std::size_t k,
                                                  std::vector<int> order = {}) {
    return std::make_shared<viewer::LoadedPlane>(viewer::PlaneRequest{shown, k, std::move(order)});
}

/// The same, read to its end.
inline std::shared_ptr<viewer::LoadedPlane> read_whole(const viewer::Displayed& shown, std::size_t k,
                                                       std::vector<int> order = {}) {
    auto plane = begun(shown, k, std::move(order));
    plane->read(std::atomic<bool>(false));
    return plane;
}

/// Three ranks on two hosts, two lengths; rank 2 did not reach rank 0 with the longer messages.
inline viewer::Opened three_ranks() {
    const Matrix deviations = cells({{0, 1e-6, 1e-6}, {1e-6, 0, 1e-6}, {1e-6, 1e-6, 0}});
    return held("run", {"node01", "node02", "node01"}, {1, 4096},
                {{Statistic::median,
                  {cells({{0, 1e-6, 2e-6}, {3e-6, 0, 4e-6}, {5e-6, 6e-6, 0}}),
                   cells({{0, 12.4e-6, 20e-6}, {30e-6, 0, 40e-6}, {not_measured, 60e-6, 0}})}},
                 {Statistic::deviation, {deviations, deviations}},
                 {Statistic::count, {1e6 * deviations, 42e6 * deviations}}});
}

inline viewer::Displayed shown_of(const viewer::Opened& run, viewer::Content content = viewer::Content::delay,
                                  Statistic statistic = Statistic::median,
                                  viewer::Endpoints endpoints = viewer::Endpoints::ranks) {
    return viewer::display(run, &run, content, endpoints, statistic);
}

}  // namespace fabricmap::testing
