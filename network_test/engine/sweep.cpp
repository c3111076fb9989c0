// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/sweep.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/mixing.hpp"
#include "base/remark.hpp"
#include "measuring/mpi/first_rank.hpp"
#include "measuring/watch/roll_call.hpp"
#include "network_test/engine/clock_demand.hpp"
#include "network_test/engine/connections.hpp"
#include "network_test/engine/memory_need.hpp"
#include "network_test/engine/pair_measurement.hpp"
#include "network_test/engine/round_visits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace fabricmap::network_test {
namespace {

constexpr int row_tag = 1;
constexpr double no_time = -1;

}  // namespace

Sweep::Sweep(const Subject& subject, const Session& session, Watchdog& watchdog)
    : subject_(subject),
      session_(session),
      watchdog_(watchdog),
      clock_(is_simulated()),
      begun_(clock_.now()),
      idle_(is_simulated()),
      measured_comm_(MPI_COMM_WORLD),
      control_comm_(MPI_COMM_WORLD),
      host_comm_(MPI_COMM_WORLD, subject.places[static_cast<std::size_t>(session.rank())].node),
      noise_comm_(MPI_COMM_WORLD),
      progress_(session.is_first() && wants_progress(subject.options)) {
    const Options& options = subject.options;
    const ExchangeSettings settings = options.exchange_settings(subject.run.seed.value_or(0));
    pair_exchange_ = mode_entry(options.mode).make_pair(settings);
    group_exchange_ = mode_entry(options.mode).make_group(settings);
    const std::int64_t incoming = group_exchange_ ? group_exchange_->incoming_messages(session.size()) : 1;
    const std::int64_t longest = *std::max_element(options.lengths.begin(), options.lengths.end());
    check_memory(options, memory_need(options, session.size(), group_exchange_ != nullptr, incoming),
                 subject.places);
    on_every_rank([&] {
        out_.emplace(longest);
        in_.emplace(longest * incoming);
    });
    const WindowOver over = mode_entry(options.mode).window;
    if (over != WindowOver::nothing) {
        const PageBuffer& exposed = over == WindowOver::in ? *in_ : *out_;
        window_.emplace(measured_comm_.get(), exposed.data(), exposed.bytes(),
                        options.rma_sync == RmaSync::lock);
    }
    if (pair_exchange_) {
        pair_measurement_ =
            std::make_unique<PairMeasurement>(*pair_exchange_, options.sampling, options.check);
    }
    if (options.noise.processes > 0) {
        on_every_rank([&] { noise_traffic_.emplace(noise_comm_.get(), options.noise); });
    }
    idle_.set_pastime([this] { progress_.redraw(); });
}

Sweep::~Sweep() = default;

void Sweep::connect() {
    if (connected_) return;
    connected_ = true;
    progress_.prepare("connecting");
    const std::vector<int> peers = subject_.options.sample_pairs
                                       ? peers_in(round_plan(), session_.rank())
                                       : all_peers(subject_.roster.parties(), session_.rank());
    // A simulated network has no connections to make, and all pairs at once are what takes it longest.
    if (!clock_.simulated()) exchange_empty(peers, empty_tag, measured_comm_.get(), watchdog_);
}

std::vector<ClassBreaks> Sweep::probe() {
    progress_.prepare("probing");
    synchronise_clocks();
    const auto stage = [this](const Payload& payload) { return stage_for(payload); };
    return probe_classes(*pair_exchange_, stage, subject_.run.seed.value_or(0), subject_.options.lengths,
                         control_comm_.get(), idle_);
}

Stage Sweep::stage_for(const Payload& payload) {
    return {measured_comm_.get(),
            session_.rank(),
            session_.size(),
            subject_.places,
            subject_.roster.parties(),
            clock_,
            watchdog_,
            payload,
            *out_,
            *in_,
            window_ ? window_->get() : MPI_WIN_NULL,
            common_clock_ ? common_clock_->offset() : ClockOffset{}};
}

void Sweep::synchronise_clocks() {
    const bool needed = subject_.options.timing == Timing::synchronized || noise_traffic_;
    if (common_clock_ || !needed) return;
    common_clock_.emplace(PartiesClock::Job{session_.rank(), subject_.places, subject_.roster.parties()},
                          control_comm_.get(), clock_, idle_);
}

