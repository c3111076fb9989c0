// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// What mpiGraph prints on hosts of those names, a rank each, in groups of `group` near ones (twice the
/// bandwidth); all messages of host `slow` have half of it. A percent of noise.
inline std::string printed_machine(const std::vector<std::string>& hosts, std::size_t group,
                                   std::size_t slow) {
    constexpr double bandwidth = 1000;
    constexpr double noise = 0.01;
    std::mt19937 random(5);
    std::normal_distribution<double> deviation(0, noise);
    std::string text =
        fmt::format("START mpiGraph v1.5\nMsgSize\t65536\nTimes\t9\nWindow\t2\nProcs\t{}\n\n", hosts.size());
    for (const auto& [title, suffix] : {std::pair{"Send", "to"}, std::pair{"Recv", "from"}}) {
        text += title;
        for (std::size_t rank = 0; rank < hosts.size(); ++rank)
            text += fmt::format("\t{}:{}", hosts[rank], rank);
        for (std::size_t row = 0; row < hosts.size(); ++row) {
            text += fmt::format("\n{}:{} {}", hosts[row], row, suffix);
            for (std::size_t column = 0; column < hosts.size(); ++column) {
                const double near = row / group == column / group ? 2 : 1;
                const double fast = row == slow || column == slow ? 1.0 / 2 : 1;
                text += fmt::format("\t{:.3f}",
                                    row == column ? 0 : bandwidth * near * fast * (1 + deviation(random)));
            }
        }
        text += "\n\n";
    }
    return text + "END mpiGraph\n";
}

}  // namespace fabricmap::testing
