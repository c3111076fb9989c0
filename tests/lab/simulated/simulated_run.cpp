// SPDX-License-Identifier: Apache-2.0
#include "tests/lab/simulated/simulated_run.hpp"

#include "netcdf_schema/open_run.hpp"

#include <gtest/gtest.h>

#include <regex>

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
    return testing::run(command(name, options));
}

Matrix SimulatedFabric::delays(const std::string& bytes, const std::vector<std::string>& options) const {
    std::vector<std::string> words{"--lengths", bytes, "-n", "3", "--seed", "1", "--overwrite"};
    words.insert(words.end(), options.begin(), options.end());
    const Outcome outcome = sweep("run", words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return medians("run", 0);
}

Matrix SimulatedFabric::medians(const std::string& name, std::size_t length) const {
    return open_run(folder_ / name).stack(Statistic::median)->plane(length);
}

double seconds_in(const std::string& text, const std::string& words) {
    const std::regex span(words + "(?:([0-9]+) h )?(?:([0-9]+) min ?)?(?:([0-9.]+) s)?");
    std::smatch parts;
    if (!std::regex_search(text, parts, span)) {
        ADD_FAILURE() << "no span of time behind '" << words << "' in: " << text;
        return 0;
    }
    const auto number = [&](std::size_t part) { return parts[part].matched ? std::stod(parts[part]) : 0; };
    return 3600 * number(1) + 60 * number(2) + number(3);
}

}  // namespace fabricmap::testing
