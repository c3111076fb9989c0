// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/drawing/machine_layout.hpp"
#include "diagnosis/model/diagnosis.hpp"
#include "picture/shapes/drawing.hpp"

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace fabricmap::diagnosis {

/// What one may point at.
struct MachinePlace {
    picture::Box box;
    std::optional<std::size_t> finding;  ///< its number in Diagnosis::findings; nothing: hosts alone
    std::vector<int> hosts;              ///< of a host itself, or below a switch
};

struct MachinePicture {
    picture::Drawing drawing;
    std::vector<MachinePlace> places;  ///< those further back lie above the others
};

/// The machine as it was found or declared: hosts below their switches, or at their places in a grid, with
/// the faulty hosts, links, cables, switches and paths in colour, each with its finding's number as far as
/// those up to `numbered` have one. Of very many hosts each is a small square, below its switch.
[[nodiscard]] MachinePicture machine_picture(const Diagnosis& diagnosis, MachineLayout layout,
                                             std::size_t numbered = std::numeric_limits<std::size_t>::max());

/// As large as it fills that room; higher where it has no room for all at its own size.
[[nodiscard]] picture::Drawing fitted_machine(const Diagnosis& diagnosis, const picture::Extent& room,
                                              std::size_t numbered);

}  // namespace fabricmap::diagnosis
