// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/memory/device_driver.hpp"
#include "netcdf_schema/run/message_memory.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace fabricmap {

/// The device that a process has messages on. What fails throws RunError, with the kind, the host and the
/// device.
class Device {
  public:
    /// Loads the driver, chooses a device (chosen_device) and takes it for the calling thread.
    explicit Device(MemoryKind kind);

    /// As in "0000:17:00.0".
    [[nodiscard]] const std::string& bus_address() const noexcept { return bus_address_; }

    [[nodiscard]] std::byte* allocate(std::int64_t bytes) const;
    void release(std::byte* memory) const noexcept;
    void copy_to(std::byte* device, const std::byte* host, std::int64_t bytes) const;
    void copy_from(std::byte* host, const std::byte* device, std::int64_t bytes) const;

  private:
    void require(int answer, const char* what) const;
    void choose();

    MemoryKind kind_;
    std::unique_ptr<DeviceDriver> driver_;
    std::string bus_address_;
};

/// To be called before MPI starts: some MPI libraries take to their devices then. What fails is kept for
/// device_of_process().
void open_device_before_start(MemoryKind kind) noexcept;

/// The device of this process, opened now where it is not yet; null for host memory. Throws RunError where it
/// cannot be opened.
[[nodiscard]] const Device* device_of_process(MemoryKind kind);

}  // namespace fabricmap
