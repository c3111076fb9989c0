// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/table.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace fabricmap::collective_test {
namespace {

using Total = decltype(Operation::total_length);
using Need = decltype(Operation::buffers);
using Limit = decltype(Operation::limit);

constexpr double bytes(std::int64_t message_length, int blocks) {
    return static_cast<double>(message_length) * blocks;
}

// What is handed to ranks: one buffer, a block of each rank or for each, a block of each for each.
constexpr Total one = [](std::int64_t m, int /*ranks*/) { return bytes(m, 1); };
constexpr Total blocks = [](std::int64_t m, int ranks) { return bytes(m, ranks); };
constexpr Total blocks_of_blocks = [](std::int64_t m, int ranks) { return bytes(m, ranks) * ranks; };

constexpr Need no_buffers = [](std::int64_t, int, bool) { return BufferNeed{}; };
constexpr Need out_alone = [](std::int64_t m, int, bool) { return BufferNeed{bytes(m, 1), 0}; };
constexpr Need one_each = [](std::int64_t m, int, bool) { return BufferNeed{bytes(m, 1), bytes(m, 1)}; };
constexpr Need one_at_root = [](std::int64_t m, int, bool is_root) {
    return BufferNeed{bytes(m, 1), is_root ? bytes(m, 1) : 0};
};
constexpr Need in_at_root = [](std::int64_t m, int ranks, bool is_root) {
    return BufferNeed{bytes(m, 1), is_root ? bytes(m, ranks) : 0};
};
constexpr Need out_of_root = [](std::int64_t m, int ranks, bool is_root) {
    return BufferNeed{is_root ? bytes(m, ranks) : 0, bytes(m, 1)};
};
constexpr Need all_in = [](std::int64_t m, int ranks, bool) {
    return BufferNeed{bytes(m, 1), bytes(m, ranks)};
};
constexpr Need all_out = [](std::int64_t m, int ranks, bool) {
    return BufferNeed{bytes(m, ranks), bytes(m, 1)};
};
constexpr Need all_both = [](std::int64_t m, int ranks, bool) {
    return BufferNeed{bytes(m, ranks), bytes(m, ranks)};
};

constexpr double max_doubles = std::numeric_limits<int>::max();
constexpr std::string_view too_many_doubles = "MPI counts the doubles of a sum in 31 bits";
constexpr Limit sum = [](std::int64_t m, int, bool) {
    return bytes(m, 1) / sizeof(double) > max_doubles ? too_many_doubles : std::string_view();
};
constexpr Limit sum_of_blocks = [](std::int64_t m, int ranks, bool) {
    return bytes(m, ranks) / sizeof(double) > max_doubles ? too_many_doubles : std::string_view();
};

template <TwinMaker maker, Twin twin>
std::unique_ptr<Call> make_that(const CallShape& shape) {
    return maker(shape, twin);
}

/// A line of the table: the blocking operation, and its twin of that name.
struct Twins {
    Operation blocking;
    Operation non_blocking;
};

template <TwinMaker maker>
constexpr Twins twins(std::string_view twin_name, Operation traits) {
    Operation other = traits;
    traits.make = make_that<maker, Twin::blocking>;
    other.name = twin_name;
    other.blocking = traits.name;
    other.make = make_that<maker, Twin::non_blocking>;
    return {traits, other};
}

constexpr bool rooted = true;
constexpr bool rootless = false;

constexpr Operation moving(std::string_view name, bool has_root, Total total, Need need,
                           Limit limit = nullptr) {
    return {.name = name, .has_root = has_root, .total_length = total, .buffers = need, .limit = limit};
}

constexpr Operation summing(std::string_view name, bool has_root, Total total, Need need, Limit limit) {
    Operation operation = moving(name, has_root, total, need, limit);
    operation.reduces = true;
    return operation;
}

constexpr Twins barriers() {
    Operation operation = moving("barrier", rootless, one, no_buffers);
    operation.has_length = false;
    Twins both = twins<make_barrier>("ibarrier", operation);
    both.non_blocking.limit = limit_of_ibarrier;
    return both;
}

constexpr std::array all_twins{
    barriers(),
    twins<make_bcast>("ibcast", moving("bcast", rooted, one, out_alone)),
    twins<make_gather>("igather", moving("gather", rooted, blocks, in_at_root)),
    twins<make_gatherv>("igatherv", moving("gatherv", rooted, blocks, in_at_root)),
    twins<make_scatter>("iscatter", moving("scatter", rooted, blocks, out_of_root)),
    twins<make_scatterv>("iscatterv", moving("scatterv", rooted, blocks, out_of_root)),
    twins<make_allgather>("iallgather", moving("allgather", rootless, blocks, all_in)),
    twins<make_allgatherv>("iallgatherv", moving("allgatherv", rootless, blocks, all_in)),
    twins<make_alltoall>("ialltoall", moving("alltoall", rootless, blocks_of_blocks, all_both)),
    twins<make_alltoallv>("ialltoallv", moving("alltoallv", rootless, blocks_of_blocks, all_both)),
    twins<make_alltoallw>("ialltoallw",
                          moving("alltoallw", rootless, blocks_of_blocks, all_both, limit_of_alltoallw)),
    twins<make_reduce>("ireduce", summing("reduce", rooted, one, one_at_root, sum)),
    twins<make_allreduce>("iallreduce", summing("allreduce", rootless, one, one_each, sum)),
    twins<make_reduce_scatter_block>(
        "ireduce_scatter_block", summing("reduce_scatter_block", rootless, blocks, all_out, sum_of_blocks)),
    twins<make_reduce_scatter>("ireduce_scatter",
                               summing("reduce_scatter", rootless, blocks, all_out, sum_of_blocks)),
    twins<make_scan>("iscan", summing("scan", rootless, one, one_each, sum)),
    twins<make_exscan>("iexscan", summing("exscan", rootless, one, one_each, sum)),
};

constexpr Operation waiting(std::string_view name, std::unique_ptr<Call> (*make)(const CallShape&)) {
    Operation operation = moving(name, rootless, one, no_buffers);
    operation.has_length = false;
    operation.only_waits = true;
    operation.make = make;
    return operation;
}

constexpr std::array all_waits{
    waiting("wait_up", make_wait_up),
    waiting("wait_down", make_wait_down),
    waiting("wait_null", make_wait_null),
};

constexpr auto all_operations = [] {
    std::array<Operation, 2 * all_twins.size() + all_waits.size()> all;
    for (std::size_t at = 0; at < all_twins.size(); ++at) {
        all[at] = all_twins[at].blocking;
        all[all_twins.size() + at] = all_twins[at].non_blocking;
    }
    std::copy(all_waits.begin(), all_waits.end(), all.begin() + 2 * all_twins.size());
    return all;
}();

}  // namespace

std::span<const Operation> operations() {
    return all_operations;
}

}  // namespace fabricmap::collective_test
