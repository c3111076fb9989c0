// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/request/options.hpp"
#include "measuring/mpi/session.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace fabricmap::collective_test {

/// The ranks that make a call together, ascending by their number in the job, and their communicator.
struct Group {
    std::vector<int> members;
    std::unique_ptr<Communicator> comm;  ///< MPI_COMM_NULL on ranks that are none of them

    [[nodiscard]] bool includes_us() const noexcept { return comm->get() != MPI_COMM_NULL; }
    /// The number in the group of a rank of the job that is a member.
    [[nodiscard]] int rank_of(int job_rank) const;
};

/// Which of the endpoints make a group of that many.
[[nodiscard]] std::vector<int> pick_members(std::span<const int> endpoints,
                                            const std::vector<RankLocation>& locations, int count,
                                            PickRanks pick);

/// Splits the ranks of `all`: those with the same number make a group, those with a negative one none. The
/// own group's members, or those of none. Called by all together.
[[nodiscard]] Group split_ranks(MPI_Comm all, std::span<const int> group_of_rank);

/// Of such a split, without communicators, by the lowest of their members.
[[nodiscard]] std::vector<Group> groups_in(std::span<const int> group_of_rank);

/// The groups of the job, made when they are first asked for and kept. Called by all ranks of `all` together.
class Groups {
  public:
    Groups(MPI_Comm all, std::span<const int> endpoints, const std::vector<RankLocation>& locations,
           PickRanks pick)
        : all_(all), endpoints_(endpoints.begin(), endpoints.end()), locations_(locations), pick_(pick) {}

    [[nodiscard]] const Group& of(int ranks);

  private:
    MPI_Comm all_;
    std::vector<int> endpoints_;
    const std::vector<RankLocation>& locations_;
    PickRanks pick_;
    std::map<int, Group> groups_;
};

}  // namespace fabricmap::collective_test
