// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/hosts_panel.hpp"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <utility>

namespace fabricmap::viewer {

HostsPanel::HostsPanel(const Selection& selection, const DiagnosisJob& diagnosis, QWidget* parent)
    : QWidget(parent),
      selection_(selection),
      job_(diagnosis),
      search_(new QLineEdit(this)),
      group_(new QComboBox(this)),
      table_(new QTableView(this)),
      lane_(*this) {
    filter_.setSourceModel(&model_);
    lay_out();
    connect(search_, &QLineEdit::textChanged, this, [this](const QString& words) { filter_.search(words); });
    connect(group_, &QComboBox::activated, this, &HostsPanel::take_group);
    connect(&job_, &DiagnosisJob::finished, this, &HostsPanel::show_diagnosis);
    connect(&selection_, &Selection::run_changed, this, &HostsPanel::show_diagnosis);
    // A double click, or Enter.
    connect(table_, &QTableView::activated, this, [this](const QModelIndex& index) {
        emit chosen(index.data(HostModel::name_role).toString().toStdString());
    });
    take_group();
}

void HostsPanel::lay_out() {
    search_->setPlaceholderText(tr("Part of a name"));
    search_->setAccessibleName(tr("Search hosts by name"));
    search_->setClearButtonEnabled(true);
    group_->setAccessibleName(tr("Hosts of one switch or finding"));
    group_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    group_->addItem(tr("all hosts"));
    table_->setModel(&filter_);
    table_->setAccessibleName(tr("Hosts"));
    table_->setSortingEnabled(true);
    table_->sortByColumn(HostModel::verdict, Qt::AscendingOrder);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 6);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    table_->setMinimumHeight(3 * fontMetrics().height());
    auto* const line = new QHBoxLayout;
    line->addWidget(search_, 1);
    line->addWidget(group_, 1);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(4, 4, 4, 4);
    column->addLayout(line);
    column->addWidget(table_, 1);
}

void HostsPanel::showEvent(QShowEvent* event) {
    show_diagnosis();
    QWidget::showEvent(event);
}

void HostsPanel::show_diagnosis() {
    const auto diagnosis = job_.of(selection_.run());
    // All pairs of hosts are gone through: not before somebody looks.
    if (diagnosis == shown_ || !isVisible()) return;
    shown_ = diagnosis;
    lane_.stop();
    model_.set_rows({});
    groups_.clear();
    if (diagnosis) groups_ = host_groups(*diagnosis);
    group_->clear();
    group_->addItem(tr("all hosts"));
    for (const HostGroup& group : groups_) group_->addItem(group.name);
    take_group();
    if (!diagnosis) return;
    lane_.start([diagnosis](const Stopped&) { return host_rows(*diagnosis); },
                [this](std::vector<HostRow> rows) { model_.set_rows(std::move(rows)); },
                [](const QString&) {});
}

void HostsPanel::take_group() {
    const int number = group_->currentIndex() - 1;
    if (number < 0 || number >= static_cast<int>(groups_.size())) return filter_.set_group({});
    filter_.set_group(groups_[static_cast<std::size_t>(number)].hosts);
}

}  // namespace fabricmap::viewer

#include "moc_hosts_panel.cpp"
