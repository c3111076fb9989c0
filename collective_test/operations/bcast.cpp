// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/contents.hpp"
#include "collective_test/operations/rows.hpp"
#include "measuring/mpi/payload.hpp"
#include "measuring/page_buffer.hpp"

namespace fabricmap::collective_test {
namespace {

class Bcast final : public TwinCall {
  public:
    Bcast(const CallShape& shape, Twin twin) : TwinCall(shape, twin), payload_(length()) {}

    void fill(const Buffers& buffers, std::uint64_t key) const override {
        const std::span<std::byte> bytes = ByteBlocks{buffers.out, length(), 1}.block(0);
        if (is_root()) {
            fill_pattern(bytes, key);
        } else {
            fill_other_than_pattern(bytes, key);
        }
    }

    [[nodiscard]] bool holds_result(const Buffers& buffers, std::uint64_t key) const override {
        return holds_pattern(ByteBlocks{buffers.out, length(), 1}.block(0), key);
    }

  private:
    void call(const Buffers& buffers, const MadeCall& made) override {
        call_one(made, MPI_Bcast, MPI_Ibcast, persistent::bcast, buffers.out, payload_.count(),
                 payload_.type(), root(), comm());
    }

    Payload payload_;
};

}  // namespace

extern constinit const Twins bcast_twins = twins<Bcast>("ibcast", moving("bcast", rooted, one, out_alone));

}  // namespace fabricmap::collective_test
