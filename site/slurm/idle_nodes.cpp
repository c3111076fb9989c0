// SPDX-License-Identifier: Apache-2.0
#include "site/slurm/idle_nodes.hpp"

#include "base/plain_file.hpp"
#include "site/launch/passing_folder.hpp"
#include "site/slurm/ask.hpp"

#include <fstream>
#include <set>

namespace fabricmap::site {

std::vector<std::string> idle_nodes() {
    const PassingFolder folder;
    const std::filesystem::path answer = folder.path() / "nodes";
    ask_slurm_into(answer, {"sinfo", "-h", "-N", "-t", "idle", "-o", "%N %T"}, "its idle nodes");
    std::set<std::string> nodes;
    std::ifstream file = open_regular_file(answer);
    // A sign behind the state, as in "idle*", says that the node does not answer or is meant for something.
    for (std::string node, state; file >> node >> state;) {
        if (state == "idle") nodes.insert(node);
    }
    return {nodes.begin(), nodes.end()};
}

}  // namespace fabricmap::site
