// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"

#include <QAbstractListModel>
#include <memory>

namespace fabricmap::viewer {

/// The findings of a diagnosis, the most severe first, numbered from 1 as in the picture, in the viewer's
/// language.
class FindingModel : public QAbstractListModel {
    Q_OBJECT

  public:
    enum Role {
        number_role = Qt::UserRole,  ///< int, from 1
        sentence_role,               ///< "node17 receives 3.1 times slower from 16K on"
        advice_role,                 ///< where to look
        factor_role,                 ///< double, ratio to the healthy value; nothing where there is none
        confidence_role,             ///< double, 0 to 1; nothing where there is none
        ticket_role,                 ///< all of it as a text for whoever mends it
        fault_role,  ///< bool, false for what is better than before or how the machine is made
    };

    explicit FindingModel(QObject* parent = nullptr) : QAbstractListModel(parent) {}

    /// Null: nothing was diagnosed, and the list is empty.
    void set_diagnosis(std::shared_ptr<const diagnosis::Diagnosis> diagnosis);
    /// That nothing is wrong, or what is open; empty where there are faults.
    [[nodiscard]] QString verdict() const;
    /// A row's place among diagnosis.findings.
    [[nodiscard]] std::size_t finding_at(const QModelIndex& index) const noexcept {
        return static_cast<std::size_t>(index.row());
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

  private:
    [[nodiscard]] QString ticket_of(const diagnosis::Finding& finding) const;

    std::shared_ptr<const diagnosis::Diagnosis> diagnosis_;
};

}  // namespace fabricmap::viewer
