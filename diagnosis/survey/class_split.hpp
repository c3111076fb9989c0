// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/survey/pair_classes.hpp"

#include <functional>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// Tells pairs of ranks apart that a class does not: `part_of(sender, receiver)` is an index of `names`. The
/// parts of a class become classes of their own, as "between hosts, older -> newer"; the pairs of an unnamed
/// part keep its name. Only pairs between hosts are distinguished. Where there would be too many classes, all
/// stay.
void split_classes(PairClasses& classes, const std::function<std::size_t(RankIndex, RankIndex)>& part_of,
                   const std::vector<std::string>& names, const Machine& machine);

}  // namespace fabricmap::diagnosis
