// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shades.hpp"
#include "viewer/models/viewport.hpp"
#include "viewer/reading/displayed.hpp"
#include "viewer/reading/levels.hpp"
#include "viewer/reading/rank_order.hpp"

#include <cstddef>
#include <cstdint>

namespace fabricmap::viewer {

/// Which matrix of the runs that are open is looked at.
struct Choice {
    std::size_t run = 0;
    std::size_t baseline = 1;  ///< of a comparison
    Content content = Content::delay;
    Endpoints endpoints = Endpoints::ranks;
    Statistic statistic = Statistic::median;
    Order order = Order::rank;

    friend bool operator==(const Choice&, const Choice&) = default;
};

/// A pair of endpoints, by their numbers.
struct Pair {
    std::int64_t sender = 0;
    std::int64_t receiver = 1;

    friend bool operator==(const Pair&, const Pair&) = default;
};

/// How runs were looked at, for another time.
struct Look {
    Choice choice;
    std::int64_t length_bytes = 0;
    Pair selected;
    Levels levels;
    picture::Palette palette = picture::Palette::grey;
    CellArea seen;  ///< of the matrix; without rows: all of it
};

}  // namespace fabricmap::viewer
