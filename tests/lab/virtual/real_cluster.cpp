// SPDX-License-Identifier: Apache-2.0
#include "real_cluster.hpp"

#include "lab/kinds/kind.hpp"
#include "netcdf_schema/open_run.hpp"

#include <algorithm>

namespace fabricmap::lab::testing {

void OnRealHosts::SetUp() {
    if (const auto lack = virtual_unsupported_reason(all_testers().front()))
        GTEST_SKIP() << "no virtual cluster here: " << *lack;
}

fabricmap::Run OnRealHosts::sweep(const std::string& scenario, const std::vector<std::string>& options) {
    const std::filesystem::path prefix = folder_ / ("run" + std::to_string(sweeps_++));
    const Order order{find_scenario(scenario), "", prefix, options, true};
    EXPECT_EQ(run_virtual(order), ExitCode::success) << scenario;
    return open_run(prefix);
}

Matrix medians(const Run& run, std::size_t length) {
    return run.stack(Statistic::median)->plane(length);
}

double median_of(const Matrix& delays, const std::function<bool(int, int)>& belongs) {
    std::vector<double> chosen;
    for (int i = 0; i < static_cast<int>(delays.rows()); ++i) {
        for (int j = 0; j < static_cast<int>(delays.cols()); ++j) {
            if (i != j && belongs(i, j)) chosen.push_back(delays(i, j));
        }
    }
    const auto middle = chosen.begin() + static_cast<std::ptrdiff_t>(chosen.size() / 2);
    std::nth_element(chosen.begin(), middle, chosen.end());
    return *middle;
}

}  // namespace fabricmap::lab::testing
