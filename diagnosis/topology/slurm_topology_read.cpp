// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "diagnosis/topology/host_list.hpp"
#include "diagnosis/topology/slurm_statements.hpp"
#include "diagnosis/topology/slurm_topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <unordered_map>

namespace fabricmap::diagnosis {
namespace {

/// The declared switches and what has been seen on the way.
class Reader {
  public:
    explicit Reader(const std::filesystem::path& path) { declared_.path = path; }

    [[nodiscard]] DeclaredTopology read() {
        for (const SlurmStatement& statement : read_slurm_statements(declared_.path)) {
            line_ = statement.line;
            take_statement(statement);
        }
        refuse_missing_leaves();
        refuse_unknown_switches();
        refuse_cycles();
        return std::move(declared_);
    }

  private:
    [[noreturn]] void refuse(int line, std::string_view problem) const {
        throw FileError(fmt::format("{}:{}: {}", declared_.path.string(), line, problem));
    }

    [[nodiscard]] std::vector<std::string> names_in(std::string_view key, std::string_view list) const {
        try {
            return expand_host_list(list);
        } catch (const UsageError& error) {
            refuse(line_, fmt::format("{}=: {}", key, error.what()));
        }
    }

    void take_statement(const SlurmStatement& statement) {
        DeclaredSwitch declared;
        for (const std::string& word : statement.words) take_word(declared, word);
        if (declared.name.empty()) refuse(line_, "a line without SwitchName=; put one at its beginning");
        if (declared.nodes.empty() == declared.switches.empty()) {
            refuse(line_, fmt::format("switch {} has {}; give it one of the two", declared.name,
                                      declared.nodes.empty() ? "neither Nodes= nor Switches="
                                                             : "both Nodes= and Switches="));
        }
        const auto [known, is_new] = places_.try_emplace(declared.name, declared_.switches.size());
        if (!is_new) {
            refuse(line_, fmt::format("switch {} is declared in line {} already; remove one of the two",
                                      declared.name, lines_[known->second]));
        }
        declared_.switches.push_back(std::move(declared));
        lines_.push_back(line_);
    }

    void take_word(DeclaredSwitch& declared, std::string_view word) {
        const auto [key, value] = setting_of(word);
        if (value.empty()) {
            refuse(line_, fmt::format("'{}' has no value; write it as KEY=VALUE without blanks", word));
        }
        if (key == "switchname") {
            declared.name = value;
        } else if (key == "nodes") {
            declared.nodes = names_in("Nodes", value);
            take_nodes(declared.nodes);
        } else if (key == "switches") {
            declared.switches = names_in("Switches", value);
        } else if (key != "linkspeed") {
            refuse(line_, fmt::format("'{}' is not known; the keys are SwitchName, Nodes, Switches and "
                                      "LinkSpeed, as Slurm's topology/tree has them",
                                      word.substr(0, word.find('='))));
        }
    }

    void take_nodes(const std::vector<std::string>& nodes) {
        if (node_lines_.size() + nodes.size() > max_listed_hosts) {
            refuse(line_, "the file names more than a million nodes; give shorter ranges");
        }
        for (const std::string& node : nodes) {
            const auto [known, is_new] = node_lines_.try_emplace(node, line_);
            if (is_new) continue;
            refuse(line_,
                   fmt::format("node {} is on a switch in line {} already; remove it from one of the two",
                               node, known->second));
        }
    }

    void refuse_missing_leaves() const {
        if (!node_lines_.empty()) return;
        refuse(std::max(line_, 1),
               "the file declares no switch with nodes; add SwitchName=leaf0 Nodes=node[0-7]");
    }

    void refuse_unknown_switches() const {
        for (std::size_t s = 0; s < declared_.switches.size(); ++s) {
            for (const std::string& below : declared_.switches[s].switches) {
                if (places_.contains(below)) continue;
                refuse(lines_[s], fmt::format("switch {} is below {}, but nowhere declared; add a line "
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
        refuse(lines_[s],
               fmt::format("switch {} is below itself, or above switches that are; remove the cycle",
                           declared_.switches[s].name));
    }

    DeclaredTopology declared_;
    std::vector<int> lines_;  ///< of the switches
    std::unordered_map<std::string, std::size_t> places_;
    std::unordered_map<std::string, int> node_lines_;
    int line_ = 0;
};

}  // namespace

DeclaredTopology read_slurm_topology(const std::filesystem::path& path) {
    return Reader(path).read();
}

}  // namespace fabricmap::diagnosis
