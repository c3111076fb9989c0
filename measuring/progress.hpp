// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// Whether the user sees a progress line: neither --quiet nor NO_COLOR is given, and someone watches what
/// this process writes to stderr. It is a terminal then, or the launcher that passes it on (mpirun puts a
/// pipe in between) writes to one.
[[nodiscard]] bool shows_progress(bool quiet);

/// The progress line on rank 0's terminal: how much of the sweep is done and the remaining time. On other
/// ranks, without a terminal and with --quiet it draws nothing.
class SweepProgress {
  public:
    /// `draws`: whether a line is wanted.
    explicit SweepProgress(bool draws) : draws_(draws) {}
    ~SweepProgress() { clear(); }
    SweepProgress(const SweepProgress&) = delete;
    SweepProgress& operator=(const SweepProgress&) = delete;

    /// What is done before the sweep begins: "trial run".
    void prepare(std::string_view what) { preparation_ = what; }
    /// The sweep begins. `plane_seconds`: the estimate of every plane that will be measured; only their
    /// proportions matter.
    void set_estimates(const std::vector<double>& plane_seconds);
    void begin_plane(std::size_t index, std::int64_t length_bytes, std::int64_t parts);
    /// The plane has another number of parts than it was begun with.
    void divide(std::int64_t parts) { parts_ = parts; }
    /// A part of the plane has begun. Draws at most a few times a second.
    void reached(std::int64_t part);
    /// The same part goes on; lets the remaining time move.
    void redraw() { reached(part_); }
    /// Removes the line, if there is one, so that others may be printed.
    void clear();

  private:
    using Time = std::chrono::steady_clock;
    void draw();
    [[nodiscard]] std::string text() const;

    bool draws_;
    std::string preparation_{};  ///< empty once the sweep has begun
    std::vector<double> done_before_{
        0, 1};  ///< fraction of the sweep that lies before each plane, and 1 at the end
    std::size_t plane_ = 0;
    std::int64_t length_bytes_ = 0;
    std::int64_t part_ = 0;
    std::int64_t parts_ = 1;
    Time::time_point started_ = Time::now();
    Time::time_point drawn_;
};

}  // namespace fabricmap
