// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/look.hpp"

#include <QMainWindow>
#include <QStringList>

namespace fabricmap::viewer {

/// What is kept from one window to the next, in the user's settings.
void remember_window(const QMainWindow& window, const QStringList& sources, const Look& look);
void restore_window(QMainWindow& window);
[[nodiscard]] QStringList last_opened();
/// How they were looked at.
[[nodiscard]] Look last_look();

/// Puts the sources at the top of those opened lately; each entry is what was opened together.
void remember_opened(const QStringList& sources);
[[nodiscard]] QList<QStringList> opened_lately();

}  // namespace fabricmap::viewer
