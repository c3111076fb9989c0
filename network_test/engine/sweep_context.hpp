// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/device_roll_call.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/mpi/waiting.hpp"
#include "measuring/mpi/window.hpp"
#include "measuring/progress.hpp"
#include "measuring/roster.hpp"
#include "network_test/engine/endpoints_clock.hpp"
#include "network_test/engine/memory_need.hpp"
#include "network_test/engine/noise_traffic.hpp"
#include "network_test/engine/pair_measurement.hpp"
#include "network_test/engine/plane_digest.hpp"
#include "network_test/engine/plane_schedule.hpp"
#include "network_test/engine/round_visits.hpp"
#include "network_test/request/options.hpp"
#include "network_test/schedule/round_plan.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// What a sweep works with on this rank, for its plan and for itself: communicators, buffers, exchange,
/// clocks. All ranks make it together with the same arguments, and call its members together.
class SweepContext {
  public:
    /// What a sweep works on; must outlive it.
    struct Subject {
        const Options& options;
        const RunDescription& run;
        const PerRank<RankLocation>& locations;  ///< of the job's ranks
        const Roster& roster;
    };

    /// Allocates what the whole sweep needs. Throws on all ranks where that is refused.
    SweepContext(const Subject& subject, const Session& session, Watchdog& watchdog);

    [[nodiscard]] const Subject& subject() const noexcept { return subject_; }
    [[nodiscard]] int rank() const noexcept { return session_.rank(); }
    [[nodiscard]] bool is_first() const noexcept { return session_.is_first(); }
    [[nodiscard]] int endpoint_count() const noexcept {
        return static_cast<int>(subject_.roster.endpoints().size());
    }
    /// Carries what ranks tell each other beside the measured messages.
    [[nodiscard]] MPI_Comm control() const noexcept { return control_comm_.get(); }
    [[nodiscard]] const IdleWaiting& idle() const noexcept { return idle_; }
    [[nodiscard]] SweepProgress& progress() noexcept { return progress_; }
    [[nodiscard]] const MemoryNeed& memory() const noexcept { return memory_; }
    [[nodiscard]] bool simulated() const noexcept { return clock_.simulated(); }

    /// Exchanges the first messages of those who will meet, where that has not been done.
    void connect();
    /// Makes a common clock of those that take part, where mode or timing needs one and there is none yet.
    void synchronise_clocks();
    /// Compares the clocks again, where there is a common one.
    void check_clocks();
    /// Of the common clock; 0 without one.
    [[nodiscard]] double clock_error_bound_s() const noexcept;
    /// Throws RunError where the clocks are too coarse for a pair of the plane.
    void refuse_quick_pairs(const PlaneDigest& digest) const;

    [[nodiscard]] Stage stage_for(const Payload& payload, const Pace& pace = {}) const;
    [[nodiscard]] PlaneCells cells_for(Side holder) const {
        return {session_.rank(), session_.size(), holder};
    }
    /// Whether many pairs may be measured at once.
    [[nodiscard]] bool may_use_rounds() const noexcept { return pair_exchange_ && !noise_traffic_; }
    /// Unthinned.
    [[nodiscard]] const RoundPlan& round_plan();
    // For modes with pairs.
    [[nodiscard]] PairExchange& pair_exchange() noexcept { return *pair_exchange_; }
    [[nodiscard]] PairMeasurement& pair_measurement() noexcept { return *pair_measurement_; }
    [[nodiscard]] RoundVisits round_visits() {
        return {*pair_measurement_, control_comm_.get(), host_comm_.get(), idle_};
    }
    /// One that has seen nothing yet.
    [[nodiscard]] std::unique_ptr<PlaneSchedule> new_schedule(ScheduleKind kind);
    /// Of the schedule's parts, drawn from the run's seed and the length.
    [[nodiscard]] Shuffle shuffled_order(const PlaneSchedule& schedule, std::int64_t length_bytes) const;

    /// Since this object was made, on the measuring clock; s.
    [[nodiscard]] double elapsed_s() const;
    [[nodiscard]] double clock_resolution_s() const {
        return static_cast<double>(clock_.resolution()) / nanoseconds_per_second;
    }
    [[nodiscard]] Nanoseconds now() const noexcept { return clock_.now(); }

    /// Of what is measured at that length, while it lives.
    [[nodiscard]] DeviceCrashReport crash_report(std::int64_t length_bytes) const;

    /// A line for the user, from rank 0; none with --quiet.
    void print(const std::string& line);

  private:
    Subject subject_;
    const Session& session_;
    Watchdog& watchdog_;
    Clock clock_;
    Nanoseconds started_;
    IdleWaiting idle_;
    Communicator measured_comm_;
    Communicator control_comm_;
    Communicator host_comm_;
    Communicator noise_comm_;
    std::unique_ptr<PairExchange> pair_exchange_;
    std::unique_ptr<GroupExchange> group_exchange_;
    MemoryNeed memory_;
    std::optional<MessageBuffer> out_;
    std::optional<MessageBuffer> in_;
    std::optional<Window> window_;
    SweepProgress progress_;
    bool connected_ = false;
    std::optional<PairMeasurement> pair_measurement_;
    std::optional<NoiseTraffic> noise_traffic_;
    std::optional<RoundPlan> round_plan_;         ///< there once it was asked for
    std::optional<EndpointsClock> common_clock_;  ///< where the mode or timing needs one
};

}  // namespace fabricmap::network_test
