// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/phases.hpp"

#include <fmt/format.h>

namespace fabricmap::tracing {

std::optional<PhaseMark> phase_mark(std::string_view function, const CallContext& context,
                                    const std::vector<std::int64_t>& list) {
    if (function != "MPI_Pcontrol") return std::nullopt;
    const std::int32_t level = context.send_tag;
    if (level == level_begins_phase || level == level_ends_phase) {
        std::string name;
        for (const std::int64_t letter : list) name += static_cast<char>(letter);
        return PhaseMark{std::move(name), level == level_begins_phase};
    }
    const std::int64_t number = level < 0 ? -std::int64_t{level} : std::int64_t{level};
    if (number <= level_flush) return std::nullopt;
    return PhaseMark{fmt::format("phase {}", number), level > 0};
}

}  // namespace fabricmap::tracing
