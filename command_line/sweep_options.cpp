// SPDX-License-Identifier: Apache-2.0
#include "command_line/sweep_options.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "command_line/command.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"

#include <fmt/format.h>

namespace fabricmap {
namespace {

/// "one_to_one and test_noise_blocking (bcast: synchronized or receiver)".
std::string timing_choices() {
    const auto has_all = [](const ModeTraits& traits) { return traits.timings.size() == all_timings.size(); };
    std::string text = mode_names_where(has_all);
    for (const ModeTraits& traits : all_mode_traits) {
        if (has_all(traits) || traits.timings.size() < 2) continue;
        std::vector<std::string_view> names;
        for (const Timing timing : traits.timings) names.push_back(name_of(timing));
        text += fmt::format(" ({}: {})", traits.name, joined_by(names, " or "));
    }
    return text;
}

}  // namespace

std::string mode_names() {
    std::string names;
    for (const Mode mode : all_modes) names += fmt::format(" {}", name_of(mode));
    return names;
}

std::string mode_names_where(const std::function<bool(const ModeTraits&)>& holds, std::string_view word) {
    std::vector<std::string_view> names;
    for (const ModeTraits& traits : all_mode_traits) {
        if (holds(traits)) names.push_back(traits.name);
    }
    return names.empty() ? "no mode" : listed(names, word);
}

std::vector<std::string> statistic_names() {
    return names_of<all_statistics>();
}

Statistic read_statistic(std::string_view word) {
    if (const auto statistic = statistic_named(word)) return *statistic;
    throw UsageError(fmt::format("--statistic {}: give min, average, median, max, deviation or count", word));
}

void SweepOptions::declare(Command& app, const Defaults& defaults) {
    app.add_option("-t,--type", type_, "Communication pattern, see below")
        .option_text("MODE" + defaults.mode)
        .completed_by([] { return names_in(all_mode_traits); });
    app.add_option("-b,--begin", begin_, "First message length, instead of --lengths").option_text("SIZE");
    app.add_option("-e,--end", end_, "End of the message lengths, exclusive").option_text("SIZE");
    app.add_option("-s,--step", step_, "Step from length to length").option_text("SIZE");
    app.add_option("--lengths", lengths_,
                   defaults.probes
                       ? "Message lengths: 0,1K,64K, pow2:1:4M, count:100, legacy (what -b -e -s stand for), "
                         "probe (those at which delays jump), or several joined by commas"
                       : "Message lengths: 0,1K,64K, pow2:1:4M, count:100, legacy (what -b -e -s stand for), "
                         "or several joined by commas")
        .option_text("LIST" + defaults.lengths);
    app.add_option("-n,--num-iterations", repeats_, "Largest number of samples of a pair at a length")
        .option_text("COUNT" + defaults.repeats);
    app.add_option("--timing", timing_, "one_way, round_trip, receiver or synchronized")
        .option_text("TIMING" + defaults.timing)
        .completed_by(names_of<all_timings>);
    app.add_option("--seed", seed_, "Seed of all random choices").option_text("NUMBER" + defaults.seed);
}

Mode SweepOptions::mode() const {
    const std::string word = type_.value_or("one_to_one");
    if (const auto mode = mode_named(word)) return *mode;
    throw UsageError(fmt::format("-t {}: there is no such mode; the modes are:{}", word, mode_names()));
}

std::vector<std::int64_t> SweepOptions::lengths() const {
    refuse_row_beside_list();
    return gives_row() ? row() : parse_lengths(lengths_.value_or(std::string(default_lengths)));
}

LengthRequest SweepOptions::length_request() const {
    refuse_row_beside_list();
    return gives_row() ? LengthRequest{row(), std::nullopt}
                       : parse_length_request(lengths_.value_or(std::string(default_lengths)));
}

std::vector<std::int64_t> SweepOptions::row() const {
    return length_row(parse_size(begin_.value_or("0"), "-b"), parse_size(end_.value_or("10000"), "-e"),
                      parse_size(step_.value_or("100"), "-s"));
}

void SweepOptions::refuse_row_beside_list() const {
    if (lengths_ && gives_row()) {
        throw UsageError("--lengths: replaces -b, -e and -s; give one or the other");
    }
}

std::int64_t SweepOptions::repeats() const {
    return read_count(repeats_.value_or("100"), "-n", 1, "samples");
}

std::optional<std::uint64_t> SweepOptions::seed() const {
    return seed_ ? std::optional(read_seed(*seed_)) : std::nullopt;
}

std::optional<Timing> SweepOptions::timing_of(Mode mode) const {
    if (!timing_) return default_timing(mode);
    const auto timing = timing_named(*timing_);
    if (!timing) {
        throw UsageError(fmt::format(
            "--timing {}: the timings are one_way, round_trip, receiver and synchronized", *timing_));
    }
    if (!can_be_timed(mode, *timing)) {
        throw UsageError(fmt::format("--timing {}: {} has its own timing; choose one for {} only", *timing_,
                                     name_of(mode), timing_choices()));
    }
    return timing;
}

}  // namespace fabricmap
