// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>

namespace fabricmap {

/// A message length as the count and datatype that MPI takes. Counts there are 31 bits wide, so a longer
/// message is one element of a datatype of that many bytes.
class Payload {
  public:
    explicit Payload(std::int64_t length_bytes);
    ~Payload();
    Payload(const Payload&) = delete;
    Payload& operator=(const Payload&) = delete;

    [[nodiscard]] std::int64_t length_bytes() const noexcept { return length_bytes_; }
    [[nodiscard]] int count() const noexcept { return count_; }
    [[nodiscard]] MPI_Datatype type() const noexcept { return type_; }

  private:
    std::int64_t length_bytes_;
    int count_ = 0;
    MPI_Datatype type_ = MPI_BYTE;
};

}  // namespace fabricmap
