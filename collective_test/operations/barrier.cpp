// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "collective_test/operations/rows.hpp"
#include "measuring/mpi/session.hpp"

namespace fabricmap::collective_test {
namespace {

constexpr std::string_view simulated_ibarrier =
    "the simulator's MPI_Ibarrier waits for rank 0 alone, so it is no barrier";

class Barrier final : public TwinCall {
  public:
    using TwinCall::TwinCall;
    void fill(const Buffers& /*buffers*/, std::uint64_t /*key*/) const override {}
    [[nodiscard]] bool holds_result(const Buffers& /*buffers*/, std::uint64_t /*key*/) const override {
        return true;
    }

  private:
    void call(const Buffers& /*buffers*/, const MadeCall& made) override {
        call_one(made, MPI_Barrier, MPI_Ibarrier, persistent::barrier, comm());
    }
};

std::unique_ptr<Call> make_ibarrier(const CallShape& shape) {
    if (is_simulated()) throw RunError("ibarrier: " + std::string(simulated_ibarrier));
    return make_call<Barrier, Twin::non_blocking>(shape);
}

constexpr Twins barriers() {
    Operation operation = moving("barrier", rootless, one, no_buffers);
    operation.has_length = false;
    Twins both = twins<Barrier>("ibarrier", operation);
    both.non_blocking.make = make_ibarrier;
    both.non_blocking.limit = [](std::int64_t, int, bool simulated) {
        return simulated ? simulated_ibarrier : std::string_view();
    };
    return both;
}

}  // namespace

extern constinit const Twins barrier_twins = barriers();

}  // namespace fabricmap::collective_test
