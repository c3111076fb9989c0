// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/slurm_topology_yaml.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <utility>
#include <yaml-cpp/yaml.h>

namespace fabricmap::diagnosis {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, const YAML::Mark& at, std::string_view problem) {
    throw FileError(fmt::format("{}:{}: {}", path.string(), at.line + 1, problem));
}

/// A list of maps as statements: a word "KEY=VALUE" for each of the keys that a map has.
void add_statements(std::vector<SlurmStatement>& statements, const std::filesystem::path& path,
                    const YAML::Node& list,
                    const std::vector<std::pair<std::string_view, std::string_view>>& keys) {
    for (const YAML::Node& entry : list) {
        SlurmStatement statement{path, entry.Mark().line + 1, {}};
        for (const auto& [key, of_conf] : keys) {
            if (const YAML::Node value = entry[std::string(key)])
                statement.words.push_back(fmt::format("{}={}", of_conf, value.as<std::string>()));
        }
        statements.push_back(std::move(statement));
    }
}

/// The one that Slurm takes where a job asks for none, else the first that has switches or blocks.
YAML::Node chosen_topology(const std::filesystem::path& path, const YAML::Node& document) {
    YAML::Node chosen;
    for (const YAML::Node& topology : document) {
        if (!topology.IsMap())
            refuse(path, topology.Mark(), "not a topology; give '- topology: NAME' with tree: or block:");
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
        if (const YAML::Node tree = topology["tree"]) {
            add_statements(statements, path, tree["switches"],
                           {{"switch", "SwitchName"}, {"children", "Switches"}, {"nodes", "Nodes"}});
        } else {
            add_statements(statements, path, topology["block"]["blocks"],
                           {{"block", "BlockName"}, {"nodes", "Nodes"}});
        }
    } catch (const YAML::BadFile&) {
        throw FileError(fmt::format("{}: cannot be read", path.string()));
    } catch (const YAML::Exception& error) {
        refuse(path, error.mark, error.msg);
    }
    return statements;
}

}  // namespace fabricmap::diagnosis
