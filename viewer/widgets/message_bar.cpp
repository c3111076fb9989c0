// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/message_bar.hpp"

#include <QAccessible>
#include <QHBoxLayout>
#include <QStyle>
#include <QToolButton>

namespace fabricmap::viewer {

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), words_(new QLabel(this)) {
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    auto* const sign = new QLabel(this);
    const int size = style()->pixelMetric(QStyle::PM_SmallIconSize);
    sign->setPixmap(style()->standardIcon(QStyle::SP_MessageBoxWarning).pixmap(size));
    words_->setWordWrap(true);
    words_->setForegroundRole(QPalette::ToolTipText);
    words_->setTextFormat(Qt::PlainText);
    words_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* const close = new QToolButton(this);
    close->setText(tr("Close"));
    close->setAccessibleName(tr("Close the message"));
    close->setAutoRaise(true);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(8, 4, 8, 4);
    row->addWidget(sign);
    row->addWidget(words_, 1);
    row->addWidget(close);
    hide();
}

void MessageBar::show_message(const QString& words) {
    words_->setText(words);
    show();
    QAccessibleEvent event(words_, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

}  // namespace fabricmap::viewer

#include "moc_message_bar.cpp"
