// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recorder/preload/loaded_module.hpp"

#include <array>
#include <string_view>

namespace fabricmap::tracing {

inline constexpr std::size_t max_path = 1024;

/// "/usr/lib" of "/usr/lib/libmpi.so.40"; empty where there is none.
[[nodiscard]] std::string_view folder_of(std::string_view path) noexcept;

/// A path, with its end.
struct PathText {
    std::array<char, max_path> text{};
    [[nodiscard]] const char* c_str() const noexcept { return text.data(); }
    operator std::string_view() const noexcept { return text.data(); }  // NOLINT(google-explicit-constructor)
};
/// The same without links.
[[nodiscard]] PathText real_folder_of(const char* path) noexcept;

/// A program or library in memory.
struct ListedModule {
    std::uintptr_t base = 0;
    const ElfW(Phdr) * headers = nullptr;
    std::size_t header_count = 0;
    std::array<char, max_path> path{};  ///< empty of the program
    bool is_new = true;

    [[nodiscard]] bool is_program() const noexcept { return path[0] == '\0'; }
    [[nodiscard]] std::string_view file() const noexcept;
    [[nodiscard]] LoadedModule module() const noexcept { return {base, headers, header_count}; }
};

/// The modules that there are, the program first.
class ModuleList {
  public:
    /// Lists them anew; false where none has come since the last time. What was there before is not new.
    bool update() noexcept;
    /// All are new.
    void forget_known() noexcept;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] const ListedModule& operator[](std::size_t index) const noexcept { return all_[index]; }

  private:
    static int add(dl_phdr_info* info, std::size_t size, void* list) noexcept;
    bool reserve() noexcept;

    ListedModule* all_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
    unsigned long long added_ = 0;
    unsigned long long removed_ = 0;
};

/// Keeps a module from being unloaded.
class HeldModule {
  public:
    explicit HeldModule(const ListedModule& listed) noexcept;
    HeldModule(const HeldModule&) = delete;
    HeldModule& operator=(const HeldModule&) = delete;
    ~HeldModule();

    /// As of dlopen; nothing where it has gone, or is none that the loader knows.
    [[nodiscard]] void* handle() const noexcept { return handle_; }

  private:
    void* handle_;
};

}  // namespace fabricmap::tracing
