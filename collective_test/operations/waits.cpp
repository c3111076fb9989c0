// SPDX-License-Identifier: Apache-2.0
// Waits whose time is known beforehand, in place of a call: what they read is the error of starting and
// timing.
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/rows.hpp"
#include "measuring/clock/precise_wait.hpp"

#include <array>

namespace fabricmap::collective_test {
namespace {

class Wait final : public Call {
  public:
    Wait(const Clock& clock, Nanoseconds span_ns) : clock_(clock), span_ns_(span_ns) {}

    void run(const Buffers& /*buffers*/) override {
        if (span_ns_ > 0) wait_until(clock_, clock_.now() + span_ns_, PreciseWait::spin);
    }
    void start(const Buffers& buffers, MPI_Request& request) override {
        run(buffers);
        request = MPI_REQUEST_NULL;
    }
    void fill(const Buffers& /*buffers*/, std::uint64_t /*key*/) const override {}
    [[nodiscard]] bool holds_result(const Buffers& /*buffers*/, std::uint64_t /*key*/) const override {
        return true;
    }

  private:
    const Clock& clock_;
    Nanoseconds span_ns_;
};

constexpr Nanoseconds microsecond_ns = 1000;

constexpr Operation waiting(std::string_view name, std::unique_ptr<Call> (*make)(const CallShape&)) {
    Operation operation = moving(name, rootless, one, no_buffers);
    operation.has_length = false;
    operation.only_waits = true;
    operation.make = make;
    return operation;
}

constexpr std::array all_waits{
    waiting("wait_up",
            [](const CallShape& shape) -> std::unique_ptr<Call> {
                return std::make_unique<Wait>(*shape.clock, (rank_in(shape) + 1) * microsecond_ns);
            }),
    waiting("wait_down",
            [](const CallShape& shape) -> std::unique_ptr<Call> {
                return std::make_unique<Wait>(*shape.clock,
                                              (ranks_in(shape) - rank_in(shape)) * microsecond_ns);
            }),
    waiting("wait_null",
            [](const CallShape& shape) -> std::unique_ptr<Call> {
                return std::make_unique<Wait>(*shape.clock, 0);
            }),
};

}  // namespace

std::span<const Operation> waits() noexcept {
    return all_waits;
}

}  // namespace fabricmap::collective_test
