// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

namespace fabricmap::viewer {

/// Something that works in threads of its own; how that goes comes as signals.
class Worker : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// Ends what goes on; what is shown stays, or is what was shown before.
    virtual void cancel() = 0;

  signals:
    /// A whole sentence for the user; nothing has changed.
    void failed(const QString& words);
    /// What goes on, and how far it is from 0 to 1; empty words: nothing.
    void busy(const QString& words, double fraction);

  protected:
    void fail(const QString& words);
};

}  // namespace fabricmap::viewer
