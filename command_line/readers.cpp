// SPDX-License-Identifier: Apache-2.0
#include "command_line/readers.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "command_line/program.hpp"

#include <fmt/format.h>

namespace fabricmap {

double read_precision(std::string_view word) {
    const auto value = read_share(word);
    if (!value || *value <= 0 || *value >= 1) {
        throw UsageError(
            fmt::format("--precision {}: give a percentage such as 2%, or a fraction such as 0.02", word));
    }
    return *value;
}

std::chrono::seconds read_duration(std::string_view word, std::string_view option) {
    constexpr std::int64_t longest_s = std::int64_t{7} * 24 * 3600;
    std::int64_t unit_s = 1;
    if (word.ends_with('m')) unit_s = 60;
    if (word.ends_with('h')) unit_s = 3600;
    const bool has_unit = unit_s > 1 || word.ends_with('s');
    const auto number = has_unit ? word.substr(0, word.size() - 1) : word;
    const auto value = read_number<std::int64_t>(number);
    if (!value || *value < 1) {
        throw UsageError(fmt::format(
            "{} {}: give a whole number of seconds, minutes or hours, at least 1, as in 90s, 2m or 1h",
            option, word));
    }
    if (*value > longest_s / unit_s)
        throw UsageError(fmt::format("{} {}: at most a week is possible", option, word));
    return std::chrono::seconds(*value * unit_s);
}

std::vector<std::string> read_hosts(std::string_view word) {
    std::vector<std::string> hosts = split(word, ',');
    std::erase(hosts, std::string());
    if (hosts.empty()) throw UsageError("--exclude-hosts: give one host, or several joined by commas");
    return hosts;
}

std::uint64_t read_seed(std::string_view word) {
    if (const auto seed = read_number<std::uint64_t>(word)) return *seed;
    throw UsageError(fmt::format("--seed {}: give a whole number, at least 0", word));
}

std::int64_t read_count(std::string_view word, std::string_view option, std::int64_t least,
                        std::string_view unit) {
    const auto value = read_number<std::int64_t>(word);
    if (!value || *value < least) {
        throw UsageError(
            fmt::format("{} {}: give a whole number of {}, at least {}", option, word, unit, least));
    }
    return *value;
}

std::int64_t read_bounded(std::string_view word, std::string_view option, std::int64_t least,
                          std::int64_t most) {
    const auto value = read_number<std::int64_t>(word);
    if (value && *value >= least && *value <= most) return *value;
    throw UsageError(fmt::format("{} {}: give a number from {} to {}", option, word, least, most));
}

std::size_t place_of_word(std::string_view word, std::string_view option,
                          std::span<const std::string_view> known) {
    const auto found = std::find(known.begin(), known.end(), word);
    if (found != known.end()) return static_cast<std::size_t>(found - known.begin());
    throw UsageError(fmt::format("{} {}: give {}", option, word, listed({known.begin(), known.end()}, "or")));
}

MessageMemory read_memory(std::string_view word) {
    const auto memory = message_memory_named(word);
    if (memory) return *memory;
    throw UsageError(
        fmt::format("--memory {}: give host, cuda, rocm or ze, or that of the sender and that of the "
                    "receiver, one of them "
                    "host, as in cuda,host",
                    word));
}

std::filesystem::path read_sysfs(const std::string& word) {
    if (!std::filesystem::is_directory(word))
        throw UsageError(fmt::format("--sysfs {}: there is no such folder", word));
    return word;
}

std::filesystem::path read_prefix(const std::string& word) {
    if (word.empty() || word.ends_with('/')) {
        throw UsageError(
            fmt::format("-f '{}': give a prefix for the files' names, such as results/network", word));
    }
    refuse_stdout("-f", word, "a run");
    return word;
}

}  // namespace fabricmap
