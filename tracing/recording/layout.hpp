// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/mixing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace fabricmap::tracing {

static_assert(std::endian::native == std::endian::little,
              "rank files are little-endian, and written as they lie");

/// The file of a rank, DIR/rank00000.trace: a FileHeader, then frames.
[[nodiscard]] inline std::string rank_file_name(int rank) {
    std::string digits = std::to_string(rank);
    if (digits.size() < 5) digits.insert(0, 5 - digits.size(), '0');
    return "rank" + digits + ".trace";
}

inline constexpr std::array<char, 8> file_magic{'F', 'M', 'T', 'R', 'A', 'C', 'E', '\n'};
inline constexpr std::uint32_t file_version = 6;

/// Folders in that of a run begin so: of worlds of processes that it has spawned.
inline constexpr const char* folder_of_spawned = "spawned_";

/// The file of a folder that lists which ranks are recorded, found at their start: the run's number, then a
/// rank a line.
inline constexpr const char* recorded_ranks_file = "recorded_ranks";

/// The file of a folder that names the job which it was made for, and the process that made it.
inline constexpr const char* claim_file = "job";

/// With which code the launcher ended, where one command has started it and seen its end.
inline constexpr const char* exit_code_file = "exit_code";

/// One moment on two clocks: that which calls are timed by, and the machine's monotonic one.
struct Moment {
    std::uint64_t counter = 0;
    std::int64_t monotonic_ns = 0;
};

/// What messages told of another rank's monotonic clock; nothing where half_trip is negative.
struct ClockSighting {
    std::int64_t own_ns = 0;
    std::int64_t offset_ns = 0;      ///< what to add to the own clock to get the other's
    std::int64_t half_trip_ns = -1;  ///< how far the offset may be off
    std::uint64_t exchanges = 0;     ///< messages there and back
};

/// A checksum that any changed byte changes.
[[nodiscard]] inline std::uint64_t checksum_of(std::span<const unsigned char> bytes, std::uint64_t start) {
    std::uint64_t sum = mix(start, bytes.size());
    while (!bytes.empty()) {
        std::uint64_t word = 0;
        const std::size_t taken = std::min(bytes.size(), sizeof word);
        std::memcpy(&word, bytes.data(), taken);
        sum = mix(sum ^ word);
        bytes = bytes.subspan(taken);
    }
    return sum;
}

/// That the process was alive: kept up while nothing else is written.
struct LifeSign {
    Moment moment;
    std::uint64_t checksum = 0;  ///< of the moment
};

/// The first bytes of a file. What is known at the end alone is written into them there.
struct FileHeader {
    std::array<char, 8> magic = file_magic;
    std::uint32_t version = file_version;
    std::uint32_t header_bytes = 0;
    std::uint64_t run_id = 0;  ///< the same in all files of a run
    std::int32_t rank = 0;
    std::int32_t rank_count = 0;
    std::int32_t clock_parent = -1;    ///< the rank whose clock was read; -1 of the one that sets the time
    std::int32_t shares_clock = 0;     ///< 1: with the parent
    std::uint64_t clock_identity = 0;  ///< the same of ranks that read the same clock
    std::int32_t counter_is_monotonic =
        0;  ///< 1: nanoseconds of the monotonic clock, 0: the processor's counter
    std::int32_t process_id = 0;
    std::array<char, 256> host{};
    std::array<char, 1024> program{};
    Moment started;
    std::uint64_t first_call = 0;  ///< ticks: the start of MPI_Init
    std::int64_t started_unix_ns = 0;
    ClockSighting first_sighting;
    Moment last_sign;  ///< of life, in files without a LifeSign

    // Filled in at the end.
    std::uint64_t is_complete = 0;
    Moment ended;
    ClockSighting last_sighting;
    std::uint64_t recorded_calls = 0;
    std::uint64_t lost_calls = 0;      ///< that no longer went to the disk
    std::uint64_t buffer_waits = 0;    ///< how often a call waited for a free buffer
    std::uint64_t buffer_wait_ns = 0;  ///< and how long in all

