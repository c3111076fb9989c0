// SPDX-License-Identifier: Apache-2.0
#include "measuring/watch/watchdog.hpp"

namespace fabricmap {

WaitScope::WaitScope(const char* step, Waiting waiting, int peer, std::int64_t length_bytes) noexcept
    : watchdog_(Watchdog::of_process()) {
    if (watchdog_ == nullptr) return;
    before_ = watchdog_->wait();
    if (waiting == Waiting::idle && before_.waiting != Waiting::nothing) {
        watchdog_ = nullptr;
    } else {
        watchdog_->expect_in(step, waiting, peer, length_bytes);
    }
}

WaitScope::~WaitScope() {
    if (watchdog_ == nullptr) return;
    watchdog_->expect_in(before_.step, before_.waiting, before_.peer, before_.length_bytes);
}

}  // namespace fabricmap
