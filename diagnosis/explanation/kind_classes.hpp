// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/cause.hpp"
#include "diagnosis/explanation/pair_structure.hpp"

namespace fabricmap::diagnosis {

/// Splits each class into pairs with none, one and both of their ends in the kind; the classes that there are
/// then. `structure`: whose first groups those of a kind of groups are.
[[nodiscard]] int split_by_kind(PairStructure::Classes& class_of, int classes, const Cause& kind,
                                const PairStructure& structure);

}  // namespace fabricmap::diagnosis