Shuffle Sweep::shuffled_order(std::int64_t length_bytes) const {
    return {schedule_->parts(rank_count()),
            mix(subject_.run.seed.value_or(0), static_cast<std::uint64_t>(length_bytes))};
}

Shuffle Sweep::order_of(std::int64_t length_bytes) const {
    return subject_.options.ordered ? Shuffle::none(schedule_->parts(rank_count()))
                                    : shuffled_order(length_bytes);
}

std::vector<PlaneDigest> Sweep::measure(const std::vector<std::int64_t>& lengths, RunSink* sink,
                                        const KeepFindings& keep, std::atomic<std::int64_t>& complete) {
    // What the rehearsal took has told more of the clocks' drifts.
    if (common_clock_) common_clock_->check();
    progress_.foresee(plane_seconds(Effort::usual, lengths));
    std::optional<TimeBudget> budget;
    if (const auto& given = subject_.options.max_time) {
        budget.emplace(static_cast<double>(given->count()), plane_seconds(Effort::least, lengths),
                       plane_seconds(Effort::usual, lengths));
    }
    std::vector<PlaneDigest> digests;
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        const double begin_s = elapsed_s();
        const auto span_s = time_for_next_plane(budget);
        if (!span_s) break;
        const std::int64_t changes = schedule_->changes();
        progress_.begin_plane(k, lengths[k], schedule_->parts(rank_count()));
        const PlaneCells cells = measure_plane(lengths[k], budget ? pace_of(*span_s, lengths[k]) : Pace());
        const double measured_s = elapsed_s();
        collect(cells, sink, digests.emplace_back(lengths[k]),
                [&](const RunDescription& found) { keep(found, digests.size()); });
        ++complete;
        if (!budget) continue;
        budget->passed(begin_s, measured_s, begin_s + *span_s);
        budget->collected(elapsed_s() - measured_s);
        if (schedule_->changes() == changes) continue;
        const std::vector<std::int64_t> rest(lengths.begin() + static_cast<std::ptrdiff_t>(k) + 1,
                                             lengths.end());
        budget->foresee(plane_seconds(Effort::least, rest), plane_seconds(Effort::usual, rest));
    }
    progress_.clear();
    return digests;
}

std::vector<CellStatistics> Sweep::measure_alone(std::int64_t length_bytes,
                                                 const std::vector<RankPair>& pairs) {
    synchronise_clocks();
    const Payload payload(length_bytes);
    const Stage stage = stage_for(payload);
    RoundVisits visits(*pair_measurement_, control_comm_.get(), host_comm_.get(), idle_);
    PlaneCells cells(session_.rank(), session_.size(), pair_measurement_->holder());
    std::vector<CellStatistics> of_pairs(session_.is_first() ? pairs.size() : 0);
    auto left = std::ssize(pairs);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        progress_.prepare(
            fmt::format("{} of {} at {} bytes, alone", k + 1, pairs.size(), format_size(length_bytes)));
        progress_.redraw();
        visits.visit_in_turn(stage, std::array{RoundVisits::Batch{pairs[k]}}, Quality::alone, left--, cells);
        const int leader = pair_measurement_->leader_of(pairs[k]);
        CellStatistics cell = cells[pair_measurement_->follower_of(pairs[k])];
        if (session_.is_first() && leader != 0) {
            const WaitScope expectation(Waiting::messages, leader, length_bytes);
            MPI_Recv(&cell, sizeof cell, MPI_BYTE, leader, row_tag, control_comm_.get(), MPI_STATUS_IGNORE);
        } else if (session_.rank() == leader && leader != 0) {
            MPI_Send(&cell, sizeof cell, MPI_BYTE, 0, row_tag, control_comm_.get());
        }
        if (session_.is_first()) of_pairs[k] = cell;
    }
    progress_.clear();
    return of_pairs;
}

PlaneCells Sweep::measure_plane(std::int64_t length_bytes, const Pace& pace) {
    const Payload payload(length_bytes);
    Stage stage = stage_for(payload);
    stage.pace = pace;
    PlaneCells cells(session_.rank(), session_.size(), schedule_->holder());
    schedule_->measure(stage, order_of(length_bytes), cells);
    // A rank that is done with its pairs must not disturb those that still measure by waiting inside a
    // collective.
    idle_.await_all(control_comm_.get());
    return cells;
}

