// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"

#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// Neighbouring rows or columns of a picture.
struct LineRange {
    int first = 0;
    int count = 1;

    friend bool operator==(const LineRange&, const LineRange&) = default;
};

/// A rectangle of cells.
struct MarkedBlock {
    LineRange rows;
    LineRange columns;

    friend bool operator==(const MarkedBlock&, const MarkedBlock&) = default;
};

/// Where a finding lies on a picture of hosts × hosts (senders down, receivers across).
struct Mark {
    std::size_t finding = 0;          ///< its index in the diagnosis
    std::vector<LineRange> rows;      ///< what the part sends
    std::vector<LineRange> columns;   ///< what it receives
    std::vector<MarkedBlock> blocks;  ///< ways from some hosts to others; a link's is a single cell
};

/// Indices of the hosts from the first row of a picture to the last. That of the run where it keeps the
/// groups of the topology together, as readers know it; else the topology's own.
[[nodiscard]] std::vector<int> picture_order(const Diagnosis& diagnosis);

/// The most severe faults that messages of the plane's length meet; at most `most`. `order` is that of
/// the picture.
[[nodiscard]] std::vector<Mark> marks_of(const Diagnosis& diagnosis, const HostPlane& plane,
                                         const std::vector<int>& order, std::size_t most);

}  // namespace fabricmap::diagnosis
