// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/delay_stack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace fabricmap {
namespace {

constexpr double longest_delay_s = 1e6;
// A file of nothing else must not take the memory.
constexpr std::size_t max_counted = 1'000'000;

}  // namespace

DelayStack::DelayStack(Statistic statistic, std::int64_t rank_count,
                       std::vector<std::int64_t> message_lengths, Source source)
    : statistic_(statistic),
      rank_count_(rank_count),
      message_lengths_(std::move(message_lengths)),
      source_(source) {}

template <typename Values, typename PlaceOf>
Values DelayStack::plausible(Values values, const PlaceOf& place_of) const {
    const double most = statistic_ == Statistic::count ? std::numeric_limits<double>::max() : longest_delay_s;
    // NaN, not measured, is neither.
    if (source_ == Source::other || !((values.array() < 0) || (values.array() > most)).any()) return values;
    for (Eigen::Index row = 0; row < values.rows(); ++row) {
        for (Eigen::Index column = 0; column < values.cols(); ++column) {
            double& value = values(row, column);
            if (!(value < 0 || value > most)) continue;
            value = std::numeric_limits<double>::quiet_NaN();
            if (implausible_.size() < max_counted) implausible_.insert(place_of(row, column));
        }
    }
    return values;
}

std::uint64_t DelayStack::place(std::int64_t k, std::int64_t sender, std::int64_t receiver) const noexcept {
    return static_cast<std::uint64_t>((k * rank_count_ + sender) * rank_count_ + receiver);
}

Matrix DelayStack::plane(std::size_t k) const {
    check_plane(k);
    return rows(k, 0, rank_count_);
}

Matrix DelayStack::rows(std::size_t k, std::int64_t first_sender, std::int64_t senders) const {
    check_plane(k);
    if (first_sender < 0 || senders < 0 || senders > rank_count_ - first_sender) {
        throw std::out_of_range(
            fmt::format("{} ranks from {}: the run has {} ranks", senders, first_sender, rank_count_));
    }
    return plausible(read_rows(k, first_sender, senders), [&](std::int64_t row, std::int64_t receiver) {
        return place(static_cast<std::int64_t>(k), first_sender + row, receiver);
    });
}

std::vector<double> DelayStack::cells(std::size_t k, std::span<const Cell> cells) const {
    check_plane(k);
    for (const auto& [sender, receiver] : cells) {
        check_rank(sender);
        check_rank(receiver);
    }
    std::vector<double> values = read_cells(k, cells);
    Eigen::Map<Vector> mapped(values.data(), static_cast<Eigen::Index>(values.size()));
    mapped = plausible(Vector(mapped), [&](std::int64_t cell, std::int64_t) {
        const auto& [sender, receiver] = cells[static_cast<std::size_t>(cell)];
        return place(static_cast<std::int64_t>(k), sender, receiver);
    });
    return values;
}

std::int64_t DelayStack::senders_of_a_slab() const noexcept {
    constexpr std::int64_t slab_bytes = std::int64_t{16} << 20;
    const auto row_bytes = rank_count_ * static_cast<std::int64_t>(sizeof(double));
    return std::clamp<std::int64_t>(slab_bytes / row_bytes, 1, rank_count_);
}

std::vector<double> DelayStack::read_cells(std::size_t k, std::span<const Cell> cells) const {
    const std::int64_t senders = senders_of_a_slab();
    std::vector<std::vector<std::size_t>> in_slab(
        static_cast<std::size_t>((rank_count_ + senders - 1) / senders));
    for (std::size_t place = 0; place < cells.size(); ++place)
        in_slab[static_cast<std::size_t>(cells[place].sender / senders)].push_back(place);
    std::vector<double> values(cells.size());
    for (std::size_t slab = 0; slab < in_slab.size(); ++slab) {
        if (in_slab[slab].empty()) continue;
        const auto first = static_cast<std::int64_t>(slab) * senders;
        const Matrix rows = read_rows(k, first, std::min(senders, rank_count_ - first));
        for (const std::size_t place : in_slab[slab])
            values[place] = rows(cells[place].sender - first, cells[place].receiver);
    }
    return values;
}

Matrix DelayStack::line(const Line& line) const {
    for (const auto& rank : {line.sender, line.receiver}) {
        if (rank) check_rank(*rank);
    }
    return plausible(read_line(line), [&](std::int64_t k, std::int64_t other) {
        return place(k, line.sender.value_or(other), line.receiver.value_or(other));
    });
}

Matrix DelayStack::room_for(const Line& line) const {
    return {static_cast<Eigen::Index>(message_lengths_.size()), line.is_pair() ? 1 : rank_count_};
}

Matrix DelayStack::read_line(const Line& line) const {
    Matrix values = room_for(line);
    for (Eigen::Index k = 0; k < values.rows(); ++k) {
        const Matrix rows =
            read_rows(static_cast<std::size_t>(k), line.sender.value_or(0), line.sender ? 1 : rank_count_);
        if (line.receiver) {
            values.row(k) = rows.col(*line.receiver).transpose();
        } else {
            values.row(k) = rows.row(0);
        }
    }
    return values;
}

void DelayStack::check_plane(std::size_t k) const {
    if (k >= message_lengths_.size()) {
        throw std::out_of_range(fmt::format("plane {}: the run has {} lengths", k, message_lengths_.size()));
    }
}

void DelayStack::check_rank(std::int64_t rank) const {
    if (rank < 0 || rank >= rank_count_) {
        throw std::out_of_range(fmt::format("rank {}: the run has {} ranks", rank, rank_count_));
    }
}

}  // namespace fabricmap
