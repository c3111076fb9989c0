// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/topology/node_names.hpp"
#include "netcdf_schema/run/run.hpp"

#include <optional>
#include <set>
#include <string>

namespace fabricmap::diagnosis {

/// Calls the hosts of runs by the NodeNames of a table, and keeps what became of them. A host that the table
/// does not know keeps its name. An empty table changes nothing.
class NodeHosts {
  public:
    explicit NodeHosts(const NodeNames& names) : names_(&names) {}

    /// Throws FileError where two hosts are the same node; `label` is the run's.
    void name(RunDescription& run, const std::string& label);
    /// The run with such names.
    [[nodiscard]] Run named_in(const Run& run);

    /// All that hosts are called by now.
    [[nodiscard]] const std::set<std::string>& nodes() const noexcept { return nodes_; }
    /// How many hosts the table does not know, and which; nothing where it knows all.
    [[nodiscard]] std::optional<std::string> unknown_text() const;

  private:
    const NodeNames* names_;
    std::set<std::string> nodes_;
    std::set<std::string> hosts_;  ///< seen
    std::set<std::string> unknown_;
};

}  // namespace fabricmap::diagnosis
