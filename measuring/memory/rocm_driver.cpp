// SPDX-License-Identifier: Apache-2.0
// The HIP runtime of ROCm, whose library has another number with each of its versions.
#include "measuring/memory/device_driver.hpp"
#include "measuring/memory/device_library.hpp"

namespace fabricmap {
namespace {

// Some MPI libraries have macros called malloc and free.
struct HipFunctions {
    explicit HipFunctions(const DeviceLibrary& library) {
        library.take("hipInit", init);
        library.take("hipGetDeviceCount", get_device_count);
        library.take("hipSetDevice", set_device);
        library.take("hipDeviceGetPCIBusId", device_get_pci_bus_id);
        library.take("hipMalloc", hip_malloc);
        library.take("hipFree", hip_free);
        library.take("hipMemcpy", hip_memcpy);
        library.take("hipDeviceSynchronize", device_synchronize);
    }

    int (*init)(unsigned flags);
    int (*get_device_count)(int* count);
    int (*set_device)(int device);
    int (*device_get_pci_bus_id)(char* text, int room, int device);
    int (*hip_malloc)(void** memory, std::size_t bytes);
    int (*hip_free)(void* memory);
    int (*hip_memcpy)(void* to, const void* from, std::size_t bytes, int kind);
    int (*device_synchronize)();
};

class RocmDriver final : public DeviceDriver {
  public:
    [[nodiscard]] int initialise() override { return hip_.init(0); }
    [[nodiscard]] int no_device() const noexcept override { return 100; }
    [[nodiscard]] int out_of_memory() const noexcept override { return 2; }
    [[nodiscard]] int count(int& devices) override { return hip_.get_device_count(&devices); }
    [[nodiscard]] int bus_address(int device, std::span<char> text) override {
        return hip_.device_get_pci_bus_id(text.data(), static_cast<int>(text.size()), device);
    }
    [[nodiscard]] int use(int device) override { return hip_.set_device(device); }
    [[nodiscard]] int allocate(std::size_t bytes, void*& memory) override {
        return hip_.hip_malloc(&memory, bytes);
    }
    int release(void* memory) override { return hip_.hip_free(memory); }

    [[nodiscard]] int copy_to(void* device, const void* host, std::size_t bytes) override {
        constexpr int host_to_device = 1;
        const int answer = hip_.hip_memcpy(device, host, bytes, host_to_device);
        return answer == 0 ? hip_.device_synchronize() : answer;
    }
    [[nodiscard]] int copy_from(void* host, const void* device, std::size_t bytes) override {
        constexpr int device_to_host = 2;
        const int answer = hip_.device_synchronize();
        return answer == 0 ? hip_.hip_memcpy(host, device, bytes, device_to_host) : answer;
    }

  private:
    HipFunctions hip_{
        DeviceLibrary({"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so"})};
};

}  // namespace

std::unique_ptr<DeviceDriver> load_rocm_driver() {
    return std::make_unique<RocmDriver>();
}

}  // namespace fabricmap
