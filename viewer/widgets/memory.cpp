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
constexpr int max_recent = 10;
constexpr int arrangement = 2;  ///< of other panels than these: not brought back

template <typename Value>
void keep(QSettings& settings, const char* key, Value value) {
    settings.setValue(key, static_cast<qlonglong>(value));
}

template <typename Value>
void bring_back(const QSettings& settings, const char* key, Value& value) {
    if (settings.contains(key)) value = static_cast<Value>(settings.value(key).toLongLong());
}

/// Each field of a look by its name.
template <typename Field>
void for_each_field(Field use, auto& look) {
    use("look/run", look.choice.run);
    use("look/baseline", look.choice.baseline);
    use("look/content", look.choice.content);
    use("look/endpoints", look.choice.endpoints);
    use("look/statistic", look.choice.statistic);
    use("look/order", look.choice.order);
    use("look/length", look.length_bytes);
    use("look/sender", look.selected.sender);
    use("look/receiver", look.selected.receiver);
    use("look/normalisation", look.levels.normalisation);
    use("look/scale", look.levels.scale);
    use("look/robust", look.levels.robust);
    use("look/palette", look.palette);
    use("look/first_row", look.seen.first_row);
    use("look/rows", look.seen.rows);
    use("look/first_column", look.seen.first_column);
    use("look/columns", look.seen.columns);
}

}  // namespace

Look last_look() {
    const QSettings settings;
    Look look;
    for_each_field([&](const char* key, auto& value) { bring_back(settings, key, value); }, look);
    // Levels by hand belong to the numbers that were seen then.
    if (look.levels.normalisation == Normalisation::hand) look.levels.normalisation = Normalisation::plane;
    return look;
}

void remember_window(const QMainWindow& window, const QStringList& sources, const Look& look) {
    QSettings settings;
    settings.setValue(geometry_key, window.saveGeometry());
    settings.setValue(state_key, window.saveState(arrangement));
    settings.setValue(last_key, sources);
    for_each_field([&](const char* key, const auto& value) { keep(settings, key, value); }, look);
}

void restore_window(QMainWindow& window) {
    const QSettings settings;
    window.restoreGeometry(settings.value(geometry_key).toByteArray());
    window.restoreState(settings.value(state_key).toByteArray(), arrangement);
}

QStringList last_opened() {
    return QSettings().value(last_key).toStringList();
}

void remember_opened(const QStringList& sources) {
    QList<QStringList> recent = opened_lately();
    recent.removeAll(sources);
    recent.prepend(sources);
    QSettings settings;
    settings.beginWriteArray(recent_key, std::min<int>(static_cast<int>(recent.size()), max_recent));
    for (int i = 0; i < std::min<int>(static_cast<int>(recent.size()), max_recent); ++i) {
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
