// SPDX-License-Identifier: Apache-2.0
#include "real_cluster.hpp"

#include "lab/kinds/kind.hpp"
#include "netcdf_schema/open_run.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

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

void expect_in_some_attempt(const std::function<std::string()>& attempt) {
    constexpr int attempts = 6;
    constexpr auto pause = std::chrono::seconds(1);
    std::string wrong;
    for (int i = 0; i < attempts; ++i) {
        wrong = attempt();
        if (wrong.empty()) return;
        std::this_thread::sleep_for(pause);
    }
    ADD_FAILURE() << "in each of " << attempts << " attempts, the last one: " << wrong;
}

}  // namespace fabricmap::lab::testing
