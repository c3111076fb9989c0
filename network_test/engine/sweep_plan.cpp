// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/sweep_plan.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "measuring/mpi/first_rank.hpp"
#include "measuring/rank_locations.hpp"
#include "network_test/engine/run_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace fabricmap::network_test {
namespace {

// A sweep of this length is waited for; a longer one is worth what rounds cost in certainty.
constexpr double short_s = 300;
// The part of the given time that a trial run may take.
constexpr double max_of_budget = 0.05;

/// How many parts of a plane are trial_lengths.
std::int64_t parts_of_trial(std::int64_t parts, bool thoroughly) {
    constexpr std::int64_t most = 8;
    return thoroughly ? std::clamp<std::int64_t>(parts / 2, 1, 4 * most)
                      : std::clamp<std::int64_t>(parts / 20, 1, most);
}

double sum_of(const std::vector<double>& seconds) {
    return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

}  // namespace

SweepPlan::SweepPlan(SweepContext& context, ScheduleKind wanted, std::vector<std::int64_t> lengths)
    : context_(context), lengths_(std::move(lengths)), kind_(wanted) {
    const Options& options = context_.subject().options;
    const bool open = wanted == ScheduleKind::automatic && context_.may_use_rounds();
    if (kind_ == ScheduleKind::automatic) {
        kind_ =
            open && (options.sample_pairs || options.together) ? ScheduleKind::rounds : ScheduleKind::serial;
    }
    if (!lengths_.empty()) context_.synchronise_clocks();
    schedule_ = context_.new_schedule(kind_);
    full_times_ = run_trial(Effort::full);
    const double acceptable_s = options.max_time ? static_cast<double>(options.max_time->count()) : short_s;
    if (open && kind_ == ScheduleKind::serial && seconds(Effort::full) > acceptable_s &&
        context_.round_plan().pairs_at_once() > 1) {
        kind_ = ScheduleKind::rounds;
        schedule_ = context_.new_schedule(kind_);
        full_times_ = run_trial(Effort::full);
    }
    if (options.max_time) min_times_ = run_trial(Effort::minimal);
    if (context_.is_first() && !context_.simulated() && !lengths_.empty())
        disk_s_ = disk_seconds_of_a_length(options);
}

Shuffle SweepPlan::order_of(const PlaneSchedule& schedule, std::int64_t length_bytes) const {
    return context_.subject().options.ordered ? Shuffle::none(schedule.parts(context_.endpoint_count()))
                                              : context_.shuffled_order(schedule, length_bytes);
}

PartTimes SweepPlan::run_trial(Effort effort) {
    context_.progress().prepare("trial run, to estimate the run time");
    PartTimes times;
    const Options& options = context_.subject().options;
    const bool is_minimal = effort == Effort::minimal;
    // Single samples are quick, and stray more.
    const std::int64_t parts =
        parts_of_trial(schedule_->parts(context_.endpoint_count()), is_minimal || options.dry_run);
    const std::vector<std::int64_t> trial_lengths = lengths_of_trial(lengths_);
    for (const std::int64_t length : trial_lengths) {
        const Payload payload(length);
        Pace pace;
        if (const auto& given = options.max_time) {
            const double fraction =
                is_minimal ? 0 : max_of_budget / static_cast<double>(trial_lengths.size());
            pace = pace_of(fraction * static_cast<double>(given->count()), length);
        }
        const Stage stage = context_.stage_for(payload, pace);
        // Shuffled even where the sweep is not: the first pairs of a row are those within one host.
        const Shuffle order = context_.shuffled_order(*schedule_, length);
        if (options.dry_run && !is_minimal) {
            const double before_s = context_.elapsed_s();
            schedule_->calibrate(stage, order);
            calibration_s_ += context_.elapsed_s() - before_s;
        }
        PlaneCells cells = context_.cells_for(schedule_->holder());
        const Shuffle excerpt = context_.shuffled_order(*schedule_, length).first(parts);
        context_.idle().await_all(context_.control());
        const double begin_s = context_.elapsed_s();
        schedule_->run_trial(stage, excerpt, cells);
        context_.idle().await_all(context_.control());
        double part_s = (context_.elapsed_s() - begin_s) / static_cast<double>(parts);
        refuse_quick_pairs(length, cells);
        take_from_first_rank(part_s, context_.control());
        times.add(length, part_s);
    }
    return times;
}

void SweepPlan::refuse_quick_pairs(std::int64_t length_bytes, const PlaneCells& cells) const {
    if (context_.subject().options.timing != Timing::synchronized) return;
    PlaneDigest digest(length_bytes);
    digest.add_row(context_.rank(), cells.row(context_.control()), context_.subject().locations);
    on_every_rank([&] { context_.refuse_quick_pairs(digest); });
}

std::vector<double> SweepPlan::plane_seconds(Effort effort, const PlaneSchedule& schedule,
                                             std::size_t first_plane) const {
    const std::vector<std::int64_t> lengths(lengths_.begin() + static_cast<std::ptrdiff_t>(first_plane),
                                            lengths_.end());
    const PartTimes& times = effort == Effort::minimal ? min_times_ : full_times_;
    return times.of_planes(lengths, schedule.estimated_parts(lengths, context_.endpoint_count(), effort));
}

double SweepPlan::seconds(Effort effort) const {
    return sum_of(plane_seconds(effort, *schedule_));
}

Pace SweepPlan::pace_of(double span_s, std::int64_t length_bytes) const {
    if (span_s <= 0) return Pace::hurried();
    return Pace(context_.now() + std::llround(span_s * nanoseconds_per_second),
                std::llround(min_times_.at(length_bytes) * nanoseconds_per_second));
}

std::string SweepPlan::text() const {
    if (lengths_.empty()) return "nothing is left to measure: the run is complete\n";
    const Options& options = context_.subject().options;
    const auto [shortest, longest] = std::minmax_element(lengths_.begin(), lengths_.end());
    const std::string span =
        shortest == longest ? fmt::format("of {}", format_size(*longest))
                            : fmt::format("from {} to {}", format_size(*shortest), format_size(*longest));
    // The sweep will look as long as the plan did whether pairs disturb each other.
    const double measuring_s = seconds(Effort::full) + calibration_s_;
    std::string text = fmt::format(
        "{}: {} on {}, {}, {}\n"
        "  {} {} bytes, samples: {}\n"
        "  estimated time {}, memory {} per rank, {} on disk\n",
        name_of(options.mode), counted(context_.endpoint_count(), "rank"),
        counted(host_count(context_.subject().locations), "host"),
        counted(pair_count(context_.endpoint_count()), "pair"), schedule_->plan(),
        counted(std::ssize(lengths_), "length"), span, options.sampling.text(),
        format_duration(measuring_s + disk_s_ * static_cast<double>(lengths_.size())),
        format_bytes(context_.memory().total()),
        format_bytes(bytes_on_disk(options, context_.subject().run.rank_count(), lengths_.size())));
    const std::vector<double> bare_s = full_times_.of_planes(
        lengths_, schedule_->estimated_parts(lengths_, context_.endpoint_count(), Effort::minimal));
    const double doubts_s = measuring_s - sum_of(bare_s);
    // Less is not worth a line, and would be printed as 0.0 s.
    constexpr double min_doubts_s = 0.05;
    if (doubts_s >= min_doubts_s) {
        text += fmt::format(
            "  of that {} to check whether pairs disturb each other, and to repeat measurements where they "
            "do\n",
            format_duration(doubts_s));
    }
    if (options.max_time) {
        text += fmt::format("  limited to {} (--max-time); a single sample of every pair takes {}\n",
                            format_duration(static_cast<double>(options.max_time->count())),
                            format_duration(seconds(Effort::minimal)));
    }
    return text;
}

}  // namespace fabricmap::network_test
