// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/preload/loaded_module.hpp"

#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace fabricmap::tracing {

LoadedModule::LoadedModule(std::uintptr_t base, const ElfW(Phdr) * headers, std::size_t header_count) noexcept
    : base_(base), headers_(headers), header_count_(header_count) {
    for (std::size_t index = 0; index < header_count; ++index) {
        if (headers[index].p_type != PT_DYNAMIC) continue;
        // NOLINTNEXTLINE(performance-no-int-to-ptr)
        read_dynamic(reinterpret_cast<const ElfW(Dyn)*>(base + headers[index].p_vaddr));
    }
}

/// The loader has added the base on most systems, and not on all.
const char* LoadedModule::address_of(std::uintptr_t value) const noexcept {
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return reinterpret_cast<const char*>(value < base_ ? base_ + value : value);
}

void LoadedModule::read_dynamic(const ElfW(Dyn) * entry) noexcept {
    for (; entry->d_tag != DT_NULL; ++entry) {
        const char* const address = address_of(entry->d_un.d_ptr);
        switch (entry->d_tag) {
            case DT_SYMTAB:
                symbols_ = reinterpret_cast<const ElfW(Sym)*>(address);
                break;
            case DT_STRTAB:
                strings_ = address;
                break;
            case DT_GNU_HASH:
                gnu_hash_ = reinterpret_cast<const std::uint32_t*>(address);
                break;
            case DT_HASH:
                hash_ = reinterpret_cast<const std::uint32_t*>(address);
                break;
            case DT_RELA:
                relocations_ = reinterpret_cast<const ElfW(Rela)*>(address);
                break;
            case DT_RELASZ:
                relocations_bytes_ = entry->d_un.d_val;
                break;
            case DT_JMPREL:
                call_relocations_ = reinterpret_cast<const ElfW(Rela)*>(address);
                break;
            case DT_PLTRELSZ:
                call_relocations_bytes_ = entry->d_un.d_val;
                break;
            case DT_RPATH:
                has_rpath_ = true;
                break;
            default:
                break;
        }
    }
}

void* LoadedModule::definition_at(std::size_t symbol, const char* name) const noexcept {
    const ElfW(Sym)& found = symbols_[symbol];
    const auto binding = found.st_info >> 4U;
    const bool is_shared = binding == STB_GLOBAL || binding == STB_WEAK;
    if (found.st_shndx == SHN_UNDEF || !is_shared) return nullptr;
    if (std::strcmp(strings_ + found.st_name, name) != 0) return nullptr;
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    return reinterpret_cast<void*>(base_ + found.st_value);
}

void* LoadedModule::find_by_gnu_hash(const char* name) const noexcept {
    std::uint32_t hash = 5381;
    for (const char* letter = name; *letter != '\0'; ++letter) {
        hash = hash * 33 + static_cast<unsigned char>(*letter);
    }
    const std::uint32_t bucket_count = gnu_hash_[0];
    const std::uint32_t first_symbol = gnu_hash_[1];
    const std::uint32_t filter_words = gnu_hash_[2];
    if (bucket_count == 0) return nullptr;
    const std::uint32_t* const buckets = gnu_hash_ + 4 + std::size_t{filter_words} * sizeof(ElfW(Addr)) / 4;
    const std::uint32_t* const chains = buckets + bucket_count;
    std::uint32_t symbol = buckets[hash % bucket_count];
    if (symbol < first_symbol) return nullptr;
    for (;; ++symbol) {
        const std::uint32_t in_chain = chains[symbol - first_symbol];
        if ((in_chain | 1U) == (hash | 1U)) {
            if (void* const found = definition_at(symbol, name)) return found;
        }
        if ((in_chain & 1U) != 0) return nullptr;
    }
}

void* LoadedModule::find_by_hash(const char* name) const noexcept {
    const std::uint32_t bucket_count = hash_[0];
    const std::uint32_t symbol_count = hash_[1];
    // Few libraries have this table alone: all symbols are looked at.
    (void)bucket_count;
    for (std::uint32_t symbol = 1; symbol < symbol_count; ++symbol) {
        if (void* const found = definition_at(symbol, name)) return found;
    }
    return nullptr;
}

void* LoadedModule::find_definition(const char* name) const noexcept {
    if (symbols_ == nullptr || strings_ == nullptr) return nullptr;
    if (gnu_hash_ != nullptr) return find_by_gnu_hash(name);
    return hash_ != nullptr ? find_by_hash(name) : nullptr;
}

bool LoadedModule::contains(const void* address) const noexcept {
    const auto offset = reinterpret_cast<std::uintptr_t>(address) - base_;
    for (std::size_t index = 0; index < header_count_; ++index) {
        const auto& segment = headers_[index];
        if (segment.p_type == PT_LOAD && offset - segment.p_vaddr < segment.p_memsz) return true;
    }
    return false;
}

bool LoadedModule::write(void** place, void* address) const noexcept {
    const auto page_bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto where = reinterpret_cast<std::uintptr_t>(place);
    bool can_be_written = false;
    bool is_protected = false;
    for (std::size_t index = 0; index < header_count_; ++index) {
        const auto& segment = headers_[index];
        const std::uintptr_t begin = base_ + segment.p_vaddr;
        const std::uintptr_t end = begin + segment.p_memsz;
        if (where < begin || where >= end) continue;
        if (segment.p_type == PT_LOAD) can_be_written = (segment.p_flags & PF_W) != 0;
        // The loader protects whole pages alone, and leaves the last one as it is where others use it.
        if (segment.p_type == PT_GNU_RELRO) is_protected = where < (end & ~(page_bytes - 1));
    }
    if (!can_be_written) return false;
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    void* const page = reinterpret_cast<void*>(where & ~(page_bytes - 1));
    if (is_protected && mprotect(page, page_bytes, PROT_READ | PROT_WRITE) != 0) return false;
    __atomic_store_n(place, address, __ATOMIC_RELEASE);
    if (is_protected) (void)mprotect(page, page_bytes, PROT_READ);
    return true;
}

}  // namespace fabricmap::tracing
