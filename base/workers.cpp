// SPDX-License-Identifier: Apache-2.0
#include "base/workers.hpp"

#include <algorithm>
#include <utility>

namespace fabricmap {

Workers::Workers(unsigned threads) : shares_(std::max(1U, threads)) {
    for (std::size_t share = 1; share < shares_.size(); ++share) {
        threads_.emplace_back([this, share](const std::stop_token& stop) { work(share, stop); });
    }
}

Workers::~Workers() = default;

void Workers::split(std::size_t count, const std::function<void(std::size_t, std::size_t)>& body) {
    {
        const std::lock_guard lock(mutex_);
        count_ = count;
        body_ = &body;
        running_ = threads_.size();
        ++round_;
    }
    begun_.notify_all();
    do_share(0);
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [this] { return running_ == 0; });
    std::exception_ptr thrown;
    for (Share& share : shares_) {
        if (share.thrown) thrown = std::exchange(share.thrown, nullptr);
    }
    if (thrown) std::rethrow_exception(thrown);
}

void Workers::work(std::size_t share, const std::stop_token& stop) {
    std::size_t done = 0;
    for (;;) {
        {
            std::unique_lock lock(mutex_);
            if (!begun_.wait(lock, stop, [&] { return round_ != done; })) return;
            done = round_;
        }
        do_share(share);
        const std::lock_guard lock(mutex_);
        if (--running_ == 0) ended_.notify_one();
    }
}

void Workers::do_share(std::size_t share) noexcept {
    const std::size_t begin = count_ * share / shares_.size();
    const std::size_t end = count_ * (share + 1) / shares_.size();
    try {
        if (begin < end) (*body_)(begin, end);
    } catch (...) {
        shares_[share].thrown = std::current_exception();
    }
}

}  // namespace fabricmap
