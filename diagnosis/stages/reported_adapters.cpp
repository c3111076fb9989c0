// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/reported_adapters.hpp"

#include "base/quantities.hpp"
#include "diagnosis/residual/findings.hpp"
#include "diagnosis/residual/slots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

namespace fabricmap::diagnosis {
namespace {

const RankAdapters& adapters_at(const RunDescription& run, RankIndex rank) {
    return run.adapters[static_cast<std::size_t>(rank)];
}

bool have_one_in_common(const std::string& some, const std::string& others) {
    const std::vector<std::string> names = split(some, ',');
    const std::vector<std::string> other_names = split(others, ',');
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
        return std::find(other_names.begin(), other_names.end(), name) != other_names.end();
    });
}

/// A fault of the host that its system tells.
Finding finding_of_host(FindingKind kind, HostIndex host, std::vector<std::int64_t> ranks,
                        const RunDescription& run, const Machine& machine) {
    Finding finding;
    finding.kind = kind;
    name_host(finding, machine, host);
    finding.ranks = std::move(ranks);
    finding.from_length_bytes = run.message_lengths.front();
    finding.to_length_bytes = run.message_lengths.back();
    // As if they sent at half the rate.
    finding.severity =
        2 * static_cast<double>(finding.ranks.size()) / static_cast<double>(machine.rank_count());
    return finding;
}

/// Which slots of a host send by an adapter that they share, though those of most other hosts do not.
class SharedAdapters {
  public:
    SharedAdapters(const RunDescription& run, const Machine& machine)
        : run_(run), machine_(machine), slots_(slots_of(machine)) {}

    void add_to(std::vector<Finding>& findings) const {
        for (const HostIndex host : slots_.hosts) {
            std::map<std::string, std::vector<std::size_t>> by_adapter;
            for (std::size_t slot = 0; slot < slots_.count; ++slot) {
                if (!used(host, slot).empty()) by_adapter[used(host, slot)].push_back(slot);
            }
            for (const auto& [adapter, sharing] : by_adapter) {
                if (sharing.size() > 1) report(findings, host, adapter, sharing);
            }
        }
    }

  private:
    [[nodiscard]] const std::string& used(HostIndex host, std::size_t slot) const {
        return adapters_at(run_, machine_.ranks_of[host][slot]).used;
    }

    /// Of other hosts, those that have both slots on adapters of their own, and all that tell.
    [[nodiscard]] std::pair<int, int> apart_elsewhere(HostIndex host, std::size_t one,
                                                      std::size_t other) const {
        int apart = 0;
        int known = 0;
        for (const HostIndex elsewhere : slots_.hosts) {
            if (elsewhere == host || used(elsewhere, one).empty() || used(elsewhere, other).empty()) continue;
            ++known;
            if (!have_one_in_common(used(elsewhere, one), used(elsewhere, other))) ++apart;
        }
        return {apart, known};
    }

    void report(std::vector<Finding>& findings, HostIndex host, const std::string& adapter,
                const std::vector<std::size_t>& sharing) const {
        std::vector<std::int64_t> ranks;
        int smallest_apart = 0;
        int known_there = 0;
        for (const std::size_t slot : sharing) {
            for (const std::size_t other : sharing) {
                if (slot == other) continue;
                const auto [apart, known] = apart_elsewhere(host, slot, other);
                if (2 * apart <= known) continue;
                if (ranks.empty() || apart < smallest_apart) {
                    smallest_apart = apart;
                    known_there = known;
                }
                ranks.push_back(machine_.ranks_of[host][slot]);
                break;
            }
        }
        if (ranks.size() < 2) return;
        const std::string names = joined_by(ranks, ", ");
        Finding finding =
            finding_of_host(FindingKind::shared_adapter, host, std::move(ranks), run_, machine_);
        finding.predicate = {"sends from ranks {} by one adapter, {}", {names, adapter}};
        finding.evidence.notes.push_back({"The same ranks of {} of {} other hosts use several.",
                                          {std::to_string(smallest_apart), std::to_string(known_there)}});
        findings.push_back(std::move(finding));
    }

    const RunDescription& run_;
    const Machine& machine_;
    Slots slots_;
};

/// How an adapter is reported to be, as Adapter::text() writes it.
struct ReportedState {
    std::string words;  ///< "200 Gbit/s PCIe x8 of x16"
    bool is_down = false;
    double gbit_per_s = 0;
    bool is_narrow = false;

    [[nodiscard]] bool is_worse_than(const ReportedState& other) const {
        if (is_down || other.is_down) return is_down && !other.is_down;
        return gbit_per_s < other.gbit_per_s || (is_narrow && !other.is_narrow);
    }
};

ReportedState state_of(std::string words) {
    ReportedState state;
    state.is_down = words == "down";
    state.is_narrow = words.find(" of ") != std::string::npos;
    const std::size_t unit = words.find(" Gbit/s");
    if (unit != std::string::npos) {
        const std::size_t begin = words.rfind(' ', unit - 1) + 1;
        state.gbit_per_s = read_number<double>(words.substr(begin, unit - begin)).value_or(0);
    }
    state.words = std::move(words);
    return state;
}

using States = std::map<std::string, ReportedState>;

/// By the adapters' names.
States states_of(const std::string& text) {
    States states;
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find("; ", begin), text.size());
        const std::string entry = text.substr(begin, end - begin);
        const std::size_t blank = std::min(entry.find(' '), entry.size());
        states[entry.substr(0, blank)] = state_of(entry.substr(std::min(blank + 1, entry.size())));
        begin = end + 2;
    }
    return states;
}

/// What over half of the hosts tell of each adapter.
States typical_states(const std::vector<States>& hosts) {
    std::map<std::string, std::map<std::string, std::size_t>> votes;
    for (const States& host : hosts) {
        for (const auto& [name, state] : host) ++votes[name][state.words];
    }
    States typical;
    for (const auto& [name, words] : votes) {
        for (const auto& [text, count] : words) {
            if (2 * count > hosts.size()) typical[name] = state_of(text);
        }
    }
    return typical;
}

void add_degraded(std::vector<Finding>& findings, const RunDescription& run, const Machine& machine) {
    std::vector<States> hosts;
    for (const HostIndex host : machine.hosts.indices())
        hosts.push_back(states_of(adapters_at(run, machine.ranks_of[host].front()).host));
    const States typical = typical_states(hosts);
    for (const HostIndex host : machine.hosts.indices()) {
        for (const auto& [name, state] : hosts[static_cast<std::size_t>(host)]) {
            const auto elsewhere = typical.find(name);
            if (elsewhere == typical.end() || !state.is_worse_than(elsewhere->second)) continue;
            std::vector<std::int64_t> ranks(machine.ranks_of[host].begin(), machine.ranks_of[host].end());
            Finding finding =
                finding_of_host(FindingKind::degraded_adapter, host, std::move(ranks), run, machine);
            finding.predicate = state.is_down ? Note{"has its adapter {} down", {name}}
                                              : Note{"has its adapter {} at {}", {name, state.words}};
            finding.evidence.notes.push_back({"On most hosts it is at {}.", {elsewhere->second.words}});
            findings.push_back(std::move(finding));
        }
    }
}

}  // namespace

void add_reported_adapters(std::vector<Finding>& findings, const RunDescription& run,
                           const Machine& machine) {
    if (run.adapters.size() != run.ranks.size() || run.message_lengths.empty()) return;
    SharedAdapters(run, machine).add_to(findings);
    add_degraded(findings, run, machine);
}

}  // namespace fabricmap::diagnosis
