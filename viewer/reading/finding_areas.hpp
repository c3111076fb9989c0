// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "viewer/reading/displayed.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fabricmap::viewer {

/// Cells of the picture that a finding is about: rows are senders, columns receivers, counted as they are
/// shown.
struct FindingArea {
    std::int64_t first_row = 0;
    std::int64_t rows = 0;
    std::int64_t first_column = 0;
    std::int64_t columns = 0;
    std::size_t finding = 0;  ///< its number in diagnosis.findings

    friend bool operator==(const FindingArea&, const FindingArea&) = default;
};

/// A cell of the picture.
struct Cell {
    std::int64_t row = 0;
    std::int64_t column = 0;

    friend bool operator==(const Cell&, const Cell&) = default;
};

/// Where those findings lie (numbers of diagnosis.findings) in a picture whose places are taken as `order`
/// says (see order_of). What a part sends are whole rows, what it receives whole columns; a way between two
/// parts is the block of their ranks. Places next to each other make one rectangle. A finding whose part is
/// not in the picture has none.
[[nodiscard]] std::vector<FindingArea> areas_of(const diagnosis::Diagnosis& diagnosis,
                                                std::span<const std::size_t> findings, const Displayed& shown,
                                                std::span<const int> order);

/// A cell to jump to: the first of the finding's cells that lies between two hosts, else between two
/// endpoints. Nothing where the finding has none in the picture.
[[nodiscard]] std::optional<Cell> first_cell(const diagnosis::Diagnosis& diagnosis, std::size_t finding,
                                             const Displayed& shown, std::span<const int> order);

/// The plane to jump to: that of the length, among those shown, where the effect is greatest, or the middle
/// one of the lengths that the finding names.
[[nodiscard]] std::size_t plane_to_show(const diagnosis::Diagnosis& diagnosis, std::size_t finding,
                                        const Displayed& shown);

}  // namespace fabricmap::viewer
