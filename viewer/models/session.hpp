// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/reader.hpp"

#include <array>

namespace fabricmap::viewer {

/// What stands behind a window.
struct Session {
    Document document;
    Selection selection;
    DiagnosisJob diagnosis;
    Reader reader{document, selection, diagnosis};

    /// All that may fail or take time.
    [[nodiscard]] std::array<Worker*, 3> workers() { return {&document, &reader, &diagnosis}; }
};

}  // namespace fabricmap::viewer
