// SPDX-License-Identifier: Apache-2.0
#include "measuring/message_buffer.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

namespace fabricmap {
namespace {

/// So much of a device's memory has a copy in the host's at a time: whole words of a pattern.
constexpr std::int64_t copied_at_once = std::int64_t{1} << 20;

/// Calls `visit(part, first)` with parts of a copy that is as long as these bytes, as long as it returns
/// true.
template <typename Visit>
bool each_part(std::int64_t bytes, const Visit& visit) {
    std::vector<std::byte> copy(static_cast<std::size_t>(std::min(bytes, copied_at_once)), std::byte{1});
    for (std::int64_t first = 0; first < bytes; first += copied_at_once) {
        const auto size = static_cast<std::size_t>(std::min(bytes - first, copied_at_once));
        if (!visit(std::span(copy).first(size), first)) return false;
    }
    return true;
}

}  // namespace

MessageBuffer::MessageBuffer(std::int64_t bytes, const Device* device)
    : device_(device), bytes_(std::max<std::int64_t>(bytes, 1)) {
    if (device_ == nullptr) {
        host_.emplace(bytes_);
        data_ = host_->data();
        return;
    }
    data_ = device_->allocate(bytes_);
    each_part(bytes_, [&](std::span<const std::byte> part, std::int64_t first) {
        write(first, part);
        return true;
    });
}

MessageBuffer::~MessageBuffer() {
    if (device_ != nullptr) device_->release(data_);
}

void MessageBuffer::write(std::int64_t offset, std::span<const std::byte> from) const {
    if (from.empty()) return;
    if (device_ == nullptr) {
        std::memcpy(data_ + offset, from.data(), from.size());
    } else {
        device_->copy_to(data_ + offset, from.data(), std::ssize(from));
    }
}

void MessageBuffer::read(std::int64_t offset, std::span<std::byte> to) const {
    if (to.empty()) return;
    if (device_ == nullptr) {
        std::memcpy(to.data(), data_ + offset, to.size());
    } else {
        device_->copy_from(to.data(), data_ + offset, std::ssize(to));
    }
}

void MessageBuffer::fill(std::int64_t bytes, std::uint64_t key) const {
    if (device_ == nullptr) return fill_pattern(host_->first(bytes), key);
    each_part(bytes, [&](std::span<std::byte> part, std::int64_t first) {
        fill_pattern(part, key, first);
        write(first, part);
        return true;
    });
}

bool MessageBuffer::holds(std::int64_t offset, std::int64_t bytes, std::uint64_t key) const {
    if (device_ == nullptr)
        return holds_pattern(host_->first(offset + bytes).subspan(static_cast<std::size_t>(offset)), key);
    return each_part(bytes, [&](std::span<std::byte> part, std::int64_t first) {
        read(offset + first, part);
        return holds_pattern(part, key, first);
    });
}

}  // namespace fabricmap
