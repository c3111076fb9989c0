// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/progress.hpp"
#include "measuring/sampling/sampling_plan.hpp"
#include "network_test/engine/pattern_check.hpp"
#include "network_test/engine/plane_schedule.hpp"

namespace fabricmap::network_test {

/// All ranks together, step after step; a step is repeated until every pair that it measures has enough
/// samples.
class GroupSchedule final : public PlaneSchedule {
  public:
    GroupSchedule(GroupExchange& exchange, const SamplingRule& rule, bool check, SweepProgress& progress)
        : exchange_(exchange), rule_(rule), check_(check), progress_(progress) {}

    [[nodiscard]] Side holder() const noexcept override { return exchange_.holder(); }
    [[nodiscard]] std::string plan() const override { return exchange_.plan(); }
    [[nodiscard]] std::int64_t parts(int ranks) const noexcept override { return exchange_.steps(ranks); }
    void measure(const Stage& stage, const Shuffle& order, PlaneCells& cells) override;
    void add_findings(RunDescription& run, MPI_Comm control) const override;
    [[nodiscard]] std::string account() const override { return exchange_.account(); }

  private:
    void sample(const Stage& stage, std::int64_t step, std::int64_t steps_left);
    /// The least of what the ranks can afford.
    [[nodiscard]] static std::size_t agreed(const Stage& stage, std::size_t samples);
    void repeat(const Stage& stage, std::int64_t step, std::size_t repetitions);
    void verify(const Stage& stage, std::int64_t step);
    [[nodiscard]] bool all_precise(const Stage& stage);
    void summarise_step(PlaneCells& cells);

    GroupExchange& exchange_;
    SamplingRule rule_;
    bool check_;
    SweepProgress& progress_;
    PatternCheck pattern_;
    GroupExchange::Samples samples_;
    std::vector<bool> corrupted_;
    std::vector<Nanoseconds> durations_;
};

}  // namespace fabricmap::network_test
