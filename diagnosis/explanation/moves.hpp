// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/explanation/fit.hpp"

namespace fabricmap::diagnosis {

/// Takes away causes that no longer gain what they cost.
void drop_needless(Fit& fit);

/// Puts a few groups and hosts in the place of all kinds where that shortens the description: two parts that
/// are slow for reasons of their own may look like one kind. Whether it does.
[[nodiscard]] bool take_kinds_apart(Fit& fit);

/// Chooses again which members are of each kind, as that was done while other causes were not known, and puts
/// two kinds into one, where that shortens the description.
void choose_kinds_anew(Fit& fit);

/// Where empty messages are halved between the two directions, a slow one shows on the other, which may have
/// been taken for slow in short messages by itself: puts one in the place of both where that shortens the
/// description.
void join_directions(Fit& fit);

/// Says the same in fewer words where that shortens the description: hosts of a group as the group, links of
/// a host as a fraction of its pairs, one part in several windows in one, two sides as both.
void merge_causes(Fit& fit);

}  // namespace fabricmap::diagnosis
