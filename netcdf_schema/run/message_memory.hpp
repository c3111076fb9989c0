// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fabricmap {

/// Whose memory messages lie in: the host's, or that of a device of this maker's kind.
enum class MemoryKind : std::uint8_t { host, cuda, rocm, ze };

inline constexpr std::array all_memory_kinds{MemoryKind::host, MemoryKind::cuda, MemoryKind::rocm,
                                             MemoryKind::ze};

/// Where each rank has the messages that it sends, and where it receives those of others (`--memory`). At
/// most one kind of device takes part.
struct MessageMemory {
    MemoryKind sent_from = MemoryKind::host;
    MemoryKind received_into = MemoryKind::host;

    /// The kind of device that takes part; `host` where none does.
    [[nodiscard]] constexpr MemoryKind device() const noexcept {
        return sent_from == MemoryKind::host ? received_into : sent_from;
    }
    [[nodiscard]] constexpr bool has_device() const noexcept { return device() != MemoryKind::host; }

    friend bool operator==(const MessageMemory&, const MessageMemory&) = default;
};

/// The word on the command line and in files: "cuda"; of both sides "cuda", "cuda,host".
[[nodiscard]] std::string_view name_of(MemoryKind kind) noexcept;
[[nodiscard]] std::string name_of(const MessageMemory& memory);

/// The inverse; nothing for other words, and for two kinds of devices.
[[nodiscard]] std::optional<MemoryKind> memory_kind_named(std::string_view word) noexcept;
[[nodiscard]] std::optional<MessageMemory> message_memory_named(std::string_view words) noexcept;

/// "in cuda memory", "from cuda to host memory".
[[nodiscard]] std::string memory_text(const MessageMemory& memory);

}  // namespace fabricmap