std::optional<double> Sweep::time_for_next_plane(const std::optional<TimeBudget>& budget) const {
    if (!budget) return 0;
    // Rank 0's clock counts, and its answer is a span: the others' clocks may have begun at other times.
    double span_s = no_time;
    const double now_s = elapsed_s();
    if (const auto end_s = budget->next_end(now_s)) span_s = *end_s - now_s;
    take_from_first_rank(span_s, control_comm_.get());
    if (span_s < 0) return std::nullopt;
    return span_s;
}

Pace Sweep::pace_of(double span_s, std::int64_t length_bytes) const {
    if (span_s <= 0) return Pace::hurried();
    return Pace(clock_.now() + std::llround(span_s * nanoseconds_per_second),
                std::llround(least_times_.at(length_bytes) * nanoseconds_per_second));
}

void Sweep::collect(const PlaneCells& cells, RunSink* sink, PlaneDigest& digest,
                    const std::function<void(const RunDescription&)>& keep) {
    if (common_clock_) common_clock_->check();
    RunDescription found;
    found.clock_error_bound_s = common_clock_ ? common_clock_->error_bound_s() : 0;
    schedule_->add_findings(found, control_comm_.get());
    const std::vector<CellStatistics> own_row = cells.row(control_comm_.get());
    const std::vector<int>& parties = subject_.roster.parties();
    if (!session_.is_first() && std::binary_search(parties.begin(), parties.end(), session_.rank())) {
        MPI_Request row = MPI_REQUEST_NULL;
        // Synchronous, so that rank 0 is not flooded with rows that it has not asked for.
        MPI_Issend(own_row.data(), static_cast<int>(own_row.size() * sizeof(CellStatistics)), MPI_BYTE, 0,
                   row_tag, control_comm_.get(), &row);
        idle_.finish(row);
    }
    on_first_rank([&] { write_rows(own_row, *sink, digest, [&] { keep(found); }); });
}

void Sweep::write_rows(const std::vector<CellStatistics>& own_row, RunSink& sink, PlaneDigest& digest,
                       const std::function<void()>& before_commit) {
    std::optional<Error> failure;
    const auto write = [&](const auto& action) {
        if (failure) return;
        try {
            action();
        } catch (const Error& error) {
            failure = error;
        }
    };
    write([&] { sink.begin_plane(digest.length_bytes()); });
    std::vector<CellStatistics> row = own_row;
    for (const int sender : subject_.roster.parties()) {
        // A row must be taken in even when it can no longer be written: its rank waits for that.
        if (sender > 0) {
            const WaitScope expectation(Waiting::messages, sender, digest.length_bytes());
            MPI_Recv(row.data(), static_cast<int>(row.size() * sizeof(CellStatistics)), MPI_BYTE, sender,
                     row_tag, control_comm_.get(), MPI_STATUS_IGNORE);
        }
        const int place = subject_.roster.matrix_rank(sender);
        const auto whole = subject_.roster.matrix_row(row, subject_.run.ranks.size());
        digest.add_row(place, whole, subject_.run.ranks);
        write([&] { sink.write_row(place, whole); });
    }
    write([&] { refuse_quick_pairs(digest); });
    // What a kill leaves tells how it was measured.
    write(before_commit);
    write([&] { sink.commit_plane(); });
    if (failure) throw Error(*failure);
}

void Sweep::refuse_quick_pairs(const PlaneDigest& digest) const {
    if (subject_.options.mode == Mode::bcast || subject_.options.timing != Timing::synchronized) return;
    refuse_coarse_clocks(digest, common_clock_->error_bound_s(), common_clock_->hosts_share());
}

double Sweep::elapsed_s() const {
    return static_cast<double>(clock_.now() - begun_) / nanoseconds_per_second;
}

void Sweep::say(const std::string& line) {
    if (!session_.is_first() || subject_.options.quiet) return;
    progress_.clear();
    remark(fmt::format("network_test: {}\n", line));
}

}  // namespace fabricmap::network_test
