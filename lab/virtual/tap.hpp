// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/virtual/file_descriptor.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace fabricmap::lab {

constexpr std::string_view interface_name = "eth0";

/// The longest frame that a TAP device gives or takes, with the virtio header before it.
constexpr std::size_t longest_frame_bytes = 65536 + 256;
/// Length of that header, and where the Ethernet addresses stand behind it.
constexpr std::size_t frame_header_bytes = 10;

using EthernetAddress = std::array<std::uint8_t, 6>;

[[nodiscard]] EthernetAddress ethernet_address(int host);
/// The host of an address; -1 where it is no host's.
[[nodiscard]] int host_of_address(const std::uint8_t* address);
/// "10.83.0.7": of a private block, and seen by the hosts alone.
[[nodiscard]] std::string network_address(int host);

/// Makes the device eth0 of a host in the network namespace of the calling thread, without an address. What
/// the host sends is read from the descriptor, which does not block; what is written to it, the host
/// receives. The device ends with the descriptor. `joins_segments`: TCP hands over up to 64 KiB in one frame.
/// Throws RunError.
[[nodiscard]] FileDescriptor open_tap(bool joins_segments);

/// Gives eth0 its addresses, tells it those of all the other hosts, and starts it and the loopback device.
void configure_network(int host, int host_count);

}  // namespace fabricmap::lab
