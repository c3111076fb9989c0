// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/session.hpp"
#include "viewer/painting/figure.hpp"
#include "viewer/widgets/matrix_view.hpp"

#include <QComboBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>

namespace fabricmap::viewer {

/// Asks which view goes into which file, and writes it: a picture (PNG, SVG) or its numbers (CSV).
class ExportDialog : public QDialog {
    Q_OBJECT

  public:
    ExportDialog(const Session& session, const MatrixView& matrix, QWidget* parent);
    void accept() override;

  signals:
    void written(const QString& words);
    void failed(const QString& words);

  private:
    enum class View : std::uint8_t { matrix, visible, row, column, pairs };

    void lay_out();
    void add_sizes(QFormLayout& form);
    void browse();
    [[nodiscard]] const picture::Preset* chosen_preset() const;
    [[nodiscard]] Figure figure(bool as_numbers) const;

    const Selection& selection_;
    const Reader& reader_;
    const DiagnosisJob& diagnosis_;
    const MatrixView& matrix_;
    QComboBox* view_;
    QComboBox* purpose_;  ///< its data: the number of a preset, negative for a size of one's own
    QLineEdit* file_;
    QSpinBox* width_;
    QSpinBox* height_;
    QDialogButtonBox* buttons_;
    Lane lane_;
};

}  // namespace fabricmap::viewer
