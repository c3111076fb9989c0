// SPDX-License-Identifier: Apache-2.0
// Operations whose blocks travel alike: what they are filled with and what they have to leave. Each call is
// in the file of its operation.
#pragma once

#include "collective_test/operations/twin_call.hpp"

namespace fabricmap::collective_test {

enum class Receivers : std::uint8_t { root, all };

/// Every rank's block, side by side, on the root or on all.
class GatheringCall : public TwinCall {
  public:
    GatheringCall(const CallShape& shape, Twin twin, Receivers receivers)
        : TwinCall(shape, twin),
          receives_(receivers == Receivers::all || is_root()),
          in_place_(shape.variation.in_place && receives_) {}
    void fill(const Buffers& buffers, std::uint64_t key) const final;
    [[nodiscard]] bool holds_result(const Buffers& buffers, std::uint64_t key) const final;

  protected:
    [[nodiscard]] const void* out(const Buffers& buffers) const noexcept {
        return in_place_ ? MPI_IN_PLACE : buffers.out;
    }

  private:
    bool receives_;
    bool in_place_;
};

/// A block of the root's for each rank.
class ScatteringCall : public TwinCall {
  public:
    using TwinCall::TwinCall;
    void fill(const Buffers& buffers, std::uint64_t key) const final;
    [[nodiscard]] bool holds_result(const Buffers& buffers, std::uint64_t key) const final;
};

/// A block of each rank for each rank.
class ExchangingCall : public TwinCall {
  public:
    ExchangingCall(const CallShape& shape, Twin twin)
        : TwinCall(shape, twin), in_place_(shape.variation.in_place) {}
    void fill(const Buffers& buffers, std::uint64_t key) const final;
    [[nodiscard]] bool holds_result(const Buffers& buffers, std::uint64_t key) const final;

  protected:
    [[nodiscard]] const void* out(const Buffers& buffers) const noexcept {
        return in_place_ ? MPI_IN_PLACE : buffers.out;
    }

  private:
    bool in_place_;
};

/// Sums over ranks, or what else is combined, element by element.
class SummingCall : public TwinCall {
  public:
    /// Which part of the sums a rank gets, and over whom: those of `first` ≤ r < `end`; of none where the two
    /// are equal, whose buffer may hold anything then.
    struct Share {
        std::int64_t offset = 0;  ///< elements
        int first = 0;
        int end = 0;
        bool in_place_at_root = false;  ///< and on no other rank
    };

    /// `blocks`: that many of the shape's length are contributed by each rank.
    SummingCall(const CallShape& shape, Twin twin, int blocks, const Share& share)
        : TwinCall(shape, twin),
          variation_(shape.variation),
          in_place_(shape.variation.in_place && (!share.in_place_at_root || is_root())),
          blocks_(blocks),
          share_(share) {}
    void fill(const Buffers& buffers, std::uint64_t key) const final;
    [[nodiscard]] bool holds_result(const Buffers& buffers, std::uint64_t key) const final;

  protected:
    [[nodiscard]] int elements() const noexcept {
        return static_cast<int>(length() / bytes_of(variation_.type));
    }
    [[nodiscard]] MPI_Datatype type() const noexcept { return mpi_type_of(variation_.type); }
    [[nodiscard]] MPI_Op reduction() const noexcept { return mpi_op_of(variation_.reduction); }
    [[nodiscard]] const void* out(const Buffers& buffers) const noexcept {
        return in_place_ ? MPI_IN_PLACE : buffers.out;
    }

  private:
    [[nodiscard]] bool receives() const noexcept { return share_.end > share_.first; }

    Variation variation_;
    bool in_place_;
    int blocks_;
    Share share_;
};

/// The sums of all ranks, a block of them for each.
class ReduceScatteringCall : public SummingCall {
  public:
    ReduceScatteringCall(const CallShape& shape, Twin twin);
};

/// Of shapes in which this rank's number or the number of ranks matters.
[[nodiscard]] int rank_in(const CallShape& shape);
[[nodiscard]] int ranks_in(const CallShape& shape);

}  // namespace fabricmap::collective_test
