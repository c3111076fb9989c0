// SPDX-License-Identifier: Apache-2.0
#include "measuring/page_buffer.hpp"

#include "base/errors.hpp"
#include "base/message_lengths.hpp"
#include "base/mixing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <utility>

namespace fabricmap {
namespace {

/// Calls `visit(part, word)` for each eight bytes, or fewer at the end, with the word that belongs there.
template <typename Byte, typename Visit>
bool every_word(std::span<Byte> bytes, std::uint64_t key, Visit visit) noexcept {
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
        const std::uint64_t word = mix(key + at);
        if (!visit(bytes.subspan(at, std::min(sizeof word, bytes.size() - at)), word)) return false;
    }
    return true;
}

}  // namespace

PageBuffer::PageBuffer(std::int64_t bytes) : bytes_(std::max<std::int64_t>(bytes, 1)) {
    void* const memory = mmap(nullptr, static_cast<std::size_t>(bytes_), PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        throw RunError(
            fmt::format("no memory for a message buffer of {} bytes: shorten the longest message (-e or "
                        "--lengths)",
                        format_size(bytes_)));
    }
    data_ = static_cast<std::byte*>(memory);
    std::memset(data_, 1, static_cast<std::size_t>(bytes_));
}

PageBuffer::~PageBuffer() {
    if (data_ != nullptr) munmap(data_, static_cast<std::size_t>(bytes_));
}

PageBuffer::PageBuffer(PageBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

void fill_pattern(std::span<std::byte> bytes, std::uint64_t key, std::int64_t first) noexcept {
    every_word(bytes, mix(key) + static_cast<std::uint64_t>(first),
               [](std::span<std::byte> part, std::uint64_t word) {
                   std::memcpy(part.data(), &word, part.size());
                   return true;
               });
}

bool holds_pattern(std::span<const std::byte> bytes, std::uint64_t key, std::int64_t first) noexcept {
    return every_word(bytes, mix(key) + static_cast<std::uint64_t>(first),
                      [](std::span<const std::byte> part, std::uint64_t word) {
                          return std::memcmp(part.data(), &word, part.size()) == 0;
                      });
}

}  // namespace fabricmap
