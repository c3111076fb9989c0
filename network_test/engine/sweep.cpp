// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/sweep.hpp"

#include "netcdf_schema/errors.hpp"
#include "netcdf_schema/message_lengths.hpp"
#include "netcdf_schema/mixing.hpp"
#include "netcdf_schema/quantities.hpp"
#include "network_test/engine/group_schedule.hpp"
#include "network_test/engine/places.hpp"
#include "network_test/engine/serial_schedule.hpp"
#include "network_test/engine/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>

namespace fabricmap::network_test {
namespace {

constexpr int row_tag = 1;

}  // namespace

Sweep::Sweep(const Options& options, const RunDescription& run, const Session& session, Watchdog& watchdog)
    : options_(options),
      run_(run),
      session_(session),
      parties_(static_cast<std::size_t>(session.size())),
      watchdog_(watchdog),
      clock_(is_simulated()),
      idle_(is_simulated()),
      measured_comm_(MPI_COMM_WORLD),
      control_comm_(MPI_COMM_WORLD),
      noise_comm_(MPI_COMM_WORLD),
      pair_exchange_(mode_entry(options.mode).make_pair(options.exchange_settings(run.seed.value_or(0)))),
      group_exchange_(mode_entry(options.mode).make_group(options.exchange_settings(run.seed.value_or(0)))),
      progress_(session.is_first() && wants_progress(options)) {
    std::iota(parties_.begin(), parties_.end(), 0);
    const std::int64_t incoming = group_exchange_ ? group_exchange_->incoming_messages(session.size()) : 1;
    const std::int64_t longest = *std::max_element(options.lengths.begin(), options.lengths.end());
    check_memory(options, memory_need(options, session.size(), group_exchange_ != nullptr, incoming),
                 run.ranks);
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
    make_schedule(options);
    idle_.set_pastime([this] { progress_.redraw(); });
}

void Sweep::connect() {
    const Payload payload(*std::max_element(options_.lengths.begin(), options_.lengths.end()));
    probe_ = connect_and_probe(stage_for(payload));
}

void Sweep::make_schedule(const Options& options) {
    if (group_exchange_) {
        schedule_ =
            std::make_unique<GroupSchedule>(*group_exchange_, options.sampling, options.check, progress_);
        return;
    }
    pair_measurement_.emplace(*pair_exchange_, options.sampling, options.check);
    // Without noisy ranks there are no roles to give out.
    if (options.noise.processes == 0) {
        schedule_ =
            std::make_unique<SerialSchedule>(*pair_measurement_, control_comm_.get(), idle_, progress_);
        return;
    }
    on_every_rank([&] { noise_traffic_.emplace(noise_comm_.get(), options.noise); });
    auto noisy = std::make_unique<NoisySchedule>(*pair_measurement_, control_comm_.get(), *noise_traffic_,
                                                 options.noise, run_.seed.value_or(0), idle_, progress_);
    noisy_schedule_ = noisy.get();
    schedule_ = std::move(noisy);
}

Stage Sweep::stage_for(const Payload& payload) {
    return {measured_comm_.get(),
            session_.rank(),
            session_.size(),
            run_.ranks,
            parties_,
            clock_,
            watchdog_,
            payload,
            *out_,
            *in_,
            window_ ? window_->get() : MPI_WIN_NULL,
            clock_offset_};
}

Shuffle Sweep::order_of(std::int64_t length_bytes) const {
    const std::int64_t parts = schedule_->parts(session_.size());
    if (options_.ordered) return Shuffle::none(parts);
    return {parts, mix(run_.seed.value_or(0), static_cast<std::uint64_t>(length_bytes))};
}

std::string Sweep::plan_text(const std::vector<std::int64_t>& lengths) const {
    const std::int64_t parts = schedule_->parts(session_.size());
    const auto seconds = plane_seconds(options_, lengths, probe_, parts, session_.size());
    const auto need = memory_need(options_, session_.size(), group_exchange_ != nullptr,
                                  group_exchange_ ? group_exchange_->incoming_messages(session_.size()) : 1);
    const auto [shortest, longest] = std::minmax_element(lengths.begin(), lengths.end());
    constexpr double mebibyte = 1024.0 * 1024.0;
    return fmt::format(
        "{}: {} ranks, hosts: {}, {} pairs, serial schedule\n"
        "  {} lengths from {} to {} bytes, samples: {}\n"
        "  estimated time {}, memory {:.1f} MiB per rank, {:.1f} MiB on disk\n",
        name_of(options_.mode), session_.size(), host_count(run_.ranks), pair_count(session_.size()),
        lengths.size(), lengths.empty() ? 0 : *shortest, lengths.empty() ? 0 : *longest,
        options_.sampling.text(), format_duration(std::accumulate(seconds.begin(), seconds.end(), 0.0)),
        need.total() / mebibyte,
        static_cast<double>(lengths.size()) * std::pow(session_.size(), 2) * 6 * sizeof(double) / mebibyte);
}

std::vector<PlaneDigest> Sweep::measure(const std::vector<std::int64_t>& lengths,
                                        std::optional<RunWriter>& writer,
                                        std::atomic<std::int64_t>& complete) {
    progress_.foresee(
        plane_seconds(options_, lengths, probe_, schedule_->parts(session_.size()), session_.size()));
    const bool one_clock = host_count(run_.ranks) == 1;
    std::vector<PlaneDigest> digests;
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        const Payload payload(lengths[k]);
        if (options_.mode == Mode::bcast || has_noise(options_.mode)) {
            clock_offset_ = measure_clock_offset(measured_comm_.get(), clock_, one_clock);
            worst_clock_bound_s_ = std::max(worst_clock_bound_s_, clock_offset_.error_bound_s);
        }
        progress_.begin_plane(k, lengths[k], schedule_->parts(session_.size()));
        PlaneCells cells(session_.rank(), session_.size(), schedule_->holder());
        schedule_->measure(stage_for(payload), order_of(lengths[k]), cells);
        collect(cells, writer, digests.emplace_back(lengths[k]));
        ++complete;
    }
    progress_.clear();
    return digests;
}

