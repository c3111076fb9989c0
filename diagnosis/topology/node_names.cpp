// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/topology/node_names.hpp"

#include "base/errors.hpp"
#include "base/host_list.hpp"
#include "base/quantities.hpp"
#include "slurm/statements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

constexpr std::string_view node_name_key = "nodename";
constexpr std::string_view host_name_key = "nodehostname";
constexpr std::string_view address_key = "nodeaddr";

/// The first value of the key; empty where there is none.
std::string value_of_key(const SlurmStatement& statement, std::string_view key) {
    for (const std::string& word : statement.words) {
        if (auto [name, value] = setting_of(word); name == key) return value;
    }
    return {};
}

bool names_nodes(const SlurmStatement& statement) {
    return !value_of_key(statement, node_name_key).empty();
}

/// The words of a line of a list: separators within brackets belong to a host list.
std::vector<std::string> words_of_list(const SlurmStatement& statement) {
    std::vector<std::string> words(1);
    for (const std::string& word : statement.words) {
        bool in_brackets = false;
        for (const char letter : word) {
            if (letter == '[') in_brackets = true;
            if (letter == ']') in_brackets = false;
            if (!in_brackets && (letter == ',' || letter == ';')) {
                words.emplace_back();
            } else {
                words.back() += letter;
            }
        }
        words.emplace_back();
    }
    std::erase(words, "");
    return words;
}

}  // namespace

/// Fills a table from the statements of a file.
class NodeNamesReader {
  public:
    explicit NodeNamesReader(const std::filesystem::path& path) { names_.path_ = path; }

    NodeNames read() {
        const std::vector<SlurmStatement> statements = read_slurm_statements(names_.path_);
        const bool is_slurms = std::any_of(statements.begin(), statements.end(), names_nodes);
        for (const SlurmStatement& statement : statements) {
            here_ = &statement;
            if (is_slurms) {
                take_slurms(statement);
            } else {
                take_listed(statement);
            }
        }
        if (names_.by_kind_[static_cast<std::size_t>(NodeNames::Kind::node_name)].empty()) {
            throw FileError(
                fmt::format("{}: it names no node; give a slurm.conf, what scontrol show node prints, or "
                            "lines NAME OTHER_NAME",
                            names_.path_.string()));
        }
        add_short_names();
        return std::move(names_);
    }

    NodeNames read_slurm_conf() {
        const std::vector<SlurmStatement> statements = read_slurm_statements(names_.path_);
        for (const SlurmStatement& statement : statements) {
            here_ = &statement;
            take_slurms(statement);
        }
        if (!has_other_host_names_) return {};
        add_short_names();
        return std::move(names_);
    }

  private:
    [[noreturn]] void refuse(std::string_view problem) const {
        throw FileError(fmt::format("{}:{}: {}", here_->path.string(), here_->line, problem));
    }

    /// `what`: "NodeName=: ", or nothing of a list.
    [[nodiscard]] std::vector<std::string> expanded(std::string_view what, std::string_view list) const {
        try {
            return expand_host_list(list);
        } catch (const UsageError& error) {
            refuse(fmt::format("{}{}", what, error.what()));
        }
    }

    [[nodiscard]] std::vector<std::string> one_for_each_node(std::string_view what,
                                                             std::string_view list) const {
        std::vector<std::string> others = expanded(what, list);
        if (others.size() == nodes_.size()) return others;
        refuse(fmt::format("{}{} has {} for {}; give as many", what, list,
                           counted(std::ssize(others), "name"), counted(std::ssize(nodes_), "node")));
    }

    void take_others(NodeNames::Kind kind, const std::vector<std::string>& others) {
        for (std::size_t n = 0; n < nodes_.size(); ++n) names_.add(kind, others[n], nodes_[n]);
    }

    void take_nodes(std::string_view what, std::string_view list) {
        nodes_ = expanded(what, list);
        take_others(NodeNames::Kind::node_name, nodes_);
    }

    /// What a statement says of the nodes with that key: a name each, or one for all, as where several slurmd
    /// run on one machine.
    void take_setting(const SlurmStatement& statement, NodeNames::Kind kind, std::string_view key,
                      std::string_view what) {
        const std::string list = value_of_key(statement, key);
        if (list.empty()) return;
        std::vector<std::string> others = expanded(what, list);
        if (others.size() == 1) {
            others.resize(nodes_.size(), others.front());
        } else {
            others = one_for_each_node(what, list);
        }
        take_others(kind, others);
        if (kind == NodeNames::Kind::host_name)
            has_other_host_names_ = has_other_host_names_ || others != nodes_;
    }

