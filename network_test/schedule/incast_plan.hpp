// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"
#include "network_test/schedule/flow_plan.hpp"

namespace fabricmap::network_test {

/// First ranks of more and more hosts stream to that of one, of each host in turn; see incast_levels. Throws
/// UsageError where there is one host alone.
class IncastPlan final : public FlowPlan {
  public:
    explicit IncastPlan(const PerRank<RankLocation>& locations);

    [[nodiscard]] std::int64_t steps() const noexcept override;
    [[nodiscard]] std::int64_t senders_to_one(std::int64_t step) const noexcept override;
    [[nodiscard]] std::vector<int> receivers_from(RankIndex rank, std::int64_t step) const override;
    [[nodiscard]] std::vector<int> senders_to(RankIndex rank, std::int64_t step) const override;
    [[nodiscard]] bool is_kept(int sender, RankIndex receiver, std::int64_t step) const override;
    [[nodiscard]] std::string text() const override;

  private:
    [[nodiscard]] std::int64_t hosts() const noexcept { return std::ssize(ranks_); }
    [[nodiscard]] std::int64_t receiving_host(std::int64_t step) const noexcept;
    /// How many places the rank's host stands after the one that receives; nothing of a rank that takes no
    /// part.
    [[nodiscard]] std::optional<std::int64_t> distance(int rank, std::int64_t step) const;

    std::vector<int> ranks_;             ///< the first of each host
    std::vector<std::int64_t> host_of_;  ///< by rank: place among them; -1 of other ranks
    std::vector<std::int64_t> levels_;
};

}  // namespace fabricmap::network_test
