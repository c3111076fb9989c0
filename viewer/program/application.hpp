// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"
#include "viewer/program/options.hpp"

#include <array>
#include <cstdint>
#include <memory>

class QGuiApplication;
class QTranslator;

namespace fabricmap::viewer {

/// Qt's application object, with the user's language where there is a translation.
class Application {
  public:
    enum class Display : std::uint8_t { none, wanted };

    /// Throws RunError where a display is wanted and there is none.
    explicit Application(Display display);
    ~Application();
    Application(const Application&) = delete;
    Application& operator=(const Application&) = delete;

    /// Until the last window is closed.
    [[nodiscard]] int run();

  private:
    int argument_count_ = 1;
    std::array<char*, 2> arguments_;
    std::unique_ptr<QGuiApplication> application_;
    std::unique_ptr<QTranslator> translator_;
    std::unique_ptr<QTranslator> qt_translator_;
};

/// Opens the window, and comes back when it is closed.
[[nodiscard]] ExitCode show_window(const Options& options);

}  // namespace fabricmap::viewer
