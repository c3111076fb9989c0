// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/topology/node_names.hpp"
#include "slurm/drain_line.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace fabricmap::site {

/// What Slurm says of a node.
struct SlurmNode {
    std::string name;
    std::string state;   ///< "IDLE+DRAIN"
    std::string reason;  ///< of its state, with who gave it and when; empty where there is none

    [[nodiscard]] bool is_drained() const { return state.find("DRAIN") != std::string::npos; }
    [[nodiscard]] bool is_down() const { return state.find("DOWN") != std::string::npos; }
    [[nodiscard]] bool is_drained_by_us() const { return is_drained() && reason.starts_with(own_reason); }
};

/// The nodes that a slurmctld knows.
struct SlurmNodes {
    std::vector<SlurmNode> nodes;
    diagnosis::NodeNames names;  ///< the nodes by what their hosts call themselves

    [[nodiscard]] const SlurmNode* find(const std::string& name) const;
};

/// Of what "scontrol show node" has written into a file.
[[nodiscard]] SlurmNodes slurm_nodes_in(const std::filesystem::path& file);

/// Asks scontrol, of one node where one is named. Throws RunError where it gives no answer.
[[nodiscard]] SlurmNodes ask_slurm(const std::string& node = {});

}  // namespace fabricmap::site
