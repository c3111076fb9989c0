// SPDX-License-Identifier: Apache-2.0
// Waits whose time is known beforehand, in place of a call: what they read is the error of starting and
// timing.
#include "collective_test/operations/families.hpp"
#include "collective_test/operations/table.hpp"
#include "measuring/clock/precise_wait.hpp"

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

}  // namespace

std::unique_ptr<Call> make_wait_up(const CallShape& shape) {
    return std::make_unique<Wait>(*shape.clock, (rank_in(shape) + 1) * microsecond_ns);
}

std::unique_ptr<Call> make_wait_down(const CallShape& shape) {
    return std::make_unique<Wait>(*shape.clock, (ranks_in(shape) - rank_in(shape)) * microsecond_ns);
}

std::unique_ptr<Call> make_wait_null(const CallShape& shape) {
    return std::make_unique<Wait>(*shape.clock, 0);
}

}  // namespace fabricmap::collective_test
