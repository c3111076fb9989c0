// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "site/slurm/slurm_nodes.hpp"
#include "site/store/host_states.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::site {

/// A node whose state is to change, and the reason that it gets; empty where it is resumed.
struct NodeChange {
    std::string node;
    std::string reason{};

    /// As scontrol takes it.
    [[nodiscard]] std::vector<std::string> words() const;
    /// The same as a line for a shell.
    [[nodiscard]] std::string line() const;
};

/// What is to be done, and what is not, with why: "node05: drained already".
struct NodePlan {
    std::vector<NodeChange> changes;
    std::vector<std::string> left;
};

/// How the hosts of the store are called in Slurm.
struct KnownNodes {
    diagnosis::NodeNames names;
    std::optional<SlurmNodes> slurm{};  ///< nothing where Slurm was not asked
};

/// Drains the hosts that the check found faulty, the slowest first, until `max_drained` nodes of the cluster
/// are drained by us. Left are those that are drained already, that somebody gave another reason, and that a
/// later check measured healthy.
[[nodiscard]] NodePlan plan_drain(const CheckRecord& check, const StoredStates& states,
                                  const KnownNodes& known, std::size_t max_drained);

/// Resumes what was drained by us and measured healthy by a check that began later than the one in its
/// reason.
[[nodiscard]] NodePlan plan_release(const StoredStates& states, const KnownNodes& known);

}  // namespace fabricmap::site
