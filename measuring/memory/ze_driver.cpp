// SPDX-License-Identifier: Apache-2.0
// Level Zero of oneAPI: structures and their numbers as its specification 1.x has them.
#include "measuring/memory/device_driver.hpp"
#include "measuring/memory/device_library.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

namespace fabricmap {
namespace {

struct ZeHead {
    std::uint32_t type;
    void* next = nullptr;
};

struct ZeContextDesc {
    ZeHead head{0x0d};
    std::uint32_t flags = 0;
};

struct ZeMemoryDesc {
    ZeHead head{0x15};
    std::uint32_t flags = 0;
    std::uint32_t ordinal = 0;
};

struct ZeQueueDesc {
    ZeHead head{0x0e};
    std::uint32_t ordinal = 0;
    std::uint32_t index = 0;
    std::uint32_t flags = 0;
    std::uint32_t mode = 1;  // synchronous: what is appended is complete when the call returns
    std::uint32_t priority = 0;
};

struct ZePciProperties {
    ZeHead head{0x10008};
    std::uint32_t domain = 0;
    std::uint32_t bus = 0;
    std::uint32_t device = 0;
    std::uint32_t function = 0;
    std::int32_t generation = 0;
    std::int32_t width = 0;
    std::int64_t max_bandwidth = 0;
};

struct ZeFunctions {
    explicit ZeFunctions(const DeviceLibrary& library) {
        library.take("zeInit", init);
        library.take("zeDriverGet", driver_get);
        library.take("zeDeviceGet", device_get);
        library.take("zeDevicePciGetPropertiesExt", device_pci_get_properties);
        library.take("zeContextCreate", context_create);
        library.take("zeMemAllocDevice", mem_alloc_device);
        library.take("zeMemFree", mem_free);
        library.take("zeCommandListCreateImmediate", command_list_create_immediate);
        library.take("zeCommandListAppendMemoryCopy", command_list_append_memory_copy);
    }

    int (*init)(std::uint32_t flags);
    int (*driver_get)(std::uint32_t* count, void** drivers);
    int (*device_get)(void* driver, std::uint32_t* count, void** devices);
    int (*device_pci_get_properties)(void* device, ZePciProperties* properties);
    int (*context_create)(void* driver, const ZeContextDesc* desc, void** context);
    int (*mem_alloc_device)(void* context, const ZeMemoryDesc* desc, std::size_t bytes, std::size_t alignment,
                            void* device, void** memory);
    int (*mem_free)(void* context, void* memory);
    int (*command_list_create_immediate)(void* context, void* device, const ZeQueueDesc* desc, void** list);
    int (*command_list_append_memory_copy)(void* list, void* to, const void* from, std::size_t bytes,
                                           void* signal, std::uint32_t waits, void** wait_for);
};

class ZeDriver final : public DeviceDriver {
  public:
    /// Finds the devices of all drivers that there are.
    [[nodiscard]] int initialise() override {
        std::uint32_t drivers = 0;
        int answer = ze_.init(0);
        if (answer == 0) answer = ze_.driver_get(&drivers, nullptr);
        std::vector<void*> handles(drivers);
        if (answer == 0 && drivers > 0) answer = ze_.driver_get(&drivers, handles.data());
        for (void* const driver : handles) {
            if (answer == 0) answer = add_devices_of(driver);
        }
        return answer;
    }
    /// Of a loader that finds no driver: uninitialised.
    [[nodiscard]] int no_device() const noexcept override { return 0x78000001; }
    [[nodiscard]] int out_of_memory() const noexcept override { return 0x70000003; }
    [[nodiscard]] int count(int& devices) override {
        devices = static_cast<int>(devices_.size());
        return 0;
    }

    [[nodiscard]] int bus_address(int device, std::span<char> text) override {
        ZePciProperties pci;
        const int answer = ze_.device_pci_get_properties(at(device).handle, &pci);
        if (answer != 0) return answer;
        const auto end = fmt::format_to_n(text.data(), text.size() - 1, "{:04x}:{:02x}:{:02x}.{:x}",
                                          pci.domain, pci.bus, pci.device, pci.function);
        *end.out = '\0';
        return 0;
    }

    [[nodiscard]] int use(int device) override {
        const ZeContextDesc context;
        const ZeQueueDesc queue;
        used_ = at(device);
        const int answer = ze_.context_create(used_.driver, &context, &context_);
        return answer == 0 ? ze_.command_list_create_immediate(context_, used_.handle, &queue, &copies_)
                           : answer;
    }

    [[nodiscard]] int allocate(std::size_t bytes, void*& memory) override {
        constexpr std::size_t page = 4096;
        const ZeMemoryDesc desc;
        return ze_.mem_alloc_device(context_, &desc, bytes, page, used_.handle, &memory);
    }
    int release(void* memory) override { return ze_.mem_free(context_, memory); }
    [[nodiscard]] int copy_to(void* device, const void* host, std::size_t bytes) override {
        return ze_.command_list_append_memory_copy(copies_, device, host, bytes, nullptr, 0, nullptr);
    }
    [[nodiscard]] int copy_from(void* host, const void* device, std::size_t bytes) override {
        return ze_.command_list_append_memory_copy(copies_, host, device, bytes, nullptr, 0, nullptr);
    }

  private:
    struct ZeDevice {
        void* driver = nullptr;
        void* handle = nullptr;
    };

    [[nodiscard]] const ZeDevice& at(int device) const {
        return devices_.at(static_cast<std::size_t>(device));
    }

    int add_devices_of(void* driver) {
        std::uint32_t count = 0;
        int answer = ze_.device_get(driver, &count, nullptr);
        std::vector<void*> handles(count);
        if (answer == 0 && count > 0) answer = ze_.device_get(driver, &count, handles.data());
        for (void* const handle : handles) devices_.push_back({driver, handle});
        return answer;
    }

    ZeFunctions ze_{DeviceLibrary({"libze_loader.so.1"})};
    std::vector<ZeDevice> devices_;
    ZeDevice used_;
    void* context_ = nullptr;
    void* copies_ = nullptr;
};

}  // namespace

std::unique_ptr<DeviceDriver> load_ze_driver() {
    return std::make_unique<ZeDriver>();
}

}  // namespace fabricmap
