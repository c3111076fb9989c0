// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <elf.h>
#include <link.h>
#include <string_view>

namespace fabricmap::tracing {

/// A library or program in memory, as its dynamic section describes it. Nothing here allocates memory or asks
/// the loader, so that it can be used at any time.
class LoadedModule {
  public:
    LoadedModule(std::uintptr_t base, const ElfW(Phdr) * headers, std::size_t header_count) noexcept;
    /// To look for definitions alone.
    LoadedModule(std::uintptr_t base, const ElfW(Dyn) * dynamic) noexcept : base_(base) {
        read_dynamic(dynamic);
    }

    /// A place that holds the address of a function of that name: a call or a pointer goes through it.
    struct Slot {
        const char* name = nullptr;
        void** place = nullptr;
        bool is_of_calls = false;  ///< may be bound at the first call
    };
    /// Calls `use(slot)` for each slot of a named function.
    template <typename Use>
    void for_each_slot(const Use& use) const {
        visit(relocations_, relocations_bytes_, use);
        visit(call_relocations_, call_relocations_bytes_, use);
    }

    /// Its own function or variable of that name, that others can use; nothing where it has none.
    [[nodiscard]] void* find_definition(const char* name) const noexcept;
    /// Whether it names a library to search others in, beyond what the system searches.
    [[nodiscard]] bool has_rpath() const noexcept { return has_rpath_; }
    [[nodiscard]] bool contains(const void* address) const noexcept;
    /// Puts another address there. False where the memory cannot be written.
    bool write(void** place, void* address) const noexcept;

  private:
    template <typename Use>
    void visit(const ElfW(Rela) * first, std::size_t bytes, const Use& use) const {
        if (symbols_ == nullptr || strings_ == nullptr) return;
        for (std::size_t index = 0; index < bytes / sizeof(ElfW(Rela)); ++index) {
            const ElfW(Rela)& one = first[index];
            const auto symbol = one.r_info >> 32U;
            const auto type = static_cast<std::uint32_t>(one.r_info);
            if (symbol == 0 || one.r_addend != 0 || !is_address_of_function(type)) continue;
            // NOLINTNEXTLINE(performance-no-int-to-ptr): the format gives addresses as numbers.
            auto* const place = reinterpret_cast<void**>(base_ + one.r_offset);
            use(Slot{strings_ + symbols_[symbol].st_name, place, type == type_of_calls});
        }
    }
#if defined(__aarch64__)
    static constexpr std::uint32_t type_of_calls = R_AARCH64_JUMP_SLOT;
    static constexpr std::uint32_t type_of_address = R_AARCH64_GLOB_DAT;
    static constexpr std::uint32_t type_of_pointer = R_AARCH64_ABS64;
#elif defined(__powerpc64__)
    static constexpr std::uint32_t type_of_calls = R_PPC64_JMP_SLOT;
    static constexpr std::uint32_t type_of_address = R_PPC64_GLOB_DAT;
    static constexpr std::uint32_t type_of_pointer = R_PPC64_ADDR64;
#else
    static constexpr std::uint32_t type_of_calls = R_X86_64_JUMP_SLOT;
    static constexpr std::uint32_t type_of_address = R_X86_64_GLOB_DAT;
    static constexpr std::uint32_t type_of_pointer = R_X86_64_64;
#endif
    [[nodiscard]] static constexpr bool is_address_of_function(std::uint32_t type) noexcept {
        return type == type_of_calls || type == type_of_address || type == type_of_pointer;
    }

    void read_dynamic(const ElfW(Dyn) * entry) noexcept;
    [[nodiscard]] const char* address_of(std::uintptr_t value) const noexcept;
    [[nodiscard]] void* definition_at(std::size_t symbol, const char* name) const noexcept;
    [[nodiscard]] void* find_by_gnu_hash(const char* name) const noexcept;
    [[nodiscard]] void* find_by_hash(const char* name) const noexcept;

    std::uintptr_t base_;
    const ElfW(Phdr) * headers_ = nullptr;
    std::size_t header_count_ = 0;
    const ElfW(Sym) * symbols_ = nullptr;
    const char* strings_ = nullptr;
    const std::uint32_t* gnu_hash_ = nullptr;
    const std::uint32_t* hash_ = nullptr;
    const ElfW(Rela) * relocations_ = nullptr;
    std::size_t relocations_bytes_ = 0;
    const ElfW(Rela) * call_relocations_ = nullptr;
    std::size_t call_relocations_bytes_ = 0;
    bool has_rpath_ = false;
};

}  // namespace fabricmap::tracing
