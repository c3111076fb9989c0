// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap {

/// A port of a network adapter, as the system tells it. A bond of several is one: nobody chooses its members.
struct Adapter {
    std::string name;              ///< "mlx5_0", "mlx5_0:2" of a second port, "eth0", "bond0"
    std::string bus_address;       ///< "0000:41:00.0"; empty where it is on no bus
    std::filesystem::path device;  ///< where it is attached: its place in the system's tree
    int numa = -1;                 ///< node that it is attached to; -1 where unknown
    bool is_up = false;
    double gbit_per_s = 0;  ///< as agreed with the switch; 0 where unknown
    std::string lanes;      ///< what its slot gives it, where that is less than it can: "PCIe x8 of x16"
    int members = 1;        ///< of a bond
    int members_up = 1;

    /// Files that count what was sent, and how many bytes stand for one of theirs.
    struct Counter {
        std::filesystem::path file;
        std::int64_t bytes = 1;
    };
    std::vector<Counter> sent;

    /// "mlx5_0 200 Gbit/s PCIe x8 of x16", "mlx5_3 down", "bond0 1 of 2 up 20 Gbit/s".
    [[nodiscard]] std::string text() const;
};

/// All of this host: InfiniBand and what else has verbs first, then network interfaces, by name. `system` is
/// /sys, or a tree like it. Interfaces that are no hardware are left out where any is.
[[nodiscard]] std::vector<Adapter> adapters_of(const std::filesystem::path& system);

/// Bytes that the adapter has sent since the system knows it; nothing where nobody counts.
[[nodiscard]] std::optional<std::int64_t> bytes_sent(const Adapter& adapter);

/// PCI addresses of the host's GPUs, ascending, with the places where they are attached.
struct Gpu {
    std::string bus_address;
    std::filesystem::path device;
    int numa = -1;
};
[[nodiscard]] std::vector<Gpu> gpus_of(const std::filesystem::path& system);

}  // namespace fabricmap
