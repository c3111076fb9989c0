// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/survey/logarithms.hpp"

#include "statistics/robust.hpp"

#include <cmath>

namespace fabricmap::diagnosis {

void take_logarithms(const Matrix& rows, Eigen::Index first_sender, Logarithms& logs, Workers& workers) {
    logs.resize(rows.rows(), rows.cols());
    workers.split(static_cast<std::size_t>(rows.rows()), [&](std::size_t begin, std::size_t end) {
        for (auto row = static_cast<Eigen::Index>(begin); row < static_cast<Eigen::Index>(end); ++row) {
            // In two steps, each of which takes several values at once.
            logs.row(row) = rows.row(row).cast<float>();
            logs.row(row) = logs.row(row).log();
            logs(row, first_sender + row) = 0;
            if (std::isfinite(logs.row(row).sum())) continue;
            for (float& value : logs.row(row)) value = std::isfinite(value) ? value : no_value;
        }
    });
}

}  // namespace fabricmap::diagnosis
