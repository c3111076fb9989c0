// SPDX-License-Identifier: Apache-2.0
// How a sweep settles its schedule and knows beforehand how long it will take.
#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "measuring/mpi/first_rank.hpp"
#include "measuring/places.hpp"
#include "network_test/engine/group_schedule.hpp"
#include "network_test/engine/memory_need.hpp"
#include "network_test/engine/noisy_schedule.hpp"
#include "network_test/engine/round_notes.hpp"
#include "network_test/engine/round_schedule.hpp"
#include "network_test/engine/run_output.hpp"
#include "network_test/engine/serial_schedule.hpp"
#include "network_test/engine/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fabricmap::network_test {
namespace {

// A sweep of this length is waited for; a longer one is worth what rounds cost in certainty.
constexpr double short_s = 300;
// What a rehearsal may take of the time that is given.
constexpr double most_of_budget = 0.05;

/// How many parts of a plane are rehearsed.
std::int64_t parts_to_rehearse(std::int64_t parts, bool thoroughly) {
    constexpr std::int64_t most = 8;
    return thoroughly ? std::clamp<std::int64_t>(parts / 2, 1, 4 * most)
                      : std::clamp<std::int64_t>(parts / 20, 1, most);
}

double sum_of(const std::vector<double>& seconds) {
    return std::accumulate(seconds.begin(), seconds.end(), 0.0);
}

}  // namespace

bool Sweep::may_use_rounds() const {
    return pair_exchange_ && subject_.options.noise.processes == 0;
}

const RoundPlan& Sweep::round_plan() {
    const Options& options = subject_.options;
    if (!round_plan_) {
        round_plan_.emplace(
            subject_.roster.parties(), subject_.places,
            RoundPlan::Settings{options.active_per_node, options.sample_pairs.value_or(PairSample{}),
                                subject_.run.seed.value_or(0)});
        for (const std::string& line : round_notes(options, subject_.roster.parties(), subject_.places))
            say("note: " + line);
    }
    return *round_plan_;
}

std::unique_ptr<PlaneSchedule> Sweep::new_schedule(ScheduleKind kind) {
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
        return std::make_unique<RoundSchedule>(
            RoundVisits(*pair_measurement_, control_comm_.get(), host_comm_.get(), idle_), round_plan(),
            progress_, [this](const std::string& line) { say(line); });
    }
    return std::make_unique<SerialSchedule>(*pair_measurement_, control_comm_.get(), idle_, progress_);
}

ScheduleKind Sweep::choose_schedule(ScheduleKind wanted, const std::vector<std::int64_t>& lengths) {
    const Options& options = subject_.options;
    ScheduleKind kind = wanted;
    const bool open = wanted == ScheduleKind::automatic && may_use_rounds();
    if (kind == ScheduleKind::automatic) {
        kind = open && options.sample_pairs ? ScheduleKind::rounds : ScheduleKind::serial;
    }
    if (!lengths.empty()) synchronise_clocks();
    schedule_ = new_schedule(kind);
    usual_times_ = rehearse(lengths, Effort::usual);
    const double bearable_s = options.max_time ? static_cast<double>(options.max_time->count()) : short_s;
    if (open && kind == ScheduleKind::serial && seconds_of(lengths) > bearable_s &&
        round_plan().pairs_at_once() > 1) {
        kind = ScheduleKind::rounds;
        schedule_ = new_schedule(kind);
        usual_times_ = rehearse(lengths, Effort::usual);
    }
    if (options.max_time) least_times_ = rehearse(lengths, Effort::least);
    // What the rehearsal has seen is no part of the measurement, but all there is of a plan.
    if (!options.dry_run) schedule_ = new_schedule(kind);
    return kind;
}

