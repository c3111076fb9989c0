// SPDX-License-Identifier: Apache-2.0
// CUDA's driver API, which comes with the driver itself. Names with _v2 are those of 64 bits.
#include "measuring/memory/device_driver.hpp"
#include "measuring/memory/device_library.hpp"

#include <bit>
#include <cstdint>

namespace fabricmap {
namespace {

using CudaAddress = std::uint64_t;

struct CudaFunctions {
    explicit CudaFunctions(const DeviceLibrary& library) {
        library.take("cuInit", init);
        library.take("cuDeviceGetCount", device_get_count);
        library.take("cuDeviceGet", device_get);
        library.take("cuDeviceGetPCIBusId", device_get_pci_bus_id);
        library.take("cuDevicePrimaryCtxRetain", device_primary_ctx_retain);
        library.take("cuCtxSetCurrent", ctx_set_current);
        library.take("cuCtxSynchronize", ctx_synchronize);
        library.take("cuMemAlloc_v2", mem_alloc);
        library.take("cuMemFree_v2", mem_free);
        library.take("cuMemcpyHtoD_v2", memcpy_h_to_d);
        library.take("cuMemcpyDtoH_v2", memcpy_d_to_h);
        library.take("cuPointerSetAttribute", pointer_set_attribute);
    }

    int (*init)(unsigned flags);
    int (*device_get_count)(int* count);
    int (*device_get)(int* device, int ordinal);
    int (*device_get_pci_bus_id)(char* text, int room, int device);
    int (*device_primary_ctx_retain)(void** context, int device);
    int (*ctx_set_current)(void* context);
    int (*ctx_synchronize)();
    int (*mem_alloc)(CudaAddress* memory, std::size_t bytes);
    int (*mem_free)(CudaAddress memory);
    int (*memcpy_h_to_d)(CudaAddress to, const void* from, std::size_t bytes);
    int (*memcpy_d_to_h)(void* to, CudaAddress from, std::size_t bytes);
    int (*pointer_set_attribute)(const void* value, int attribute, CudaAddress memory);
};

class CudaDriver final : public DeviceDriver {
  public:
    [[nodiscard]] int initialise() override { return cuda_.init(0); }
    [[nodiscard]] int no_device() const noexcept override { return 100; }
    [[nodiscard]] int out_of_memory() const noexcept override { return 2; }
    [[nodiscard]] int count(int& devices) override { return cuda_.device_get_count(&devices); }

    [[nodiscard]] int bus_address(int device, std::span<char> text) override {
        int handle = 0;
        const int answer = cuda_.device_get(&handle, device);
        return answer != 0 ? answer
                           : cuda_.device_get_pci_bus_id(text.data(), static_cast<int>(text.size()), handle);
    }

    /// By the context that the MPI library finds as well.
    [[nodiscard]] int use(int device) override {
        int handle = 0;
        void* context = nullptr;
        int answer = cuda_.device_get(&handle, device);
        if (answer == 0) answer = cuda_.device_primary_ctx_retain(&context, handle);
        return answer == 0 ? cuda_.ctx_set_current(context) : answer;
    }

    [[nodiscard]] int allocate(std::size_t bytes, void*& memory) override {
        constexpr int sync_memops = 6;
        CudaAddress address = 0;
        const int answer = cuda_.mem_alloc(&address, bytes);
        if (answer != 0) return answer;
        memory = std::bit_cast<void*>(address);
        // Synchronous copies to and from it are then complete before an adapter reads it, as GPUDirect wants.
        const unsigned on = 1;
        return cuda_.pointer_set_attribute(&on, sync_memops, address);
    }

    int release(void* memory) override { return cuda_.mem_free(std::bit_cast<CudaAddress>(memory)); }

    [[nodiscard]] int copy_to(void* device, const void* host, std::size_t bytes) override {
        // A copy of pageable memory returns before its last part has arrived.
        const int answer = cuda_.memcpy_h_to_d(std::bit_cast<CudaAddress>(device), host, bytes);
        return answer == 0 ? cuda_.ctx_synchronize() : answer;
    }

    [[nodiscard]] int copy_from(void* host, const void* device, std::size_t bytes) override {
        const int answer = cuda_.ctx_synchronize();
        return answer == 0 ? cuda_.memcpy_d_to_h(host, std::bit_cast<CudaAddress>(device), bytes) : answer;
    }

  private:
    CudaFunctions cuda_{DeviceLibrary({"libcuda.so.1"})};
};

}  // namespace

std::unique_ptr<DeviceDriver> load_cuda_driver() {
    return std::make_unique<CudaDriver>();
}

}  // namespace fabricmap
