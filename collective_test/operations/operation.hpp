// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/operations/variation.hpp"
#include "measuring/clock/clock.hpp"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace fabricmap::collective_test {

class UserOperation;

/// What a call is made for: one cell, on the ranks of a communicator.
struct CallShape {
    MPI_Comm comm = MPI_COMM_NULL;
    int root = 0;  ///< rank in the communicator; without meaning where the operation has no root
    std::int64_t message_length = 0;      ///< bytes, rounded as the operation asks for
    const Clock* clock = nullptr;         ///< for operations that only wait
    Variation variation{};                ///< of the operation
    const UserOperation* user = nullptr;  ///< what the operation is, where it is the user's own
};

/// Bytes of the buffers that a rank needs.
struct BufferNeed {
    double out = 0;  ///< doubles, because p·m may pass 63 bits
    double in = 0;

    [[nodiscard]] double total() const noexcept { return out + in; }
};

/// Where a call finds its buffers, on this rank: page aligned, and large enough for it. They may lie
/// elsewhere from run to run, so a call keeps no address.
struct Buffers {
    std::byte* out = nullptr;
    std::byte* in = nullptr;
};

/// A collective call with its counts and datatypes, made once for a cell and then called again and again by
/// all ranks of the communicator together.
class Call {
  public:
    virtual ~Call() = default;
    Call() = default;
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    /// The whole call. Of a non-blocking operation: its start and its wait.
    virtual void run(const Buffers& buffers) = 0;
    /// Starts it; whoever calls waits for the request. Operations that block complete at once and leave
    /// MPI_REQUEST_NULL.
    virtual void start(const Buffers& buffers, MPI_Request& request) = 0;
    /// Writes what this rank contributes, different for each key, and something else where a result will
    /// stand.
    virtual void fill(const Buffers& buffers, std::uint64_t key) const = 0;
    /// Whether this rank's buffers hold what the operation has to leave there after fill() with that key on
    /// all ranks.
    [[nodiscard]] virtual bool holds_result(const Buffers& buffers, std::uint64_t key) const = 0;
};

/// A row of the table: what is to be known of an operation without calling it.
struct Operation {
    std::string_view name;           ///< as in `-t` and in files: "allgatherv", "ibcast", "wait_up"
    std::string_view blocking = {};  ///< of a non-blocking operation: its blocking twin; else empty
    bool has_root = false;
    bool reduces = false;     ///< sums of doubles: lengths are rounded up to whole ones
    bool has_length = true;   ///< not barriers and waits: their length is 0
    bool only_waits = false;  ///< calls nothing; what it reads is known beforehand
    bool allows_in_place = false;
    bool has_neighbours = false;          ///< exchanges blocks with these alone
    Variation variation{};                ///< how it is called; the name tells it
    const UserOperation* user = nullptr;  ///< instead of what follows but `make`; null for ours
    /// Bytes that it hands to ranks, all together: p·m of a gather, m of a broadcast's buffer.
    double (*total_length)(std::int64_t message_length, int ranks) = nullptr;
    /// Of a rank; `is_root` where it has one.
    BufferNeed (*buffers)(std::int64_t message_length, int ranks, bool is_root) = nullptr;
    /// Why it cannot be called so, whatever memory there is; empty where it can.
    std::string_view (*limit)(std::int64_t message_length, int ranks, bool simulated) = nullptr;
    /// Throws RunError with the reason where this MPI library cannot make the call.
    std::unique_ptr<Call> (*make)(const CallShape& shape) = nullptr;

    [[nodiscard]] bool is_non_blocking() const noexcept { return !blocking.empty(); }
};

/// An operation that blocks, and the one that does not.
struct Twins {
    Operation blocking;
    Operation non_blocking;
};

/// Each from the file of its operation, in the order of the list in CMake.
[[nodiscard]] std::span<const Twins* const> all_twins() noexcept;
/// Waits of known length in place of an operation.
[[nodiscard]] std::span<const Operation> waits() noexcept;

/// All of them, in the order in which they are listed: blocking, non-blocking, waits.
[[nodiscard]] std::span<const Operation> operations();

/// Null for a name that none has. "allreduce:float:max:in_place" is a variation of allreduce.
[[nodiscard]] const Operation* find_operation(std::string_view name);

/// The operation so called; null where it cannot be: what reduces nothing has no elements and no reduction.
[[nodiscard]] const Operation* find_variation(const Operation& operation, const Variation& variation);

/// What a rank needs for it; `is_root` where it has one.
[[nodiscard]] BufferNeed buffers_of(const Operation& operation, std::int64_t message_length, int ranks,
                                    bool is_root);

/// "allreduce" of "allreduce:float".
[[nodiscard]] std::string_view plain_name(std::string_view name) noexcept;

/// The length that the operation makes of the one asked for: 0 where it has none, whole doubles where it
/// reduces.
[[nodiscard]] std::int64_t length_of(const Operation& operation, std::int64_t message_length);

/// Why the operation cannot be measured with that length on so many ranks, whatever memory there is
/// (alltoallw's displacements have 31 bits); empty where it can.
[[nodiscard]] std::string_view unsupported_reason(const Operation& operation, std::int64_t message_length,
                                                  int ranks, bool simulated);

}  // namespace fabricmap::collective_test
