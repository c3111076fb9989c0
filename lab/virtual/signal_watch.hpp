// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/virtual/file_descriptor.hpp"

#include <csignal>

namespace fabricmap::lab {

/// While it lives, SIGINT, SIGTERM and SIGHUP do not end the calling thread but are told by it.
class SignalWatch {
  public:
    SignalWatch();
    SignalWatch(const SignalWatch&) = delete;
    SignalWatch& operator=(const SignalWatch&) = delete;
    ~SignalWatch();

    /// Readable when a signal has come.
    [[nodiscard]] int descriptor() const noexcept { return descriptor_.get(); }
    /// Forgets a signal that has come.
    void take() const;

  private:
    sigset_t before_{};
    FileDescriptor descriptor_;
};

}  // namespace fabricmap::lab
