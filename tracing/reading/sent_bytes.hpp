// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/functions/functions.hpp"
#include "tracing/recording/call_stream.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace fabricmap::tracing {

/// What one call of such a context sends: as a message, a put, or a contribution to a collective operation.
[[nodiscard]] inline std::uint64_t sent_bytes(const CallContext& context, std::string_view function) {
    const FunctionInfo* const info = find_function(function);
    const bool sends =
        info != nullptr && ((info->kind == CallKind::message && context.send_peer >= 0) ||
                            info->kind == CallKind::one_sided || info->kind == CallKind::collective);
    return sends ? static_cast<std::uint64_t>(std::max<std::int64_t>(context.send_bytes, 0)) : 0;
}

}  // namespace fabricmap::tracing
