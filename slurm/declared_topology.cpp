// SPDX-License-Identifier: Apache-2.0
#include "slurm/declared_topology.hpp"

#include "base/errors.hpp"
#include "base/host_list.hpp"
#include "slurm/statements.hpp"
#include "slurm/topology_yaml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <set>
#include <string_view>
#include <unordered_map>

namespace fabricmap {
namespace {

/// The declared switches and what has been seen on the way.
class Reader {
  public:
    explicit Reader(const std::filesystem::path& path) : here_{path, 1} { declared_.path = path; }

    [[nodiscard]] DeclaredTopology read() {
        const auto read_statements =
            is_topology_yaml(declared_.path) ? read_topology_yaml : read_slurm_statements;
        for (const SlurmStatement& statement : read_statements(declared_.path)) {
            here_ = {statement.path, statement.line};
            take_statement(statement);
        }
        refuse_missing_leaves();
        refuse_unknown_switches();
        refuse_cycles();
        return std::move(declared_);
    }

  private:
    struct Position {
        std::filesystem::path path;
        int line = 1;
    };

    [[noreturn]] static void refuse(const Position& at, std::string_view problem) {
        throw FileError(fmt::format("{}:{}: {}", at.path.string(), at.line, problem));
    }

    [[nodiscard]] std::vector<std::string> names_in(std::string_view key, std::string_view list) const {
        try {
            return expand_host_list(list);
        } catch (const UsageError& error) {
            refuse(here_, fmt::format("{}=: {}", key, error.what()));
        }
    }

    void take_statement(const SlurmStatement& statement) {
        DeclaredSwitch declared;
        for (const std::string& word : statement.words) take_word(declared, word);
        if (has_sizes_of_blocks_) return;
        if (declared.name.empty()) refuse(here_, "a line without SwitchName=; put one at its beginning");
        if (declared.nodes.empty() == declared.switches.empty()) {
            refuse(here_, fmt::format("switch {} has {}; give it one of the two", declared.name,
                                      declared.nodes.empty() ? "neither Nodes= nor Switches="
                                                             : "both Nodes= and Switches="));
        }
        const auto [known, is_new] = places_.try_emplace(declared.name, declared_.switches.size());
        if (!is_new) {
            refuse(here_, fmt::format("switch {} is declared in line {} already; remove one of the two",
                                      declared.name, positions_[known->second].line));
        }
        declared_.switches.push_back(std::move(declared));
        positions_.push_back(here_);
    }

    void take_word(DeclaredSwitch& declared, std::string_view word) {
        const auto [key, value] = setting_of(word);
        if (value.empty()) {
            refuse(here_, fmt::format("'{}' has no value; write it as KEY=VALUE without blanks", word));
        }
        has_sizes_of_blocks_ = key == "blocksizes";
        if (has_sizes_of_blocks_) return;
        if (key == "switchname" || key == "blockname") {
            declared.name = value;
        } else if (key == "nodes") {
            declared.nodes = names_in("Nodes", value);
            take_nodes(declared.nodes);
        } else if (key == "switches") {
            declared.switches = names_in("Switches", value);
        } else if (key != "linkspeed") {
            refuse(here_, fmt::format("'{}' is not known; the keys are SwitchName, Nodes, Switches and "
                                      "LinkSpeed, as Slurm's topology/tree has them, or BlockName and "
                                      "BlockSizes of topology/block",
                                      word.substr(0, word.find('='))));
        }
    }

    void take_nodes(const std::vector<std::string>& nodes) {
        if (known_nodes_ + nodes.size() > max_listed_hosts) {
            refuse(here_, "the file names more than a million nodes; give shorter ranges");
        }
        known_nodes_ += nodes.size();
        std::set<std::string_view> here;
        for (const std::string& node : nodes) {
            if (!here.insert(node).second)
                refuse(here_, fmt::format("node {} is named twice; remove one of the two", node));
        }
    }

    void refuse_missing_leaves() const {
        if (known_nodes_ > 0) return;
        refuse(here_, "the file declares no switch with nodes; add SwitchName=leaf0 Nodes=node[0-7]");
    }

    void refuse_unknown_switches() const {
        for (std::size_t s = 0; s < declared_.switches.size(); ++s) {
            for (const std::string& below : declared_.switches[s].switches) {
                if (places_.contains(below)) continue;
                refuse(positions_[s], fmt::format("switch {} is below {}, but nowhere declared; add a line "
                                                  "SwitchName={}",
                                                  below, declared_.switches[s].name, below));
            }
        }
    }

    /// Takes away switches without any below them until none is left; what remains goes round in a circle.
    void refuse_cycles() const {
        std::vector<std::size_t> left_below;
        std::vector<std::vector<std::size_t>> above(declared_.switches.size());
        std::vector<std::size_t> done;
        for (std::size_t s = 0; s < declared_.switches.size(); ++s) {
            left_below.push_back(declared_.switches[s].switches.size());
            if (left_below[s] == 0) done.push_back(s);
            for (const std::string& below : declared_.switches[s].switches)
                above[places_.at(below)].push_back(s);
        }
        for (std::size_t next = 0; next < done.size(); ++next) {
            for (const std::size_t parent : above[done[next]]) {
                if (--left_below[parent] == 0) done.push_back(parent);
            }
        }
        const auto circle =
            std::find_if(left_below.begin(), left_below.end(), [](auto left) { return left > 0; });
        if (circle == left_below.end()) return;
        const auto s = static_cast<std::size_t>(circle - left_below.begin());
        refuse(positions_[s],
               fmt::format("switch {} is below itself, or above switches that are; remove the cycle",
                           declared_.switches[s].name));
    }

    DeclaredTopology declared_;
    std::vector<Position> positions_;  ///< of the switches
    std::unordered_map<std::string, std::size_t> places_;
    std::size_t known_nodes_ = 0;
    bool has_sizes_of_blocks_ = false;
    Position here_;
};

}  // namespace

DeclaredTopology read_slurm_topology(const std::filesystem::path& path) {
    return Reader(path).read();
}

}  // namespace fabricmap
