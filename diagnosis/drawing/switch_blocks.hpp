// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"
#include "picture/layout/axis.hpp"

#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// "node[01-04]" of hosts with these indices.
[[nodiscard]] std::string host_list_of(const Diagnosis& diagnosis, const std::vector<int>& hosts);

/// Neighbouring cells whose hosts are below one switch of the lowest level, with the names of these hosts;
/// `hosts`: that of each cell, which the diagnosis need not know. Nothing of a machine without a hierarchy of
/// switches.
[[nodiscard]] std::vector<picture::NamedBlock> switch_blocks(const Diagnosis& diagnosis,
                                                             const std::vector<std::string>& hosts);

}  // namespace fabricmap::diagnosis
