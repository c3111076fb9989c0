// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/go_to_pair.hpp"

#include <QDialogButtonBox>
#include <QGridLayout>

namespace fabricmap::viewer {

GoToPair::GoToPair(const Selection& selection, QWidget* parent)
    : QDialog(parent),
      selection_(selection),
      sender_(new QSpinBox(this)),
      receiver_(new QSpinBox(this)),
      sender_name_(new QLabel(this)),
      receiver_name_(new QLabel(this)) {
    setWindowTitle(tr("Go to a pair"));
    auto* const grid = new QGridLayout(this);
    const auto add_row = [&](int row, const QString& words, QSpinBox* box, QLabel* name, std::int64_t value) {
        auto* const label = new QLabel(words, this);
        label->setBuddy(box);
        box->setAccessibleName(QString(words).remove('&').remove(':'));
        box->setRange(0, static_cast<int>(selection.endpoint_count()) - 1);
        box->setValue(static_cast<int>(value));
        box->selectAll();
        name->setMinimumWidth(180);
        connect(box, &QSpinBox::valueChanged, this, &GoToPair::show_names);
        grid->addWidget(label, row, 0);
        grid->addWidget(box, row, 1);
        grid->addWidget(name, row, 2);
    };
    add_row(0, tr("&Sender:"), sender_, sender_name_, selection.selected().sender);
    add_row(1, tr("&Receiver:"), receiver_, receiver_name_, selection.selected().receiver);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    grid->addWidget(buttons, 2, 0, 1, 3);
    show_names();
}

void GoToPair::show_names() {
    sender_name_->setText(selection_.name_of_endpoint(sender_->value()));
    receiver_name_->setText(selection_.name_of_endpoint(receiver_->value()));
}

}  // namespace fabricmap::viewer

#include "moc_go_to_pair.cpp"
