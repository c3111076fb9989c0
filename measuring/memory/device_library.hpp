// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>

namespace fabricmap {

/// Names a file that is loaded instead of the driver's library, where that lies in no folder of the system.
inline constexpr const char* device_library_variable = "FABRICMAP_GPU_LIBRARY";

/// The library of a driver, loaded when the program runs: no such library is needed to build it, nor to run
/// it without devices. It stays loaded, as drivers have threads of their own.
class DeviceLibrary {
  public:
    /// Loads the first of the names that there is. Throws RunError with the system's reason where none is.
    explicit DeviceLibrary(std::initializer_list<const char*> names);

    /// Sets the pointer to the library's function of that name. Throws RunError where it lacks that.
    template <typename Function>
    void take(const char* name, Function*& function) const {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): what dlsym is for
        function = reinterpret_cast<Function*>(address_of(name));
    }

  private:
    [[nodiscard]] void* address_of(const char* name) const;

    std::string name_;
    void* handle_ = nullptr;
};

}  // namespace fabricmap
