// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/finding.hpp"
#include "rules/causes/placed_wait.hpp"
#include "rules/causes/root_causes.hpp"
#include "rules/causes/time_table.hpp"
#include "rules/collectives/better_algorithms.hpp"
#include "rules/evaluation/evaluate.hpp"
#include "tracing/model/incomplete_ranks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricmap::rules {

/// A rank that waits, and one that it waits for.
using RankPair = std::pair<std::int64_t, std::int64_t>;

/// Matches of a rule that are at the same lines of the source.
struct PlaceGroup {
    std::string place;  ///< line of the process that waits; empty where it is not known
    std::vector<std::string>
        waits_for;                 ///< lines of those it waits for, as far as the rule's records name them
    std::set<std::int64_t> ranks;  ///< that wait
    std::set<std::string> hosts;   ///< of these ranks
    std::set<std::int64_t> other_ranks;  ///< waited for, as far as the rule's records name them
    std::set<std::string> other_hosts;
    std::map<RankPair, double> between;  ///< seconds, as far as the rule's records name who is waited for
    std::uint64_t count = 0;
    double seconds = 0;                     ///< without overlaps
    std::optional<Wait> worst;              ///< none of a rule with "severity"
    std::optional<std::int64_t> worst_for;  ///< rank that it is for, as far as the rule's records name it
    double worst_severity = 0;              ///< of a rule with "severity"
    /// Of collective operations: in how many a rank was the last, and how long others waited for it then.
    struct Last {
        std::uint64_t operations = 0;
        double seconds = 0;  ///< of the longest wait of each operation, summed
    };
    std::map<std::int64_t, Last> last;
};

/// Another rule that counts some of the same time.
struct SharedTime {
    std::string rule;
    double fraction = 0;  ///< of the seconds of the rule that this belongs to
};

struct RuleReport {
    const Rule* rule = nullptr;
    std::string advice;      ///< of the rule, or of what makes it void here
    std::string not_judged;  ///< why nothing was looked for; empty where it was
    bool is_refused = false;
    bool is_of_maps = false;  ///< alone, so that nothing is known of times that are lost
    RuleOutcome outcome;
    double fraction = 0;             ///< of the processes' time; the severity of a rule over maps alone
    std::vector<PlaceGroup> places;  ///< most seconds first; none of a rule over maps alone
    std::vector<PlacedWait> waits;   ///< each
    double direct_seconds = 0;       ///< of waits for ranks that had not waited themselves
    double unseen_fraction = 0;      ///< of its seconds, those that began with ranks whose calls are missing
    std::vector<diagnosis::Finding> findings;  ///< of a rule over maps alone, the most severe first
    std::vector<SharedTime> shared;            ///< of those with more than 1 %
};

/// A map that rules looked at.
struct MapLabel {
    std::string name;               ///< empty for that without a name
    std::vector<std::string> runs;  ///< where they came from
};

enum class RulesVerdict : std::uint8_t {
    fine,       ///< no problem above the limit
    problems,   ///< one or more
    undecided,  ///< calls are missing, so that what is there does not show what the program waits for
};

/// What all rules found in a trace, in maps, or in both.
struct Report {
    std::filesystem::path trace;                                     ///< empty where there is none
    std::map<std::string, std::filesystem::path> compared_traces{};  ///< by name
    std::vector<MapLabel> maps;
    std::vector<RuleReport> rules;  ///< problems first, the largest fraction first
    std::uint64_t looked_for = 0;   ///< rules among them whose data are there
    std::uint64_t processes = 0;
    std::uint64_t operations = 0;
    double process_seconds = 0;
    double communication_seconds = 0;
    double clock_error = 0;
    bool is_partial = false;  ///< the trace says that calls or ranks are missing
    std::vector<tracing::IncompleteRank> incomplete_ranks;  ///< of them, where that is known
    std::optional<int> exit_code;                           ///< of the launcher, where that is known
    double ranks_per_processor = 0;                         ///< where that is most; 0: not known
    double fail_above = 0.02;
    TimeTable times;  ///< the waits in the order of `rules`
    std::vector<RootCause> causes;
    std::string measured_collectives;  ///< the run that these are beside; empty where there is none
    std::vector<ComparedCollectives> collectives;
    double unexplained_seconds = 0;
    double unexplained_fraction = 0;  ///< of the processes' time; 0 where it is not known
    double seconds = 0;               ///< lost, what several rules count once
    double fraction = 0;              ///< of the processes' time
    std::uint64_t unknown = 0;
    std::uint64_t problems = 0;
    std::uint64_t above = 0;  ///< problems whose fraction is above fail_above, unexplained time among them

    /// Of the processes' time; 0 where there is none.
    [[nodiscard]] double fraction_of(double part_s) const noexcept {
        return process_seconds > 0 ? part_s / process_seconds : 0;
    }
    [[nodiscard]] bool is_unexplained_above() const noexcept { return unexplained_fraction > fail_above; }
    /// Whether ranks may have waited for others whose calls are missing.
    [[nodiscard]] bool hides_partners() const noexcept {
        return std::any_of(incomplete_ranks.begin(), incomplete_ranks.end(),
                           [](const tracing::IncompleteRank& one) { return one.hides_partners(); });
    }
    [[nodiscard]] RulesVerdict verdict() const noexcept {
        if (hides_partners() || (is_partial && above == 0)) return RulesVerdict::undecided;
        return above > 0 ? RulesVerdict::problems : RulesVerdict::fine;
    }
};

struct CheckSettings {
    double fail_above = 0.02;
    bool has_all_rules = true;  ///< that are installed: otherwise what is left is not unexplained
    EvaluationOptions evaluation;
};

/// Seconds of a run as they are printed to a microsecond: what rounds to nothing is not negative.
[[nodiscard]] inline double to_microseconds(double seconds) noexcept {
    return std::round(seconds * 1e6) * 1e-6 + 0.0;
}

/// What rules are evaluated over.
struct CheckedData {
    const tracing::Trace& trace;       ///< empty where none was given
    std::filesystem::path trace_path;  ///< empty where none was given
    std::vector<NamedMap> maps{};
    std::vector<NamedTrace> compared_traces{};
    std::vector<tracing::IncompleteRank> incomplete_ranks{};
    std::vector<tracing::UnseenPartner> unseen_partners{};
    std::optional<int> exit_code{};  ///< of the launcher
};

/// Evaluates the rules. What a rule needs and is not there, and plans that take too long, are reported with
/// the rule. Throws what reading a map and its diagnosis do.
[[nodiscard]] Report check_rules(const std::vector<Rule>& rules, CheckedData data,
                                 const CheckSettings& settings);

/// Whether most of it began with ranks whose calls are missing, so that those that are waited for say little.
[[nodiscard]] inline bool is_of_unseen(const RuleReport& report) noexcept {
    return report.unseen_fraction > 0.5;
}

[[nodiscard]] bool is_problem(const RuleReport& report) noexcept;

/// `max_problems`: 0 for all.
[[nodiscard]] std::string terminal_report(const Report& report, std::size_t max_problems = 0);
/// The last line: "RESULT: problems=3 above=1 ...".
[[nodiscard]] std::string result_line(const Report& report);
[[nodiscard]] std::string json_report(const Report& report);
/// One file that needs no other; `trace`: that of the report.
[[nodiscard]] std::string html_report(const Report& report, const tracing::Trace& trace);
/// As in JSON.
[[nodiscard]] std::string_view name_of(RulesVerdict verdict) noexcept;
/// The first sentences of all reports.
[[nodiscard]] std::string verdict_text(const Report& report);

}  // namespace fabricmap::rules
