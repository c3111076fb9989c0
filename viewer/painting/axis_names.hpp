// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/layout/axis.hpp"
#include "viewer/reading/displayed.hpp"

#include <QString>
#include <cstdint>
#include <vector>

namespace fabricmap::viewer {

/// What the cells along one side of a matrix are called, in display order.
struct AxisNames {
    QString name;                             ///< of the axis: "sender"
    std::vector<QString> ticks;               ///< one a cell
    std::vector<picture::NamedBlock> blocks;  ///< ascending; neighbouring cells of one host
};

/// Blocks are there where endpoints are not hosts themselves, and hosts are known. What all hosts' names end
/// with from a point on (the domain) is left out.
/// As drawings take it.
[[nodiscard]] picture::Axis axis_of(const AxisNames& names);

[[nodiscard]] AxisNames axis_of_senders(const std::vector<Endpoint>& endpoints);
[[nodiscard]] AxisNames axis_of_receivers(const std::vector<Endpoint>& endpoints);
[[nodiscard]] AxisNames axis_of_lengths(const std::vector<std::int64_t>& lengths_bytes);

}  // namespace fabricmap::viewer
