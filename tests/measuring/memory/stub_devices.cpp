// SPDX-License-Identifier: Apache-2.0
// Drivers of devices that do not exist, of all kinds, for machines without any: FABRICMAP_GPU_LIBRARY names
// this library. Memory of such a device is mapped memory that nobody may touch: whoever does so in another
// way than by the driver's copies dies. Where the library is preloaded too, calls of MPI may touch it while
// they last, as those of a library that knows devices do.
//
// FABRICMAP_STUB_DEVICES: how many there are [2]; FABRICMAP_STUB_BYTES: how much memory each has [1G];
// FABRICMAP_STUB_DAMAGES: copies of so many bytes from a device have a bit wrong [none];
// FABRICMAP_STUB_UNKNOWN: the preloaded library does not know devices in MPI_Iallreduce.
#include <mpi.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sys/mman.h>

namespace {

constexpr int wrong_value = 1;
constexpr int no_memory = 2;
constexpr int no_device = 100;
constexpr int no_context = 201;
constexpr int ze_no_memory = 0x70000003;
constexpr int ze_no_device = 0x78000001;

std::int64_t stub_number(const char* name, std::int64_t otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::strtoll(text, nullptr, 10);
}

int device_count() {
    return static_cast<int>(stub_number("FABRICMAP_STUB_DEVICES", 2));
}

/// Memory of the devices, by its address.
std::map<std::byte*, std::size_t>& blocks() {
    static std::map<std::byte*, std::size_t> all;
    return all;
}

int used_device = -1;
int depth = 0;

void protect_blocks(int protection) {
    for (const auto& [first, bytes] : blocks()) mprotect(first, bytes, protection);
}

/// Device memory may be touched as long as one lives.
class Opened {
  public:
    Opened() {
        if (depth++ == 0) protect_blocks(PROT_READ | PROT_WRITE);
    }
    ~Opened() {
        if (--depth == 0) protect_blocks(PROT_NONE);
    }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
};

bool is_of_device(const void* memory, std::size_t bytes) {
    return std::any_of(blocks().begin(), blocks().end(), [&](const auto& block) {
        const auto* const first = static_cast<const std::byte*>(memory);
        return first >= block.first && first + bytes <= block.first + block.second;
    });
}

int allocate(std::size_t bytes, void** memory) {
    constexpr std::size_t page = 4096;
    if (used_device < 0) return no_context;
    if (bytes == 0) return wrong_value;
    std::size_t taken = (bytes + page - 1) / page * page;
    const std::size_t whole = taken;
    for (const auto& block : blocks()) taken += block.second;
    if (taken > static_cast<std::size_t>(stub_number("FABRICMAP_STUB_BYTES", 1 << 30))) return no_memory;
    void* const first = mmap(nullptr, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (first == MAP_FAILED) return no_memory;
    blocks()[static_cast<std::byte*>(first)] = whole;
    *memory = first;
    return 0;
}

int release(void* memory) {
    const auto found = blocks().find(static_cast<std::byte*>(memory));
    if (found == blocks().end()) return wrong_value;
    munmap(memory, found->second);
    blocks().erase(found);
    return 0;
}

int copy_to(void* device, const void* host, std::size_t bytes) {
    if (!is_of_device(device, bytes) || is_of_device(host, bytes)) return wrong_value;
    const Opened opened;
    std::memcpy(device, host, bytes);
    return 0;
}

int copy_from(void* host, const void* device, std::size_t bytes) {
    if (!is_of_device(device, bytes) || is_of_device(host, bytes)) return wrong_value;
    const Opened opened;
    std::memcpy(host, device, bytes);
    const bool damages = stub_number("FABRICMAP_STUB_DAMAGES", -1) == static_cast<std::int64_t>(bytes);
    if (damages) static_cast<std::byte*>(host)[bytes / 2] ^= std::byte{4};
    return 0;
}

int use(int device) {
    if (device < 0 || device >= device_count()) return no_device + 1;
    used_device = device;
    return 0;
}

int print_address(char* text, int room, int device) {
    if (device < 0 || device >= device_count()) return no_device + 1;
    std::snprintf(text, static_cast<std::size_t>(room), "0000:%02x:00.0", 0x10 + device);
    return 0;
}

int handle_of(int device) {
    return 40 + device;  // no number of a device, so that who mixes them up fails
}

}  // namespace

extern "C" {

// CUDA's driver.

int cuInit(unsigned flags) {
    return flags != 0 ? wrong_value : device_count() == 0 ? no_device : 0;
}
int cuDeviceGetCount(int* count) {
    *count = device_count();
    return 0;
}
int cuDeviceGet(int* device, int ordinal) {
    *device = handle_of(ordinal);
    return ordinal < device_count() ? 0 : no_device + 1;
}
int cuDevicePrimaryCtxRetain(void** context, int device) {
    *context = std::bit_cast<void*>(static_cast<std::uintptr_t>(device));
    return 0;
}
int cuCtxSetCurrent(void* context) {
    return use(static_cast<int>(std::bit_cast<std::uintptr_t>(context)) - handle_of(0));
}
int cuCtxSynchronize() {
    return used_device < 0 ? no_context : 0;
}
int cuMemAlloc_v2(std::uint64_t* memory, std::size_t bytes) {
    void* first = nullptr;
    const int answer = allocate(bytes, &first);
    *memory = std::bit_cast<std::uint64_t>(first);
    return answer;
}
int cuMemFree_v2(std::uint64_t memory) {
    return release(std::bit_cast<void*>(memory));
}
int cuMemcpyHtoD_v2(std::uint64_t device, const void* host, std::size_t bytes) {
    return copy_to(std::bit_cast<void*>(device), host, bytes);
}
int cuMemcpyDtoH_v2(void* host, std::uint64_t device, std::size_t bytes) {
    return copy_from(host, std::bit_cast<void*>(device), bytes);
}
int cuDeviceGetPCIBusId(char* text, int room, int device) {
    return print_address(text, room, device - handle_of(0));
}
int cuPointerSetAttribute(const void* value, int attribute, std::uint64_t memory) {
    constexpr int sync_memops = 6;
    const bool is_on = *static_cast<const unsigned*>(value) == 1;
    return is_on && attribute == sync_memops && is_of_device(std::bit_cast<void*>(memory), 1) ? 0
                                                                                              : wrong_value;
}

// The HIP runtime.

int hipInit(unsigned flags) {
    return cuInit(flags);
}
int hipGetDeviceCount(int* count) {
    return cuDeviceGetCount(count);
}
int hipSetDevice(int device) {
    return use(device);
}
int hipDeviceGetPCIBusId(char* text, int room, int device) {
    return print_address(text, room, device);
}
int hipMalloc(void** memory, std::size_t bytes) {
    return allocate(bytes, memory);
}
int hipFree(void* memory) {
    return release(memory);
}
int hipMemcpy(void* to, const void* from, std::size_t bytes, int kind) {
    if (kind == 1) return copy_to(to, from, bytes);
    return kind == 2 ? copy_from(to, from, bytes) : wrong_value;
}
int hipDeviceSynchronize() {
    return 0;
}

// Level Zero, of two drivers: all devices belong to the second.

struct StubDesc {
    std::uint32_t type;
    const void* next;
    std::uint32_t words[5];
};

int zeInit(std::uint32_t flags) {
    return flags != 0 ? wrong_value : device_count() == 0 ? ze_no_device : 0;
}
int zeDriverGet(std::uint32_t* count, void** drivers) {
    static int first = 0;
    static int second = 0;
    if (drivers != nullptr) {
        drivers[0] = &first;
        drivers[1] = &second;
    }
    *count = 2;
    return 0;
}
int zeDeviceGet(void* driver, std::uint32_t* count, void** devices) {
    void* drivers[2];
    std::uint32_t two = 2;
    zeDriverGet(&two, drivers);
    const int all = driver == drivers[1] ? device_count() : 0;
    for (int device = 0; devices != nullptr && device < all; ++device)
        devices[device] = std::bit_cast<void*>(static_cast<std::uintptr_t>(handle_of(device)));
    *count = static_cast<std::uint32_t>(all);
    return 0;
}
int zeDevicePciGetPropertiesExt(void* device, StubDesc* properties) {
    if (properties->type != 0x10008) return wrong_value;
    properties->words[1] = 0x10 + static_cast<std::uint32_t>(std::bit_cast<std::uintptr_t>(device)) - 40;
    return 0;
}
int zeContextCreate(void* driver, const StubDesc* desc, void** context) {
    *context = driver;
    return desc->type == 0x0d ? 0 : wrong_value;
}
int zeMemAllocDevice(void* /*context*/, const StubDesc* desc, std::size_t bytes, std::size_t /*alignment*/,
                     void* device, void** memory) {
    if (desc->type != 0x15) return wrong_value;
    if (use(static_cast<int>(std::bit_cast<std::uintptr_t>(device)) - handle_of(0)) != 0) return wrong_value;
    const int answer = allocate(bytes, memory);
    return answer == no_memory ? ze_no_memory : answer;
}
int zeMemFree(void* /*context*/, void* memory) {
    return release(memory);
}
int zeCommandListCreateImmediate(void* /*context*/, void* device, const StubDesc* desc, void** list) {
    constexpr std::uint32_t synchronous = 1;
    *list = device;
    return desc->type == 0x0e && desc->words[3] == synchronous ? 0 : wrong_value;
}
int zeCommandListAppendMemoryCopy(void* /*list*/, void* to, const void* from, std::size_t bytes,
                                  void* /*signal*/, std::uint32_t /*waits*/, void** /*wait_for*/) {
    return is_of_device(to, bytes) ? copy_to(to, from, bytes) : copy_from(to, from, bytes);
}

}  // extern "C"

// Calls of MPI in which device memory may be touched.

/// Whether the library knows no device memory in this call: of those by which Open MPI 4.1 crashes, one.
bool is_unknown(decltype(&PMPI_Iallreduce) call) {
    static const bool has_unknown = std::getenv("FABRICMAP_STUB_UNKNOWN") != nullptr;
    return has_unknown && call == &PMPI_Iallreduce;
}
template <typename Call>
bool is_unknown(Call /*call*/) {
    return false;
}

template <auto call>
struct Within;

template <typename... Arguments, int (*call)(Arguments...)>
struct Within<call> {
    static int open(Arguments... arguments) {
        if (is_unknown(call)) return call(arguments...);
        const Opened opened;
        return call(arguments...);
    }
};

// The resolver gives the linker the function that stands for the name.
#define OPENS(name)                                                           \
    extern "C" {                                                              \
    __attribute__((no_sanitize("address", "undefined"),                       \
                   used)) static decltype(&MPI_##name) resolve_##name() {     \
        return &Within<&PMPI_##name>::open;                                   \
    }                                                                         \
    decltype(MPI_##name) MPI_##name __attribute__((ifunc("resolve_" #name))); \
    }

OPENS(Send)
OPENS(Recv)
OPENS(Isend)
OPENS(Irecv)
OPENS(Sendrecv)
OPENS(Wait)
OPENS(Waitall)
OPENS(Waitsome)
OPENS(Test)
OPENS(Probe)
OPENS(Iprobe)
OPENS(Start)
OPENS(Barrier)
OPENS(Bcast)
OPENS(Gather)
OPENS(Gatherv)
OPENS(Scatter)
OPENS(Scatterv)
OPENS(Allgather)
OPENS(Allgatherv)
OPENS(Alltoall)
OPENS(Alltoallv)
OPENS(Alltoallw)
OPENS(Reduce)
OPENS(Allreduce)
OPENS(Reduce_scatter_block)
OPENS(Reduce_scatter)
OPENS(Scan)
OPENS(Exscan)
OPENS(Neighbor_allgather)
OPENS(Neighbor_allgatherv)
OPENS(Neighbor_alltoall)
OPENS(Neighbor_alltoallv)
OPENS(Neighbor_alltoallw)
OPENS(Ibarrier)
OPENS(Ibcast)
OPENS(Igather)
OPENS(Igatherv)
OPENS(Iscatter)
OPENS(Iscatterv)
OPENS(Iallgather)
OPENS(Iallgatherv)
OPENS(Ialltoall)
OPENS(Ialltoallv)
OPENS(Ialltoallw)
OPENS(Ireduce)
OPENS(Iallreduce)
OPENS(Ireduce_scatter_block)
OPENS(Ireduce_scatter)
OPENS(Iscan)
OPENS(Iexscan)
OPENS(Ineighbor_allgather)
OPENS(Ineighbor_allgatherv)
OPENS(Ineighbor_alltoall)
OPENS(Ineighbor_alltoallv)
OPENS(Ineighbor_alltoallw)
