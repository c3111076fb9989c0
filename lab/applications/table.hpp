// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace fabricmap::lab {

/// An application with a planted inefficiency, and its ground truth: it is in NAME.c, where the call that
/// waits has a comment. "balanced" as its first word runs it without the inefficiency.
struct Application {
    std::string_view name;  ///< of OpenSHMEM where it begins with "shmem_"
    std::string_view rule;  ///< that finds it; of those that look alike the one it must not be
    int ranks = 2;          ///< of a job
    std::string_view
        waiting{};  ///< ranks that wait, as "0 1"; empty: nobody waits for what the rule is about
    int waits = 1;  ///< how often the planted time is lost in a repetition, over all ranks
    std::string_view one_sided{};         ///< component of Open MPI for windows
    std::string_view comment = "waits";   ///< on the line
    std::string_view library_function{};  ///< that liblate_exits.so is to change
    bool leaves_late = false;             ///< and to be left late

    [[nodiscard]] bool is_of_openshmem() const noexcept { return name.starts_with("shmem_"); }
};

[[nodiscard]] std::span<const Application> applications() noexcept;

/// Two programs that do the same, the second as the advice of the rule says that the first leads with.
struct Improvement {
    std::string_view before;
    std::string_view after;
    std::string_view rule;
    int ranks = 2;
};

[[nodiscard]] std::span<const Improvement> improvements() noexcept;

}  // namespace fabricmap::lab
