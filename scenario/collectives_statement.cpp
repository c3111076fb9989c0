// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "scenario/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace fabricmap {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 5> selectors{"default", "impi", "mpich", "mvapich2", "ompi"};

// The algorithms of SimGrid 3.32 by operation (its manual: "SMPI collective algorithms"). Those that measure
// and choose themselves ("automatic") are left out, because they print.
constexpr std::array<std::string_view, 19> allgather{
    "2dmesh",  "3dmesh",   "GB",           "NTSLR", "NTSLR_NB",
    "SMP_NTS", "bruck",    "default",      "impi",  "loosely_lr",
    "mpich",   "mvapich2", "mvapich2_smp", "ompi",  "ompi_neighborexchange",
    "pair",    "rdb",      "rhv",          "ring"};
constexpr std::array<std::string_view, 12> allgatherv{
    "GB",         "default",  "impi", "mpich",      "mpich_rdb",
    "mpich_ring", "mvapich2", "ompi", "ompi_bruck", "ompi_neighborexchange",
    "pair",       "ring"};
constexpr std::array<std::string_view, 20> allreduce{
    "default",     "impi",     "lr",          "mpich",        "mvapich2",
    "mvapich2_rs", "ompi",     "rab",         "rab1",         "rab2",
    "rab_rdb",     "rdb",      "redbcast",    "smp_binomial", "smp_binomial_pipeline",
    "smp_rdb",     "smp_rsag", "smp_rsag_lr", "smp_rsag_rab", "ompi_ring_segmented"};
constexpr std::array<std::string_view, 20> alltoall{"2dmesh",
                                                    "3dmesh",
                                                    "basic_linear",
                                                    "bruck",
                                                    "default",
                                                    "impi",
                                                    "mpich",
                                                    "mvapich2",
                                                    "mvapich2_scatter_dest",
                                                    "ompi",
                                                    "pair",
                                                    "pair_light_barrier",
                                                    "pair_mpi_barrier",
                                                    "pair_one_barrier",
                                                    "pair_rma",
                                                    "rdb",
                                                    "ring",
                                                    "ring_light_barrier",
                                                    "ring_mpi_barrier",
                                                    "ring_one_barrier"};
constexpr std::array<std::string_view, 15> alltoallv{"bruck",
                                                     "default",
                                                     "impi",
                                                     "mpich",
                                                     "mvapich2",
                                                     "ompi",
                                                     "ompi_basic_linear",
                                                     "pair",
                                                     "pair_light_barrier",
                                                     "pair_mpi_barrier",
                                                     "pair_one_barrier",
                                                     "ring",
                                                     "ring_light_barrier",
                                                     "ring_mpi_barrier",
                                                     "ring_one_barrier"};
constexpr std::array<std::string_view, 13> barrier{"default",
                                                   "impi",
                                                   "mpich",
                                                   "mpich_smp",
                                                   "mvapich2",
                                                   "mvapich2_pair",
                                                   "ompi",
                                                   "ompi_basic_linear",
                                                   "ompi_bruck",
                                                   "ompi_doublering",
                                                   "ompi_recursivedoubling",
                                                   "ompi_tree",
                                                   "ompi_two_procs"};
constexpr std::array<std::string_view, 24> bcast{"NTSB",
                                                 "NTSL",
                                                 "NTSL_Isend",
                                                 "SMP_binary",
                                                 "SMP_binomial",
                                                 "SMP_linear",
                                                 "arrival_pattern_aware",
                                                 "arrival_pattern_aware_wait",
                                                 "arrival_scatter",
                                                 "binomial_tree",
                                                 "default",
                                                 "flattree",
                                                 "flattree_pipeline",
                                                 "impi",
                                                 "mpich",
                                                 "mvapich2",
                                                 "mvapich2_inter_node",
                                                 "mvapich2_intra_node",
                                                 "mvapich2_knomial_intra_node",
                                                 "ompi",
                                                 "ompi_pipeline",
                                                 "ompi_split_bintree",
                                                 "scatter_LR_allgather",
                                                 "scatter_rdb_allgather"};
constexpr std::array<std::string_view, 9> gather{
    "default",           "impi",          "mpich",           "mvapich2", "mvapich2_two_level", "ompi",
    "ompi_basic_linear", "ompi_binomial", "ompi_linear_sync"};
constexpr std::array<std::string_view, 19> reduce{"NTSL",
                                                  "arrival_pattern_aware",
                                                  "binomial",
                                                  "default",
                                                  "flat_tree",
                                                  "impi",
                                                  "mpich",
                                                  "mvapich2",
                                                  "mvapich2_knomial",
                                                  "mvapich2_two_level",
                                                  "ompi",
                                                  "ompi_basic_linear",
                                                  "ompi_binary",
                                                  "ompi_binomial",
                                                  "ompi_chain",
                                                  "ompi_in_order_binary",
                                                  "ompi_pipeline",
                                                  "rab",
                                                  "scatter_gather"};
constexpr std::array<std::string_view, 11> reduce_scatter{
    "default",        "impi",       "mpich",
    "mpich_noncomm",  "mpich_pair", "mpich_rdb",
    "mvapich2",       "ompi",       "ompi_basic_recursivehalving",
    "ompi_butterfly", "ompi_ring"};
constexpr std::array<std::string_view, 9> scatter{"default",
                                                  "impi",
                                                  "mpich",
                                                  "mvapich2",
                                                  "mvapich2_two_level_binomial",
                                                  "mvapich2_two_level_direct",
                                                  "ompi",
                                                  "ompi_basic_linear",
                                                  "ompi_binomial"};

struct Choices {
    std::string_view operation;
    Names algorithms;
};
constexpr std::array choices{Choices{"allgather", allgather}, Choices{"allgatherv", allgatherv},
                             Choices{"allreduce", allreduce}, Choices{"alltoall", alltoall},
                             Choices{"alltoallv", alltoallv}, Choices{"barrier", barrier},
                             Choices{"bcast", bcast},         Choices{"gather", gather},
                             Choices{"reduce", reduce},       Choices{"reduce_scatter", reduce_scatter},
                             Choices{"scatter", scatter}};

/// The value of a key, which has to be one of those.
std::optional<std::string> take_one_of(Statement& statement, std::string_view key, Names known) {
    auto word = statement.take(std::string(key));
    if (!word || std::find(known.begin(), known.end(), *word) != known.end()) return word;
    statement.refuse(fmt::format("{}={}: give one of {}", key, *word, joined_by(known, ", ")));
}

}  // namespace

CollectiveAlgorithms take_collectives(Statement& statement) {
    CollectiveAlgorithms collectives;
    collectives.selector = take_one_of(statement, "selector", selectors).value_or("");
    for (const Choices& each : choices) {
        if (const auto algorithm = take_one_of(statement, each.operation, each.algorithms)) {
            collectives.by_operation.emplace(each.operation, *algorithm);
        }
    }
    if (!collectives.is_given()) {
        statement.refuse_rest();
        statement.refuse("give selector=, or an operation and its algorithm, such as allreduce=lr");
    }
    return collectives;
}

}  // namespace fabricmap
