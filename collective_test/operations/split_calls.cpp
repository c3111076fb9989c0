// SPDX-License-Identifier: Apache-2.0
#include "collective_test/operations/split_calls.hpp"

#include "measuring/mpi/payload.hpp"

#include <utility>

namespace fabricmap::collective_test {
namespace {

/// A part of each rank's block, where blocks lie side by side.
class PartOfBlocks {
  public:
    PartOfBlocks(std::int64_t block_bytes, std::int64_t part_bytes) : part_(part_bytes) {
        MPI_Datatype bytes = MPI_DATATYPE_NULL;
        MPI_Type_contiguous(part_.count(), part_.type(), &bytes);
        MPI_Type_create_resized(bytes, 0, block_bytes, &type_);
        MPI_Type_commit(&type_);
        MPI_Type_free(&bytes);
    }
    ~PartOfBlocks() { MPI_Type_free(&type_); }
    PartOfBlocks(const PartOfBlocks&) = delete;
    PartOfBlocks& operator=(const PartOfBlocks&) = delete;

    /// As it lies among blocks, and alone.
    [[nodiscard]] MPI_Datatype among_blocks() const noexcept { return type_; }
    [[nodiscard]] const Payload& alone() const noexcept { return part_; }

  private:
    Payload part_;
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// Ranks that need no buffer have none.
std::byte* part_of(std::byte* buffer, std::int64_t offset) {
    return buffer == nullptr ? nullptr : buffer + offset;
}

/// `call` takes the part and where it begins in either buffer.
template <typename PartCall>
std::unique_ptr<Call> split_blocks(const CallShape& shape, const Twins& twins, int parts, PartCall call) {
    auto calls = std::make_unique<StepCalls>(shape, twins);
    const std::int64_t part_bytes = shape.message_length / parts;
    const auto part = std::make_shared<PartOfBlocks>(shape.message_length, part_bytes);
    for (int step = 0; step < parts; ++step) {
        calls->then([part, call, offset = step * part_bytes](const Buffers& buffers) {
            call(*part, part_of(buffers.out, offset), part_of(buffers.in, offset));
        });
    }
    return calls;
}

}  // namespace

std::unique_ptr<Call> split_buffer(const CallShape& shape, const Twins& twins, int parts) {
    auto calls = std::make_unique<StepCalls>(shape, twins);
    const std::int64_t part_bytes = shape.message_length / parts;
    for (int step = 0; step < parts; ++step)
        calls->then(twins, part_bytes, shape.root, out_at(step * part_bytes), in_at(step * part_bytes));
    return calls;
}

std::unique_ptr<Call> split_gather(const CallShape& shape, const Twins& twins, int parts) {
    return split_blocks(
        shape, twins, parts,
        [root = shape.root, comm = shape.comm](const PartOfBlocks& part, std::byte* out, std::byte* in) {
            MPI_Gather(out, part.alone().count(), part.alone().type(), in, 1, part.among_blocks(), root,
                       comm);
        });
}

std::unique_ptr<Call> split_scatter(const CallShape& shape, const Twins& twins, int parts) {
    return split_blocks(
        shape, twins, parts,
        [root = shape.root, comm = shape.comm](const PartOfBlocks& part, std::byte* out, std::byte* in) {
            MPI_Scatter(out, 1, part.among_blocks(), in, part.alone().count(), part.alone().type(), root,
                        comm);
        });
}

std::unique_ptr<Call> split_allgather(const CallShape& shape, const Twins& twins, int parts) {
    return split_blocks(
        shape, twins, parts, [comm = shape.comm](const PartOfBlocks& part, std::byte* out, std::byte* in) {
            MPI_Allgather(out, part.alone().count(), part.alone().type(), in, 1, part.among_blocks(), comm);
        });
}

std::unique_ptr<Call> split_alltoall(const CallShape& shape, const Twins& twins, int parts) {
    return split_blocks(shape, twins, parts,
                        [comm = shape.comm](const PartOfBlocks& part, std::byte* out, std::byte* in) {
                            MPI_Alltoall(out, 1, part.among_blocks(), in, 1, part.among_blocks(), comm);
                        });
}

std::string_view reason_not_to_split(std::int64_t message_length, int parts) noexcept {
    const std::int64_t whole = parts * static_cast<std::int64_t>(sizeof(double));
    return message_length > 0 && message_length % whole == 0
               ? std::string_view()
               : std::string_view("it has no equal parts of whole doubles");
}

}  // namespace fabricmap::collective_test
