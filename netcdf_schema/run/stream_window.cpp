// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/run/stream_window.hpp"

#include "base/message_lengths.hpp"
#include "base/quantities.hpp"

#include <fmt/format.h>

namespace fabricmap {

std::string StreamWindow::text() const {
    if (min == max) return counted(max, "message");
    return fmt::format("{} to {} messages, {} where that is between", min, max, format_size(bytes));
}

std::string window_text(const std::optional<StreamWindow>& window) {
    return window ? window->text() : std::string();
}

}  // namespace fabricmap
