// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recording/layout.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace fabricmap::tracing {

/// Where a thread of Python is, the innermost place first. They are noted when it gives the interpreter's
/// lock away, as modules do around their calls of MPI: within these nothing may be asked of the interpreter.
struct ScriptStack {
    std::size_t count = 0;
    std::array<std::uint64_t, 65> places{};

    [[nodiscard]] std::uint64_t place() const noexcept { return places[0]; }
    /// The calls above it.
    [[nodiscard]] std::span<const std::uint64_t> path() const noexcept {
        return {places.data() + 1, count - 1};
    }
};

/// What takes the place of the functions by which modules give the lock away and take it again; nothing for
/// others, and where the interpreter is older than 3.11 and does not tell where it is.
[[nodiscard]] void* script_replacement(const char* name, void* real) noexcept;

/// The places that have been noted so far, but for the first ones, a line each: "solver.py:12" and, after a
/// tabulator, the function.
[[nodiscard]] std::string describe_script_places(std::size_t first);
[[nodiscard]] std::size_t count_of_script_places() noexcept;

}  // namespace fabricmap::tracing
