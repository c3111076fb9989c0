// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace fabricmap::viewer {

/// A line that takes what room there is: what does not fit is elided and stands in the tool tip.
class ElidedLabel : public QLabel {
  public:
    explicit ElidedLabel(QWidget* parent = nullptr);

  protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

  private:
    [[nodiscard]] QString elided() const;
};

}  // namespace fabricmap::viewer
