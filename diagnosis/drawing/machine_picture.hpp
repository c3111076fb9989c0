// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "picture/shapes/drawing.hpp"

namespace fabricmap::diagnosis {

/// The machine as it was found or declared: hosts below their switches, or at their places in a grid, with
/// the faulty hosts, links, cables, switches and paths in colour, each with its finding's number. Of very
/// many hosts each is a small square, below its switch.
[[nodiscard]] picture::Drawing machine_picture(const Diagnosis& diagnosis);

}  // namespace fabricmap::diagnosis
