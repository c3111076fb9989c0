// SPDX-License-Identifier: Apache-2.0
// A cell whose call is made and looked at by a test, on all ranks of a job.
#pragma once

#include "collective_test/operations/operation.hpp"
#include "measuring/clock/precise_wait.hpp"

#include <mpi.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace fabricmap::collective_test {

inline int own_rank() {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

inline int job_ranks() {
    int ranks = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    return ranks;
}

/// With buffers of just the size that the operation says it needs, and guards behind them.
class CalledCell {
  public:
    using Maker = std::function<std::unique_ptr<Call>(const CallShape&)>;

    CalledCell(const Operation& operation, const CallShape& shape)
        : CalledCell(operation, shape, operation.make, operation.buffers) {}

    /// Another call in the operation's place, with a need of its own.
    CalledCell(const Operation& operation, const CallShape& shape, const Maker& make,
               decltype(Operation::buffers) need)
        : operation_(operation), shape_(shape), call_(make(shape)) {
        const bool is_root = own_rank() == shape.root;
        const BufferNeed own = operation.buffers(shape.message_length, job_ranks(), is_root);
        const BufferNeed all = need(shape.message_length, job_ranks(), is_root);
        in_bytes_ = static_cast<std::size_t>(own.in);
        out_bytes_ = static_cast<std::size_t>(own.out);
        out_.assign(static_cast<std::size_t>(all.out) + guard_bytes, guard);
        in_.assign(static_cast<std::size_t>(all.in) + guard_bytes, guard);
    }

    [[nodiscard]] Call& call() { return *call_; }
    [[nodiscard]] Buffers buffers() { return {out_.data(), in_.data()}; }
    void fill(std::uint64_t key) { call_->fill(buffers(), key); }

    /// Whether the result stands there and nothing was written behind the buffers.
    [[nodiscard]] bool holds_result(std::uint64_t key) {
        return call_->holds_result(buffers(), key) && guarded(out_) && guarded(in_);
    }

    /// Where this rank's result stands; empty where it has none.
    [[nodiscard]] std::span<std::byte> result() {
        if (operation_.name == "bcast" || operation_.name == "ibcast") return {out_.data(), out_bytes_};
        if (operation_.name == "exscan" || operation_.name == "iexscan") {
            return {in_.data(), own_rank() == 0 ? 0 : in_bytes_};
        }
        return {in_.data(), in_bytes_};
    }

    /// Whether a call changes anything here.
    [[nodiscard]] bool receives() {
        const bool sends_in_place = operation_.name.ends_with("bcast") && own_rank() == shape_.root;
        return !result().empty() && !sends_in_place;
    }

    [[nodiscard]] std::string describe() const {
        return std::string(operation_.name) + " of " + std::to_string(shape_.message_length) +
               " bytes, root " + std::to_string(shape_.root) + ", rank " + std::to_string(own_rank()) +
               " of " + std::to_string(job_ranks());
    }

  private:
    static constexpr std::size_t guard_bytes = 64;
    static constexpr std::byte guard{0xa5};

    [[nodiscard]] static bool guarded(const std::vector<std::byte>& buffer) {
        for (std::size_t back = 1; back <= guard_bytes; ++back) {
            if (buffer[buffer.size() - back] != guard) return false;
        }
        return true;
    }

    const Operation& operation_;
    CallShape shape_;
    std::unique_ptr<Call> call_;
    std::size_t in_bytes_ = 0;
    std::size_t out_bytes_ = 0;
    std::vector<std::byte> out_;
    std::vector<std::byte> in_;
};

}  // namespace fabricmap::collective_test
