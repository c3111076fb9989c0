// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/structure/declared_kinds.hpp"

#include "base/errors.hpp"
#include "base/host_list.hpp"
#include "base/quantities.hpp"
#include "diagnosis/survey/class_split.hpp"
#include "slurm/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

/// The value of the first of these settings, by lower-case keys; empty where there is none.
std::string value_of(const SlurmStatement& statement, const std::set<std::string>& keys) {
    for (const std::string& word : statement.words) {
        if (const auto [key, value] = setting_of(word); keys.contains(key)) return value;
    }
    return {};
}

/// Features in another order are the same kind: it is called as it was written first.
class KindNames {
  public:
    std::string name_of(const std::string& features) {
        const std::vector<std::string> words = split(features, ',');
        std::set<std::string> set(words.begin(), words.end());
        set.erase("");
        return set.empty() ? "" : names_.try_emplace(std::move(set), features).first->second;
    }

  private:
    std::map<std::set<std::string>, std::string> names_;
};

/// Empty where it is not declared.
std::string kind_of(const DeclaredKinds& declared, const std::string& host) {
    const auto found = find_declared(declared.of_host, host);
    return found == declared.of_host.end() ? "" : found->second;
}

/// Of the hosts: the kind of each, as an index of the kinds, the largest first.
struct Numbered {
    std::vector<std::string> kinds;
    PerHost<std::size_t> of_host;
};

Numbered number_kinds(const DeclaredKinds& declared, const Machine& machine) {
    std::map<std::string, std::size_t> hosts_of_kind;
    for (const std::string& host : machine.hosts) ++hosts_of_kind[kind_of(declared, host)];
    Numbered numbered;
    for (const auto& [kind, hosts] : hosts_of_kind) numbered.kinds.push_back(kind);
    std::stable_sort(numbered.kinds.begin(), numbered.kinds.end(), [&](const auto& one, const auto& other) {
        return hosts_of_kind.at(one) > hosts_of_kind.at(other);
    });
    for (const std::string& host : machine.hosts) {
        const auto place = std::find(numbered.kinds.begin(), numbered.kinds.end(), kind_of(declared, host));
        numbered.of_host.push_back(static_cast<std::size_t>(place - numbered.kinds.begin()));
    }
    return numbered;
}

std::string name_of_kind(const std::string& kind) {
    return kind.empty() ? "undeclared" : kind;
}

}  // namespace

DeclaredKinds read_declared_kinds(const std::filesystem::path& path) {
    DeclaredKinds declared{path, {}};
    std::string usual;
    KindNames names;
    for (const SlurmStatement& statement : read_slurm_statements(path)) {
        const auto refuse = [&](const std::string& problem) {
            throw FileError(fmt::format("{}:{}: {}", statement.path.string(), statement.line, problem));
        };
        const std::string nodes = value_of(statement, {"nodename"});
        if (nodes.empty()) continue;
        const std::string features = names.name_of(value_of(statement, {"feature", "features"}));
        if (nodes == "DEFAULT") {
            // Each such line replaces what it names, and keeps the rest.
            if (!features.empty()) usual = features;
            continue;
        }
        std::vector<std::string> hosts;
        try {
            hosts = expand_host_list(nodes);
        } catch (const UsageError& error) {
            refuse(fmt::format("NodeName=: {}", error.what()));
        }
        for (const std::string& name : hosts) {
            const bool is_new = declared.of_host.emplace(name, features.empty() ? usual : features).second;
            if (!is_new) refuse(fmt::format("node {} is declared already; remove one of the two", name));
        }
    }
    std::erase_if(declared.of_host, [](const auto& entry) { return entry.second.empty(); });
    if (declared.of_host.empty()) {
        throw FileError(fmt::format(
            "{}: no node has features; add lines such as NodeName=node[00-15] Features=old", path.string()));
    }
    return declared;
}

PerHost<std::size_t> kinds_of_hosts(const DeclaredKinds& declared, const Machine& machine) {
    return number_kinds(declared, machine).of_host;
}

bool kinds_follow_switches(const DeclaredKinds& declared, const Topology& topology, const Machine& machine) {
    constexpr std::size_t min_groups_to_hide = 3;
    const Numbered numbered = number_kinds(declared, machine);
    return std::any_of(topology.levels.begin(), topology.levels.end(), [&](const TopologyLevel& level) {
        std::vector<std::set<std::size_t>> groups_of_kind(numbered.kinds.size());
        for (std::size_t group = 0; group < level.groups.size(); ++group) {
            for (const int host : level.groups[group])
                groups_of_kind[numbered.of_host[HostIndex(host)]].insert(group);
        }
        return level.groups.size() >= min_groups_to_hide &&
               std::all_of(groups_of_kind.begin(), groups_of_kind.end(),
                           [](const auto& groups) { return groups.size() <= 1; });
    });
}

void split_by_declared_kinds(PairClasses& classes, const DeclaredKinds& declared, const Machine& machine) {
    const Numbered numbered = number_kinds(declared, machine);
    const std::size_t count = numbered.kinds.size();
    if (count * count * classes.all.size() >= no_class) {
        throw UsageError(
            fmt::format("--kinds {}: {} kinds of hosts are too many; give hosts that are alike the "
                        "same features",
                        declared.path.string(), count));
    }
    std::vector<std::string> names;
    for (const std::string& sender : numbered.kinds) {
        for (const std::string& receiver : numbered.kinds)
            names.push_back(fmt::format("{} to {}", name_of_kind(sender), name_of_kind(receiver)));
    }
    const auto kind_of_rank = [&](RankIndex rank) { return numbered.of_host[machine.host_of[rank]]; };
    split_classes(
        classes,
        [&](RankIndex sender, RankIndex receiver) {
            return count * kind_of_rank(sender) + kind_of_rank(receiver);
        },
        names, machine);
}

}  // namespace fabricmap::diagnosis
