// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>

namespace fabricmap {

/// Counts steps on the terminal, once the work takes more than a moment.
class Progress {
  public:
    /// Is told of each step, and may end the work by throwing.
    using Watcher = std::function<void(std::size_t done, std::size_t count)>;

    /// Draws only if wanted, on a terminal and without NO_COLOR.
    explicit Progress(bool wanted);
    /// Draws nothing: `watcher` shows what it is told.
    explicit Progress(Watcher watcher);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// That many things are to come.
    void begin(std::size_t count, std::string things = "lengths");
    /// Takes the line away, for what else is to be printed.
    void end();
    /// Some of them are done. Throws Error with ExitCode::interrupted when a signal has come.
    void step(std::size_t count = 1);

  private:
    using Time = std::chrono::steady_clock;
    Watcher watcher_;
    bool draws_;
    bool drawn_ = false;
    std::size_t done_ = 0;
    std::size_t count_ = 0;
    std::string things_;
    Time::time_point started_ = Time::now();
    Time::time_point last_ = started_;
};

}  // namespace fabricmap
