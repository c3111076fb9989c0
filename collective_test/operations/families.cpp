// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/families.hpp"

#include "collective_test/operations/contents.hpp"
#include "measuring/page_buffer.hpp"

namespace fabricmap::collective_test {
namespace {

constexpr int anybody = -1;
constexpr std::int64_t whole = sizeof(double);

}  // namespace

void GatheringCall::fill(const Buffers& buffers, std::uint64_t key) const {
    fill_pattern(ByteBlocks{buffers.out, length(), 1}.block(0), block_key(key, rank(), anybody));
    if (!receives_) return;
    const ByteBlocks results{buffers.in, length(), size()};
    for (int from = 0; from < size(); ++from) {
        fill_other_than_pattern(results.block(from), block_key(key, from, anybody));
    }
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
    const ByteBlocks contributions{buffers.out, length(), size()};
    const ByteBlocks results{buffers.in, length(), size()};
    for (int other = 0; other < size(); ++other) {
        fill_pattern(contributions.block(other), block_key(key, rank(), other));
        fill_other_than_pattern(results.block(other), block_key(key, other, rank()));
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
    Summands(key).write(doubles_in(buffers.out, length() * blocks_), rank());
    if (receives()) Summands::write_no_sums(doubles_in(buffers.in, length()));
}

bool SummingCall::holds_result(const Buffers& buffers, std::uint64_t key) const {
    return !receives() ||
           Summands(key).are_sums(doubles_in(buffers.in, length()), share_.offset, share_.first, share_.end);
}

ReduceScatteringCall::ReduceScatteringCall(const CallShape& shape, Twin twin)
    : SummingCall(shape, twin, ranks_in(shape),
                  {.offset = rank_in(shape) * (shape.message_length / whole), .end = ranks_in(shape)}) {}

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
