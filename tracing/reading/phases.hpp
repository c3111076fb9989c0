// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/recording/call_stream.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricmap::tracing {

/// A begin or an end of a phase.
struct PhaseMark {
    std::string name;
    bool is_begin = true;
};

/// What a call of the function marks; nothing of other functions than MPI_Pcontrol, and of its levels that
/// control the recording. `list`: that of the context.
[[nodiscard]] std::optional<PhaseMark> phase_mark(std::string_view function, const CallContext& context,
                                                  const std::vector<std::int64_t>& list);

/// The phases that a thread is in. `Begin`: what is kept of a begin.
template <typename Begin>
class OpenPhases {
  public:
    void begin(const std::string& name, const Begin& at) { open_.emplace_back(name, at); }
    /// The begin that an end belongs to: the last of that name. Nothing where there is none.
    std::optional<Begin> end(std::string_view name) {
        const auto found =
            std::find_if(open_.rbegin(), open_.rend(), [&](const auto& one) { return one.first == name; });
        if (found == open_.rend()) return std::nullopt;
        const Begin at = found->second;
        open_.erase(std::next(found).base());
        return at;
    }
    /// Those that have not ended, the outermost first.
    [[nodiscard]] const std::vector<std::pair<std::string, Begin>>& open() const noexcept { return open_; }

  private:
    std::vector<std::pair<std::string, Begin>> open_;
};

}  // namespace fabricmap::tracing
