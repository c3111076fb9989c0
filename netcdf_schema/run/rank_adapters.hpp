// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace fabricmap {

/// The network adapters of a rank, by the names that its system has for them ("mlx5_0"); of several with
/// commas between them, empty where unknown.
struct RankAdapters {
    std::string near;  ///< attached where its core is, or its GPU
    std::string used;  ///< which counted what it sent
    std::string gpu;   ///< PCI address of the device with its messages, or of those near its core
    std::string host;  ///< all of its host and how they are: "mlx5_0 200 Gbit/s; mlx5_1 down"

    friend bool operator==(const RankAdapters&, const RankAdapters&) = default;
};

}  // namespace fabricmap
