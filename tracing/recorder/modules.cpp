// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/modules.hpp"

#include <climits>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <link.h>
#include <string_view>
#include <unistd.h>

namespace fabricmap::tracing {
namespace {

using namespace std::string_view_literals;

std::string hexadecimal(std::uint64_t value) {
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%lx", static_cast<unsigned long>(value));
    return digits.data();
}

/// The build id among the notes of a segment; empty where there is none.
std::string build_id_in(const char* notes, std::size_t size) {
    std::size_t position = 0;
    while (position + sizeof(ElfW(Nhdr)) <= size) {
        ElfW(Nhdr) note;
        std::memcpy(&note, notes + position, sizeof note);
        const auto rounded = [](std::size_t bytes) { return (bytes + 3) / 4 * 4; };
        const char* const name = notes + position + sizeof note;
        const char* const content = name + rounded(note.n_namesz);
        position += sizeof note + rounded(note.n_namesz) + rounded(note.n_descsz);
        if (position > size) break;
        const bool is_build_id = note.n_type == 3 && std::string_view(name, note.n_namesz) == "GNU\0"sv;
        if (!is_build_id) continue;
        std::string id;
        constexpr std::string_view digits = "0123456789abcdef";
        for (std::size_t byte = 0; byte < note.n_descsz; ++byte) {
            const auto value = static_cast<unsigned char>(content[byte]);
            id += digits[value / 16];
            id += digits[value % 16];
        }
        return id;
    }
    return {};
}

std::string path_of(const dl_phdr_info& module) {
    if (module.dlpi_name != nullptr && module.dlpi_name[0] != '\0') return module.dlpi_name;
    std::array<char, PATH_MAX> path{};
    const auto length = readlink("/proc/self/exe", path.data(), path.size() - 1);
    return length > 0 ? std::string(path.data(), static_cast<std::size_t>(length)) : std::string();
}

int describe(dl_phdr_info* module, std::size_t /*size*/, void* text) {
    std::uint64_t end = 0;
    std::string build_id;
    for (int index = 0; index < module->dlpi_phnum; ++index) {
        const auto& segment = module->dlpi_phdr[index];
        if (segment.p_type == PT_LOAD) end = std::max<std::uint64_t>(end, segment.p_vaddr + segment.p_memsz);
        if (segment.p_type == PT_NOTE && build_id.empty()) {
            // NOLINTNEXTLINE(performance-no-int-to-ptr): the loader gives addresses as numbers.
            build_id = build_id_in(reinterpret_cast<const char*>(module->dlpi_addr + segment.p_vaddr),
                                   segment.p_memsz);
        }
    }
    *static_cast<std::string*>(text) += hexadecimal(module->dlpi_addr) + ' ' +
                                        hexadecimal(module->dlpi_addr + end) + ' ' +
                                        (build_id.empty() ? "-" : build_id) + ' ' + path_of(*module) + '\n';
    return 0;
}

int count(dl_phdr_info* module, std::size_t /*size*/, void* sum) {
    *static_cast<unsigned long long*>(sum) = module->dlpi_adds;
    return 1;
}

}  // namespace

unsigned long long count_of_loaded_modules() noexcept {
    unsigned long long sum = 0;
    dl_iterate_phdr(count, &sum);
    return sum;
}

std::string describe_modules() {
    std::string text;
    dl_iterate_phdr(describe, &text);
    return text;
}

}  // namespace fabricmap::tracing
