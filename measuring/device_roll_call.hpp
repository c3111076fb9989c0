// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/memory/device.hpp"
#include "measuring/mpi/session.hpp"
#include "measuring/watch/watchdog.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <array>
#include <csignal>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// What messages are tried with before all else.
enum class DeviceTrial : std::uint8_t {
    messages,    ///< from rank to rank
    broadcasts,  ///< and in a collective operation, which takes other ways through an MPI library
    sums,        ///< and in one that computes with it
};

/// As long as it lives, a crash of this rank ends the job with one line that says in what: device memory is
/// known to one call of an MPI library and not to another. Without devices it does nothing.
class DeviceCrashReport {
  public:
    /// `where`: "in iallreduce of 8 bytes"; `remedy`: what helps beside another library, "leave it out (-t)",
    /// or nothing.
    DeviceCrashReport(const Session& session, Watchdog& watchdog, const MessageMemory& memory,
                      std::string_view where, std::string_view remedy);
    ~DeviceCrashReport();
    DeviceCrashReport(const DeviceCrashReport&) = delete;
    DeviceCrashReport& operator=(const DeviceCrashReport&) = delete;

  private:
    void set_line(const std::string& line);

    Watchdog* watchdog_ = nullptr;  ///< null without devices
    std::array<struct sigaction, 2> before_{};
};

/// Tries whether the MPI library can send from and receive into the memory of devices: opens this rank's
/// device, then exchanges 1 KiB and looks whether it arrives whole. Throws RunError on all ranks alike, with
/// what is wrong and the remedy, where a device cannot be opened or a message is refused or damaged. An MPI
/// library that knows no such memory may crash at it: the watchdog then ends the job with one line. Called by
/// all ranks together; nothing happens without devices.
void try_device_memory(const Session& session, Watchdog& watchdog, const MessageMemory& memory,
                       std::span<const RankLocation> locations, DeviceTrial trial);

/// One line for each property of the devices that distorts measurements: ranks of a host that share one,
/// ranks far from theirs. Called by all ranks together.
[[nodiscard]] std::vector<std::string> device_warnings(const MessageMemory& memory,
                                                       std::span<const RankLocation> locations);

}  // namespace fabricmap
