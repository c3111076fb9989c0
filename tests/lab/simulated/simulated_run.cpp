// SPDX-License-Identifier: Apache-2.0
#include "tests/lab/simulated/simulated_run.hpp"

#include "netcdf_schema/run.hpp"

#include <gtest/gtest.h>

namespace fabricmap::testing {

SimulatedFabric::SimulatedFabric(const std::string& scenario) {
    write_bytes(folder_ / "fabric.lab", scenario);
}

std::vector<std::string> SimulatedFabric::command(const std::string& name,
                                                  const std::vector<std::string>& options) const {
    std::vector<std::string> words{PROGRAM, folder_ / "fabric.lab", folder_ / name};
    words.insert(words.end(), options.begin(), options.end());
    return words;
}

Outcome SimulatedFabric::sweep(const std::string& name, const std::vector<std::string>& options) const {
    return testing::run(command(name, options), std::chrono::seconds(60));
}

Matrix SimulatedFabric::delays(const std::string& bytes, const std::vector<std::string>& options) const {
    std::vector<std::string> words{"--lengths", bytes, "-n", "3", "--seed", "1", "--overwrite"};
    words.insert(words.end(), options.begin(), options.end());
    const Outcome outcome = sweep("run", words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return open_run(folder_ / "run").stack(Statistic::median)->plane(0);
}

}  // namespace fabricmap::testing
