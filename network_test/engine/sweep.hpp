// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run_writer.hpp"
#include "network_test/engine/estimate.hpp"
#include "network_test/engine/noisy_schedule.hpp"
#include "network_test/engine/plane_digest.hpp"
#include "network_test/mpi/session.hpp"
#include "network_test/mpi/window.hpp"
#include "network_test/options.hpp"

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace fabricmap::network_test {

/// One run of the tester: all ranks make it together with the same arguments, and call its members together.
class Sweep {
  public:
    /// Allocates what the whole sweep needs. Throws on all ranks where that is refused.
    Sweep(const Options& options, const RunDescription& run, const Session& session, Watchdog& watchdog);

    /// Exchanges the first messages.
    void connect();

    /// What is going to happen, for --dry-run; after connect.
    [[nodiscard]] std::string plan_text(const std::vector<std::int64_t>& lengths) const;

    /// Measures the planes of the lengths in their order and hands each to the writer, which is there on rank
    /// 0; counts in `complete` those that it has committed. Returns rank 0's digests of the planes. Errors of
    /// the writer are thrown on every rank.
    std::vector<PlaneDigest> measure(const std::vector<std::int64_t>& lengths,
                                     std::optional<RunWriter>& writer, std::atomic<std::int64_t>& complete);

    /// What the run's description gets to know from its measurement; the same on all ranks.
    struct Measured {
        double noise_share;
        double empty_epoch_s;
        double clock_error_bound_s;
    };
    [[nodiscard]] Measured measured() const;

  private:
    void make_schedule(const Options& options);
    [[nodiscard]] Stage stage_for(const Payload& payload);
    [[nodiscard]] Shuffle order_of(std::int64_t length_bytes) const;
    void collect(const PlaneCells& cells, std::optional<RunWriter>& writer, PlaneDigest& digest);
    void write_rows(const std::vector<CellStatistics>& own_row, RunWriter& writer, PlaneDigest& digest);

    const Options& options_;
    const RunDescription& run_;
    const Session& session_;
    std::vector<int> parties_;
    Watchdog& watchdog_;
    Clock clock_;
    IdleWaiting idle_;
    Communicator measured_comm_;
    Communicator control_comm_;
    Communicator noise_comm_;
    std::unique_ptr<PairExchange> pair_exchange_;
    std::unique_ptr<GroupExchange> group_exchange_;
    std::optional<PageBuffer> out_;
    std::optional<PageBuffer> in_;
    std::optional<Window> window_;
    Progress progress_;
    std::optional<PairMeasurement> pair_measurement_;
    std::optional<NoiseTraffic> noise_traffic_;
    NoisySchedule* noisy_schedule_ = nullptr;  ///< the schedule, where it is that one
    std::unique_ptr<PlaneSchedule> schedule_;
    ClockOffset clock_offset_;
    double worst_clock_bound_s_ = 0;
    LinkProbe probe_;
};

}  // namespace fabricmap::network_test
