// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/buffer_pool.hpp"

#include <algorithm>
#include <cmath>

namespace fabricmap::collective_test {
namespace {

constexpr std::int64_t page = 4096;
/// Twice what the last-level cache of a large processor has for each direction.
constexpr std::int64_t beyond_caches = std::int64_t{64} << 20;

std::int64_t whole_pages(double bytes) noexcept {
    return (std::llround(bytes) + page - 1) / page * page;
}

std::int64_t pool_bytes(double need, bool cold) noexcept {
    const std::int64_t own = whole_pages(need);
    return cold && own > 0 ? std::max(own, beyond_caches) : own;
}

/// Where in the memory the run begins: next to where the run before it ended, and from the front again where
/// it would not fit.
std::int64_t offset_of(int run, double need, std::int64_t memory) noexcept {
    const std::int64_t step = std::max(whole_pages(need), page);
    const std::int64_t locations = std::max<std::int64_t>(memory / step, 1);
    return run % locations * step;
}

}  // namespace

BufferPool::BufferPool(const BufferNeed& largest, bool cold, const Device* device)
    : cold_(cold), out_(pool_bytes(largest.out, cold), device), in_(pool_bytes(largest.in, cold), device) {}

Buffers BufferPool::at(int run, const BufferNeed& need) const noexcept {
    if (!cold_) return {out_.data(), in_.data()};
    return {out_.data() + offset_of(run, need.out, out_.bytes()),
            in_.data() + offset_of(run, need.in, in_.bytes())};
}

BufferPool::HostCopy::HostCopy(const BufferPool& pool, const BufferNeed& need) : pool_(pool) {
    if (!pool.out_.is_on_device()) return;
    out_.resize(static_cast<std::size_t>(whole_pages(need.out)));
    in_.resize(static_cast<std::size_t>(whole_pages(need.in)));
}

Buffers BufferPool::HostCopy::buffers() noexcept {
    if (!pool_.out_.is_on_device()) return pool_.at(0, {});
    return {out_.data(), in_.data()};
}

void BufferPool::HostCopy::write_back() const {
    pool_.out_.write(0, out_);
    pool_.in_.write(0, in_);
}

void BufferPool::HostCopy::read() {
    pool_.out_.read(0, out_);
    pool_.in_.read(0, in_);
}

double BufferPool::bytes(const BufferNeed& largest, bool cold) noexcept {
    return static_cast<double>(pool_bytes(largest.out, cold) + pool_bytes(largest.in, cold));
}

}  // namespace fabricmap::collective_test
