// SPDX-License-Identifier: Apache-2.0
#include "site/tune/tune_text.hpp"

#include "base/message_lengths.hpp"
#include "base/shell_words.hpp"
#include "base/units.hpp"
#include "base/utf8.hpp"
#include "site/reports/table.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace fabricmap::site {
namespace {

/// What stands for the library's own choice; in runs that compare algorithms it may have the number 0.
constexpr std::string_view library_choice;

/// Where an algorithm may be faster by more and was not seen to be, nothing is known.
constexpr double max_unseen_ratio = 1.25;

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

/// "20.1 µs (19.8 µs to 20.6 µs)", as far as it is known.
std::string time_of(const Json* cell) {
    if (cell == nullptr || !cell->at("median_s").is_number()) return "-";
    const std::string time = format_delay(cell->at("median_s").get<double>());
    if (!has_interval(cell)) return time;
    return fmt::format("{} ({} to {})", time, format_delay(cell->at("interval_s").at(0).get<double>()),
                       format_delay(cell->at("interval_s").at(1).get<double>()));
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
    return fmt::format("no difference above {}", format_share(ratio.get<double>() - 1, 2));
}

/// Of two runs; faster or slower where their intervals lie apart.
std::string verdict_on_trial(const Json* before, const Json* after) {
    if (!has_interval(before) || !has_interval(after)) return "too few measurements to tell";
    const double ratio = before->at("median_s").get<double>() / after->at("median_s").get<double>();
    const auto end = [](const Json* cell, std::size_t which) {
        return cell->at("interval_s").at(which).get<double>();
    };
    if (end(after, 1) < end(before, 0)) return fmt::format("{} times faster", format_factor(ratio));
    if (end(before, 1) < end(after, 0)) return fmt::format("{} times slower", format_factor(1 / ratio));
    return "no difference in this run";
}

}  // namespace

bool can_be_judged(const Json& collectives) {
    return !collectives.at("algorithms").empty();
}

std::string no_winner_text(const Json& collectives) {
    std::string text =
        "Nothing is faster than the library's choice beyond doubt and by 5 %: no rule follows.\n";
    for (const Json& choice : collectives.at("algorithms")) {
        const Json& ratio = choice.at("max_ratio");
        if (ratio.is_number() && ratio.get<double>() <= max_unseen_ratio) continue;
        return text + "Of some the jobs differ too much to tell: take more --jobs, or a quieter machine.\n";
    }
    return text;
}

bool has_winner(const Json& collectives) {
    for (const Json& choice : collectives.at("algorithms")) {
        if (choice.at("bad").get<bool>()) return true;
    }
    return false;
}

std::string winners_text(const Json& collectives) {
    std::vector<std::vector<std::string>> rows{
        {"operation", "ranks", "length", "fastest", "takes", "the library's choice", ""}};
    for (const Json& choice : collectives.at("algorithms")) {
        const auto best = choice.at("best").get<std::string>();
        rows.push_back({name_of_choice(choice), choice.at("ranks").dump(),
                        format_size(choice.at("length_bytes").get<std::int64_t>()), printable(best),
                        time_of(cell_of(collectives, choice, best)),
                        time_of(cell_of(collectives, choice, library_choice)), verdict_on(choice)});
    }
    std::string text = fmt::format("{}  median of {} jobs; in brackets its {} % interval over jobs\n",
                                   table_text(rows), collectives.at("jobs").dump(),
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

std::string trial_text(const Json& compared, const Json& before, const Json& after) {
    std::vector<std::vector<std::string>> rows{{"operation", "ranks", "length", "before", "after", ""}};
    for (const Json& choice : compared.at("algorithms")) {
        if (!choice.at("bad").get<bool>()) continue;
        const Json* const then = cell_of(before, choice, library_choice);
        const Json* const now = cell_of(after, choice, library_choice);
        rows.push_back({name_of_choice(choice), choice.at("ranks").dump(),
                        format_size(choice.at("length_bytes").get<std::int64_t>()), time_of(then),
                        time_of(now), verdict_on_trial(then, now)});
    }
    return fmt::format("One job before and one with the rules; in brackets intervals within a job\n{}",
                       table_text(rows));
}

}  // namespace fabricmap::site
