// SPDX-License-Identifier: Apache-2.0
#include "measuring/memory/device_library.hpp"

#include "base/errors.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <dlfcn.h>
#include <vector>

namespace fabricmap {

DeviceLibrary::DeviceLibrary(std::initializer_list<const char*> names) {
    std::vector<const char*> candidates(names);
    if (const char* const named = std::getenv(device_library_variable)) candidates = {named};
    std::string first_reason;
    for (const char* const candidate : candidates) {
        handle_ = dlopen(candidate, RTLD_NOW | RTLD_LOCAL);
        if (handle_ != nullptr) {
            name_ = candidate;
            return;
        }
        if (first_reason.empty()) first_reason = dlerror();
    }
    throw RunError(fmt::format("there is no driver ({})", first_reason));
}

void* DeviceLibrary::address_of(const char* name) const {
    void* const address = dlsym(handle_, name);
    if (address == nullptr) throw RunError(fmt::format("the driver {} lacks {}", name_, name));
    return address;
}

}  // namespace fabricmap
