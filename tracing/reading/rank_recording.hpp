// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recording/layout.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::tracing {

/// A program or library of a process.
struct LoadedModule {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::string build_id;  ///< empty where it has none
    std::filesystem::path path;
};

/// The call that a thread was in when the file ends.
struct OpenCall {
    std::uint32_t thread = 0;
    std::uint32_t function = 0;
    std::uint64_t place = 0;
    std::uint64_t since = 0;  ///< ticks
    std::uint64_t group = 0;  ///< identity of its communicator; 0 where that is not known
};

/// What a thread's frames hold.
struct ThreadRecording {
    std::string calls;  ///< as CallSequence reads it
    std::uint32_t frames = 0;
    std::uint64_t call_count = 0;
    std::uint64_t provisional_bytes = 0;  ///< the last of them, which a further frame would replace
};

/// A place in a script.
struct ScriptPlace {
    std::string line;      ///< "solver.py:12"
    std::string function;  ///< that it lies in
};

/// The file of a rank, read and unpacked.
struct RankRecording {
    std::filesystem::path path;
    FileHeader header;
    std::vector<std::string> functions;  ///< by their numbers
    std::vector<LoadedModule> modules;
    std::vector<ScriptPlace> script_places;  ///< by their numbers
    std::vector<ThreadRecording> threads;
    std::vector<Link> links;
    std::vector<OpenCall> open_calls;
    std::vector<Moment> moments;  ///< ascending, the first that of the header
    std::uint64_t file_bytes = 0;
    std::uint32_t world = 0;  ///< of the recording
    /// The rank in the recording of its world's first process. The header's ranks are those of the recording.
    int first_of_world = 0;
    /// What follows the last whole frame is not readable: the process was killed while it wrote, or the file
    /// is damaged.
    bool is_cut_off = false;

    [[nodiscard]] std::string host() const;
    [[nodiscard]] std::string program() const;
    [[nodiscard]] std::string_view function(std::uint32_t number) const noexcept;
};

/// The module that a return address lies in; nothing where it lies in none.
[[nodiscard]] const LoadedModule* module_at(const RankRecording& rank, std::uint64_t place) noexcept;

/// What stands for that place in a script; nothing of a return address, and where its name was not written.
[[nodiscard]] const ScriptPlace* script_place_at(const RankRecording& rank, std::uint64_t place) noexcept;

/// A place in memory that has the same name on all ranks: symmetric memory lies at one address everywhere,
/// and the variables of a program or library at one offset from where it was loaded.
[[nodiscard]] std::string name_of_memory(const RankRecording& rank, std::uint64_t address);

/// The same as numbers: of the module, 0 outside of all, and the distance from where it was loaded.
struct MemoryPlace {
    std::uint64_t module = 0;
    std::uint64_t offset = 0;

    // clang-tidy takes the zero that the compiler compares with for a null pointer.
    friend auto operator<=>(const MemoryPlace&,
                            const MemoryPlace&) = default;  // NOLINT(modernize-use-nullptr)
};
[[nodiscard]] MemoryPlace place_in_memory(const RankRecording& rank, std::uint64_t address);

/// Whether it is empty, or the beginning of such a file up to somewhere in its header.
[[nodiscard]] bool ends_within_header(const std::filesystem::path& path);

/// Reads it. Throws FileError with the path where it is no file of a rank, or of a newer version.
[[nodiscard]] RankRecording read_rank_file(const std::filesystem::path& path);

}  // namespace fabricmap::tracing
