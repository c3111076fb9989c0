// SPDX-License-Identifier: Apache-2.0
#include "network_test/program/confirm_account.hpp"

#include "base/quantities.hpp"
#include "base/units.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/run/quality.hpp"
#include "statistics/binomial.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace fabricmap::network_test {
namespace {

/// A control that differs by more says that the machine is another one than then.
constexpr double max_change_of_controls = 0.1;
/// A value that takes less than this share of what the round gave was slowed down by the round.
constexpr double quicker_alone = 0.9;
/// The diagnosis asks for as much of what was counted.
constexpr double by_chance_in = 100;

}  // namespace

ConfirmAccount::ConfirmAccount(const Options& options, const RunDescription& run, const Roster& roster,
                               bool counts_slow_samples)
    : roster_(roster),
      writer_(RunWriter::resume(options.file, run)),
      stored_(open_run(options.file)),
      medians_(stored_.stack(Statistic::median)),
      counts_slow_samples_(counts_slow_samples) {
    writer_.reach_disk(!options.no_sync);
}

void ConfirmAccount::add(const std::vector<ConfirmTask>& tasks, const std::vector<CellStatistics>& cells) {
    std::vector<AmendedCell> amended;
    for (std::size_t k = 0; k < tasks.size(); ++k) {
        const std::int64_t sender = roster_.matrix_rank(tasks[k].pair.sender);
        const std::int64_t receiver = roster_.matrix_rank(tasks[k].pair.receiver);
        const double before = stored(*medians_, tasks[k].length_bytes, sender, receiver);
        const double quality =
            stored_.quality() ? stored(*stored_.quality(), tasks[k].length_bytes, sender, receiver) : 0;
        (tasks[k].is_control ? controls_ : values_).push_back(cells[k].median / before);
        SlowSamples& counts = tasks[k].is_control ? of_controls_ : of_values_;
        counts.slow += cells[k].outliers;
        counts.all += cells[k].count;
        if (tasks[k].is_control && has_quality(quality, Quality::unconfirmed)) ++unconfirmed_controls_;
        if (tasks[k].is_control && !counts_slow_samples_) continue;
        amended.push_back({tasks[k].length_bytes, sender, receiver, cells[k]});
        amended.back().cell.flag(Quality::remeasured);
        // A clean repetition takes nothing back.
        if (has_quality(quality, Quality::corrupted)) amended.back().cell.flag(Quality::corrupted);
    }
    writer_.amend(amended);
}

std::string ConfirmAccount::text() const {
    const auto quicker =
        std::count_if(values_.begin(), values_.end(), [](double ratio) { return ratio < quicker_alone; });
    std::string text =
        fmt::format("{} measured alone: {} faster than in the round, {} as slow\n",
                    counted(std::ssize(values_), "value"), quicker, std::ssize(values_) - quicker);
    if (counts_slow_samples_) text += counts_text();
    if (controls_.empty()) return text;
    const double change = upper_median_of(std::vector(controls_));
    text += fmt::format("{} took {:.2f} times what the run holds (median)\n",
                        counted(std::ssize(controls_), "control"), change);
    if (change < 1 - max_change_of_controls && 2 * unconfirmed_controls_ > std::ssize(controls_)) {
        text +=
            "warning: in the rounds pairs that are not in the list were slower than alone, too: "
            "measure the whole run again with a longer --max-time\n";
    } else if (std::abs(change - 1) > max_change_of_controls) {
        text += "warning: the machine has changed: measure the whole run again\n";
    }
    return text;
}

std::string ConfirmAccount::counts_text() const {
    std::string text = fmt::format("{} of {} took more than 5 medians ({})", of_values_.slow,
                                   counted(of_values_.all, "sample"), format_share(of_values_.fraction(), 2));
    if (of_controls_.all == 0) return text + "; there were no controls\n";
    const double elsewhere =
        static_cast<double>(of_controls_.slow + 1) / static_cast<double>(of_controls_.all + 2);
    const double surprise = binomial_surprise(static_cast<double>(of_values_.slow),
                                              static_cast<double>(of_values_.all), elsewhere);
    return text + fmt::format(", {} of {} of the controls ({}): {}\n", of_controls_.slow, of_controls_.all,
                              format_share(of_controls_.fraction(), 2),
                              surprise >= std::log(by_chance_in) ? "they are slow more often"
                                                                 : "no more often than by chance");
}

double ConfirmAccount::stored(const DelayStack& stack, std::int64_t length, std::int64_t sender,
                              std::int64_t receiver) {
    const std::vector<std::int64_t>& lengths = stack.message_lengths();
    const auto k = std::find(lengths.begin(), lengths.end(), length) - lengths.begin();
    return stack.pair(sender, receiver)(k);
}

}  // namespace fabricmap::network_test
