// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/residual/cables.hpp"

#include <algorithm>

namespace fabricmap::diagnosis {

bool leads_over(const HostPair& pair, const HostPair& cable, const Eigen::MatrixXi& hops) {
    const int direct = hops(pair.first, pair.second);
    const auto over = [&](HostIndex near, HostIndex far) {
        return hops(pair.first, near) + 1 + hops(far, pair.second) == direct;
    };
    return over(cable.first, cable.second) || over(cable.second, cable.first);
}

std::vector<Cable> cables_behind(std::vector<HostPair> links, const Eigen::MatrixXi& hops) {
    std::vector<Cable> cables;
    while (!links.empty() && hops.size() > 0) {
        Cable best;
        best.pairs = 0;
        for (const HostPair& cable : links) {
            if (hops(cable.first, cable.second) != 1) continue;
            const auto explained =
                static_cast<std::size_t>(std::count_if(links.begin(), links.end(), [&](const HostPair& pair) {
                    return leads_over(pair, cable, hops);
                }));
            if (explained > best.pairs) best = {cable, explained};
        }
        if (best.pairs == 0) break;
        cables.push_back(best);
        std::erase_if(links, [&](const HostPair& pair) { return leads_over(pair, best.ends, hops); });
    }
    for (const HostPair& link : links) cables.push_back({link, 1});
    return cables;
}

}  // namespace fabricmap::diagnosis
