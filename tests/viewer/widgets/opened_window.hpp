// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/temporary_folder.hpp"
#include "viewer/widgets/main_window.hpp"

#include <gtest/gtest.h>

#include <QKeySequence>
#include <QTest>
#include <memory>

namespace fabricmap::viewer {

inline constexpr int patience_ms = 120000;

/// A window in which runs are open and faults were looked for, with the map in front.
class MainWindowTest : public ::testing::Test {
  protected:
    MainWindowTest() : window(false) {
        window.show();
        static_cast<void>(QTest::qWaitForWindowActive(&window));
    }
    void open(const QStringList& sources) {
        window.open(sources);
        const auto is_judged = [&] { return selection.choice().content == Content::expected; };
        ASSERT_TRUE(QTest::qWaitFor([&] { return is_whole() && is_judged(); }, patience_ms))
            << window.messages().words().toStdString();
        window.show_map();
    }
    std::shared_ptr<const diagnosis::Diagnosis> diagnosis() {
        return window.session().diagnosis.of(selection.run());
    }
    bool is_whole() {
        const auto plane = reader.plane();
        return plane && plane->pyramid().is_complete() && reader.cuts();
    }
    void press(const QKeySequence& keys) {
        window.activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
        QTest::keySequence(&window, keys);
    }

    fabricmap::testing::TemporaryFolder temporary;
    MainWindow window;
    Selection& selection = window.session().selection;
    const Reader& reader = window.session().reader;
};

}  // namespace fabricmap::viewer