PartTimes Sweep::rehearse(const std::vector<std::int64_t>& lengths, Effort effort) {
    progress_.prepare("rehearsing, to know how long it will take");
    PartTimes times;
    const bool least = effort == Effort::least;
    // Single samples are quick, and stray more.
    const std::int64_t parts =
        parts_to_rehearse(schedule_->parts(rank_count()), least || subject_.options.dry_run);
    const std::vector<std::int64_t> rehearsed = lengths_to_rehearse(lengths);
    for (const std::int64_t length : rehearsed) {
        const Payload payload(length);
        Stage stage = stage_for(payload);
        if (const auto& given = subject_.options.max_time) {
            const double share = least ? 0 : most_of_budget / static_cast<double>(rehearsed.size());
            stage.pace = pace_of(share * static_cast<double>(given->count()), length);
        }
        if (subject_.options.dry_run && !least) {
            const double before_s = elapsed_s();
            schedule_->scout(stage, shuffled_order(length));
            scouting_s_ += elapsed_s() - before_s;
        }
        PlaneCells cells(session_.rank(), session_.size(), schedule_->holder());
        // Shuffled even where the sweep is not: the first pairs of a row are those within one host.
        const Shuffle excerpt = shuffled_order(length).first(parts);
        idle_.await_all(control_comm_.get());
        const double begin_s = elapsed_s();
        schedule_->rehearse(stage, excerpt, cells);
        idle_.await_all(control_comm_.get());
        const double end_s = elapsed_s();
        if (common_clock_) refuse_at_rehearsal(length, cells);
        double part_s = (end_s - begin_s) / static_cast<double>(parts);
        take_from_first_rank(part_s, control_comm_.get());
        times.add(length, part_s);
    }
    return times;
}

void Sweep::refuse_at_rehearsal(std::int64_t length_bytes, const PlaneCells& cells) {
    PlaneDigest digest(length_bytes);
    digest.add_row(session_.rank(), cells.row(control_comm_.get()), subject_.places);
    on_every_rank([&] { refuse_quick_pairs(digest); });
}

std::vector<double> Sweep::plane_seconds(Effort effort, const std::vector<std::int64_t>& lengths) const {
    const PartTimes& times = effort == Effort::least ? least_times_ : usual_times_;
    return times.of_planes(lengths, schedule_->foreseen_parts(lengths, rank_count(), effort));
}

double Sweep::seconds_of(const std::vector<std::int64_t>& lengths) const {
    return sum_of(plane_seconds(Effort::usual, lengths));
}

double Sweep::seconds_of_bare_planes(const std::vector<std::int64_t>& lengths) const {
    return sum_of(
        usual_times_.of_planes(lengths, schedule_->foreseen_parts(lengths, rank_count(), Effort::least)));
}

std::string Sweep::plan_text(const std::vector<std::int64_t>& lengths) const {
    if (lengths.empty()) return "nothing is left to measure: the run is complete\n";
    const Options& options = subject_.options;
    const auto need = memory_need(options, session_.size(), group_exchange_ != nullptr,
                                  group_exchange_ ? group_exchange_->incoming_messages(session_.size()) : 1);
    const auto [shortest, longest] = std::minmax_element(lengths.begin(), lengths.end());
    const std::string span =
        shortest == longest ? fmt::format("of {}", format_size(*longest))
                            : fmt::format("from {} to {}", format_size(*shortest), format_size(*longest));
    // The sweep will look as long as the plan did whether pairs disturb each other.
    const double whole_s = seconds_of(lengths) + scouting_s_;
    std::string text = fmt::format(
        "{}: {} on {}, {} pairs, {}\n"
        "  {} {} bytes, samples: {}\n"
        "  estimated time {}, memory {} per rank, {} on disk\n",
        name_of(options.mode), counted(rank_count(), "rank"), counted(host_count(subject_.places), "host"),
        pair_count(rank_count()), schedule_->plan(), counted(std::ssize(lengths), "length"), span,
        options.sampling.text(), format_duration(whole_s), format_bytes(need.total()),
        format_bytes(bytes_on_disk(options, subject_.run.rank_count(), lengths.size())));
    const double doubts_s = whole_s - seconds_of_bare_planes(lengths);
    if (doubts_s > 0) {
        text += fmt::format(
            "  of that {} for seeing whether pairs disturb each other, and for measuring again where they "
            "do\n",
            format_duration(doubts_s));
    }
    if (options.max_time) {
        text += fmt::format("  of that at most {} are spent; a single sample of every pair takes {}\n",
                            format_duration(static_cast<double>(options.max_time->count())),
                            format_duration(sum_of(plane_seconds(Effort::least, lengths))));
    }
    return text;
}

}  // namespace fabricmap::network_test
