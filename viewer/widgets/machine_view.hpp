// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/drawing/machine_picture.hpp"
#include "viewer/models/finding_model.hpp"

#include <QString>
#include <QWidget>
#include <memory>
#include <optional>
#include <string>

namespace fabricmap::viewer {

/// The machine drawn, as the diagnosis found it: its faulty parts in colour, numbered as the findings are.
/// All of it is always seen.
///
/// Mouse: a click chooses the finding or the host that it hits. Keys: arrows lead from finding to finding.
class MachineView : public QWidget {
    Q_OBJECT

  public:
    explicit MachineView(QWidget* parent = nullptr);

    /// Null: there is nothing to draw.
    void set_diagnosis(std::shared_ptr<const diagnosis::Diagnosis> diagnosis);
    /// A line in the middle while there is nothing to show; empty: how to get something.
    void set_hint(const QString& doing);
    /// Outlines what belongs to the finding.
    void select(std::optional<std::size_t> finding);
    [[nodiscard]] std::optional<std::size_t> selected() const noexcept { return selected_; }

    [[nodiscard]] const diagnosis::MachinePicture& picture() const noexcept { return picture_; }
    /// Where something of the picture lies in the widget.
    [[nodiscard]] QRectF place_of(const picture::Box& box) const;
    [[nodiscard]] QSize minimumSizeHint() const override { return {140, 80}; }

  signals:
    void finding_chosen(std::size_t finding);
    void host_chosen(const std::string& host);
    /// What lies under the cursor.
    void status_changed(const QString& words);

  protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

  private:
    /// Draws it in the layout that can be seen largest.
    void fit();
    void step(int by);
    [[nodiscard]] const diagnosis::MachinePlace* place_at(const QPointF& pixel) const;
    [[nodiscard]] QString words_of(const diagnosis::MachinePlace& place) const;

    FindingModel model_;
    std::shared_ptr<const diagnosis::Diagnosis> diagnosis_;
    diagnosis::MachinePicture picture_;
    double scale_ = 1;  ///< logical pixels a unit of the picture
    QString hint_;
    std::optional<std::size_t> selected_;
};

}  // namespace fabricmap::viewer
