// SPDX-License-Identifier: Apache-2.0
#include "site/launch/launcher.hpp"

#include "base/errors.hpp"
#include "base/host_list.hpp"
#include "base/quantities.hpp"
#include "base/search_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <string_view>
#include <utility>

namespace fabricmap::site {
namespace {

constexpr std::string_view hosts_place = "{hosts}";
constexpr std::string_view ranks_place = "{ranks}";

/// Empty outside an allocation.
std::string nodes_of_allocation() {
    const char* const job = std::getenv("SLURM_JOB_ID");
    const char* const nodes = std::getenv("SLURM_JOB_NODELIST");
    return job != nullptr && nodes != nullptr ? nodes : "";
}

std::string replaced(std::string text, std::string_view place, const std::string& by) {
    for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place, at + by.size()))
        text.replace(at, place.size(), by);
    return text;
}

std::vector<std::string> srun_words(const std::vector<std::string>& hosts) {
    return {"srun",
            "--mpi=pmix",
            "--kill-on-bad-exit=1",
            fmt::format("--nodes={}", hosts.size()),
            "--ntasks-per-node=1",
            fmt::format("--ntasks={}", hosts.size()),
            fmt::format("--nodelist={}", format_host_list(hosts))};
}

std::vector<std::string> mpirun_words(const std::vector<std::string>& hosts) {
    return {"mpirun",   "--host", joined_by(hosts, ","), "-np", std::to_string(hosts.size()),
            "--map-by", "node"};
}

/// The first word of a line that is no variable; empty where only a shell knows it.
std::string program_of_line(const std::string& line) {
    for (const std::string& word : split(line, ' ')) {
        if (word.empty() || word.find('=') != std::string::npos) continue;
        if (word.starts_with('-')) return {};
        return word.find_first_of("$`'\"\\~*;&|<>()") == std::string::npos ? word : std::string();
    }
    return {};
}

}  // namespace

bool is_in_allocation() {
    return !nodes_of_allocation().empty();
}

std::vector<std::string> words_of_launcher(const std::string& line, const std::string& hosts,
                                           const std::string& ranks) {
    const std::string filled = replaced(replaced(line, hosts_place, hosts), ranks_place, ranks);
    return {"/bin/sh", "-c", fmt::format("exec env {} \"$@\"", filled), "launcher"};
}

Launcher::Launcher(std::string line, std::vector<std::string> hosts)
    : line_(std::move(line)), hosts_(std::move(hosts)) {
    if (!hosts_.empty() && !takes_hosts()) {
        throw UsageError(
            "--hosts: the line of --launcher has no place for them; write {hosts} into it, or leave one of "
            "the "
            "two out");
    }
    if (!takes_hosts()) return;
    const std::string nodes = nodes_of_allocation();
    if (hosts_.empty()) hosts_ = expand_host_list(nodes);
    if (hosts_.empty()) {
        throw UsageError(
            "no hosts: give --hosts LIST or --launcher LINE, or start it inside an allocation of Slurm");
    }
}

void Launcher::require_installed() const {
    const std::string program = line_.empty() ? words_for(hosts_).front() : program_of_line(line_);
    if (program.empty() || is_on_path(program)) return;
    throw UsageError(
        line_.empty() ? fmt::format("{} is not found: install an MPI library, load its module, or give what "
                                    "starts MPI programs here: --launcher LINE",
                                    program)
                      : fmt::format("--launcher: {} is not found; install it, or load its module", program));
}

bool Launcher::takes_hosts() const noexcept {
    return line_.empty() || line_.find(hosts_place) != std::string::npos;
}

std::optional<std::size_t> Launcher::host_count() const noexcept {
    return hosts_.empty() ? std::nullopt : std::optional(hosts_.size());
}

std::vector<std::string> Launcher::command(const std::vector<std::string>& program,
                                           const std::set<std::string>& left_out) const {
    std::vector<std::string> hosts;
    std::copy_if(hosts_.begin(), hosts_.end(), std::back_inserter(hosts),
                 [&](const std::string& host) { return !left_out.contains(host); });
    std::vector<std::string> words = words_for(hosts);
    words.insert(words.end(), program.begin(), program.end());
    return words;
}

std::vector<std::string> Launcher::command_on(const std::string& host,
                                              const std::vector<std::string>& program) const {
    std::vector<std::string> words = words_for({host});
    words.insert(words.end(), program.begin(), program.end());
    return words;
}

std::vector<std::string> Launcher::words_for(const std::vector<std::string>& hosts) const {
    if (!line_.empty()) return words_of_launcher(line_, joined_by(hosts, ","), std::to_string(hosts.size()));
    return nodes_of_allocation().empty() ? mpirun_words(hosts) : srun_words(hosts);
}

}  // namespace fabricmap::site
