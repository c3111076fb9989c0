// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/painting/axis_names.hpp"
#include "viewer/painting/figure.hpp"

#include <cstdint>
#include <memory>
#include <utility>

namespace fabricmap::testing {

inline std::vector<viewer::Endpoint> endpoints_on(std::int64_t ranks, std::int64_t ranks_a_host) {
    std::vector<viewer::Endpoint> endpoints;
    for (std::int64_t rank = 0; rank < ranks; ++rank) {
        const std::string host = "node" + std::to_string(rank / ranks_a_host);
        endpoints.push_back({"rank " + std::to_string(rank) + " on " + host, std::to_string(rank), host});
    }
    return endpoints;
}

/// Ranks × ranks, two ranks a host, the diagonal never measured.
inline viewer::Figure figure_of(const Matrix& cells, const picture::GreyScale& scale) {
    const auto [senders, receivers] = viewer::axes_of(endpoints_on(cells.rows(), 2));
    picture::MatrixPicture matrix{senders, receivers, picture::pyramid_of(cells, {true, -1}), {scale}};
    picture::Sheet sheet{"Delays of a test", {"8 ranks"}};
    sheet.size = picture::Extent{900, 700};
    return {std::move(sheet), std::move(matrix)};
}

}  // namespace fabricmap::testing
