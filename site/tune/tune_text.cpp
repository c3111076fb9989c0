// SPDX-License-Identifier: Apache-2.0
#include "site/tune/tune_text.hpp"

#include "base/message_lengths.hpp"
#include "base/shell_words.hpp"
#include "base/units.hpp"
#include "base/utf8.hpp"
#include "site/reports/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fabricmap::site {
namespace {

/// What stands for the library's own choice; in runs that compare algorithms it may have the number 0.
constexpr std::string_view library_choice;

/// Where an algorithm may be faster by more and was not seen to be, nothing is known.
constexpr double max_unseen_ratio = 1.25;
/// By more only what else the machine did makes jobs differ.
constexpr double max_ratio_of_quiet_machine = 2;

bool is_that_algorithm(const std::string& name, std::string_view algorithm) {
    return name == algorithm || (algorithm == library_choice && name.starts_with("0/"));
}

/// The cell of a choice with that algorithm; null where it has none.
const Json* cell_of(const Json& collectives, const Json& choice, std::string_view algorithm) {
    for (const Json& cell : collectives.at("cells")) {
        const bool is_same = cell.at("operation") == choice.at("operation") &&
                             cell.at("ranks") == choice.at("ranks") && cell.at("root") == choice.at("root") &&
                             cell.at("length_bytes") == choice.at("length_bytes") && cell.at("mock_up") == "";
        if (is_same && is_that_algorithm(cell.at("algorithm").get<std::string>(), algorithm)) return &cell;
    }
    return nullptr;
}

bool has_interval(const Json* cell) {
    return cell != nullptr && cell->at("interval_s").at(0).is_number() &&
           cell->at("interval_s").at(1).is_number();
}

/// Of the ends of an interval: what is wider says nothing of the time.
constexpr double max_telling_ratio = 10;

/// "20.1 µs (19.8 µs to 20.6 µs)", as far as it is known.
std::string time_of(const Json* cell) {
    if (cell == nullptr || !cell->at("median_s").is_number()) return "-";
    const std::string time = format_delay(cell->at("median_s").get<double>());
    if (!has_interval(cell)) return time;
    const auto low = cell->at("interval_s").at(0).get<double>();
    const auto high = cell->at("interval_s").at(1).get<double>();
    if (!(high <= max_telling_ratio * low)) return time + " (jobs differ too much)";
    return fmt::format("{} ({} to {})", time, format_delay(low), format_delay(high));
}

std::string name_of_choice(const Json& choice) {
    return printable(choice.at("operation").get<std::string>());
}

std::string verdict_on(const Json& choice) {
    if (choice.at("bad").get<bool>())
        return fmt::format("{} times faster", format_factor(choice.at("factor").get<double>()));
    if (choice.at("default_is_hidden").get<bool>()) return "the library's choice cannot be judged here";
    const Json& ratio = choice.at("max_ratio");
    if (!ratio.is_number()) return "too few measurements to tell";
    if (choice.at("candidate").get<bool>()) return "faster in these jobs, too few to decide";
    if (ratio.get<double>() < 1) return "the library's choice is faster";
    if (ratio.get<double>() > max_ratio_of_quiet_machine)
        return "the machine was too busy to see a difference";
    return fmt::format("no difference above {}", format_share(ratio.get<double>() - 1, 2));
}

/// What a pair of jobs shows of a choice: faster or slower where their intervals lie apart.
struct PairOfJobs {
    enum class Shows : std::uint8_t { unknown, none, faster, slower };
    Shows shows = Shows::unknown;
    double ratio = 1;  ///< of the time before to that with the rules

    PairOfJobs(const Json* before, const Json* after) {
        if (!has_interval(before) || !has_interval(after)) return;
        ratio = before->at("median_s").get<double>() / after->at("median_s").get<double>();
        const auto end = [](const Json* cell, std::size_t which) {
            return cell->at("interval_s").at(which).get<double>();
        };
        shows = end(after, 1) < end(before, 0)   ? Shows::faster
                : end(before, 1) < end(after, 0) ? Shows::slower
                                                 : Shows::none;
    }

    [[nodiscard]] std::string text() const {
        switch (shows) {
            case Shows::unknown:
                return "too few measurements to tell";
            case Shows::none:
                return "no difference";
            case Shows::faster:
                return fmt::format("{} times faster", format_factor(ratio));
            case Shows::slower:
                break;
        }
        return fmt::format("{} times slower", format_factor(1 / ratio));
    }
};

/// Both pairs of a trial, for one choice.
struct TrialOfChoice {
    std::array<const Json*, 2> before{};
    std::array<const Json*, 2> after{};
    std::array<PairOfJobs, 2> pairs;

    TrialOfChoice(const Trial& trial, const Json& choice)
        : before{cell_of(trial.pairs[0].before, choice, library_choice),
                 cell_of(trial.pairs[1].before, choice, library_choice)},
          after{cell_of(trial.pairs[0].after, choice, library_choice),
                cell_of(trial.pairs[1].after, choice, library_choice)},
          pairs{PairOfJobs(before[0], after[0]), PairOfJobs(before[1], after[1])} {}

