// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"

#include <cstdint>
#include <string>

namespace fabricmap::rules {

/// A rule that is not judged: its plan takes too many tests, and the text names the condition that is
/// missing; or its severity is beyond the run.
class RefusedPlan : public Error {
  public:
    explicit RefusedPlan(const std::string& line) : Error(ExitCode::usage, line) {}
};

inline constexpr std::uint64_t max_tests = 1'000'000'000;
/// Bindings that are kept: more would not fit beside the columns.
inline constexpr std::uint64_t max_bindings = 20'000'000;

/// How many tests of pairs a rule may still take.
class TestBudget {
  public:
    explicit TestBudget(std::uint64_t tests = max_tests) : limit_(tests) {}

    /// Takes so many tests; throws RefusedPlan with the reason where there are no more.
    void take(std::uint64_t tests, const std::string& reason) {
        taken_ += tests;
        if (taken_ > limit_) throw RefusedPlan(reason);
    }
    [[nodiscard]] std::uint64_t taken() const noexcept { return taken_; }

  private:
    std::uint64_t limit_;
    std::uint64_t taken_ = 0;
};

}  // namespace fabricmap::rules
