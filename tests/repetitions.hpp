// SPDX-License-Identifier: Apache-2.0
// How long the loops of tests are.
#pragma once

namespace fabricmap::testing {

/// How many times a loop runs: `quick` times in the gate that every change passes, `whole` times where
/// FABRICMAP_WHOLE is set, as `scripts/check --whole` does; or as often as `variable` of the environment asks
/// for. Throws std::runtime_error where that is not a number above 0.
[[nodiscard]] int repetitions(int quick, int whole, const char* variable = nullptr);

}  // namespace fabricmap::testing
