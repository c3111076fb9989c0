// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/operations/operation.hpp"

#include <functional>
#include <vector>

namespace fabricmap::collective_test {

/// Where a step finds or leaves something.
struct Place {
    enum class Buffer : std::uint8_t { out, in } buffer;
    std::int64_t offset = 0;  ///< bytes

    [[nodiscard]] std::byte* in(const Buffers& buffers) const noexcept {
        std::byte* const begin = buffer == Buffer::out ? buffers.out : buffers.in;
        return begin == nullptr ? nullptr : begin + offset;  // ranks that need no buffer have none
    }
};

[[nodiscard]] constexpr Place out_at(std::int64_t offset) noexcept {
    return {Place::Buffer::out, offset};
}
[[nodiscard]] constexpr Place in_at(std::int64_t offset) noexcept {
    return {Place::Buffer::in, offset};
}

/// Several calls and local copies, one after another, that leave what another call would.
class StepCalls final : public Call {
  public:
    /// `stands_for`: the call in whose place they are made; it fills and verifies.
    StepCalls(const CallShape& shape, const Twins& stands_for)
        : shape_(shape), stands_for_(stands_for.blocking.make(shape)) {}

    /// A call of another length and root.
    StepCalls& then(const Twins& twins, std::int64_t message_length, int root, Place out, Place in);
    StepCalls& then(std::function<void(const Buffers&)> action);

    void run(const Buffers& buffers) override {
        for (const auto& step : steps_) step(buffers);
    }
    void start(const Buffers& buffers, MPI_Request& request) override {
        run(buffers);
        request = MPI_REQUEST_NULL;
    }
    void fill(const Buffers& buffers, std::uint64_t key) const override { stands_for_->fill(buffers, key); }
    [[nodiscard]] bool holds_result(const Buffers& buffers, std::uint64_t key) const override {
        return stands_for_->holds_result(buffers, key);
    }

  private:
    CallShape shape_;
    std::unique_ptr<Call> stands_for_;
    std::vector<std::unique_ptr<Call>> calls_;
    std::vector<std::function<void(const Buffers&)>> steps_;
};

}  // namespace fabricmap::collective_test
