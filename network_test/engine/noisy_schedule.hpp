// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/mpi/waiting.hpp"
#include "measuring/progress.hpp"
#include "network_test/engine/noise_traffic.hpp"
#include "network_test/engine/pair_measurement.hpp"
#include "network_test/engine/plane_schedule.hpp"

namespace fabricmap::network_test {

/// Every pair is the target in turn, while noisy ranks make traffic around it. Rank 0 gives out the roles:
/// target, noisy or silent.
class NoisySchedule final : public PlaneSchedule {
  public:
    NoisySchedule(PairMeasurement& measurement, MPI_Comm control, NoiseTraffic& traffic,
                  const NoiseParameters& parameters, std::uint64_t seed, const IdleWaiting& idle,
                  SweepProgress& progress)
        : measurement_(measurement),
          control_(control),
          traffic_(traffic),
          noisy_count_(parameters.processes),
          random_state_(seed),
          idle_(idle),
          progress_(progress) {}

    [[nodiscard]] Side holder() const noexcept override { return measurement_.holder(); }
    [[nodiscard]] std::string plan() const override { return "one pair after the other beside noisy ranks"; }
    [[nodiscard]] std::int64_t parts(int ranks) const noexcept override { return pair_count(ranks); }
    void measure(const Stage& stage, const Shuffle& order, PlaneCells& cells) override;
    void add_findings(RunDescription& run, MPI_Comm control) const override;

  private:
    [[nodiscard]] std::vector<int> draw_noisy(const RankPair& pair, std::span<const int> endpoints);
    void lead_in_noise(const Stage& stage, const RankPair& pair, const std::vector<int>& noisy,
                       std::int64_t visits_left, PlaneCells& cells);

    PairMeasurement& measurement_;
    MPI_Comm control_;
    NoiseTraffic& traffic_;
    std::int64_t noisy_count_;
    std::uint64_t random_state_;  ///< moves on rank 0 alone
    const IdleWaiting& idle_;
    SweepProgress& progress_;
    // Of the samples that this rank led.
    std::int64_t samples_ = 0;
    std::int64_t with_burst_ = 0;  ///< that lay beside a burst of every noisy rank
};

}  // namespace fabricmap::network_test
