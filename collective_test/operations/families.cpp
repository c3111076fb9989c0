// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"

#include "collective_test/operations/contents.hpp"
#include "measuring/page_buffer.hpp"

#include <cstring>

namespace fabricmap::collective_test {
namespace {

constexpr int anybody = -1;
// No number of them is a sum of positive ones.
constexpr int no_result = 0xff;
}  // namespace

void GatheringCall::fill(const Buffers& buffers, std::uint64_t key) const {
    const ByteBlocks results{buffers.in, length(), size()};
    for (int from = 0; receives_ && from < size(); ++from) {
        fill_other_than_pattern(results.block(from), block_key(key, from, anybody));
    }
    fill_pattern(in_place_ ? results.block(rank()) : ByteBlocks{buffers.out, length(), 1}.block(0),
                 block_key(key, rank(), anybody));
}

bool GatheringCall::holds_result(const Buffers& buffers, std::uint64_t key) const {
    if (!receives_) return true;
    const ByteBlocks results{buffers.in, length(), size()};
    for (int from = 0; from < size(); ++from) {
        if (!holds_pattern(results.block(from), block_key(key, from, anybody))) return false;
    }
    return true;
}

void ScatteringCall::fill(const Buffers& buffers, std::uint64_t key) const {
    fill_other_than_pattern(ByteBlocks{buffers.in, length(), 1}.block(0), block_key(key, root(), rank()));
    if (!is_root()) return;
    const ByteBlocks contributions{buffers.out, length(), size()};
    for (int to = 0; to < size(); ++to) fill_pattern(contributions.block(to), block_key(key, root(), to));
}

bool ScatteringCall::holds_result(const Buffers& buffers, std::uint64_t key) const {
    return holds_pattern(ByteBlocks{buffers.in, length(), 1}.block(0), block_key(key, root(), rank()));
}

void ExchangingCall::fill(const Buffers& buffers, std::uint64_t key) const {
    const ByteBlocks contributions{in_place_ ? buffers.in : buffers.out, length(), size()};
    const ByteBlocks results{buffers.in, length(), size()};
    for (int other = 0; other < size(); ++other) {
        fill_other_than_pattern(results.block(other), block_key(key, other, rank()));
        fill_pattern(contributions.block(other), block_key(key, rank(), other));
    }
}

bool ExchangingCall::holds_result(const Buffers& buffers, std::uint64_t key) const {
    const ByteBlocks results{buffers.in, length(), size()};
    for (int from = 0; from < size(); ++from) {
        if (!holds_pattern(results.block(from), block_key(key, from, rank()))) return false;
    }
    return true;
}

void SummingCall::fill(const Buffers& buffers, std::uint64_t key) const {
    if (receives() && length() > 0) std::memset(buffers.in, no_result, static_cast<std::size_t>(length()));
    const Summands summands(key, variation_.type, variation_.reduction);
    summands.write(in_place_ ? buffers.in : buffers.out, length() * blocks_, rank());
}

bool SummingCall::holds_result(const Buffers& buffers, std::uint64_t key) const {
    return !receives() || Summands(key, variation_.type, variation_.reduction)
                              .are_results(buffers.in, length(), share_.offset, share_.first, share_.end);
}

ReduceScatteringCall::ReduceScatteringCall(const CallShape& shape, Twin twin)
    : SummingCall(shape, twin, ranks_in(shape),
                  {.offset = rank_in(shape) * (shape.message_length / bytes_of(shape.variation.type)),
                   .end = ranks_in(shape)}) {}

int rank_in(const CallShape& shape) {
    int rank = 0;
    MPI_Comm_rank(shape.comm, &rank);
    return rank;
}

int ranks_in(const CallShape& shape) {
    int ranks = 0;
    MPI_Comm_size(shape.comm, &ranks);
    return ranks;
}

}  // namespace fabricmap::collective_test
