// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace fabricmap::site {

/// From now on SIGINT, SIGTERM and SIGHUP, where they are not ignored, end a child that is waited for, and
/// the wait with Error and ExitCode::interrupted.
void catch_signals_for_children();

/// Throws Error with ExitCode::interrupted when such a signal has come.
void throw_if_interrupted();

/// A program that runs for this one, in a group of processes of its own, without standard input. It is asked
/// to end when this process dies, however that is.
class Child {
  public:
    enum class Output : std::uint8_t {
        kept,         ///< goes where that of this program goes
        to_stderr,    ///< what it prints on stdout goes there, too
        errors_only,  ///< what it prints on stdout is dropped
        dropped,      ///< all of it
    };

    /// Looks for the program as a shell does.
    /// It starts in `folder`, where one is given.
    Child(const std::vector<std::string>& words, Output output, const std::filesystem::path& folder = {});
    ~Child();
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    /// Its exit code when it has ended, 128 + the signal's number where one ended it; nothing before.
    [[nodiscard]] std::optional<int> ended();
    /// Waits for its end; after `limit` it is ended. Throws Error as above once it has ended.
    [[nodiscard]] int wait(std::chrono::seconds limit);
    /// Asks it to end, kills it where it does not within ten seconds, and waits for that.
    void end() noexcept;

  private:
    pid_t process_ = -1;
    std::optional<int> code_;
};

/// Throws Error for a program of ours that failed: with its code where that says what has, else
/// ExitCode::failure.
[[noreturn]] void throw_ended(std::string_view program, int code);

}  // namespace fabricmap::site
