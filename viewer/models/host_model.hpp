// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fabricmap::viewer {

/// What the diagnosis says about a host.
enum class HostVerdict : std::uint8_t {
    faulty,      ///< the fault lies in it
    in_a_fault,  ///< it belongs to a part that has one, such as a link
    unremarkable,
    not_judged,
};

struct HostRow {
    std::string name;
    HostVerdict verdict = HostVerdict::unremarkable;
    std::optional<double> sends;     ///< times what its class takes, the largest over the lengths
    std::optional<double> receives;  ///< the same
    diagnosis::HostRates rates;
    std::vector<std::size_t> findings;  ///< their numbers in the diagnosis
};

/// A row a host, in their order. Goes through all pairs of hosts: for a thread of its own.
[[nodiscard]] std::vector<HostRow> host_rows(const diagnosis::Diagnosis& diagnosis);

/// Hosts that belong together: below one switch as found, or of one part or kind that a finding names.
struct HostGroup {
    QString name;
    std::set<std::string> hosts;
};

[[nodiscard]] std::vector<HostGroup> host_groups(const diagnosis::Diagnosis& diagnosis);

/// Hosts with what is known of each.
class HostModel : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column { host, verdict, sends, receives, send_rate, receive_rate, findings, columns };
    enum Role { sort_role = Qt::UserRole, name_role };

    using QAbstractTableModel::QAbstractTableModel;

    void set_rows(std::vector<HostRow> rows);
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

  private:
    std::vector<HostRow> rows_;
};

/// Those of one group whose names hold what is searched for; node2 stands before node10, and what is not
/// known last.
class HostFilter : public QSortFilterProxyModel {
    Q_OBJECT

  public:
    explicit HostFilter(QObject* parent = nullptr);

    void search(const QString& words);
    /// Nothing: all hosts.
    void set_group(std::optional<std::set<std::string>> hosts);

  protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& one, const QModelIndex& other) const override;

  private:
    QString words_;
    std::optional<std::set<std::string>> group_;
};

}  // namespace fabricmap::viewer
