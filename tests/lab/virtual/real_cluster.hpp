// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "netcdf_schema/run/run.hpp"
#include "tests/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace fabricmap::lab::testing {

/// A test that needs root; without what it needs it is skipped, and says why.
class OnRealHosts : public ::testing::Test {
  protected:
    void SetUp() override;

    /// Sweeps a cluster of that scenario, with "," between words and ";" between statements, by the tester
    /// with these options. Expects it to succeed.
    [[nodiscard]] fabricmap::Run sweep(const std::string& scenario, const std::vector<std::string>& options);

  private:
    fabricmap::testing::TemporaryFolder folder_;
    int sweeps_ = 0;
};

/// The run's medians at one of its lengths, in seconds.
[[nodiscard]] Matrix medians(const Run& run, std::size_t length);

/// The median of the cells that belong to a group of pairs of ranks.
[[nodiscard]] double median_of(const Matrix& delays, const std::function<bool(int, int)>& belongs);

}  // namespace fabricmap::lab::testing