    // Not in all files of this version, which are shorter then.
    std::uint64_t host_processors = 0;  ///< that are online; 0: not known
    std::uint64_t checksum = 0;         ///< of all that stands before it
    LifeSign sign;                      ///< written alone
};
/// Of a header without what not all have.
inline constexpr std::size_t min_header_bytes = offsetof(FileHeader, host_processors);
static_assert(std::is_trivially_copyable_v<FileHeader>);

[[nodiscard]] inline std::uint64_t checksum_of(const FileHeader& header) {
    return checksum_of({reinterpret_cast<const unsigned char*>(&header), offsetof(FileHeader, checksum)}, 1);
}

[[nodiscard]] inline LifeSign sign_of(const Moment& moment) {
    return {moment, checksum_of({reinterpret_cast<const unsigned char*>(&moment), sizeof moment}, 2)};
}

/// Files that were written before headers had checksums are shorter.
[[nodiscard]] inline bool has_checksum(const FileHeader& header) noexcept {
    return header.header_bytes >= sizeof header;
}

enum class FrameKind : std::uint32_t {
    names,    ///< of functions, in the order of their numbers, a line each
    modules,  ///< "base size build-id path" a line, numbers in hexadecimal
    calls,    ///< of one thread
    scripts,  ///< more places in scripts, in the order of their numbers: "solver.py:12", tabulator, function
    links,  ///< more links, a line each: the numbers of a Link, how many members, these, those of the remote
            ///< side
};

/// Places and paths are return addresses, which have no such bit, or this and the number of a place in a
/// script.
inline constexpr std::uint64_t script_place = std::uint64_t{1} << 63U;

inline constexpr std::uint32_t frame_magic = 0x4d524646;  // "FFRM"
inline constexpr std::uint64_t no_open_call = ~std::uint64_t{0};

/// How processes that were not started together have met.
enum class LinkKind : std::uint8_t { spawns, is_spawned, accepts, connects };

/// What made a communicator with processes that may be of another world: MPI_Comm_spawn, MPI_Comm_accept and
/// the like. Members of communicators are ranks of MPI_COMM_WORLD, and -2 - n for the process of number n of
/// those that a process has met, whose remote sides are numbered one after another; -1 is none of them.
struct Link {
    std::uint64_t identity = 0;  ///< of the communicator
    LinkKind kind = LinkKind::spawns;
    std::uint64_t token = 0;  ///< the same on both sides; only roots and processes that are spawned know it
    std::uint64_t start = 0;  ///< ticks, of the call
    std::uint64_t end = 0;
    std::size_t first_met = 0;  ///< the number of its first remote process
    std::vector<int> members;
    std::vector<int> remote;  ///< what the other side's were known as before they met
};

/// Stands before the bytes of each frame.
struct FrameHeader {
    std::uint32_t magic = frame_magic;
    FrameKind kind = FrameKind::calls;
    std::uint32_t thread = 0;
    std::uint32_t number = 0;  ///< of this thread's frames
    std::uint32_t raw_bytes = 0;
    std::uint32_t stored_bytes = 0;  ///< a zstd frame; as many as raw ones: they lie there as they are
    Moment moment;                   ///< when the frame was made
    std::uint64_t calls = 0;         ///< of the thread so far, those of this frame included
    /// The last of the raw bytes that the thread's next frame, if there is one, has anew: polls that are
    /// still being put together.
    std::uint64_t provisional_bytes = 0;
    std::uint64_t open_function = no_open_call;  ///< what the thread was in at that moment
    std::uint64_t open_place = 0;
    std::uint64_t open_since = 0;  ///< of the counter
    std::uint64_t open_group = 0;  ///< the identity of its communicator, of collective operations
    std::uint64_t checksum = 0;    ///< of this header, without itself, and the stored bytes
};
static_assert(std::is_trivially_copyable_v<FrameHeader>);

[[nodiscard]] inline std::uint64_t checksum_of(FrameHeader header, std::span<const unsigned char> stored) {
    header.checksum = 0;
    std::array<unsigned char, sizeof header> bytes{};
    std::memcpy(bytes.data(), &header, sizeof header);
    return checksum_of(stored, checksum_of(bytes, 0));
}

}  // namespace fabricmap::tracing
