// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/program/options.hpp"

namespace fabricmap::viewer {

/// Draws one view of the sources into a file. It needs an application object for fonts, but no display.
/// Throws Error.
void export_view(const std::vector<std::string>& sources, const ExportOptions& options);

}  // namespace fabricmap::viewer
