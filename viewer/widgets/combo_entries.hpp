// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QComboBox>
#include <QString>

namespace fabricmap::viewer {

/// The entry whose data is the value.
template <typename Value>
void show_value(QComboBox& box, Value value) {
    box.setCurrentIndex(box.findData(static_cast<int>(value)));
}

/// The value of the entry that is chosen.
template <typename Value>
[[nodiscard]] Value value_of(const QComboBox& box) {
    return static_cast<Value>(box.currentData().toInt());
}

/// Entries with the numbers of their values as data.
template <typename Value>
void add_entry(QComboBox& box, const QString& words, Value value) {
    box.addItem(words, static_cast<int>(value));
}

}  // namespace fabricmap::viewer
