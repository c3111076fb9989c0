// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/matrix.hpp"
#include "tests/command.hpp"
#include "tests/temporary_folder.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// A scenario on disk, and the runs that the real tester makes of it in the simulator.
class SimulatedFabric {
  public:
    explicit SimulatedFabric(const std::string& scenario);

    /// The words of a run of its own, as a process.
    [[nodiscard]] std::vector<std::string> command(const std::string& name,
                                                   const std::vector<std::string>& options) const;
    [[nodiscard]] Outcome sweep(const std::string& name, const std::vector<std::string>& options) const;
    /// The median delays of a sweep, seconds, at one length. Fails the test where there is none.
    [[nodiscard]] Matrix delays(const std::string& bytes, const std::vector<std::string>& options = {}) const;
    [[nodiscard]] const TemporaryFolder& folder() const noexcept { return folder_; }

    /// The median delays of a run made before, at one of its lengths.
    [[nodiscard]] Matrix medians(const std::string& name, std::size_t length) const;

  private:
    TemporaryFolder folder_;
};

/// Seconds of the first span of time behind these words, as the tester writes it: "3 min 21 s", "9.3 s".
[[nodiscard]] double seconds_in(const std::string& text, const std::string& words);

}  // namespace fabricmap::testing
