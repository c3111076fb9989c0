// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/findings_panel.hpp"

#include "viewer/models/language.hpp"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace fabricmap::viewer {

FindingsPanel::FindingsPanel(const Selection& selection, const DiagnosisJob& diagnosis, QWidget* parent)
    : QWidget(parent),
      selection_(selection),
      job_(diagnosis),
      list_(new QListView(this)),
      summary_(new QLabel(this)),
      advice_(new QLabel(this)),
      copy_(new QPushButton(tr("Copy the &ticket"), this)),
      look_(new QPushButton(tr("&Look for faults"), this)) {
    lay_out();
    connect(look_, &QPushButton::clicked, this, &FindingsPanel::diagnosis_wanted);
    connect(copy_, &QPushButton::clicked, this, [this] {
        QApplication::clipboard()->setText(
            model_.data(list_->currentIndex(), FindingModel::ticket_role).toString());
    });
    connect(&job_, &DiagnosisJob::finished, this, &FindingsPanel::show_diagnosis);
    connect(&selection_, &Selection::run_changed, this, &FindingsPanel::show_diagnosis);
    connect(list_->selectionModel(), &QItemSelectionModel::currentChanged, this, &FindingsPanel::show_advice);
    connect(list_, &QListView::activated, this, &FindingsPanel::choose_index);
    connect(list_, &QListView::clicked, this, &FindingsPanel::choose_index);
    show_diagnosis();
}

void FindingsPanel::lay_out() {
    list_->setModel(&model_);
    list_->setWordWrap(true);
    list_->setAccessibleName(tr("Findings"));
    list_->setAlternatingRowColors(true);
    list_->setResizeMode(QListView::Adjust);
    list_->setMinimumHeight(3 * fontMetrics().height());
    for (QLabel* label : {summary_, advice_}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    look_->setAccessibleName(tr("Look for faults"));
    copy_->setToolTip(tr("What is found, how sure that is, and what to look at, for whoever mends it"));
    auto* const line = new QHBoxLayout;
    line->addWidget(copy_);
    line->addWidget(look_);
    line->addStretch(1);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->addWidget(summary_);
    column->addWidget(list_, 1);
    column->addWidget(advice_);
    column->addLayout(line);
}

void FindingsPanel::show_diagnosis() {
    const auto diagnosis = job_.of(selection_.run());
    model_.set_diagnosis(diagnosis);
    // Its advice is there to be read; the matrix stays where it is.
    was_chosen_ = false;
    list_->setCurrentIndex(model_.index(0));
    show_advice(list_->currentIndex());
    look_->setVisible(!diagnosis);
    look_->setEnabled(selection_.endpoint_count() > 0);
    if (!diagnosis) return summary_->setText(tr("Not diagnosed yet."));
    const auto count = static_cast<int>(diagnosis->findings.size());
    QString words = model_.verdict();
    if (count > 0) {
        words += (words.isEmpty() ? QString() : QStringLiteral(" ")) +
                 tr("%n finding(s); Enter or a click goes there.", "", count);
    }
    if (diagnosis->topology) {
        words +=
            ' ' +
            tr("Topology: %1.").arg(QString::fromStdString(in_language(name_of(diagnosis->topology->shape))));
    }
    summary_->setText(words);
}

void FindingsPanel::show_advice(const QModelIndex& index) {
    advice_->setText(index.data(FindingModel::advice_role).toString());
    advice_->setVisible(!advice_->text().isEmpty());
    copy_->setVisible(index.isValid());
}

void FindingsPanel::choose_index(const QModelIndex& index) {
    if (!index.isValid()) return;
    was_chosen_ = true;
    emit chosen(model_.finding_at(index));
}

void FindingsPanel::choose(std::size_t finding) {
    list_->setCurrentIndex(model_.index(static_cast<int>(finding)));
    choose_index(list_->currentIndex());
}

void FindingsPanel::step(int by) {
    const int count = model_.rowCount();
    if (count == 0) return;
    const QModelIndex now = list_->currentIndex();
    const int row =
        now.isValid() && was_chosen_ ? (now.row() + by + count) % count : (by > 0 ? 0 : count - 1);
    list_->setCurrentIndex(model_.index(row));
    choose_index(list_->currentIndex());
}

}  // namespace fabricmap::viewer

#include "moc_findings_panel.cpp"
