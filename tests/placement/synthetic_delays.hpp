// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/open_run.hpp"
#include "placement/machine/delays.hpp"

#include <string>

namespace fabricmap::placement::testing {

/// What is known of a machine by a synthetic run of it.
inline HostDelays delays_in(const std::string& scenario) {
    return host_delays_of(open_run("synthetic:" + scenario), [] {});
}

}  // namespace fabricmap::placement::testing
