// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/virtual/switch_settings.hpp"

namespace fabricmap::lab {

/// Joins the switches of a fat tree that is oversubscribed, has uplinks= or a lost one, by cables, one up and
/// one down for each switch but the top, and leads the paths between their hosts over them. A cable carries
/// what all cables below its switch carry together, divided by the oversubscription, and at least what one
/// link does; with uplinks= there are as many cables of a link's rate in its place, and each flow takes one.
/// Otherwise nothing waits between switches, and there are no cables.
void lay_uplinks(const Scenario& scenario, SwitchSettings& settings);

}  // namespace fabricmap::lab
