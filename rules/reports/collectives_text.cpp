// SPDX-License-Identifier: Apache-2.0
#include "rules/reports/collectives_text.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/units.hpp"

#include <fmt/format.h>

namespace fabricmap::rules {
namespace {

constexpr std::size_t max_lines = 12;

std::string group_text(const ComparedCollectives& group, double fraction) {
    const std::string on = fmt::format("on {}, {}: ", counted(group.ranks, "rank"),
                                       counted(static_cast<std::int64_t>(group.operations), "operation"));
    if (!group.is_measured)
        return fmt::format("  {} {}not measured with so many ranks at such lengths\n", group.function, on);
    const std::string what =
        fmt::format("  {} of {} {}", group.function, format_size(group.length_bytes), on);
    if (!group.candidate.empty()) {
        return what +
               fmt::format(
                   "{} is faster than the library's choice in {}; give three jobs or more: "
                   "--collectives RUN,RUN,RUN\n",
                   group.candidate,
                   group.candidate_jobs == 1 ? "this job" : fmt::format("{} jobs", group.candidate_jobs));
    }
    if (group.algorithm.empty()) return what + "nothing is surely faster than what the library takes\n";
    return what +
           fmt::format(
               "{} takes {:.2g} of the library's choice: {} ({} to {}) to be gained, {} of the run\n    {}\n",
               group.algorithm, group.factor, format_delay(group.gain), format_delay(group.min_gain),
               format_delay(group.max_gain), format_share(fraction), group.setting);
}

}  // namespace

std::string collectives_text(const Report& report) {
    if (report.measured_collectives.empty()) return {};
    std::string text = fmt::format("\nCollective operations beside {}:\n", report.measured_collectives);
    if (report.collectives.empty()) return text + "  none of the trace's was measured\n";
    std::size_t shown = 0;
    for (const ComparedCollectives& group : report.collectives) {
        if (shown++ == max_lines) break;
        text += group_text(group, report.fraction_of(group.gain));
    }
    if (report.collectives.size() > max_lines)
        text += fmt::format("  ... and {} more (--json lists all)\n", report.collectives.size() - max_lines);
    return text;
}

}  // namespace fabricmap::rules
