// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/detectors/cables.hpp"

#include <algorithm>

namespace fabricmap::diagnosis {
namespace {

int hops_between(const Eigen::MatrixXi& hops, std::size_t one, std::size_t other) {
    return hops(static_cast<Eigen::Index>(one), static_cast<Eigen::Index>(other));
}

bool leads_over(const HostPair& pair, const HostPair& cable, const Eigen::MatrixXi& hops) {
    const int direct = hops_between(hops, pair.first, pair.second);
    const auto over = [&](std::size_t near, std::size_t far) {
        return hops_between(hops, pair.first, near) + 1 + hops_between(hops, far, pair.second) == direct;
    };
    return over(cable.first, cable.second) || over(cable.second, cable.first);
}

}  // namespace

std::vector<Cable> cables_behind(std::vector<HostPair> links, const Eigen::MatrixXi& hops) {
    std::vector<Cable> cables;
    while (!links.empty() && hops.size() > 0) {
        Cable best;
        best.pairs = 0;
        for (const HostPair& cable : links) {
            if (hops_between(hops, cable.first, cable.second) != 1) continue;
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
