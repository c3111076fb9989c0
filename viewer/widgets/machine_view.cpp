// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/machine_view.hpp"

#include "diagnosis/drawing/switch_blocks.hpp"
#include "viewer/painting/drawing_painting.hpp"

#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <utility>

namespace fabricmap::viewer {

MachineView::MachineView(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Machine"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    set_hint({});
}

void MachineView::set_diagnosis(std::shared_ptr<const diagnosis::Diagnosis> diagnosis) {
    if (diagnosis == diagnosis_) return;
    diagnosis_ = std::move(diagnosis);
    model_.set_diagnosis(diagnosis_);
    fit();
    select({});
}

void MachineView::set_hint(const QString& doing) {
    hint_ = doing.isEmpty() ? tr("The machine is drawn here once faults were looked for (F9)")
                            : doing + QStringLiteral("…");
    update();
}

void MachineView::select(std::optional<std::size_t> finding) {
    selected_ = finding;
    setAccessibleDescription(
        finding ? model_.index(static_cast<int>(*finding)).data(Qt::AccessibleTextRole).toString()
                : QString());
    update();
}

void MachineView::fit() {
    update();
    picture_ = {};
    if (!diagnosis_ || diagnosis_->hosts.empty()) return;
    constexpr double largest = 2;
    auto [layout, scale] =
        fitted_layout(*diagnosis_, {static_cast<double>(width()), static_cast<double>(height())},
                      largest * unit_for(font()));
    scale_ = scale;
    if (scale > 0) picture_ = machine_picture(*diagnosis_, std::move(layout));
}

QRectF MachineView::place_of(const picture::Box& box) const {
    const QPointF corner((width() - picture_.drawing.width * scale_) / 2,
                         (height() - picture_.drawing.height * scale_) / 2);
    return {corner + QPointF(box.x, box.y) * scale_, QSizeF(box.width, box.height) * scale_};
}

const diagnosis::MachinePlace* MachineView::place_at(const QPointF& pixel) const {
    const auto found = std::find_if(
        picture_.places.rbegin(), picture_.places.rend(),
        [&](const diagnosis::MachinePlace& place) { return place_of(place.box).contains(pixel); });
    return found == picture_.places.rend() ? nullptr : &*found;
}

QString MachineView::words_of(const diagnosis::MachinePlace& place) const {
    if (place.finding) return model_.index(static_cast<int>(*place.finding)).data().toString();
    return QString::fromStdString(host_list_of(*diagnosis_, place.hosts));
}

void MachineView::paintEvent(QPaintEvent* /*event*/) {
    const Theme theme = Theme::of(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.background);
    if (picture_.places.empty()) {
        constexpr int margin = 6;
        painter.setPen(theme.quiet);
        painter.drawText(rect().adjusted(margin, margin, -margin, -margin),
                         Qt::AlignCenter | Qt::TextWordWrap, hint_);
    }
    const QPointF corner = place_of({}).topLeft();
    painter.save();
    painter.translate(corner);
    paint(painter, picture_.drawing, theme, scale_);
    painter.restore();
    painter.setRenderHint(QPainter::Antialiasing);
    constexpr double outset = 3;
    painter.setPen(QPen(theme.accent, 2));
    for (const diagnosis::MachinePlace& place : picture_.places) {
        if (!place.finding || place.finding != selected_) continue;
        painter.drawRoundedRect(place_of(place.box).adjusted(-outset, -outset, outset, outset), outset,
                                outset);
    }
    if (hasFocus()) painter.drawRect(rect().adjusted(1, 1, -1, -1));
}

void MachineView::resizeEvent(QResizeEvent* /*event*/) {
    fit();
}

void MachineView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) fit();
    QWidget::changeEvent(event);
}

bool MachineView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const auto* const place = place_at(help->pos());
    QToolTip::showText(help->globalPos(), place != nullptr ? words_of(*place) : QString(), this);
    return true;
}

void MachineView::mousePressEvent(QMouseEvent* event) {
    const auto* const place = place_at(event->position());
    if (event->button() != Qt::LeftButton || place == nullptr) return QWidget::mousePressEvent(event);
    if (place->finding) {
        select(place->finding);
        emit finding_chosen(*place->finding);
    } else {
        select({});
        emit host_chosen(diagnosis_->hosts[static_cast<std::size_t>(place->hosts.front())]);
    }
}

void MachineView::mouseMoveEvent(QMouseEvent* event) {
    const auto* const place = place_at(event->position());
    setCursor(place != nullptr ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (place != nullptr) emit status_changed(words_of(*place));
}

void MachineView::step(int by) {
    const int count = model_.rowCount();
    if (count == 0) return;
    const int before = selected_ ? static_cast<int>(*selected_) : (by > 0 ? -1 : count);
    select(static_cast<std::size_t>((before + by + count) % count));
    emit finding_chosen(*selected_);
}

void MachineView::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Up:
            return step(-1);
        case Qt::Key_Right:
        case Qt::Key_Down:
            return step(1);
        default:
            QWidget::keyPressEvent(event);
    }
}

}  // namespace fabricmap::viewer

#include "moc_machine_view.cpp"
