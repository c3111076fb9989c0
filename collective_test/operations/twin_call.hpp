// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/operations/operation.hpp"

#include <cstdint>
#include <memory>

namespace fabricmap::collective_test {

/// Which of two twins.
enum class Twin : std::uint8_t { blocking, non_blocking };

/// An operation that comes as two: one class makes both calls.
class TwinCall : public Call {
  public:
    TwinCall(const CallShape& shape, Twin twin);

    void run(const Buffers& buffers) final;
    void start(const Buffers& buffers, MPI_Request& request) final;

  protected:
    /// Makes the call: the non-blocking one where there is a request to be set.
    virtual void call(const Buffers& buffers, MPI_Request* request) = 0;

    [[nodiscard]] MPI_Comm comm() const noexcept { return comm_; }
    [[nodiscard]] int root() const noexcept { return root_; }
    [[nodiscard]] int rank() const noexcept { return rank_; }
    [[nodiscard]] int size() const noexcept { return size_; }
    [[nodiscard]] bool is_root() const noexcept { return rank_ == root_; }
    [[nodiscard]] std::int64_t length() const noexcept { return length_; }

  private:
    MPI_Comm comm_;
    int root_;
    int rank_ = 0;
    int size_ = 1;
    std::int64_t length_;
    Twin twin_;
};

/// The one or the other function of MPI, which take the same arguments but for the request.
template <typename Blocking, typename NonBlocking, typename... Arguments>
void call_either(MPI_Request* request, Blocking blocking, NonBlocking non_blocking, Arguments... arguments) {
    if (request == nullptr) {
        blocking(arguments...);
    } else {
        non_blocking(arguments..., request);
    }
}

}  // namespace fabricmap::collective_test
