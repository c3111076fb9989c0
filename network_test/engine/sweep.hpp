// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/mpi/session.hpp"
#include "measuring/mpi/waiting.hpp"
#include "measuring/mpi/window.hpp"
#include "measuring/progress.hpp"
#include "measuring/roster.hpp"
#include "netcdf_schema/run/run_sink.hpp"
#include "network_test/engine/noise_traffic.hpp"
#include "network_test/engine/part_times.hpp"
#include "network_test/engine/parties_clock.hpp"
#include "network_test/engine/plane_digest.hpp"
#include "network_test/engine/plane_schedule.hpp"
#include "network_test/engine/time_budget.hpp"
#include "network_test/options.hpp"
#include "network_test/probing/probing.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace fabricmap::network_test {

class PairMeasurement;

/// One run of the tester: all ranks make it together with the same arguments, and call its members together.
class Sweep {
  public:
    /// What a sweep works on; must outlive it.
    struct Subject {
        const Options& options;
        const RunDescription& run;
        const std::vector<RankPlace>& places;  ///< of the job's ranks
        const Roster& roster;
    };

    /// Allocates what the whole sweep needs. Throws on all ranks where that is refused.
    Sweep(const Subject& subject, const Session& session, Watchdog& watchdog);
    ~Sweep();
    Sweep(const Sweep&) = delete;
    Sweep& operator=(const Sweep&) = delete;

    /// Exchanges the first messages of those who will meet, where that has not been done.
    void connect();

    /// Where the delays of each class jump between the options' lengths; after connect, for modes with pairs.
    [[nodiscard]] std::vector<ClassBreaks> probe();

    /// Settles in which schedule the lengths will be measured, and rehearses a few visits to know how long
    /// that takes. Returns what was settled.
    ScheduleKind choose_schedule(ScheduleKind wanted, const std::vector<std::int64_t>& lengths);

    /// What is going to happen, for --dry-run.
    [[nodiscard]] std::string plan_text(const std::vector<std::int64_t>& lengths) const;

    /// What the planes so far have shown of the run beside delays, and how many they are.
    using KeepFindings = std::function<void(const RunDescription& found, std::size_t planes)>;

    /// Measures the planes of the lengths in their order and hands each to the sink, which is there on rank
    /// 0; calls `keep` there before each commit, and counts in `complete` the planes that are committed.
    /// Ends early when the time given has run out. Returns rank 0's digests of the planes. Errors of the sink
    /// are thrown on every rank.
    std::vector<PlaneDigest> measure(const std::vector<std::int64_t>& lengths, RunSink* sink,
                                     const KeepFindings& keep, std::atomic<std::int64_t>& complete);

    /// Measures the pairs one after another while all others are silent. Returns their cells on rank 0, in
    /// the order of the pairs.
    [[nodiscard]] std::vector<CellStatistics> measure_alone(std::int64_t length_bytes,
                                                            const std::vector<RankPair>& pairs);

    /// Lines of the schedule for the summary.
    [[nodiscard]] std::string account() const { return schedule_->account(); }
    /// Since this object was made, on the measuring clock; s.
    [[nodiscard]] double elapsed_s() const;

  private:
    [[nodiscard]] bool may_use_rounds() const;
    [[nodiscard]] const RoundPlan& round_plan();
    void make_schedule(ScheduleKind kind);
    [[nodiscard]] std::unique_ptr<PlaneSchedule> new_schedule(ScheduleKind kind);
    [[nodiscard]] PartTimes rehearse(const std::vector<std::int64_t>& lengths, Effort effort);
    [[nodiscard]] std::vector<double> plane_seconds(Effort effort,
                                                    const std::vector<std::int64_t>& lengths) const;
    [[nodiscard]] double seconds_of(const std::vector<std::int64_t>& lengths) const;
    /// The same without what rounds take beside their own visits.
    [[nodiscard]] double seconds_of_bare_planes(const std::vector<std::int64_t>& lengths) const;
    [[nodiscard]] Stage stage_for(const Payload& payload);
    [[nodiscard]] Shuffle shuffled_order(std::int64_t length_bytes) const;
    [[nodiscard]] Shuffle order_of(std::int64_t length_bytes) const;
    [[nodiscard]] int rank_count() const noexcept {
        return static_cast<int>(subject_.roster.parties().size());
    }
    void synchronise_clocks();
    [[nodiscard]] PlaneCells measure_plane(std::int64_t length_bytes, const Pace& pace);
    /// What the next plane may take, in seconds; nothing where the sweep must end.
    [[nodiscard]] std::optional<double> time_for_next_plane(const std::optional<TimeBudget>& budget) const;
    [[nodiscard]] Pace pace_of(double span_s, std::int64_t length_bytes) const;
    void collect(const PlaneCells& cells, RunSink* sink, PlaneDigest& digest,
                 const std::function<void(const RunDescription&)>& keep);
    /// Throws RunError where the clocks are too coarse for a pair of the plane.
    void refuse_quick_pairs(const PlaneDigest& digest) const;
    /// Rather than after the plane, which may take long.
    void refuse_at_rehearsal(std::int64_t length_bytes, const PlaneCells& cells);
    void write_rows(const std::vector<CellStatistics>& own_row, RunSink& sink, PlaneDigest& digest,
                    const std::function<void()>& before_commit);
    void say(const std::string& line);

    Subject subject_;
    const Session& session_;
    Watchdog& watchdog_;
    Clock clock_;
    Nanoseconds begun_;
    IdleWaiting idle_;
    Communicator measured_comm_;
    Communicator control_comm_;
    Communicator host_comm_;
    Communicator noise_comm_;
    std::unique_ptr<PairExchange> pair_exchange_;
    std::unique_ptr<GroupExchange> group_exchange_;
    std::optional<PageBuffer> out_;
    std::optional<PageBuffer> in_;
    std::optional<Window> window_;
    SweepProgress progress_;
    bool connected_ = false;
    std::unique_ptr<PairMeasurement> pair_measurement_;
    std::optional<NoiseTraffic> noise_traffic_;
    std::optional<RoundPlan> round_plan_;  ///< unthinned; there once it was asked for
    std::unique_ptr<PlaneSchedule> schedule_;
    std::optional<PartiesClock> common_clock_;  ///< where the mode or timing needs one
    double scouting_s_ = 0;                     ///< what PlaneSchedule::scout took
    PartTimes usual_times_;
    PartTimes least_times_;
};

}  // namespace fabricmap::network_test
