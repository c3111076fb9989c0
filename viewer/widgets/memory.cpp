// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/memory.hpp"

#include <QSettings>

namespace fabricmap::viewer {
namespace {

constexpr auto geometry_key = "window/geometry";
constexpr auto state_key = "window/state";
constexpr auto last_key = "last";
constexpr auto recent_key = "recent";
constexpr auto entry_key = "sources";
constexpr int most_recent = 10;

}  // namespace

void remember_window(const QMainWindow& window, const QStringList& sources) {
    QSettings settings;
    settings.setValue(geometry_key, window.saveGeometry());
    settings.setValue(state_key, window.saveState());
    settings.setValue(last_key, sources);
}

void restore_window(QMainWindow& window) {
    const QSettings settings;
    window.restoreGeometry(settings.value(geometry_key).toByteArray());
    window.restoreState(settings.value(state_key).toByteArray());
}

QStringList last_opened() {
    return QSettings().value(last_key).toStringList();
}

void remember_opened(const QStringList& sources) {
    QList<QStringList> recent = opened_lately();
    recent.removeAll(sources);
    recent.prepend(sources);
    QSettings settings;
    settings.beginWriteArray(recent_key, std::min<int>(static_cast<int>(recent.size()), most_recent));
    for (int i = 0; i < std::min<int>(static_cast<int>(recent.size()), most_recent); ++i) {
        settings.setArrayIndex(i);
        settings.setValue(entry_key, recent[i]);
    }
    settings.endArray();
}

QList<QStringList> opened_lately() {
    QSettings settings;
    QList<QStringList> recent;
    const int count = settings.beginReadArray(recent_key);
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        recent << settings.value(entry_key).toStringList();
    }
    settings.endArray();
    return recent;
}

}  // namespace fabricmap::viewer
