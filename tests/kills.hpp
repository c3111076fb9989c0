// SPDX-License-Identifier: Apache-2.0
// Processes that are killed at drawn moments.
#pragma once

#include "tests/command.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <random>
#include <type_traits>

namespace fabricmap::testing {

/// How many kills the gate of every change makes, and how many a whole check; FABRICMAP_KILLS asks for
/// another number.
struct KillPlan {
    int quick = 0;
    int whole = 0;
    unsigned seed = 0;
};

/// The kills of a test, one after another:
///
///     for (Kills kills({.quick = 3, .whole = 10, .seed = 7}); kills.next();) { ...; kills.count(has_hit); }
class Kills {
  public:
    explicit Kills(const KillPlan& plan);

    /// Begins the next one, which failures name. After the last one, or one that failed, false: more than a
    /// quarter of them must have been counted as hits.
    [[nodiscard]] bool next();
    /// Of the present one, from 0.
    [[nodiscard]] int number() const noexcept { return number_; }
    template <typename Integer>
    [[nodiscard]] Integer draw(std::type_identity_t<Integer> first, Integer last) {
        return std::uniform_int_distribution<Integer>(first, last)(random_);
    }
    /// Sleeps for a drawn time, between what can be seen of a process from outside.
    void sleep_up_to(std::chrono::milliseconds longest);
    /// Kills the command or one of the processes that it has started itself.
    void kill_one_of(const Command& command);
    /// Whether the present one hit what it was meant for.
    void count(bool hit) { hits_ += hit ? 1 : 0; }

  private:
    int planned_;
    int number_ = -1;
    int hits_ = 0;
    std::mt19937 random_;
    std::optional<::testing::ScopedTrace> name_;
};

/// Reports how much is committed.
using Report = std::function<void(std::size_t committed)>;
/// What a forked process does.
using Work = std::function<void(const Report& report)>;

struct KilledWork {
    bool killed = false;        ///< or it had ended before, or went on to its end
    std::size_t committed = 0;  ///< what it reported last
    int changes = 0;            ///< so many it began
};

/// Does the work in a process of its own and kills it within that change: one of its system calls that change
/// files, counted from 1. Files are in no other state than between and within these, and it does not depend
/// on how fast the machine is. The main thread makes all changes. Work that catches the signal ends with an
/// Error that says so. Throws std::runtime_error where the work failed.
KilledWork kill_within(int change, const Work& work, int signal = SIGKILL);

/// Does the work in a process of its own, in which that change, counted from 1, fails with the error of that
/// number and is not made. How the work ended: 0, or 3 with a FileError that has a remedy; -1 where the
/// machine does not let it fail. Throws std::runtime_error where it ended otherwise.
int code_where_a_change_fails(int change, const Work& work, int error_number);

/// How many changes the work makes.
[[nodiscard]] int changes_of(const Work& work);

/// Work that continues what it finds in its folder.
struct ResumableWork {
    std::function<void(const std::filesystem::path& folder, const Report& report)> run;
    /// How much is there; fails the test where that is not as it was written.
    std::function<std::size_t(const std::filesystem::path& folder)> check;
    std::size_t whole = 0;       ///< how much is there at its end
    std::size_t per_commit = 1;  ///< how much is committed together
};

/// Kills the work at any moment and resumes it until it has come to its end, then in a new folder. Expects
/// what was committed to be there after each kill, with no more than what was being written, and all of it at
/// the end.
void expect_to_survive_kills(const ResumableWork& work, const KillPlan& plan);

}  // namespace fabricmap::testing
