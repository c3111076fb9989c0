// SPDX-License-Identifier: Apache-2.0
#include "lab/simulated/host_list.hpp"

#include <fmt/format.h>

namespace fabricmap::lab {

std::string simulated_host_name(const Fabric& fabric, int host, int socket) {
    const std::string name = fabric.host_name(host);
    return fabric.sockets == 1 ? name : fmt::format("{}-socket{}", name, socket);
}

std::string host_list(const Fabric& fabric) {
    std::string lines;
    for (int rank = 0; rank < fabric.rank_count(); ++rank) {
        lines += simulated_host_name(fabric, fabric.host_of(rank), fabric.socket_of(rank)) + "\n";
    }
    return lines;
}

}  // namespace fabricmap::lab
