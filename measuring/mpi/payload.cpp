// SPDX-License-Identifier: Apache-2.0
#include "measuring/mpi/payload.hpp"

#include <array>
#include <limits>

namespace fabricmap {
namespace {

constexpr std::int64_t block_bytes = std::int64_t{1} << 26;

MPI_Datatype type_of_blocks(std::int64_t length_bytes) {
    MPI_Datatype block = MPI_DATATYPE_NULL;
    MPI_Type_contiguous(static_cast<int>(block_bytes), MPI_BYTE, &block);
    const std::int64_t blocks = length_bytes / block_bytes;
    const std::array<int, 2> counts{static_cast<int>(blocks), static_cast<int>(length_bytes % block_bytes)};
    const std::array<MPI_Aint, 2> offsets{0, static_cast<MPI_Aint>(blocks * block_bytes)};
    const std::array<MPI_Datatype, 2> types{block, MPI_BYTE};
    MPI_Datatype whole = MPI_DATATYPE_NULL;
    MPI_Type_create_struct(2, counts.data(), offsets.data(), types.data(), &whole);
    MPI_Type_commit(&whole);
    MPI_Type_free(&block);
    return whole;
}

}  // namespace

Payload::Payload(std::int64_t length_bytes) : length_bytes_(length_bytes) {
    if (length_bytes <= std::numeric_limits<int>::max()) {
        count_ = static_cast<int>(length_bytes);
    } else {
        count_ = 1;
        type_ = type_of_blocks(length_bytes);
    }
}

Payload::~Payload() {
    if (type_ != MPI_BYTE) MPI_Type_free(&type_);
}

}  // namespace fabricmap
