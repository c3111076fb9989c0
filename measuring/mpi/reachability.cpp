// SPDX-License-Identifier: Apache-2.0
#include "measuring/mpi/reachability.hpp"

#include "measuring/watch/hang_inquiry.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>

namespace fabricmap {
namespace {

constexpr int trial_tag = 1;
constexpr long between_trial_looks_ns = 200'000;

Reachability* reachability_of_this_process = nullptr;

}  // namespace

Reachability::Reachability(Watchdog& watchdog) : watchdog_(watchdog), comm_(MPI_COMM_WORLD) {
    for (MPI_Request& receive : receives_)
        MPI_Irecv(nullptr, 0, MPI_BYTE, MPI_ANY_SOURCE, trial_tag, comm_.get(), &receive);
    reachability_of_this_process = this;
}

Reachability::~Reachability() {
    reachability_of_this_process = nullptr;
    for (MPI_Request& receive : receives_) {
        MPI_Cancel(&receive);
        MPI_Wait(&receive, MPI_STATUS_IGNORE);
    }
}

Reachability* Reachability::of_process() noexcept {
    return reachability_of_this_process;
}

void Reachability::testify_if_wanted() {
    if (has_tried_ || !watchdog_.wants_testimony()) return;
    has_tried_ = true;
    const CrossCheck check = watchdog_.wanted_check();
    std::array<MPI_Request, CrossCheck::max_targets> sends{};
    sends.fill(MPI_REQUEST_NULL);
    for (std::size_t target = 0; target < sends.size(); ++target) {
        if (check.targets.at(target) < 0) continue;
        MPI_Issend(nullptr, 0, MPI_BYTE, check.targets.at(target), trial_tag, comm_.get(), &sends.at(target));
    }
    std::uint32_t answered = 0;
    const auto end = std::chrono::steady_clock::now() + time_of_witness(watchdog_.timeout());
    const auto is_open = [](MPI_Request request) { return request != MPI_REQUEST_NULL; };
    while (std::any_of(sends.begin(), sends.end(), is_open) && std::chrono::steady_clock::now() < end) {
        for (std::size_t target = 0; target < sends.size(); ++target) {
            if (!is_open(sends.at(target))) continue;
            int done = 0;
            MPI_Test(&sends.at(target), &done, MPI_STATUS_IGNORE);
            if (done != 0) answered |= 1U << target;
        }
        const timespec pause{0, between_trial_looks_ns};
        nanosleep(&pause, nullptr);
    }
    watchdog_.testify(answered);
}

}  // namespace fabricmap
