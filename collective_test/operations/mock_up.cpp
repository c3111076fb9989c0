// SPDX-License-Identifier: Apache-2.0
// The guidelines. Where a buffer is divided among the ranks, blocks are whole and equal, and the buffer is
// padded up to them.
#include "collective_test/operations/mock_up.hpp"

#include "collective_test/operations/families.hpp"
#include "collective_test/operations/split_calls.hpp"
#include "collective_test/operations/step_calls.hpp"
#include "measuring/mpi/payload.hpp"

#include <cstring>
#include <limits>

namespace fabricmap::collective_test {

extern const Twins allgather_twins, allgatherv_twins, allreduce_twins, alltoall_twins, alltoallv_twins,
    barrier_twins, bcast_twins, exscan_twins, gather_twins, gatherv_twins, reduce_twins,
    reduce_scatter_block_twins, reduce_scatter_twins, scan_twins, scatter_twins, scatterv_twins;

namespace {

using Made = std::unique_ptr<Call>;
using MockUpNeed = decltype(MockUp::buffers);
using MockUpLimit = decltype(MockUp::limit);

constexpr int first_rank = 0;
constexpr std::int64_t byte_bytes = 1;
constexpr std::int64_t double_bytes = sizeof(double);

/// What each of the ranks gets of a buffer that is divided among them, in whole elements.
constexpr std::int64_t block_of(std::int64_t message_length, int ranks, std::int64_t element_bytes) {
    const std::int64_t elements = message_length / element_bytes;
    return (elements + ranks - 1) / ranks * element_bytes;
}

constexpr double product(std::int64_t bytes, int ranks) {
    return static_cast<double>(bytes) * ranks;
}

/// Another operation alone.
template <const Twins& stands_for, const Twins& other>
Made other_call(const CallShape& shape) {
    auto calls = std::make_unique<StepCalls>(shape, stands_for);
    calls->then(other, shape.message_length, shape.root, out_at(0), in_at(0));
    return calls;
}

// allgather

Made gather_and_bcast(const CallShape& shape) {
    auto calls = std::make_unique<StepCalls>(shape, allgather_twins);
    calls->then(gather_twins, shape.message_length, first_rank, out_at(0), in_at(0))
        .then(bcast_twins, shape.message_length * ranks_in(shape), first_rank, in_at(0), in_at(0));
    return calls;
}

Made alltoall_of_copies(const CallShape& shape) {
    auto calls = std::make_unique<StepCalls>(shape, allgather_twins);
    calls
        ->then([m = shape.message_length, ranks = ranks_in(shape)](const Buffers& buffers) {
            for (int copy = 1; copy < ranks; ++copy) {
                std::memcpy(buffers.out + copy * m, buffers.out, static_cast<std::size_t>(m));
            }
        })
        .then(alltoall_twins, shape.message_length, first_rank, out_at(0), in_at(0));
    return calls;
}

/// The own block among zeros, from `out` to `in`.
std::function<void(const Buffers&)> own_block_among_zeros(const CallShape& shape) {
    return
        [m = static_cast<std::size_t>(shape.message_length), rank = static_cast<std::size_t>(rank_in(shape)),
         ranks = static_cast<std::size_t>(ranks_in(shape))](const Buffers& buffers) {
            std::memset(buffers.in, 0, m * ranks);
            std::memcpy(buffers.in + rank * m, buffers.out, m);
        };
}

Made allreduce_of_blocks(const CallShape& shape) {
    auto calls = std::make_unique<StepCalls>(shape, allgather_twins);
    const auto bytes = static_cast<int>(shape.message_length * ranks_in(shape));
    calls->then(own_block_among_zeros(shape)).then([bytes, comm = shape.comm](const Buffers& buffers) {
        MPI_Allreduce(MPI_IN_PLACE, buffers.in, bytes, MPI_BYTE, MPI_BOR, comm);
    });
    return calls;
}

constexpr MockUpLimit ored_bytes = [](std::int64_t m, int ranks, bool) {
    return product(m, ranks) > std::numeric_limits<int>::max()
               ? std::string_view("MPI counts the bytes that a reduction combines in 31 bits")
               : std::string_view();
};

// allreduce and reduce: sums of blocks, then the blocks together

template <const Twins& stands_for, const Twins& sum, const Twins& collect>
Made sum_and_collect(const CallShape& shape) {
    auto calls = std::make_unique<StepCalls>(shape, stands_for);
    const int ranks = ranks_in(shape);
    const std::int64_t block = block_of(shape.message_length, ranks, double_bytes);
    const bool receives = &stands_for == &allreduce_twins || rank_in(shape) == shape.root;
    const Place sums = in_at(receives ? block * ranks : 0);
    calls->then(sum, block, first_rank, out_at(0), sums).then(collect, block, shape.root, sums, in_at(0));
    return calls;
}

constexpr MockUpNeed blocks_and_one_more = [](std::int64_t m, int ranks, bool) {
    const std::int64_t block = block_of(m, ranks, double_bytes);
    return BufferNeed{product(block, ranks), product(block, ranks + 1)};
};
constexpr MockUpNeed blocks_and_one_more_at_root = [](std::int64_t m, int ranks, bool is_root) {
    const std::int64_t block = block_of(m, ranks, double_bytes);
    return BufferNeed{product(block, ranks), product(block, is_root ? ranks + 1 : 1)};
};

Made reduce_and_bcast(const CallShape& shape) {
    auto calls = std::make_unique<StepCalls>(shape, allreduce_twins);
    calls->then(reduce_twins, shape.message_length, first_rank, out_at(0), in_at(0))
        .then(bcast_twins, shape.message_length, first_rank, in_at(0), in_at(0));
    return calls;
}

// bcast

Made scatter_and_allgather(const CallShape& shape) {
    auto calls = std::make_unique<StepCalls>(shape, bcast_twins);
    const std::int64_t block = block_of(shape.message_length, ranks_in(shape), byte_bytes);
    calls->then(scatter_twins, block, shape.root, out_at(0), in_at(0))
        .then(allgather_twins, block, first_rank, in_at(0), out_at(0));
    return calls;
}

constexpr MockUpNeed blocks_and_one = [](std::int64_t m, int ranks, bool) {
    const std::int64_t block = block_of(m, ranks, byte_bytes);
    return BufferNeed{product(block, ranks), product(block, 1)};
};

/// Nobody but the root has anything to contribute.
Made allgatherv_from_root(const CallShape& shape) {
    auto calls = std::make_unique<StepCalls>(shape, bcast_twins);
    const auto payload = std::make_shared<Payload>(shape.message_length);
    const auto ranks = static_cast<std::size_t>(ranks_in(shape));
    std::vector<int> counts(ranks, 0);
    counts[static_cast<std::size_t>(shape.root)] = payload->count();
    calls->then(
        [payload, counts, offsets = std::vector<int>(ranks, 0), comm = shape.comm](const Buffers& buffers) {
            MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_BYTE, buffers.out, counts.data(), offsets.data(),
                           payload->type(), comm);
        });
    return calls;
}

// gather and scatter

Made reduce_of_blocks(const CallShape& shape) {
    auto calls = std::make_unique<StepCalls>(shape, gather_twins);
    const auto bytes = static_cast<int>(shape.message_length * ranks_in(shape));
    const bool is_root = rank_in(shape) == shape.root;
    calls->then(own_block_among_zeros(shape))
        .then([bytes, is_root, root = shape.root, comm = shape.comm](const Buffers& buffers) {
            MPI_Reduce(is_root ? MPI_IN_PLACE : buffers.in, is_root ? buffers.in : nullptr, bytes, MPI_BYTE,
                       MPI_BOR, root, comm);
        });
    return calls;
}

/// The own block of many that lie at a place, to the beginning of `in`.
std::function<void(const Buffers&)> take_own_block(const CallShape& shape, Place blocks) {
    return
        [m = static_cast<std::size_t>(shape.message_length), rank = static_cast<std::size_t>(rank_in(shape)),
         blocks](const Buffers& buffers) { std::memcpy(buffers.in, blocks.in(buffers) + rank * m, m); };
}

Made bcast_of_blocks(const CallShape& shape) {
    auto calls = std::make_unique<StepCalls>(shape, scatter_twins);
    calls->then(bcast_twins, shape.message_length * ranks_in(shape), shape.root, out_at(0), in_at(0))
        .then(take_own_block(shape, out_at(0)));
    return calls;
}

// reduce_scatter_block: all sums lie behind the own block

Made reduce_and_scatter(const CallShape& shape) {
    auto calls = std::make_unique<StepCalls>(shape, reduce_scatter_block_twins);
    const Place sums = in_at(shape.message_length);
    calls->then(reduce_twins, shape.message_length * ranks_in(shape), first_rank, out_at(0), sums)
        .then(scatter_twins, shape.message_length, first_rank, sums, in_at(0));
    return calls;
}

Made allreduce_of_all(const CallShape& shape) {
    auto calls = std::make_unique<StepCalls>(shape, reduce_scatter_block_twins);
    const Place sums = in_at(shape.message_length);
    calls->then(allreduce_twins, shape.message_length * ranks_in(shape), first_rank, out_at(0), sums)
        .then(take_own_block(shape, sums));
    return calls;
}

constexpr MockUpNeed one_and_all = [](std::int64_t m, int ranks, bool) {
    return BufferNeed{product(m, ranks), product(m, ranks + 1)};
};

// scan and barrier

Made exscan_and_local(const CallShape& shape) {
    auto calls = std::make_unique<StepCalls>(shape, scan_twins);
    const auto doubles = static_cast<int>(shape.message_length / double_bytes);
    const bool has_sum = rank_in(shape) > 0;  // the first rank's buffer is undefined
    calls->then(exscan_twins, shape.message_length, first_rank, out_at(0), in_at(0))
        .then([doubles, has_sum, m = static_cast<std::size_t>(shape.message_length)](const Buffers& buffers) {
            if (has_sum) {
                MPI_Reduce_local(buffers.out, buffers.in, doubles, MPI_DOUBLE, MPI_SUM);
            } else {
                std::memcpy(buffers.in, buffers.out, m);
            }
        });
    return calls;
}

Made allreduce_of_one(const CallShape& shape) {
    auto calls = std::make_unique<StepCalls>(shape, barrier_twins);
    calls->then(allreduce_twins, double_bytes, first_rank, out_at(0), in_at(0));
    return calls;
}

constexpr MockUpNeed one_double = [](std::int64_t, int, bool) {
    return BufferNeed{static_cast<double>(double_bytes), static_cast<double>(double_bytes)};
};

// Needs that the operation itself has, or that all ranks have as its root.
constexpr MockUpNeed in_and_out = [](std::int64_t m, int, bool) {
    return BufferNeed{product(m, 1), product(m, 1)};
};
constexpr MockUpNeed one_and_blocks = [](std::int64_t m, int ranks, bool) {
    return BufferNeed{product(m, 1), product(m, ranks)};
};
constexpr MockUpNeed blocks_each = [](std::int64_t m, int ranks, bool) {
    return BufferNeed{product(m, ranks), product(m, ranks)};
};
constexpr MockUpNeed blocks_and_one_of_them = [](std::int64_t m, int ranks, bool) {
    return BufferNeed{product(m, ranks), product(m, 1)};
};
constexpr MockUpNeed in_of_root = [](std::int64_t m, int ranks, bool is_root) {
    return BufferNeed{product(m, 1), is_root ? product(m, ranks) : 0};
};
constexpr MockUpNeed blocks_of_root = [](std::int64_t m, int ranks, bool is_root) {
    return BufferNeed{is_root ? product(m, ranks) : 0, product(m, 1)};
};
constexpr MockUpNeed buffer_alone = [](std::int64_t m, int, bool) { return BufferNeed{product(m, 1), 0}; };

// The same in parts

using Splitter = Made (*)(const CallShape&, const Twins&, int);

template <Splitter split, const Twins& twins, int parts>
Made in_parts(const CallShape& shape) {
    return split(shape, twins, parts);
}

template <int parts>
constexpr MockUpLimit of_parts = [](std::int64_t m, int, bool) { return reason_not_to_split(m, parts); };

constexpr int few = 2;
constexpr int many = 16;

constexpr MockUp mock_ups_in_parts[] = {
    {"bcast", "2_parts", buffer_alone, of_parts<few>, in_parts<split_buffer, bcast_twins, few>},
    {"bcast", "16_parts", buffer_alone, of_parts<many>, in_parts<split_buffer, bcast_twins, many>},
    {"reduce", "2_parts", in_and_out, of_parts<few>, in_parts<split_buffer, reduce_twins, few>},
    {"reduce", "16_parts", in_and_out, of_parts<many>, in_parts<split_buffer, reduce_twins, many>},
    {"allreduce", "2_parts", in_and_out, of_parts<few>, in_parts<split_buffer, allreduce_twins, few>},
    {"allreduce", "16_parts", in_and_out, of_parts<many>, in_parts<split_buffer, allreduce_twins, many>},
    {"scan", "2_parts", in_and_out, of_parts<few>, in_parts<split_buffer, scan_twins, few>},
    {"scan", "16_parts", in_and_out, of_parts<many>, in_parts<split_buffer, scan_twins, many>},
    {"gather", "2_parts", in_of_root, of_parts<few>, in_parts<split_gather, gather_twins, few>},
    {"gather", "16_parts", in_of_root, of_parts<many>, in_parts<split_gather, gather_twins, many>},
    {"scatter", "2_parts", blocks_of_root, of_parts<few>, in_parts<split_scatter, scatter_twins, few>},
    {"scatter", "16_parts", blocks_of_root, of_parts<many>, in_parts<split_scatter, scatter_twins, many>},
    {"allgather", "2_parts", one_and_blocks, of_parts<few>, in_parts<split_allgather, allgather_twins, few>},
    {"allgather", "16_parts", one_and_blocks, of_parts<many>,
     in_parts<split_allgather, allgather_twins, many>},
    {"alltoall", "2_parts", blocks_each, of_parts<few>, in_parts<split_alltoall, alltoall_twins, few>},
    {"alltoall", "16_parts", blocks_each, of_parts<many>, in_parts<split_alltoall, alltoall_twins, many>},
};

constexpr MockUp blocking_mock_ups[] = {
    {"allgather", "gather+bcast", one_and_blocks, nullptr, gather_and_bcast},
    {"allgather", "alltoall", blocks_each, nullptr, alltoall_of_copies},
    {"allgather", "allreduce", one_and_blocks, ored_bytes, allreduce_of_blocks},
    {"allgather", "allgatherv", one_and_blocks, nullptr, other_call<allgather_twins, allgatherv_twins>},
    {"allreduce", "reduce+bcast", in_and_out, nullptr, reduce_and_bcast},
    {"allreduce", "reduce_scatter_block+allgather", blocks_and_one_more, nullptr,
     sum_and_collect<allreduce_twins, reduce_scatter_block_twins, allgather_twins>},
    {"allreduce", "reduce_scatter+allgatherv", blocks_and_one_more, nullptr,
     sum_and_collect<allreduce_twins, reduce_scatter_twins, allgatherv_twins>},
    {"alltoall", "alltoallv", blocks_each, nullptr, other_call<alltoall_twins, alltoallv_twins>},
    {"bcast", "scatter+allgather", blocks_and_one, nullptr, scatter_and_allgather},
    {"bcast", "allgatherv", buffer_alone, nullptr, allgatherv_from_root},
    {"gather", "allgather", one_and_blocks, nullptr, other_call<gather_twins, allgather_twins>},
    {"gather", "gatherv", in_of_root, nullptr, other_call<gather_twins, gatherv_twins>},
    {"gather", "reduce", one_and_blocks, ored_bytes, reduce_of_blocks},
    {"reduce", "allreduce", in_and_out, nullptr, other_call<reduce_twins, allreduce_twins>},
    {"reduce", "reduce_scatter_block+gather", blocks_and_one_more_at_root, nullptr,
     sum_and_collect<reduce_twins, reduce_scatter_block_twins, gather_twins>},
    {"reduce", "reduce_scatter+gatherv", blocks_and_one_more_at_root, nullptr,
     sum_and_collect<reduce_twins, reduce_scatter_twins, gatherv_twins>},
    {"reduce_scatter_block", "reduce_scatter", blocks_and_one_of_them, nullptr,
     other_call<reduce_scatter_block_twins, reduce_scatter_twins>},
    {"reduce_scatter_block", "reduce+scatter", one_and_all, nullptr, reduce_and_scatter},
    {"reduce_scatter_block", "allreduce", one_and_all, nullptr, allreduce_of_all},
    {"scan", "exscan+local", in_and_out, nullptr, exscan_and_local},
    {"scatter", "bcast", blocks_and_one_of_them, nullptr, bcast_of_blocks},
    {"scatter", "scatterv", blocks_of_root, nullptr, other_call<scatter_twins, scatterv_twins>},
    {"barrier", "allreduce", one_double, nullptr, allreduce_of_one},
};

std::vector<MockUp> all_mock_ups() {
    std::vector<MockUp> all(std::begin(blocking_mock_ups), std::end(blocking_mock_ups));
    all.insert(all.end(), std::begin(mock_ups_in_parts), std::end(mock_ups_in_parts));
    for (const Operation& operation : operations()) {
        if (!operation.is_non_blocking()) continue;
        all.push_back(
            {operation.blocking, operation.name, operation.buffers, operation.limit, operation.make});
    }
    return all;
}

}  // namespace

std::span<const MockUp> mock_ups() {
    static const std::vector<MockUp> all = all_mock_ups();
    return all;
}

std::string_view unsupported_reason(const MockUp& mock_up, std::int64_t message_length, int ranks,
                                    bool simulated) {
    const std::string_view own =
        unsupported_reason(*find_operation(mock_up.operation), message_length, ranks, simulated);
    if (!own.empty() || mock_up.limit == nullptr) return own;
    return mock_up.limit(message_length, ranks, simulated);
}

}  // namespace fabricmap::collective_test
