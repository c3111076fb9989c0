// SPDX-License-Identifier: Apache-2.0
#include "measuring/memory/device.hpp"

#include "base/errors.hpp"
#include "base/host_name.hpp"
#include "base/message_lengths.hpp"
#include "measuring/memory/device_choice.hpp"
#include "measuring/memory/device_library.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <vector>

namespace fabricmap {
namespace {

std::unique_ptr<DeviceDriver> load_driver(MemoryKind kind) {
    switch (kind) {
        case MemoryKind::cuda:
            return load_cuda_driver();
        case MemoryKind::rocm:
            return load_rocm_driver();
        case MemoryKind::ze:
            return load_ze_driver();
        case MemoryKind::host:
            break;
    }
    return nullptr;
}

RunError device_error(MemoryKind kind, const std::string& what) {
    return RunError(fmt::format("--memory {}: {}: {}", name_of(kind), host_name(), what));
}

/// What was opened, or why it could not be.
struct OpenedDevice {
    MemoryKind kind = MemoryKind::host;
    std::optional<Device> device;
    std::optional<RunError> error;
};

std::optional<OpenedDevice>& opened_device() {
    static std::optional<OpenedDevice> opened;
    return opened;
}

}  // namespace

Device::Device(MemoryKind kind) : kind_(kind) {
    try {
        driver_ = load_driver(kind);
    } catch (const RunError& error) {
        throw device_error(kind,
                           fmt::format("{}: start the job where there are such devices, name the driver's "
                                       "library in {}, or give --memory host",
                                       error.what(), device_library_variable));
    }
    choose();
}

void Device::choose() {
    const int answer = driver_->initialise();
    int devices = 0;
    if (answer != driver_->no_device()) {
        require(answer, "starts");
        require(driver_->count(devices), "counts its devices");
    }
    if (devices < 1) {
        throw device_error(
            kind_,
            "the driver has no device for this rank: ask the scheduler for one, look at what hides "
            "them (CUDA_VISIBLE_DEVICES, ROCR_VISIBLE_DEVICES, ZE_AFFINITY_MASK), or give --memory "
            "host");
    }
    std::vector<std::string> addresses;
    std::vector<int> numa_nodes;
    for (int device = 0; device < devices; ++device) {
        std::array<char, 32> address{};
        require(driver_->bus_address(device, address), "tells where its devices are");
        addresses.emplace_back(address.data());
        numa_nodes.push_back(numa_node_of_device(addresses.back()));
    }
    const int chosen = chosen_device(local_rank_of_launcher(), numa_nodes, numa_node_of_process());
    bus_address_ = addresses[static_cast<std::size_t>(chosen)];
    require(driver_->use(chosen), "takes it into use");
}

void Device::require(int answer, const char* what) const {
    if (answer == 0) return;
    const std::string device = bus_address_.empty() ? "" : fmt::format(" of {}", bus_address_);
    throw device_error(kind_,
                       fmt::format("the driver{} fails with error {} where it {}", device, answer, what));
}

std::byte* Device::allocate(std::int64_t bytes) const {
    void* memory = nullptr;
    const int answer = driver_->allocate(static_cast<std::size_t>(bytes), memory);
    if (answer == driver_->out_of_memory()) {
        throw device_error(kind_,
                           fmt::format("{} has no memory for a message buffer of {} bytes: shorten the "
                                       "longest message (-e or --lengths), or start fewer ranks for a device",
                                       bus_address_, format_size(bytes)));
    }
    require(answer, "allocates memory");
    return static_cast<std::byte*>(memory);
}

void Device::release(std::byte* memory) const noexcept {
    driver_->release(memory);
}

void Device::copy_to(std::byte* device, const std::byte* host, std::int64_t bytes) const {
    require(driver_->copy_to(device, host, static_cast<std::size_t>(bytes)), "copies to it");
}

void Device::copy_from(std::byte* host, const std::byte* device, std::int64_t bytes) const {
    require(driver_->copy_from(host, device, static_cast<std::size_t>(bytes)), "copies from it");
}

void open_device_before_start(MemoryKind kind) noexcept {
    if (kind == MemoryKind::host) return;
    OpenedDevice opened{kind, {}, {}};
    try {
        opened.device.emplace(kind);
    } catch (const RunError& error) {
        opened.error = error;
    }
    opened_device() = std::move(opened);
}

const Device* device_of_process(MemoryKind kind) {
    if (kind == MemoryKind::host) return nullptr;
    std::optional<OpenedDevice>& opened = opened_device();
    if (!opened || opened->kind != kind) open_device_before_start(kind);
    if (opened->error) throw RunError(*opened->error);
    return &*opened->device;
}

}  // namespace fabricmap
