// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/visitor.hpp"

#include "base/message_lengths.hpp"
#include "collective_test/visits/cell_names.hpp"
#include "collective_test/visits/record.hpp"
#include "measuring/device_roll_call.hpp"
#include "measuring/mpi/first_rank.hpp"
#include "measuring/rank_locations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace fabricmap::collective_test {
namespace {

constexpr int record_tag = 1;
// Calls of a visit are numbered within so many bits.
constexpr unsigned call_number_bits = 20;

std::optional<int> side_of(const std::vector<int>& endpoints, int rank) {
    return std::binary_search(endpoints.begin(), endpoints.end(), rank) ? std::optional(0) : std::nullopt;
}

/// What Open MPI does where its launcher knows of more ranks than cores, as of those of virtual hosts, which
/// share them unseen.
bool yields_when_idle() {
    const char* setting = std::getenv("OMPI_MCA_mpi_yield_when_idle");
    if (setting == nullptr) setting = std::getenv("OMPI_MCA_mpi_oversubscribe");
    return setting != nullptr && std::string_view(setting) == "1";
}

PreciseWait wait_for(const std::vector<RankLocation>& locations) {
    const std::vector<bool> shares = ranks_sharing_cores(locations);
    const bool any = std::find(shares.begin(), shares.end(), true) != shares.end();
    return any || yields_when_idle() ? PreciseWait::sleep_then_spin : PreciseWait::spin;
}

double seconds_since_epoch() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

Visitor::Visitor(const VisitContext& context, const Clock& clock, BufferPool& pool)
    : context_(context),
      clock_(clock),
      idle_(is_simulated()),
      control_(MPI_COMM_WORLD),
      endpoints_comm_(control_.get(), side_of(context.roster.endpoints(), context.session.rank())),
      pool_(pool),
      groups_(control_.get(), context.roster.endpoints(), context.locations, context.options.pick) {
    if (endpoints_comm_.get() == MPI_COMM_NULL) return;
    CommonClock::Settings settings;
    settings.sync = context.options.clock_sync;
    const WaitScope waiting("synchronising clocks");
    common_.emplace(endpoints_comm_.get(), clock_,
                    clocks_of(clock_, context.locations, context.roster.endpoints()), settings);
    const StartMethod method{context.options.start, context.options.timing, wait_for(context.locations)};
    series_.emplace(method, clock_, *common_, [this](std::uint64_t call) { context_.watchdog.enter(call); });
}

void Visitor::check_clocks() {
    if (!common_) return;
    const WaitScope waiting("synchronising clocks");
    common_->check();
}

MPI_Comm Visitor::communicator_for(const CollectiveCell& cell, const Group& group) {
    const auto algorithm = algorithm_of(context_.run, cell);
    if (!algorithm) return group.comm->get();
    auto& duplicate = forced_[{group.members, cell.algorithm}];
    if (!duplicate) {
        duplicate = context_.algorithms->communicator_with(operation_of(context_.run, cell),
                                                           algorithm->number, group.comm->get());
    }
    return duplicate->get();
}

CallShape Visitor::shape_of(const VisitOrder& order, const Group& group) {
    CallShape shape;
    shape.comm = communicator_for(order.cell, group);
    // Of groups that make the call at once, each has its first rank for a root.
    const bool has_root = order.cell.root != no_index && !order.is_split;
    shape.root = has_root ? group.rank_of(context_.roster.job_rank(order.cell.root)) : 0;
    shape.message_length = order.cell.message_length;
    shape.clock = &clock_;
    const Operation& operation = operation_of(context_.run, order.cell);
    shape.variation = operation.variation;
    shape.user = operation.user;
    return shape;
}

void Visitor::verify(const VisitOrder& order, Call& call, const BufferNeed& need, MPI_Comm comm) {
    BufferPool::HostCopy copy(pool_, need);
    call.fill(copy.buffers(), visits_);
    copy.write_back();
    MPI_Barrier(comm);
    call.run(pool_.at(0, need));
    copy.read();
    if (!call.holds_result(copy.buffers(), visits_))
        wrong_results_.push_back({order.cell, context_.session.rank()});
    MPI_Barrier(comm);
}

std::vector<double> Visitor::measure(const VisitOrder& order, const Group& group) {
    const Operation& operation = operation_of(context_.run, order.cell);
    const WaitScope waiting(operation.name.data(), Waiting::collective, -1, order.cell.message_length);
    const DeviceCrashReport crash(
        context_.session, context_.watchdog, context_.options.memory,
        fmt::format("in {} of {} bytes", operation.name, format_size(order.cell.message_length)),
        "leave it out (-t)");
    const CallShape shape = shape_of(order, group);
    const MockUp* const mock_up = mock_up_of(context_.run, order.cell);
    const auto call = mock_up != nullptr ? mock_up->make(shape) : operation.make(shape);
    const BufferNeed need = largest_need(context_.run, order.cell);
    if (context_.options.check) verify(order, *call, need, shape.comm);

    // Processors change their speed: the work is calibrated for each visit.
    std::optional<Work> work;
    if (order.compute_s > 0)
        work.emplace(clock_, WorkRate(clock_), order.compute_s, static_cast<int>(context_.options.tests));
    const SeriesSubject subject{*call,
                                shape.comm,
                                shape.root,
                                operation.is_non_blocking() && mock_up == nullptr,
                                work ? &*work : nullptr,
                                [&](int run) { return pool_.at(run, need); }};
    series_->number_from(visits_ << call_number_bits);
    Nanoseconds slot = order.slot > 0 ? order.slot : series_->find_slot(subject);
    const int wanted = context_.options.runs ? order.runs : series_->runs_in(slot, order.runs);
    const SeriesRuns runs = series_->take(subject, wanted, slot);
    const double barrier_ns =
        context_.options.timing == CollectiveTiming::root ? series_->mean_barrier_ns(shape.comm) : 0;
    const RecordTerms terms{slot,
                            runs.missed,
                            common_->error_bound_s(),
                            shape.root,
                            barrier_ns,
                            context_.options.start,
                            context_.options.timing};
    return gather_record(runs.stamps, terms, shape.comm);
}

std::vector<double> Visitor::record_of(const Group& group, int runs) const {
    std::vector<double> record(record_size(runs, group.members.size()));
    idle_.receive(record.data(), static_cast<int>(record.size()), MPI_DOUBLE, group.members.front(),
                  record_tag, control_.get());
    return record;
}

std::vector<CollectiveVisit> Visitor::visit(const VisitOrder& order, std::span<const int> group_of_rank) {
    ++visits_;
    if (order.checks_clocks) check_clocks();
    std::optional<Group> own_group;
    if (order.is_split) own_group = split_ranks(control_.get(), group_of_rank);
    const Group& group = own_group ? *own_group : groups_.of(order.cell.ranks);
    std::vector<double> own_record;
    if (group.includes_us()) own_record = measure(order, group);
    const int rank = context_.session.rank();
    if (rank != 0) {
        if (group.includes_us() && group.members.front() == rank) {
            MPI_Send(own_record.data(), static_cast<int>(own_record.size()), MPI_DOUBLE, 0, record_tag,
                     control_.get());
        }
        return {};
    }
    std::vector<CollectiveVisit> visits;
    const auto take = [&](const Group& each) {
        const auto record = each.members.front() == 0 ? own_record : record_of(each, order.runs);
        visits.push_back(composed(order, each, record));
        counts_.counted += std::ssize(visits.back().completion);
        counts_.missed += missed_runs_of(record);
    };
    if (order.is_split) {
        for (const Group& each : groups_in(group_of_rank)) take(each);
    } else {
        take(group);
    }
    return visits;
}

CollectiveVisit Visitor::composed(const VisitOrder& order, const Group& group,
                                  std::span<const double> record) const {
    std::vector<int> members;
    members.reserve(group.members.size());
    for (const int rank : group.members) members.push_back(context_.roster.matrix_rank(rank));
    CollectiveVisit visit = read_record(record, members, context_.run.description.ranks.size());
    visit.cell = order.cell;
    visit.cell.ranks = static_cast<int>(group.members.size());
    if (order.is_split && visit.cell.root != no_index) visit.cell.root = members.front();
    visit.purpose = order.purpose;
    visit.pass = order.pass;
    visit.compute_s = order.compute_s;
    visit.total_length = std::llround(
        operation_of(context_.run, visit.cell).total_length(visit.cell.message_length, visit.cell.ranks));
    visit.record_time = seconds_since_epoch();
    return visit;
}

}  // namespace fabricmap::collective_test
