// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/go_to_pair.hpp"

#include <QCompleter>
#include <QDialogButtonBox>
#include <QStringList>
#include <algorithm>

namespace fabricmap::viewer {
namespace {

/// Each name once.
QStringList hosts_in(const Selection& selection) {
    QStringList hosts;
    for (const Endpoint& endpoint : selection.displayed().names) {
        const QString host = QString::fromStdString(endpoint.host);
        if (!host.isEmpty() && (hosts.isEmpty() || hosts.constLast() != host)) hosts << host;
    }
    hosts.removeDuplicates();
    return hosts;
}

}  // namespace

GoToPair::GoToPair(const Selection& selection, QWidget* parent) : QDialog(parent), selection_(selection) {
    setWindowTitle(tr("Go to a pair"));
    auto* const grid = new QGridLayout(this);
    sender_ = add_end(*grid, tr("&Sender:"), selection.selected().sender);
    receiver_ = add_end(*grid, tr("&Receiver:"), selection.selected().receiver);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    accept_ = buttons->button(QDialogButtonBox::Ok);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    grid->addWidget(buttons, grid->rowCount(), 0, 1, 3);
    for (const End& end : {sender_, receiver_})
        connect(end.line, &QLineEdit::textChanged, this, &GoToPair::show_names);
    show_names();
}

GoToPair::End GoToPair::add_end(QGridLayout& grid, const QString& words, std::int64_t value) {
    const End end{new QLineEdit(QString::number(value), this), new QLabel(this)};
    auto* const label = new QLabel(words, this);
    label->setBuddy(end.line);
    end.line->setAccessibleName(QString(words).remove('&').remove(':'));
    end.line->setAccessibleDescription(tr("A number, or the name of a host"));
    end.line->setToolTip(end.line->accessibleDescription());
    end.line->selectAll();
    auto* const completer = new QCompleter(hosts_in(selection_), this);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->setFilterMode(Qt::MatchContains);
    end.line->setCompleter(completer);
    constexpr int name_width = 200;
    end.name->setMinimumWidth(name_width);
    const int row = grid.rowCount();
    grid.addWidget(label, row, 0);
    grid.addWidget(end.line, row, 1);
    grid.addWidget(end.name, row, 2);
    return end;
}

std::optional<std::int64_t> GoToPair::endpoint_of(const QString& words) const {
    const std::string host = words.trimmed().toStdString();
    const auto& names = selection_.displayed().names;
    const auto found = std::find_if(names.begin(), names.end(), [&](const Endpoint& endpoint) {
        return !host.empty() && endpoint.host == host;
    });
    if (found != names.end()) return found - names.begin();
    bool is_number = false;
    const qlonglong number = words.trimmed().toLongLong(&is_number);
    return is_number && number >= 0 && number < selection_.endpoint_count()
               ? std::optional<std::int64_t>(number)
               : std::nullopt;
}

Pair GoToPair::pair() const {
    return {endpoint_of(sender_.line->text()).value_or(0), endpoint_of(receiver_.line->text()).value_or(0)};
}

void GoToPair::show_names() {
    bool are_known = true;
    for (const End& end : {sender_, receiver_}) {
        const auto endpoint = endpoint_of(end.line->text());
        end.name->setText(endpoint ? selection_.name_of_endpoint(*endpoint) : tr("there is none"));
        are_known = are_known && endpoint;
    }
    accept_->setEnabled(are_known);
}

}  // namespace fabricmap::viewer

#include "moc_go_to_pair.cpp"
