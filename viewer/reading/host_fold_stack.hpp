// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/delay_stack.hpp"

#include <memory>

namespace fabricmap::viewer {

/// What stands for the pairs of ranks of two hosts.
enum class HostFold : std::uint8_t {
    median,  ///< of an even number the mean of the middle two; single precision
    worst,   ///< the greatest
};

/// The same values between hosts: hosts × hosts, in the order of the machine, read when they are asked for,
/// one host's ranks at a time. Each cell stands for the pairs of ranks that were measured; within a host for
/// those of different ranks, so that a host of one rank has NaN there.
[[nodiscard]] std::shared_ptr<const DelayStack> folded_to_hosts(std::shared_ptr<const DelayStack> ranks,
                                                                diagnosis::Machine machine, HostFold fold);

}  // namespace fabricmap::viewer
