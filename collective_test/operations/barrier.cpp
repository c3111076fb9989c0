// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "collective_test/operations/table.hpp"
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
    void call(const Buffers& /*buffers*/, MPI_Request* request) override {
        call_either(request, MPI_Barrier, MPI_Ibarrier, comm());
    }
};

}  // namespace

std::unique_ptr<Call> make_barrier(const CallShape& shape, Twin twin) {
    if (twin == Twin::non_blocking && is_simulated()) {
        throw RunError("ibarrier: " + std::string(simulated_ibarrier));
    }
    return make_twin<Barrier>(shape, twin);
}

std::string_view limit_of_ibarrier(std::int64_t /*message_length*/, int /*ranks*/, bool simulated) {
    return simulated ? simulated_ibarrier : std::string_view();
}

}  // namespace fabricmap::collective_test