    /// A line of slurm.conf has all of a node; scontrol goes on in further lines, which begin with other
    /// keys.
    void take_slurms(const SlurmStatement& statement) {
        static const std::set<std::string> free_texts{"reason", "comment", "extra", "os"};
        if (free_texts.contains(setting_of(statement.words.front()).key)) return;
        if (const std::string list = value_of_key(statement, node_name_key); !list.empty()) {
            nodes_.clear();
            if (list != "DEFAULT") take_nodes("NodeName=: ", list);
        }
        if (nodes_.empty()) return;
        take_setting(statement, NodeNames::Kind::host_name, host_name_key, "NodeHostname=: ");
        take_setting(statement, NodeNames::Kind::address, address_key, "NodeAddr=: ");
    }

    void take_listed(const SlurmStatement& statement) {
        const std::vector<std::string> words = words_of_list(statement);
        const auto setting = std::find_if(words.begin(), words.end(), [](const std::string& word) {
            return word.find('=') != std::string::npos;
        });
        if (setting != words.end()) {
            refuse(
                fmt::format("'{:.40}' is no name; give a slurm.conf, what scontrol show node prints, or "
                            "lines NAME OTHER_NAME",
                            *setting));
        }
        if (words.empty()) return;
        take_nodes("", words.front());
        for (std::size_t w = 1; w < words.size(); ++w) {
            const std::vector<std::string> others = one_for_each_node("", words[w]);
            for (std::size_t n = 0; n < nodes_.size(); ++n) refuse_second_node(others[n], nodes_[n]);
            take_others(NodeNames::Kind::host_name, others);
        }
    }

    void refuse_second_node(const std::string& other, const std::string& node) const {
        const auto& known = names_.by_kind_[static_cast<std::size_t>(NodeNames::Kind::host_name)];
        const auto found = known.find(other);
        if (found == known.end() || found->second == node) return;
        refuse(fmt::format("{} is another name of {} and of {}; leave one out", other, found->second, node));
    }

    void add_short_names() {
        for (const NodeNames::Table& table : names_.by_kind_) {
            for (const auto& [name, node] : table) {
                const std::string short_name = without_domain(name);
                if (short_name == name) continue;
                const auto [entry, is_new] = names_.by_short_name_.try_emplace(short_name, node);
                if (!is_new && entry->second != node) entry->second.clear();
            }
        }
    }

    NodeNames names_;
    bool has_other_host_names_ = false;
    const SlurmStatement* here_ = nullptr;
    std::vector<std::string> nodes_;  ///< of the statement, or of the one that it goes on from
};

NodeNames NodeNames::of_file(const std::filesystem::path& path) {
    return NodeNamesReader(path).read();
}

NodeNames NodeNames::of_slurm_conf(const std::filesystem::path& path) {
    return NodeNamesReader(path).read_slurm_conf();
}

void NodeNames::add(Kind kind, const std::string& name, const std::string& node) {
    const auto [entry, is_new] = by_kind_[static_cast<std::size_t>(kind)].try_emplace(name, node);
    if (!is_new && entry->second != node) entry->second.clear();
}

void NodeNames::add(NodeNames other) {
    if (path_.empty()) path_ = other.path_;
    for (std::size_t kind = 0; kind < kinds; ++kind) by_kind_[kind].merge(other.by_kind_[kind]);
    by_short_name_.merge(other.by_short_name_);
}

std::optional<std::string> NodeNames::find(const std::string& name) const {
    for (const Table& table : by_kind_) {
        const auto found = table.find(name);
        if (found == table.end()) continue;
        return found->second.empty() ? std::nullopt : std::optional(found->second);
    }
    return std::nullopt;
}

std::optional<std::string> NodeNames::node_of(const std::string& host) const {
    if (auto node = find(host)) return node;
    const std::string short_name = without_domain(host);
    if (short_name != host) return find(short_name);
    const auto found = by_short_name_.find(host);
    return found == by_short_name_.end() || found->second.empty() ? std::nullopt
                                                                  : std::optional(found->second);
}

std::optional<std::string> NodeNames::node_called(const std::string& name) const {
    if (by_kind_[static_cast<std::size_t>(Kind::node_name)].contains(name)) return name;
    return node_of(name);
}

}  // namespace fabricmap::diagnosis
