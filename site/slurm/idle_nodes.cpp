// SPDX-License-Identifier: Apache-2.0
#include "site/slurm/idle_nodes.hpp"

#include "base/errors.hpp"
#include "base/plain_file.hpp"
#include "base/quantities.hpp"
#include "site/launch/passing_folder.hpp"
#include "site/launch/run_into.hpp"

#include <fmt/format.h>

#include <fstream>
#include <set>

namespace fabricmap::site {
namespace {

constexpr std::chrono::minutes max_for_an_answer{2};

}  // namespace

std::vector<std::string> idle_nodes() {
    const PassingFolder folder;
    const std::vector<std::string> words{"sinfo", "-h", "-N", "-t", "idle", "-o", "%N %T"};
    const int code = run_into(folder.path() / "nodes", words, max_for_an_answer);
    if (code == not_found_by_shell)
        throw RunError("sinfo is not installed here, so Slurm cannot be asked for its idle nodes");
    if (code != 0)
        throw RunError(fmt::format("{} ended with code {}; try it by hand", joined_by(words, " "), code));
    std::set<std::string> nodes;
    std::ifstream file = open_regular_file(folder.path() / "nodes");
    // A sign behind the state, as in "idle*", says that the node does not answer or is meant for something.
    for (std::string node, state; file >> node >> state;) {
        if (state == "idle") nodes.insert(node);
    }
    return {nodes.begin(), nodes.end()};
}

}  // namespace fabricmap::site
