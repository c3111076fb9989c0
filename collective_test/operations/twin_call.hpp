// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/operations/operation.hpp"
#include "collective_test/operations/persistent.hpp"

#include <cstdint>
#include <list>
#include <memory>
#include <type_traits>

namespace fabricmap::collective_test {

/// Which of two twins.
enum class Twin : std::uint8_t { blocking, non_blocking };

/// Which call is made, and where the request goes of one that has one.
struct MadeCall {
    MPI_Request* request = nullptr;  ///< null: the one that blocks
    bool is_persistent = false;      ///< only initialised
};

/// An operation that comes as two: one class makes both calls.
class TwinCall : public Call {
  public:
    TwinCall(const CallShape& shape, Twin twin);
    ~TwinCall() override;
    TwinCall(const TwinCall&) = delete;
    TwinCall& operator=(const TwinCall&) = delete;

    void run(const Buffers& buffers) final;
    void start(const Buffers& buffers, MPI_Request& request) final;

  protected:
    virtual void call(const Buffers& buffers, const MadeCall& made) = 0;

    [[nodiscard]] MPI_Comm comm() const noexcept { return comm_; }
    [[nodiscard]] int root() const noexcept { return root_; }
    [[nodiscard]] int rank() const noexcept { return rank_; }
    [[nodiscard]] int size() const noexcept { return size_; }
    [[nodiscard]] bool is_root() const noexcept { return rank_ == root_; }
    [[nodiscard]] std::int64_t length() const noexcept { return length_; }

  private:
    /// What is started again and again, on these buffers.
    struct Persistent {
        Buffers buffers;
        MPI_Request request = MPI_REQUEST_NULL;
    };
    [[nodiscard]] MPI_Request persistent_on(const Buffers& buffers);

    MPI_Comm comm_;
    int root_;
    int rank_ = 0;
    int size_ = 1;
    std::int64_t length_;
    Twin twin_;
    bool is_persistent_;
    std::list<Persistent> persistent_;
};

/// One of the functions of MPI, which take the same arguments but for the request.
template <typename Blocking, typename NonBlocking, typename Initialising, typename... Arguments>
void call_one(const MadeCall& made, Blocking blocking, NonBlocking non_blocking, Initialising initialising,
              Arguments... arguments) {
    if (made.request == nullptr) {
        blocking(arguments...);
        return;
    }
    if constexpr (!std::is_null_pointer_v<Initialising>) {
        if (made.is_persistent) {
            initialising(arguments..., MPI_INFO_NULL, made.request);
            return;
        }
    }
    non_blocking(arguments..., made.request);
}

}  // namespace fabricmap::collective_test
