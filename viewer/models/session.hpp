// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/reader.hpp"
#include "viewer/models/run_history.hpp"

#include <array>

namespace fabricmap::viewer {

/// What stands behind a window.
struct Session {
    Document document;
    Selection selection;
    DiagnosisJob diagnosis;
    Reader reader{document, selection, diagnosis};
    RunHistory history{document, diagnosis};

    /// All that may fail or take time.
    [[nodiscard]] std::array<Worker*, 4> workers() { return {&document, &reader, &diagnosis, &history}; }
};

}  // namespace fabricmap::viewer
