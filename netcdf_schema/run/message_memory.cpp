// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/message_memory.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fabricmap {

std::string_view name_of(MemoryKind kind) noexcept {
    switch (kind) {
        case MemoryKind::host:
            return "host";
        case MemoryKind::cuda:
            return "cuda";
        case MemoryKind::rocm:
            return "rocm";
        case MemoryKind::ze:
            return "ze";
    }
    return "unknown";
}

std::string name_of(const MessageMemory& memory) {
    if (memory.sent_from == memory.received_into) return std::string(name_of(memory.sent_from));
    return fmt::format("{},{}", name_of(memory.sent_from), name_of(memory.received_into));
}

std::optional<MemoryKind> memory_kind_named(std::string_view word) noexcept {
    const auto* const found = std::find_if(all_memory_kinds.begin(), all_memory_kinds.end(),
                                           [&](MemoryKind kind) { return name_of(kind) == word; });
    return found == all_memory_kinds.end() ? std::nullopt : std::optional(*found);
}

std::optional<MessageMemory> message_memory_named(std::string_view words) noexcept {
    const std::size_t comma = words.find(',');
    const auto first = memory_kind_named(words.substr(0, comma));
    const auto second = comma == std::string_view::npos ? first : memory_kind_named(words.substr(comma + 1));
    if (!first || !second) return std::nullopt;
    const bool has_two_devices =
        *first != *second && *first != MemoryKind::host && *second != MemoryKind::host;
    return has_two_devices ? std::nullopt : std::optional(MessageMemory{*first, *second});
}

std::string memory_text(const MessageMemory& memory) {
    if (memory.sent_from == memory.received_into)
        return fmt::format("in {} memory", name_of(memory.sent_from));
    return fmt::format("from {} to {} memory", name_of(memory.sent_from), name_of(memory.received_into));
}

}  // namespace fabricmap
