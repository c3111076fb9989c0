// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/host_model.hpp"

#include "base/host_list.hpp"
#include "diagnosis/reports/host_state.hpp"
#include "viewer/models/number_text.hpp"
#include "viewer/reading/natural_order.hpp"

#include <QStringList>
#include <algorithm>
#include <cmath>
#include <utility>

namespace fabricmap::viewer {
namespace {

std::optional<double> known(double factor) {
    return std::isfinite(factor) ? std::optional(factor) : std::nullopt;
}

QString number_or_dash(const std::optional<double>& value, Quantity quantity) {
    return value ? value_text(*value, quantity) : QStringLiteral("–");
}

QVariant number_or_nothing(const std::optional<double>& value) {
    return value ? QVariant(*value) : QVariant();
}

QString list_of(const std::vector<std::string>& hosts) {
    constexpr int most = 40;
    QString list = QString::fromStdString(format_host_list(hosts));
    return list.size() <= most ? list : list.first(most - 1) + QStringLiteral("…");
}

QString numbers_text(const std::vector<std::size_t>& findings) {
    QStringList numbers;
    for (const std::size_t finding : findings) numbers << QString::number(finding + 1);
    return numbers.join(QStringLiteral(", "));
}

}  // namespace

std::vector<HostRow> host_rows(const diagnosis::Diagnosis& diagnosis) {
    const std::vector<diagnosis::HostState> states = diagnosis::host_states(diagnosis);
    const auto indices = diagnosis::host_indices(diagnosis);
    std::vector<HostRow> rows(states.size());
    for (std::size_t host = 0; host < rows.size(); ++host) {
        const diagnosis::HostState& state = states[host];
        rows[host].name = diagnosis.hosts[host];
        rows[host].verdict = state.faulty       ? HostVerdict::faulty
                             : state.faults > 0 ? HostVerdict::in_a_fault
                                                : HostVerdict::unremarkable;
        rows[host].sends = known(state.send_factor);
        rows[host].receives = known(state.receive_factor);
        if (host < diagnosis.host_rates.size()) rows[host].rates = diagnosis.host_rates[host];
    }
    for (const std::string& name : diagnosis.unjudged_hosts) {
        const auto found = indices.find(name);
        if (found != indices.end()) rows[found->second].verdict = HostVerdict::not_judged;
    }
    for (std::size_t finding = 0; finding < diagnosis.findings.size(); ++finding) {
        for (const std::string& name : diagnosis::hosts_of(diagnosis.findings[finding].part)) {
            const auto found = indices.find(name);
            if (found != indices.end()) rows[found->second].findings.push_back(finding);
        }
    }
    return rows;
}

std::vector<HostGroup> host_groups(const diagnosis::Diagnosis& diagnosis) {
    std::vector<HostGroup> groups;
    for (std::size_t finding = 0; finding < diagnosis.findings.size(); ++finding) {
        const std::vector<std::string> hosts = diagnosis::hosts_of(diagnosis.findings[finding].part);
        if (hosts.size() < 2) continue;
        groups.push_back({HostModel::tr("finding %1: %2").arg(finding + 1).arg(list_of(hosts)),
                          {hosts.begin(), hosts.end()}});
    }
    if (!diagnosis.topology || diagnosis.topology->levels.empty()) return groups;
    for (const std::vector<int>& members : diagnosis.topology->levels.front().groups) {
        std::vector<std::string> hosts;
        hosts.reserve(members.size());
        for (const int host : members) hosts.push_back(diagnosis.hosts.at(static_cast<std::size_t>(host)));
        groups.push_back({HostModel::tr("switch of %1").arg(list_of(hosts)), {hosts.begin(), hosts.end()}});
    }
    return groups;
}

void HostModel::set_rows(std::vector<HostRow> rows) {
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
}

int HostModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int HostModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : columns;
}

QVariant HostModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columns) return {};
    if (role == Qt::ToolTipRole && (section == sends || section == receives))
        return tr("Times what pairs of its class take, at the length where that is most");
    if (role != Qt::DisplayRole) return {};
    const QString names[]{tr("Host"),        tr("Verdict"),        tr("Sends ×"), tr("Receives ×"),
                          tr("Sends, GB/s"), tr("Receives, GB/s"), tr("Findings")};
    return names[section];
}

QVariant HostModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const HostRow& row = rows_[static_cast<std::size_t>(index.row())];
    if (role == name_role) return QString::fromStdString(row.name);
    if (role == Qt::TextAlignmentRole && index.column() >= sends && index.column() <= receive_rate)
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    if (role != Qt::DisplayRole && role != sort_role) return {};
    const bool sorts = role == sort_role;
    const auto value = [&](const std::optional<double>& number, Quantity quantity) {
        return sorts ? number_or_nothing(number) : QVariant(number_or_dash(number, quantity));
    };
    switch (index.column()) {
        case host:
            return QString::fromStdString(row.name);
        case verdict: {
            const QString words[]{tr("faulty"), tr("belongs to a fault"), tr("nothing found"),
                                  tr("not judged")};
            return sorts ? QVariant(static_cast<int>(row.verdict))
                         : QVariant(words[static_cast<int>(row.verdict)]);
        }
        case sends:
            return value(row.sends, Quantity::ratio);
        case receives:
            return value(row.receives, Quantity::ratio);
        case send_rate:
            return value(row.rates.sends, Quantity::rate);
        case receive_rate:
            return value(row.rates.receives, Quantity::rate);
        case findings:
            return sorts ? QVariant(row.findings.empty() ? QVariant()
                                                         : QVariant(static_cast<int>(row.findings.front())))
                         : QVariant(numbers_text(row.findings));
        default:
            return {};
    }
}

HostFilter::HostFilter(QObject* parent) : QSortFilterProxyModel(parent) {
    setSortRole(HostModel::sort_role);
}

void HostFilter::search(const QString& words) {
    words_ = words.trimmed();
    invalidateFilter();
}

void HostFilter::set_group(std::optional<std::set<std::string>> hosts) {
    group_ = std::move(hosts);
    invalidateFilter();
}

bool HostFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QString name =
        sourceModel()->index(row, HostModel::host, parent).data(HostModel::name_role).toString();
    return (words_.isEmpty() || name.contains(words_, Qt::CaseInsensitive)) &&
           (!group_ || group_->contains(name.toStdString()));
}

bool HostFilter::lessThan(const QModelIndex& one, const QModelIndex& other) const {
    const QVariant left = one.data(HostModel::sort_role);
    const QVariant right = other.data(HostModel::sort_role);
    // Last whichever way is sorted.
    if (left.isValid() != right.isValid()) return (sortOrder() == Qt::AscendingOrder) == left.isValid();
    if (one.column() == HostModel::host && left != right)
        return naturally_before(left.toString().toStdString(), right.toString().toStdString());
    return left.toDouble() < right.toDouble();
}

}  // namespace fabricmap::viewer

#include "moc_host_model.cpp"
