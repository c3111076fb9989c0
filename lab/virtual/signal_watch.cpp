// SPDX-License-Identifier: Apache-2.0
#include "lab/virtual/signal_watch.hpp"

#include "lab/virtual/system_error.hpp"

#include <sys/signalfd.h>

namespace fabricmap::lab {

SignalWatch::SignalWatch() {
    sigset_t watched;
    sigemptyset(&watched);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&watched, signal);
    pthread_sigmask(SIG_BLOCK, &watched, &before_);
    descriptor_ = FileDescriptor(require(signalfd(-1, &watched, SFD_CLOEXEC), "watching signals"));
}

SignalWatch::~SignalWatch() {
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void SignalWatch::take() const {
    signalfd_siginfo signal{};
    (void)!read(descriptor_.get(), &signal, sizeof signal);
}

}  // namespace fabricmap::lab
