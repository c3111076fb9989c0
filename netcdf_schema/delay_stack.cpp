// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/delay_stack.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace fabricmap {

DelayStack::DelayStack(Statistic statistic, std::int64_t rank_count,
                       std::vector<std::int64_t> message_lengths)
    : statistic_(statistic), rank_count_(rank_count), message_lengths_(std::move(message_lengths)) {}

Matrix DelayStack::plane(std::size_t k) const {
    check_plane(k);
    return read_rows(k, 0, rank_count_);
}

Matrix DelayStack::rows(std::size_t k, std::int64_t first_sender, std::int64_t senders) const {
    check_plane(k);
    if (first_sender < 0 || senders < 0 || senders > rank_count_ - first_sender) {
        throw std::out_of_range(
            fmt::format("{} ranks from {}: the run has {} ranks", senders, first_sender, rank_count_));
    }
    return read_rows(k, first_sender, senders);
}

Matrix DelayStack::row(std::int64_t sender) const {
    check_rank(sender);
    return read_row(sender);
}

Matrix DelayStack::column(std::int64_t receiver) const {
    check_rank(receiver);
    return read_column(receiver);
}

Vector DelayStack::pair(std::int64_t sender, std::int64_t receiver) const {
    check_rank(sender);
    check_rank(receiver);
    return read_pair(sender, receiver);
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
