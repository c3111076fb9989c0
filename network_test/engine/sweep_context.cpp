// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/sweep_context.hpp"

#include "base/message_lengths.hpp"
#include "base/mixing.hpp"
#include "base/remark.hpp"
#include "measuring/mpi/roll_call.hpp"
#include "network_test/engine/clock_demand.hpp"
#include "network_test/engine/group_schedule.hpp"
#include "network_test/engine/noisy_schedule.hpp"
#include "network_test/engine/round_notes.hpp"
#include "network_test/engine/round_schedule.hpp"
#include "network_test/engine/serial_schedule.hpp"
#include "network_test/schedule/incast_plan.hpp"
#include "network_test/schedule/leaf_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::network_test {
namespace {

std::shared_ptr<const FlowPlan> flow_plan_of(const SweepContext::Subject& subject) {
    if (subject.run.leaf_streams)
        return std::make_shared<LeafPlan>(*subject.run.leaf_streams, subject.locations);
    if (traits_of(subject.options.mode).into_one) return std::make_shared<IncastPlan>(subject.locations);
    return nullptr;
}

}  // namespace

SweepContext::SweepContext(const Subject& subject, const Session& session, Watchdog& watchdog)
    : subject_(subject),
      session_(session),
      watchdog_(watchdog),
      clock_(is_simulated()),
      started_(clock_.now()),
      idle_(is_simulated()),
      measured_comm_(MPI_COMM_WORLD),
      control_comm_(MPI_COMM_WORLD),
      host_comm_(MPI_COMM_WORLD, subject.locations[RankIndex{session.rank()}].node),
      noise_comm_(MPI_COMM_WORLD),
      progress_(session.is_first() && shows_progress(subject.options.quiet)) {
    const Options& options = subject.options;
    const ModeEntry& mode = mode_entry(options.mode);
    ExchangeSettings settings = options.exchange_settings(subject.run.seed.value_or(0));
    settings.flows = flow_plan_of(subject);
    pair_exchange_ = mode.make_pair(settings);
    group_exchange_ = mode.make_group(settings);
    const MessageRoom room = group_exchange_ ? room_for_groups(options, *group_exchange_, session.size())
                                             : room_for_pairs(options, *pair_exchange_);
    memory_ = memory_need(options, session.size(), group_exchange_ != nullptr, room);
    check_memory(options, memory_, subject.locations);
    try_device_memory(session, watchdog, options.memory, subject.locations,
                      group_exchange_ ? DeviceTrial::broadcasts : DeviceTrial::messages);
    on_every_rank([&] {
        out_.emplace(static_cast<std::int64_t>(room.outgoing_bytes),
                     device_of_process(options.memory.sent_from));
        in_.emplace(static_cast<std::int64_t>(room.incoming_bytes),
                    device_of_process(options.memory.received_into));
    });
    if (mode.window != WindowOver::nothing) {
        const MessageBuffer& exposed = mode.window == WindowOver::in ? *in_ : *out_;
        window_.emplace(measured_comm_.get(), exposed.data(), exposed.bytes(),
                        options.rma_sync == RmaSync::lock);
    }
    if (pair_exchange_) pair_measurement_.emplace(*pair_exchange_, options.sampling, options.check);
    if (options.noise.processes > 0) {
        on_every_rank([&] { noise_traffic_.emplace(noise_comm_.get(), options.noise); });
    }
    idle_.set_idle_callback([this] { progress_.redraw(); });
}

void SweepContext::connect() {
    if (connected_) return;
    connected_ = true;
    progress_.prepare("connecting");
    const std::vector<int> peers = subject_.options.sample_pairs
                                       ? round_plan().peers_of(RankIndex{session_.rank()})
                                       : all_peers(subject_.roster.endpoints(), session_.rank());
    // A simulated network has no connections to make, and all pairs at once are what takes it longest.
    if (!simulated()) exchange_empty(peers, empty_tag, measured_comm_.get(), watchdog_);
}

void SweepContext::synchronise_clocks() {
    const bool needed = subject_.options.timing == Timing::synchronized || noise_traffic_;
    if (common_clock_ || !needed) return;
    common_clock_.emplace(session_.rank(), subject_.locations, subject_.roster.endpoints(),
                          control_comm_.get(), clock_, idle_);
}

void SweepContext::check_clocks() {
    if (common_clock_) common_clock_->check();
}

double SweepContext::clock_error_bound_s() const noexcept {
    return common_clock_ ? common_clock_->error_bound_s() : 0;
}

void SweepContext::refuse_quick_pairs(const PlaneDigest& digest) const {
    // Steps of all ranks are timed in common time without a choice: their summary tells what is too quick.
    if (group_exchange_ || subject_.options.timing != Timing::synchronized) return;
    refuse_coarse_clocks(digest, common_clock_->error_bound_s(), common_clock_->hosts_share_clock());
}

Stage SweepContext::stage_for(const Payload& payload, const Pace& pace) const {
    return {measured_comm_.get(),
            RankIndex{session_.rank()},
            session_.size(),
            subject_.locations,
            subject_.roster.endpoints(),
            clock_,
            watchdog_,
            payload,
            *out_,
            *in_,
            window_ ? window_->get() : MPI_WIN_NULL,
            common_clock_ ? common_clock_->offset() : ClockOffset{},
            pace};
}

const RoundPlan& SweepContext::round_plan() {
    const Options& options = subject_.options;
    if (!round_plan_) {
        round_plan_.emplace(
            subject_.roster.endpoints(), subject_.locations,
            RoundPlan::Settings{options.active_in_rounds(), options.sample_pairs.value_or(PairSample{}),
                                subject_.run.seed.value_or(0)});
        for (const std::string& line : round_notes(options, subject_.roster.endpoints(), subject_.locations))
            print("note: " + line);
    }
    return *round_plan_;
}

std::unique_ptr<PlaneSchedule> SweepContext::new_schedule(ScheduleKind kind) {
    const Options& options = subject_.options;
    if (group_exchange_) {
        return std::make_unique<GroupSchedule>(*group_exchange_, options.sampling, options.check, progress_);
    }
    // Without noisy ranks there are no roles to give out.
    if (noise_traffic_) {
        return std::make_unique<NoisySchedule>(*pair_measurement_, control_comm_.get(), *noise_traffic_,
                                               options.noise, subject_.run.seed.value_or(0), idle_,
                                               progress_);
    }
    if (kind == ScheduleKind::rounds) {
        return std::make_unique<RoundSchedule>(round_visits(), round_plan(), progress_,
                                               [this](const std::string& line) { print(line); });
    }
    return std::make_unique<SerialSchedule>(*pair_measurement_, control_comm_.get(), idle_, progress_);
}

Shuffle SweepContext::shuffled_order(const PlaneSchedule& schedule, std::int64_t length_bytes) const {
    return {schedule.parts(endpoint_count()),
            mix(subject_.run.seed.value_or(0), static_cast<std::uint64_t>(length_bytes))};
}

DeviceCrashReport SweepContext::crash_report(std::int64_t length_bytes) const {
    const Options& options = subject_.options;
    return {session_,
            watchdog_,
            options.memory,
            fmt::format("in {} of {} bytes", name_of(options.mode), format_size(length_bytes)),
            {}};
}

double SweepContext::elapsed_s() const {
    return static_cast<double>(clock_.now() - started_) / nanoseconds_per_second;
}

void SweepContext::print(const std::string& line) {
    if (!session_.is_first() || subject_.options.quiet) return;
    progress_.clear();
    remark(fmt::format("network_test: {}\n", line));
}

}  // namespace fabricmap::network_test
