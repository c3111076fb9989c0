// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"
#include "netcdf_schema/run/leaf_streams.hpp"
#include "netcdf_schema/run/run_description.hpp"
#include "network_test/schedule/flow_plan.hpp"
#include "slurm/declared_topology.hpp"

#include <cstdint>
#include <vector>

namespace fabricmap::network_test {

/// How many flows are wanted.
struct WantedFlows {
    std::int64_t per_host = 16;
    std::int64_t connections_per_pair = 1;  ///< of the MPI library: each is a flow of its own
};

/// Which ranks stream between which leaves: of as many hosts a leaf as give the most hosts in all, and of as
/// many ranks a host as all of them have; larger leaves and hosts leave some out, smaller ones take no part.
/// Hosts on no leaf of the topology, or on several, take no part either. Throws UsageError where fewer than
/// two leaves are left.
[[nodiscard]] LeafStreams leaf_streams_of(const PerRank<RankLocation>& locations,
                                          const DeclaredTopology& topology, const WantedFlows& wanted);

/// Who sends to whom, step by step: in step s each leaf sends to the one s + 1 places after it, and so each
/// leaf to each in all steps. Every rank that takes part sends to as many ranks as it receives from. Ranks of
/// a host have other hosts as partners as far as there are enough, because some networks choose the path by
/// the two hosts alone.
class LeafPlan final : public FlowPlan {
  public:
    LeafPlan(const LeafStreams& streams, const PerRank<RankLocation>& locations);

    [[nodiscard]] std::int64_t steps() const noexcept override { return std::ssize(ranks_) - 1; }
    [[nodiscard]] std::int64_t senders_to_one(std::int64_t /*step*/) const noexcept override {
        return partners_;
    }
    [[nodiscard]] std::vector<int> receivers_from(RankIndex rank, std::int64_t step) const override;
    [[nodiscard]] std::vector<int> senders_to(RankIndex rank, std::int64_t step) const override;
    [[nodiscard]] std::string text() const override;

  private:
    struct Seat {
        int leaf = -1;
        int place = -1;  ///< among the ranks of the leaf, host by host
    };

    [[nodiscard]] int leaves() const noexcept { return static_cast<int>(ranks_.size()); }
    [[nodiscard]] int receiver_of(const Seat& sender, std::int64_t step, std::int64_t partner) const;

    std::vector<std::vector<int>> ranks_;  ///< by leaf, host by host
    std::vector<Seat> seats_;              ///< by rank
    int hosts_ = 0;                        ///< of a leaf
    int slots_ = 0;                        ///< of a host
    std::int64_t partners_ = 1;
    std::int64_t flows_per_host_ = 1;
};

}  // namespace fabricmap::network_test
