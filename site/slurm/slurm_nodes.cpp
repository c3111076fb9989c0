// SPDX-License-Identifier: Apache-2.0
#include "site/slurm/slurm_nodes.hpp"

#include "base/errors.hpp"
#include "base/plain_file.hpp"
#include "base/quantities.hpp"
#include "site/launch/child.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <system_error>
#include <unistd.h>

namespace fabricmap::site {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes only_a_dead_slurmctld_takes{2};
constexpr int not_found_by_shell = 127;

/// An empty file that is gone with this object.
class PassingFile {
  public:
    PassingFile() : path_(fs::temp_directory_path() / "fabricmap_XXXXXX") {
        std::string name = path_;
        const int file = mkstemp(name.data());
        if (file < 0) throw system_error(path_, "make this file", errno, FileUse::report);
        close(file);
        path_ = name;
    }
    ~PassingFile() {
        std::error_code ignored;
        fs::remove(path_, ignored);
    }
    PassingFile(const PassingFile&) = delete;
    PassingFile& operator=(const PassingFile&) = delete;

    [[nodiscard]] const fs::path& path() const noexcept { return path_; }

  private:
    fs::path path_;
};

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
    const PassingFile answer;
    std::vector<std::string> words{
        "/bin/sh", "-c", R"(to=$0; exec "$@" >"$to")", answer.path(), "scontrol", "-a", "show", "node"};
    if (!node.empty()) words.push_back(node);
    const int code = Child(words, Child::Output::dropped).wait(only_a_dead_slurmctld_takes);
    if (code == not_found_by_shell)
        throw RunError("scontrol is not installed here, so Slurm cannot be asked for its nodes");
    if (code != 0) {
        throw RunError(fmt::format("{} ended with code {}; try it by hand",
                                   joined_by(std::vector(words.begin() + 4, words.end()), " "), code));
    }
    return slurm_nodes_in(answer.path());
}

}  // namespace fabricmap::site
