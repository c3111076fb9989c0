// SPDX-License-Identifier: Apache-2.0
#include "measuring/progress.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <numeric>
#include <unistd.h>

namespace fabricmap {
namespace {

constexpr auto draw_every = std::chrono::milliseconds(250);
constexpr double min_fraction_to_estimate = 0.005;

bool stderr_reaches_terminal() {
    if (isatty(STDERR_FILENO) != 0) return true;
    const std::string launchers_stderr = fmt::format("/proc/{}/fd/{}", getppid(), STDERR_FILENO);
    const int terminal = open(launchers_stderr.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
    if (terminal < 0) return false;
    const bool reaches = isatty(terminal) != 0;
    close(terminal);
    return reaches;
}

}  // namespace

bool shows_progress(bool quiet) {
    return !quiet && std::getenv("NO_COLOR") == nullptr && stderr_reaches_terminal();
}

void SweepProgress::set_estimates(const std::vector<double>& plane_seconds) {
    preparation_.clear();
    started_ = Time::now();
    done_before_.assign(plane_seconds.size() + 1, 0);
    std::partial_sum(plane_seconds.begin(), plane_seconds.end(), done_before_.begin() + 1);
    const double total = done_before_.back();
    if (total > 0) {
        for (double& fraction : done_before_) fraction /= total;
    }
}

void SweepProgress::begin_plane(std::size_t index, std::int64_t length_bytes, std::int64_t parts) {
    plane_ = index;
    length_bytes_ = length_bytes;
    parts_ = parts;
    reached(0);
}

void SweepProgress::reached(std::int64_t part) {
    part_ = part;
    if (draws_ && Time::now() - drawn_ >= draw_every) draw();
}

void SweepProgress::draw() {
    drawn_ = Time::now();
    redraw_line(preparation_.empty() ? text() : preparation_);
}

std::string SweepProgress::text() const {
    const double fraction_of_plane = static_cast<double>(part_) / static_cast<double>(parts_);
    const double fraction =
        done_before_[plane_] + fraction_of_plane * (done_before_[plane_ + 1] - done_before_[plane_]);
    const double elapsed = std::chrono::duration<double>(drawn_ - started_).count();
    const std::string remaining = fraction < min_fraction_to_estimate
                                      ? std::string("remaining time unknown yet")
                                      : format_duration(elapsed * (1 - fraction) / fraction) + " left";
    return fmt::format("{:3.0f} %  length {} of {} ({} bytes), {}", fraction * 100, plane_ + 1,
                       done_before_.size() - 1, format_size(length_bytes_), remaining);
}

void SweepProgress::clear() {
    if (drawn_ == Time::time_point{}) return;
    drawn_ = {};
    redraw_line("");
}

}  // namespace fabricmap
