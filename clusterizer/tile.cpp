// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/tile.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::clusterizer {
namespace {

// Eight values of a pair fill a cache line: fewer at a time would fetch each line again and again.
constexpr std::size_t planes_at_once = 8;

double cell_of(double value) {
    return std::isnan(value) ? missing_cell : value;
}

}  // namespace

Tile::Tile(std::int64_t ranks, std::size_t planes, std::int64_t senders) : ranks_(ranks), planes_(planes) {
    values_.reserve(static_cast<std::size_t>(senders * ranks) * planes);
}

std::size_t Tile::bytes_per_sender(std::int64_t ranks, std::size_t planes) noexcept {
    return 2 * static_cast<std::size_t>(ranks) * planes * sizeof(double);
}

void Tile::read(const DelayStack& stack, std::int64_t first_sender, std::int64_t senders, Workers& workers) {
    values_.clear();
    append(stack, first_sender, senders, workers);
}

void Tile::append(const DelayStack& stack, std::int64_t first_sender, std::int64_t senders,
                  Workers& workers) {
    const auto pairs = static_cast<std::size_t>(senders * ranks_);
    const std::size_t begin = values_.size();
    values_.resize(begin + pairs * planes_);
    rows_.clear();
    for (std::size_t k = 0; k < planes_; ++k) rows_.push_back(stack.rows(k, first_sender, senders));
    workers.split(pairs, [&](std::size_t from, std::size_t to) {
        for (std::size_t first = 0; first < planes_; first += planes_at_once) {
            turn(first, std::min(first + planes_at_once, planes_), begin, from, to);
        }
    });
}

/// Lays the values of some planes side by side for each of some pairs.
void Tile::turn(std::size_t first_plane, std::size_t last_plane, std::size_t begin, std::size_t from,
                std::size_t to) {
    for (std::size_t pair = from; pair < to; ++pair) {
        double* const values = values_.data() + begin + pair * planes_;
        for (std::size_t k = first_plane; k < last_plane; ++k) values[k] = cell_of(rows_[k].data()[pair]);
    }
}

}  // namespace fabricmap::clusterizer
