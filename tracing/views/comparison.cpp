// SPDX-License-Identifier: Apache-2.0
#include "tracing/views/comparison.hpp"

#include "base/quantities.hpp"
#include "base/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

namespace fabricmap::tracing {
namespace {

/// One function, or one at one place, in both runs.
struct ChangedLine {
    std::string name;
    ProfileLine before;
    ProfileLine now;

    [[nodiscard]] double change() const noexcept { return now.seconds - before.seconds; }
};

std::vector<ChangedLine> changes_of(std::span<const ProfileLine> before, std::span<const ProfileLine> now) {
    std::map<std::string, ChangedLine> lines;
    const auto line_of = [&](const ProfileLine& line) -> ChangedLine& {
        const std::string name = line.place.empty() ? line.function : line.place + "  " + line.function;
        ChangedLine& found = lines[name];
        found.name = name;
        return found;
    };
    for (const ProfileLine& line : before) line_of(line).before = line;
    for (const ProfileLine& line : now) line_of(line).now = line;
    std::vector<ChangedLine> sorted;
    sorted.reserve(lines.size());
    for (auto& [name, line] : lines) sorted.push_back(std::move(line));
    std::stable_sort(sorted.begin(), sorted.end(), [](const ChangedLine& a, const ChangedLine& b) {
        return std::abs(a.change()) > std::abs(b.change());
    });
    return sorted;
}

std::string signed_delay(double seconds) {
    return (seconds < 0 ? "-" : "+") + format_delay(std::abs(seconds));
}

std::string describe_change(const ChangedLine& line) {
    if (line.before.calls == 0) return "new";
    if (line.now.calls == 0) return "gone";
    return line.before.seconds > 0 ? fmt::format("{:+.1f} %", 100 * line.change() / line.before.seconds)
                                   : "-";
}

std::string describe_changed_lines(std::string_view title, std::span<const ChangedLine> lines) {
    std::size_t width = title.size();
    for (const ChangedLine& line : lines) width = std::max(width, line.name.size());
    std::string text = fmt::format("\n{:<{}} {:>12} {:>12} {:>10} {:>10} {:>11} {:>9}\n", title, width,
                                   "calls before", "calls now", "before", "now", "change", "");
    for (const ChangedLine& line : lines) {
        text +=
            fmt::format("{:<{}} {:>12} {:>12} {:>10} {:>10} {:>11} {:>9}\n", line.name, width,
                        line.before.calls, line.now.calls, format_delay(line.before.seconds),
                        format_delay(line.now.seconds), signed_delay(line.change()), describe_change(line));
    }
    return text;
}

}  // namespace

std::string describe_changes(const Profile& before, const Profile& now, std::size_t max_places) {
    std::string text = describe_changed_lines("FUNCTION", changes_of(before.functions, now.functions));
    const std::vector<ChangedLine> all = changes_of(before.places, now.places);
    const std::span places(all.data(), std::min(max_places, all.size()));
    text += describe_changed_lines("PLACE", places);
    if (all.size() > places.size()) {
        text += fmt::format("... and {}; --places lists more\n",
                            counted(std::ssize(all) - std::ssize(places), "place"));
    }
    return text;
}

}  // namespace fabricmap::tracing
