// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/finding_model.hpp"

#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/reports/verdict_text.hpp"
#include "diagnosis/reports/words.hpp"
#include "viewer/models/language.hpp"
#include "viewer/models/number_text.hpp"

#include <QStringList>
#include <utility>

namespace fabricmap::viewer {
namespace {

using diagnosis::Finding;

QString sentence_in(const Finding& finding) {
    return localized(QString::fromStdString(diagnosis::sentence_of(finding, in_language)));
}

/// All that is known of it, a line each.
QString facts_in(const Finding& finding) {
    QStringList lines;
    for (const diagnosis::Fact& fact : diagnosis::facts_of(finding, in_language)) {
        lines << QStringLiteral("%1: %2").arg(QString::fromStdString(fact.name),
                                              QString::fromStdString(fact.text));
    }
    return localized(lines.join(QLatin1Char('\n')));
}

/// " (99.9 % sure)".
QString confidence_in(const Finding& finding) {
    if (!finding.confidence) return {};
    return FindingModel::tr(" (%1 sure)")
        .arg(localized(QString::fromStdString(diagnosis::confidence_text(finding, in_language))));
}

}  // namespace

QString FindingModel::ticket_of(const Finding& finding) const {
    QStringList lines{sentence_in(finding), QString()};
    for (const QString& fact : facts_in(finding).split(QLatin1Char('\n')))
        lines << QStringLiteral("  %1").arg(fact);
    lines << QString();
    lines << QString::fromStdString(diagnosis::machine_text(*diagnosis_));
    for (const diagnosis::JudgedRun& run : diagnosis_->runs)
        lines << QString::fromStdString(diagnosis::run_text(run));
    return lines.join(QLatin1Char('\n'));
}

void FindingModel::set_diagnosis(std::shared_ptr<const diagnosis::Diagnosis> diagnosis) {
    beginResetModel();
    diagnosis_ = std::move(diagnosis);
    endResetModel();
}

QString FindingModel::verdict() const {
    if (!diagnosis_) return {};
    switch (diagnosis::verdict_of(*diagnosis_)) {
        case diagnosis::Verdict::healthy:
            return tr("No fault was found.");
        case diagnosis::Verdict::undecided:
            return tr("Undecided: %1")
                .arg(QString::fromStdString(diagnosis::open_points_text(*diagnosis_, in_language)));
        case diagnosis::Verdict::faults:
        case diagnosis::Verdict::not_sought:
            break;
    }
    return {};
}

int FindingModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !diagnosis_ ? 0 : static_cast<int>(diagnosis_->findings.size());
}

QVariant FindingModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
    const Finding& finding = diagnosis_->findings[finding_at(index)];
    const int number = index.row() + 1;
    switch (role) {
        case Qt::DisplayRole:
            return tr("%1. %2").arg(number).arg(sentence_in(finding)) + confidence_in(finding);
        case Qt::ToolTipRole:
            return facts_in(finding);
        case Qt::AccessibleTextRole:
            return diagnosis::is_fault(finding.kind)
                       ? tr("Fault %1: %2.").arg(number).arg(sentence_in(finding))
                       : tr("Information %1: %2.").arg(number).arg(sentence_in(finding));
        case Qt::AccessibleDescriptionRole:
            return facts_in(finding);
        case number_role:
            return number;
        case sentence_role:
            return sentence_in(finding);
        case advice_role:
            return QString::fromStdString(diagnosis::advice_on(finding, in_language));
        case factor_role:
            return finding.effect ? QVariant(finding.effect->factor) : QVariant();
        case confidence_role:
            return finding.confidence ? QVariant(*finding.confidence) : QVariant();
        case ticket_role:
            return ticket_of(finding);
        case fault_role:
            return diagnosis::is_fault(finding.kind);
        default:
            return {};
    }
}

}  // namespace fabricmap::viewer

#include "moc_finding_model.cpp"
