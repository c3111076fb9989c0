// SPDX-License-Identifier: Apache-2.0
#include "site/slurm/slurm_nodes.hpp"

#include "base/plain_file.hpp"
#include "base/quantities.hpp"
#include "site/launch/passing_folder.hpp"
#include "site/slurm/ask.hpp"

#include <algorithm>
#include <fstream>

namespace fabricmap::site {
namespace {

namespace fs = std::filesystem;

/// Where the line begins with the key, what stands behind it.
bool take_text(std::string_view line, std::string_view key, std::string& text) {
    if (!line.starts_with(key) || !text.empty()) return false;
    text = line.substr(key.size());
    return true;
}

/// The same up to the next blank.
void take_word(std::string_view line, std::string_view key, std::string& word) {
    if (take_text(line, key, word)) word.erase(std::min(word.find(' '), word.size()));
}

}  // namespace

const SlurmNode* SlurmNodes::find(const std::string& name) const {
    const auto found =
        std::find_if(nodes.begin(), nodes.end(), [&](const SlurmNode& node) { return node.name == name; });
    return found == nodes.end() ? nullptr : &*found;
}

SlurmNodes slurm_nodes_in(const fs::path& path) {
    SlurmNodes slurm;
    std::ifstream file = open_regular_file(path);
    for (std::string line; std::getline(file, line);) {
        const std::string_view text = trimmed(line);
        if (text.starts_with("NodeName=")) slurm.nodes.emplace_back();
        if (slurm.nodes.empty()) continue;
        SlurmNode& node = slurm.nodes.back();
        take_word(text, "NodeName=", node.name);
        take_word(text, "State=", node.state);
        // A further line of a reason may look like another one.
        (void)take_text(text, "Reason=", node.reason);
    }
    if (!slurm.nodes.empty()) slurm.names = diagnosis::NodeNames::of_file(path);
    return slurm;
}

SlurmNodes ask_slurm(const std::string& node) {
    const PassingFolder folder;
    const fs::path answer = folder.path() / "nodes";
    std::vector<std::string> words{"scontrol", "-a", "show", "node"};
    if (!node.empty()) words.push_back(node);
    ask_slurm_into(answer, words, "its nodes");
    return slurm_nodes_in(answer);
}

}  // namespace fabricmap::site
