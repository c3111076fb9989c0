// SPDX-License-Identifier: Apache-2.0
#include "slurm/topology_yaml.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <yaml-cpp/yaml.h>

namespace fabricmap {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, const YAML::Mark& at, std::string_view problem) {
    throw FileError(fmt::format("{}:{}: {}", path.string(), std::max(at.line, 0) + 1, problem));
}

/// The list of that name in a topology of that kind as statements: a word "KEY=VALUE" for each of the keys
/// that its maps have.
void add_statements(std::vector<SlurmStatement>& statements, const std::filesystem::path& path,
                    const YAML::Node& topology, const std::string& kind, const std::string& name,
                    const std::vector<std::pair<std::string_view, std::string_view>>& keys) {
    const YAML::Node parent = topology[kind];
    const bool has_list = parent.IsMap() && parent[name] && parent[name].IsSequence();
    if (!has_list) {
        refuse(path, topology.Mark(),
               fmt::format("there is no list of {}; give '{}:' with '- {}: NAME' below it", name, name,
                           keys.front().first));
    }
    for (const YAML::Node& entry : parent[name]) {
        if (!entry.IsMap())
            refuse(path, entry.Mark(), fmt::format("write it as '- {}: NAME'", keys.front().first));
        SlurmStatement statement{path, entry.Mark().line + 1, {}};
        for (const auto& [key, of_conf] : keys) {
            const YAML::Node value = entry[std::string(key)];
            if (!value) continue;
            if (!value.IsScalar()) {
                refuse(path, entry.Mark(),
                       fmt::format("{}: give one text, as Slurm's host lists are, such as node[0-7]", key));
            }
            statement.words.push_back(fmt::format("{}={}", of_conf, value.as<std::string>()));
        }
        statements.push_back(std::move(statement));
    }
}

/// The one that Slurm takes where a job asks for none, else the first that has switches or blocks.
YAML::Node chosen_topology(const std::filesystem::path& path, const YAML::Node& document) {
    constexpr std::string_view remedy = "give '- topology: NAME' with tree: or block:";
    if (!document.IsSequence())
        refuse(path, document.Mark(), fmt::format("not a list of topologies; {}", remedy));
    YAML::Node chosen;
    for (const YAML::Node& topology : document) {
        if (!topology.IsMap()) refuse(path, topology.Mark(), fmt::format("not a topology; {}", remedy));
        if (!topology["tree"] && !topology["block"]) continue;
        const YAML::Node preferred = topology["cluster_default"];
        if (preferred && preferred.as<bool>()) return topology;
        if (!chosen.IsMap()) chosen.reset(topology);
    }
    if (!chosen.IsMap())
        refuse(path, document.Mark(), "no topology with tree: or block:; nothing can be compared with it");
    return chosen;
}

}  // namespace

bool is_topology_yaml(const std::filesystem::path& path) {
    return path.extension() == ".yaml" || path.extension() == ".yml";
}

std::vector<SlurmStatement> read_topology_yaml(const std::filesystem::path& path) {
    std::vector<SlurmStatement> statements;
    try {
        const YAML::Node document = YAML::LoadFile(path.string());
        const YAML::Node topology = chosen_topology(path, document);
        if (topology["tree"]) {
            add_statements(statements, path, topology, "tree", "switches",
                           {{"switch", "SwitchName"}, {"children", "Switches"}, {"nodes", "Nodes"}});
        } else {
            add_statements(statements, path, topology, "block", "blocks",
                           {{"block", "BlockName"}, {"nodes", "Nodes"}});
        }
    } catch (const YAML::BadFile&) {
        throw FileError(fmt::format("{}: cannot be read", path.string()));
    } catch (const YAML::Exception& error) {
        refuse(path, error.mark, error.msg);
    }
    return statements;
}

}  // namespace fabricmap
