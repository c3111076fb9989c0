// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/virtual/file_descriptor.hpp"
#include "lab/virtual/frame_scheduler.hpp"

#include <cstddef>
#include <poll.h>
#include <vector>

namespace fabricmap::lab {

/// Carries frames between the TAP devices of hosts, each at the time that its scheduler says.
class Switch {
  public:
    /// A tap for each port of the settings, in their order.
    Switch(std::vector<FileDescriptor> taps, SwitchSettings settings);

    /// Carries frames until the process is ended. Throws RunError where a device fails.
    [[noreturn]] void run();

  private:
    void wait();
    void take_from(int host);
    void deliver(const Frame& frame);
    [[nodiscard]] std::size_t free_buffer();

    std::vector<FileDescriptor> taps_;
    std::vector<pollfd> watched_;
    FrameScheduler scheduler_;
    std::vector<std::vector<std::byte>> buffers_;
    std::vector<std::size_t> free_buffers_;
};

/// Asks for the core as soon as a frame comes, where the system allows it.
void raise_priority();

}  // namespace fabricmap::lab
