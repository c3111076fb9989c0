// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/excluded_hosts.hpp"

#include "base/quantities.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <string_view>

namespace fabricmap {
namespace {

constexpr std::string_view program = "network_test";
constexpr std::string_view option_name = "--exclude-hosts";

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

std::vector<std::string> excluded_hosts(const RunDescription& run) {
    std::set<std::string> hosts;
    std::istringstream begun(run.command_line);
    std::string word;
    if (begun >> word && word == program) add_hosts(hosts, begun);
    // Lines of the history begin with a time; other programs have theirs among them.
    for (const std::string& line : split(run.history, '\n')) {
        std::istringstream words(line);
        std::string time;
        if (words >> time >> word && word == program) add_hosts(hosts, words);
    }
    return {hosts.begin(), hosts.end()};
}

}  // namespace fabricmap
