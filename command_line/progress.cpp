// SPDX-License-Identifier: Apache-2.0
#include "command_line/progress.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"
#include "command_line/interruption.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <utility>

namespace fabricmap {
namespace {

constexpr auto draw_every = std::chrono::milliseconds(300);

}  // namespace

Progress::Progress(bool wanted)
    : draws_(wanted && isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr) {}

Progress::Progress(Watcher watcher) : watcher_(std::move(watcher)), draws_(false) {}

Progress::~Progress() {
    end();
}

void Progress::end() {
    if (drawn_) redraw_line("");
    drawn_ = false;
}

void Progress::begin(std::size_t count, std::string things) {
    count_ = count;
    things_ = std::move(things);
    done_ = 0;
    started_ = Time::now();
}

void Progress::step(std::size_t count) {
    if (is_interrupted()) throw Error(ExitCode::interrupted, interruption_text);
    done_ += count;
    if (watcher_) watcher_(done_, count_);
    const auto now = Time::now();
    if (!draws_ || now - last_ < draw_every || done_ > count_) return;
    last_ = now;
    drawn_ = true;
    const double elapsed_s = std::chrono::duration<double>(now - started_).count();
    const double left_s = elapsed_s * static_cast<double>(count_ - done_) / static_cast<double>(done_);
    redraw_line(fmt::format("{} of {} {}, {} left", done_, count_, things_, format_duration(left_s)));
}

}  // namespace fabricmap