void Sweep::collect(const PlaneCells& cells, std::optional<RunWriter>& writer, PlaneDigest& digest) {
    // A rank that is done with its pairs must not disturb those that still measure by waiting inside a
    // collective.
    MPI_Request all_done = MPI_REQUEST_NULL;
    MPI_Ibarrier(control_comm_.get(), &all_done);
    idle_.finish(all_done);

    const std::vector<CellStatistics> own_row = cells.row(control_comm_.get());
    if (!session_.is_first()) {
        MPI_Request row = MPI_REQUEST_NULL;
        // Synchronous, so that rank 0 is not flooded with rows that it has not asked for.
        MPI_Issend(own_row.data(), static_cast<int>(own_row.size() * sizeof(CellStatistics)), MPI_BYTE, 0,
                   row_tag, control_comm_.get(), &row);
        idle_.finish(row);
    }
    on_first_rank([&] { write_rows(own_row, *writer, digest); });
}

void Sweep::write_rows(const std::vector<CellStatistics>& own_row, RunWriter& writer, PlaneDigest& digest) {
    std::optional<Error> failure;
    const auto write = [&](const auto& action) {
        if (failure) return;
        try {
            action();
        } catch (const Error& error) {
            failure = error;
        }
    };
    write([&] { writer.begin_plane(digest.length_bytes()); });
    std::vector<CellStatistics> row = own_row;
    for (int sender = 0; sender < session_.size(); ++sender) {
        // A row must be taken in even when it can no longer be written: its rank waits for that.
        if (sender > 0) {
            MPI_Recv(row.data(), static_cast<int>(row.size() * sizeof(CellStatistics)), MPI_BYTE, sender,
                     row_tag, control_comm_.get(), MPI_STATUS_IGNORE);
        }
        digest.add_row(sender, row, run_.ranks);
        write([&] { writer.write_row(sender, row); });
    }
    write([&] { writer.commit_plane(); });
    if (failure) throw Error(*failure);
}

Sweep::Measured Sweep::measured() const {
    const NoiseShare own = noisy_schedule_ != nullptr ? noisy_schedule_->share() : NoiseShare{};
    std::array<std::int64_t, 2> counts{own.samples, own.with_burst};
    MPI_Allreduce(MPI_IN_PLACE, counts.data(), 2, MPI_INT64_T, MPI_SUM, control_comm_.get());
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    return {counts[0] > 0 ? static_cast<double>(counts[1]) / static_cast<double>(counts[0]) : unknown,
            group_exchange_ ? group_exchange_->empty_step_s().value_or(unknown) : unknown,
            worst_clock_bound_s_};
}

}  // namespace fabricmap::network_test
