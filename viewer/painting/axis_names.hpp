// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "picture/layout/axis.hpp"
#include "viewer/models/selection.hpp"
#include "viewer/reading/displayed.hpp"

#include <cstdint>
#include <vector>

namespace fabricmap::viewer {

/// What is drawn down and across.
enum class CellsOf : std::uint8_t {
    pairs,  ///< senders, receivers
    roots,  ///< roots of a collective operation, ranks that take part
};
[[nodiscard]] CellsOf cells_of(const RunDescription& run) noexcept;

/// What rows and columns are called.
struct EndpointAxes {
    picture::Axis senders;
    picture::Axis receivers;
};

/// What the cells along the sides of a matrix are called, in display order. Neighbouring cells of one host
/// are a block where endpoints are not hosts themselves, and hosts are known. What all hosts' names end with
/// from a point on (the domain) is left out. With a diagnosis those below one switch are grouped.
[[nodiscard]] EndpointAxes axes_of(const std::vector<Endpoint>& endpoints,
                                   const diagnosis::Diagnosis* diagnosis = nullptr,
                                   CellsOf cells = CellsOf::pairs);
/// Of what is selected.
[[nodiscard]] EndpointAxes axes_of(const Selection& selection);
[[nodiscard]] picture::Axis axis_of_lengths(const std::vector<std::int64_t>& lengths_bytes);

}  // namespace fabricmap::viewer
