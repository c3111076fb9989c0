// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The calls of a thread as a sequence of varints. It is one sequence over all frames of the thread, so a
/// frame is read after those before it.
///
///     sequence   = { definition | call } ;
///     call       = head started duration [ item_count { item } ] ;
///     head       = 2 * (context + 1) + (1 if there are items) ;
///     definition = 0 kind fields ;
///     started    = ticks since the end of the call before ;
///
/// Contexts, outcomes, lists and paths have the numbers 0, 1, ... in the order of their definitions.
namespace fabricmap::tracing {

enum class Definition : std::uint8_t {
    context = 1,   ///< the fields of CallContext in their order, signed ones in zigzag
    outcome,       ///< the fields of Outcome
    list,          ///< length, that many numbers in zigzag
    communicator,  ///< number identity kind own_rank size, that many members; remote size, members; then
                   ///< where it has met others parent, -1 of none, and creation
    window,        ///< number identity communicator
    forget_all,    ///< contexts, outcomes and lists begin again at 0
    filler,        ///< length, that many bytes of no meaning
    path,  ///< length, that many return addresses, each as its distance from the one before, in zigzag
};

enum class Item : std::uint8_t {
    completes,  ///< distance of its number from that completed before, outcome
    starts,     ///< distance from that started before, 0 or the context of a persistent one + 1
    count,      ///< calls that this record stands for, ticks spent in them
    binds,      ///< message that a probe matched
    takes,      ///< message that a receive took
    touches,    ///< distance of the address from that touched before, 0
};

/// The kind of a communicator, as bits.
inline constexpr std::uint64_t is_inter_bit = 1;
inline constexpr std::uint64_t has_met_bit = 2;

/// An item of a call, with its two numbers; of requests their number and of memory its address, which are
/// written as distances.
struct CallItem {
    Item kind = Item::completes;
    std::uint64_t first = 0;
    std::uint64_t second = 0;
};

/// No communicator, window, peer or list.
inline constexpr std::int64_t nothing = -1;
/// Bytes that are not known.
inline constexpr std::int64_t unknown_bytes = -1;

/// What calls have in common, so that it is written once.
struct CallContext {
    std::uint64_t place = 0;  ///< return address
    std::uint32_t function = 0;
    std::int32_t communicator = -1;
    std::int32_t window = -1;
    std::int32_t send_peer = -1;  ///< destination, root or target: a rank of the communicator
    /// Of locks 1 where they are exclusive; of OpenSHMEM's calls the context, 0 the default one.
    std::int32_t send_tag = 0;
    std::int32_t receive_peer = -1;  ///< source that was received from; -2: not known yet
    std::int32_t receive_tag = 0;    ///< of a persistent collective operation its index in the communicator
    std::int32_t list =
        -1;  ///< bytes for each rank, neighbours and bytes by turns, ranks of a group, or letters
    std::int64_t send_bytes = 0;
    std::int64_t receive_bytes = 0;  ///< of collectives a block: to each of MPI_Alltoall, and from the root
    std::int32_t path = -1;          ///< the calls above this one

    friend bool operator==(const CallContext&, const CallContext&) = default;
};

/// MPI_Pcontrol's first argument, which is written as send_tag: whether calls are recorded, and phases.
/// Further ones n > 2 begin the phase of that number, and -n ends it.
inline constexpr std::int32_t level_off = 0;
inline constexpr std::int32_t level_on = 1;
inline constexpr std::int32_t level_flush = 2;
/// Those of fabricmap_trace.h; the list is the letters of the phase's name.
inline constexpr std::int32_t level_begins_phase = 0x466d0001;
inline constexpr std::int32_t level_ends_phase = 0x466d0002;

/// Roots of operations on intercommunicators: this process, and another of its side, which takes no part.
/// Others are ranks of the other side.
inline constexpr std::int32_t root_is_own = -4;
inline constexpr std::int32_t root_is_beside = -3;

/// A receive that is posted: its source is that of its outcome.
inline constexpr std::int32_t source_to_come = -2;

/// How a request ended.
struct Outcome {
    std::int32_t source = -1;  ///< of a receive: a rank of its communicator
    std::int32_t tag = 0;
    std::int64_t bytes = 0;
    std::uint64_t is_cancelled = 0;

    friend bool operator==(const Outcome&, const Outcome&) = default;
};

}  // namespace fabricmap::tracing