    [[nodiscard]] bool agrees() const noexcept { return pairs[0].shows == pairs[1].shows; }
    [[nodiscard]] bool both_show(PairOfJobs::Shows what) const noexcept {
        return agrees() && pairs[0].shows == what;
    }
    [[nodiscard]] std::string text() const {
        if (!agrees()) return fmt::format("undecided: {}, then {}", pairs[0].text(), pairs[1].text());
        return pairs[pairs[0].ratio <= pairs[1].ratio ? 0 : 1].text();
    }
};

std::string both_times(const std::array<const Json*, 2>& cells) {
    return fmt::format("{}, {}", time_of(cells[0]), time_of(cells[1]));
}

bool is_no_gain_known(const Json& choice) {
    const Json& ratio = choice.at("max_ratio");
    return ratio.is_number() && ratio.get<double>() <= max_unseen_ratio;
}

/// What is known to be the fastest, and what it takes.
std::array<std::string, 2> fastest_cells(const Json& collectives, const Json& choice) {
    if (choice.at("bad").get<bool>()) {
        const auto best = choice.at("best").get<std::string>();
        return {printable(best), time_of(cell_of(collectives, choice, best))};
    }
    const Json& ratio = choice.at("max_ratio");
    if (ratio.is_number() && ratio.get<double>() < 1)
        return {"the library's choice", time_of(cell_of(collectives, choice, library_choice))};
    return {is_no_gain_known(choice) ? "none" : "not known", "-"};
}

}  // namespace

bool can_be_judged(const Json& collectives) {
    return !collectives.at("algorithms").empty();
}

std::string no_winner_text(const Json& collectives) {
    std::string text =
        "Nothing is faster than the library's choice beyond doubt and by 5 %: no rule follows.\n";
    for (const Json& choice : collectives.at("algorithms")) {
        if (is_no_gain_known(choice)) continue;
        return text + "Of some the jobs differ too much to tell: take more --jobs, or a quieter machine.\n";
    }
    return text;
}

bool is_any_known(const Json& collectives) {
    const Json& choices = collectives.at("algorithms");
    return std::any_of(choices.begin(), choices.end(), is_no_gain_known);
}

bool has_winner(const Json& collectives) {
    for (const Json& choice : collectives.at("algorithms")) {
        if (choice.at("bad").get<bool>()) return true;
    }
    return false;
}

std::string winners_text(const Json& collectives, std::chrono::duration<double> span) {
    std::vector<std::vector<std::string>> rows{
        {"operation", "ranks", "length", "fastest", "takes", "the library's choice", ""}};
    for (const Json& choice : collectives.at("algorithms")) {
        const auto [fastest, takes] = fastest_cells(collectives, choice);
        rows.push_back({name_of_choice(choice), choice.at("ranks").dump(),
                        format_size(choice.at("length_bytes").get<std::int64_t>()), fastest, takes,
                        time_of(cell_of(collectives, choice, library_choice)), verdict_on(choice)});
    }
    std::string text =
        fmt::format("{}  median of {} jobs within {}; in brackets its {} % interval over jobs\n",
                    table_text(rows), collectives.at("jobs").dump(), format_duration(span.count()),
                    format_plain(100 * collectives.at("confidence").get<double>()));
    for (const Json& remark : collectives.at("remarks"))
        text += fmt::format("  {}\n", printable(remark.get<std::string>()));
    return text;
}

std::string settings_text(const std::filesystem::path& rules) {
    const std::string file = shell_word(rules.string());
    return fmt::format(
        "Rules: {0}\nOpen MPI takes them by either of\n"
        "  mpirun --mca coll_tuned_use_dynamic_rules 1 --mca coll_tuned_dynamic_rules_filename {0} ...\n"
        "  export OMPI_MCA_coll_tuned_use_dynamic_rules=1 OMPI_MCA_coll_tuned_dynamic_rules_filename={0}\n",
        file);
}

TrialOutcome outcome_of(const Json& compared, const Trial& trial) {
    std::vector<std::vector<std::string>> rows{
        {"operation", "ranks", "length", "before", "with the rules", ""}};
    bool is_any_faster = false;
    bool is_any_slower = false;
    bool do_all_agree = true;
    for (const Json& choice : compared.at("algorithms")) {
        const TrialOfChoice tried(trial, choice);
        const bool is_slower = tried.both_show(PairOfJobs::Shows::slower);
        is_any_slower = is_any_slower || is_slower;
        // A rule holds from its length on, and may slow down what had no winner.
        const bool has_rule = choice.at("bad").get<bool>();
        if (!has_rule && !is_slower) continue;
        rows.push_back({name_of_choice(choice), choice.at("ranks").dump(),
                        format_size(choice.at("length_bytes").get<std::int64_t>()), both_times(tried.before),
                        both_times(tried.after), tried.text()});
        if (!has_rule) continue;
        is_any_faster = is_any_faster || tried.both_show(PairOfJobs::Shows::faster);
        do_all_agree = do_all_agree && tried.agrees();
    }
    TrialOutcome outcome;
    outcome.text = fmt::format(
        "Four jobs: before, with the rules, with the rules, before; in brackets intervals within a job\n{}",
        table_text(rows));
    if (is_any_slower) {
        outcome.verdict = is_any_faster ? TrialVerdict::mixed : TrialVerdict::no_gain;
    } else if (is_any_faster) {
        outcome.verdict = TrialVerdict::confirmed;
    } else {
        outcome.verdict = do_all_agree ? TrialVerdict::no_gain : TrialVerdict::undecided;
    }
    return outcome;
}

}  // namespace fabricmap::site
