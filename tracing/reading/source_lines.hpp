// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/reading/rank_recording.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace fabricmap::tracing {

/// Names the places that calls came from: "solver.c:118" where the program has debug information, otherwise
/// "solve+0x1c (libsolver.so)", or "solver+0x4c1a" where the function has no name either. Programs are looked
/// at where they were when they ran; one that has been built anew since is not asked for lines.
class SourceLines {
  public:
    SourceLines();
    ~SourceLines();
    SourceLines(const SourceLines&) = delete;
    SourceLines& operator=(const SourceLines&) = delete;

    /// `place` is a return address of the rank, or one in a script. Valid as long as this object and the
    /// rank.
    [[nodiscard]] const std::string& name_of(const RankRecording& rank, std::uint64_t place);

    /// The function that the place lies in, with it: "solve (solver.c:118)"; the place alone where its
    /// function has no name. Valid as long as this object.
    [[nodiscard]] const std::string& name_with_function(const RankRecording& rank, std::uint64_t place);

    /// Modules whose lines could not be read, with the reason: "solver: no longer there".
    [[nodiscard]] const std::map<std::string, std::string>& problems() const noexcept { return problems_; }

  private:
    class Binary;
    Binary& binary_of(const LoadedModule& module);

    std::map<std::string, std::unique_ptr<Binary>> binaries_;  ///< by path and build id
    std::map<std::pair<std::string, std::uint64_t>, std::string> names_;
    std::map<std::pair<std::string, std::uint64_t>, std::string> names_with_functions_;
    std::map<std::string, std::string> problems_;
};

}  // namespace fabricmap::tracing
