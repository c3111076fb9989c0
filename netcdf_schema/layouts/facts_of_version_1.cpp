// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/layouts/facts_of_version_1.hpp"

#include "base/quantities.hpp"

#include <algorithm>
#include <set>
#include <sstream>

namespace fabricmap {
namespace {

constexpr std::string_view program = "network_test";
constexpr std::string_view option_name = "--exclude-hosts";

/// The number in front of the ending; nothing where the part does not end so.
template <typename Number>
std::optional<Number> number_before(std::string_view part, std::string_view ending) {
    if (!part.ends_with(ending)) return std::nullopt;
    return read_number<Number>(part.substr(0, part.size() - ending.size()));
}

void read_part(Schedule& schedule, std::string_view part) {
    constexpr std::string_view active = "active per node ";
    if (part.starts_with(active)) {
        part.remove_prefix(active.size());
        schedule.active_per_node =
            part == "all" ? Schedule::all_of_a_node : read_number<std::int64_t>(part).value_or(-1);
        // Who says this says of a sample, too, where it is one.
        if (!schedule.sample) schedule.sample.emplace();
    } else if (const auto percent = number_before<double>(part, " % of the pairs")) {
        schedule.sample = PairSample{.fraction = *percent / 100};
    } else if (const auto rounds = number_before<std::int64_t>(part, " rounds")) {
        schedule.sample = PairSample{.rounds = *rounds};
    } else if (part == "shuffled" || part == "ordered") {
        schedule.shuffled = part == "shuffled";
    }
}

/// The value of the option in what is left of a command line; empty where it is not given.
std::string value_of_option(std::istringstream& words) {
    std::string value;
    for (std::string word; words >> word;) {
        if (word == option_name) {
            words >> value;
        } else if (word.starts_with(option_name) && word[option_name.size()] == '=') {
            value = word.substr(option_name.size() + 1);
        }
    }
    return value;
}

void add_hosts(std::set<std::string>& hosts, std::istringstream& words) {
    for (const std::string& host : split(value_of_option(words), ',')) {
        if (!host.empty()) hosts.insert(host);
    }
}

}  // namespace

std::optional<Schedule> schedule_of_version_1(std::string_view text) {
    const auto* const kind =
        std::find_if(all_schedule_kinds.begin(), all_schedule_kinds.end(),
                     [&](ScheduleKind candidate) { return text.starts_with(name_of(candidate)); });
    if (kind == all_schedule_kinds.end()) return std::nullopt;
    Schedule schedule{.kind = *kind};
    for (std::string_view part : split(text, ',')) {
        part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
        read_part(schedule, part);
    }
    return schedule;
}

std::vector<std::string> excluded_hosts_of_version_1(const std::string& command_line,
                                                     const std::string& history) {
    std::set<std::string> hosts;
    std::istringstream started_with(command_line);
    std::string word;
    if (started_with >> word && word == program) add_hosts(hosts, started_with);
    // Lines of the history begin with a time; other programs have theirs among them.
    for (const std::string& line : split(history, '\n')) {
        std::istringstream words(line);
        std::string time;
        if (words >> time >> word && word == program) add_hosts(hosts, words);
    }
    return {hosts.begin(), hosts.end()};
}

}  // namespace fabricmap
