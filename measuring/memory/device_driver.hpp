// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/message_memory.hpp"

#include <cstddef>
#include <memory>
#include <span>

namespace fabricmap {

/// What is asked of the driver of a kind of devices. Functions answer 0 where they succeed, else the driver's
/// own number of the error. What is allocated and copied belongs to the device in use by the calling thread.
class DeviceDriver {
  public:
    virtual ~DeviceDriver() = default;
    DeviceDriver() = default;
    DeviceDriver(const DeviceDriver&) = delete;
    DeviceDriver& operator=(const DeviceDriver&) = delete;

    /// Before all else.
    [[nodiscard]] virtual int initialise() = 0;
    /// What `initialise` answers where the host has no device.
    [[nodiscard]] virtual int no_device() const noexcept = 0;
    [[nodiscard]] virtual int out_of_memory() const noexcept = 0;

    [[nodiscard]] virtual int count(int& devices) = 0;
    /// The device's address on the PCI bus, as in "0000:17:00.0", with a zero behind it.
    [[nodiscard]] virtual int bus_address(int device, std::span<char> text) = 0;
    [[nodiscard]] virtual int use(int device) = 0;

    [[nodiscard]] virtual int allocate(std::size_t bytes, void*& memory) = 0;
    virtual int release(void* memory) = 0;
    /// Complete when it returns, so that the MPI library finds what was copied.
    [[nodiscard]] virtual int copy_to(void* device, const void* host, std::size_t bytes) = 0;
    /// After all that the device has to do; complete when it returns.
    [[nodiscard]] virtual int copy_from(void* host, const void* device, std::size_t bytes) = 0;
};

/// Throws RunError with the reason where the driver's library cannot be loaded.
[[nodiscard]] std::unique_ptr<DeviceDriver> load_cuda_driver();
[[nodiscard]] std::unique_ptr<DeviceDriver> load_rocm_driver();
[[nodiscard]] std::unique_ptr<DeviceDriver> load_ze_driver();

}  // namespace fabricmap
