// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "viewer/reading/loaded_plane.hpp"

#include <QString>
#include <cstdint>
#include <optional>

namespace fabricmap::viewer {

/// Whether a cell has a value.
enum class CellState : std::uint8_t {
    measured,
    not_measured,    ///< nothing arrived, or it was left out
    never_measured,  ///< the mode leaves it out: a rank with itself
    not_read,        ///< its row is still to come
};

/// Everything that there is to say about a cell.
struct CellFacts {
    QString sender;  ///< "rank 3 on node01"
    QString receiver;
    std::int64_t length_bytes = 0;
    CellState state = CellState::measured;
    double value = 0;  ///< in the unit of the quantity, where it was measured
    Quantity quantity = Quantity::delay;
    Content content = Content::delay;
    QString class_name;                    ///< of the pair; empty where it is not known
    std::optional<double> class_median_s;  ///< what such pairs take, where the cell is a delay to judge by it
};

/// "rank 3 on node01", "rank 3", "node01".
[[nodiscard]] QString text_of(const Endpoint& endpoint);
/// "4096 bytes".
[[nodiscard]] QString length_text(std::int64_t length_bytes);
/// The same, or what stands for it: "4 to 7 bytes", "all lengths".
[[nodiscard]] QString length_text(std::int64_t length_bytes, Content content);
/// "rank 3 on node01 → rank 7 on node02, 4096 bytes: 12.4 µs, class median 4.1 µs (between hosts)".
[[nodiscard]] QString text_of(const CellFacts& facts);
/// The value alone, for a table: "12.4 µs", "–" where nothing was measured, "…" where it is not read yet.
[[nodiscard]] QString value_of(const CellFacts& facts);

/// A cell of the picture. `diagnosis` is that of the run; null where there is none.
[[nodiscard]] CellFacts facts_of(const LoadedPlane& plane, const diagnosis::Diagnosis* diagnosis,
                                 std::int64_t row, std::int64_t column);
/// The same in a row or column (lengths × endpoints) that was read as `request` says.
[[nodiscard]] CellFacts facts_of(const LoadedCut& cut, const PlaneRequest& request,
                                 const diagnosis::Diagnosis* diagnosis, std::int64_t row,
                                 std::int64_t column);

}  // namespace fabricmap::viewer
