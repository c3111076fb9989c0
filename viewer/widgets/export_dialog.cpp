// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/export_dialog.hpp"

#include "base/errors.hpp"
#include "viewer/painting/figure_files.hpp"
#include "viewer/painting/run_figures.hpp"
#include "viewer/reading/csv.hpp"
#include "viewer/widgets/combo_entries.hpp"

#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QMessageBox>
#include <QPushButton>
#include <utility>

namespace fabricmap::viewer {
ExportDialog::ExportDialog(const Selection& selection, const Reader& reader, const MatrixView& matrix,
                           QWidget* parent)
    : QDialog(parent),
      selection_(selection),
      reader_(reader),
      matrix_(matrix),
      view_(new QComboBox(this)),
      file_(new QLineEdit(this)),
      width_(new QSpinBox(this)),
      height_(new QSpinBox(this)),
      buttons_(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this)),
      lane_(*this) {
    setWindowTitle(tr("Export"));
    lay_out();
    connect(buttons_, &QDialogButtonBox::accepted, this, &ExportDialog::accept);
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void ExportDialog::lay_out() {
    add_entry(*view_, tr("the whole matrix"), View::matrix);
    add_entry(*view_, tr("the part of the matrix that is seen"), View::visible);
    add_entry(*view_, tr("the row"), View::row);
    add_entry(*view_, tr("the column"), View::column);
    add_entry(*view_, tr("the pairs"), View::pairs);
    view_->setAccessibleName(tr("What is exported"));
    file_->setPlaceholderText(tr("picture.png, picture.svg or numbers.csv"));
    file_->setAccessibleName(tr("File; its ending says what is written: .png, .svg or .csv"));
    constexpr int typical_characters = 36;
    file_->setMinimumWidth(file_->fontMetrics().averageCharWidth() * typical_characters);
    auto* const choose = new QPushButton(tr("&Browse…"), this);
    connect(choose, &QPushButton::clicked, this, &ExportDialog::browse);
    auto* const file_row = new QHBoxLayout;
    file_row->addWidget(file_, 1);
    file_row->addWidget(choose);
    auto* const size_row = new QHBoxLayout;
    for (QSpinBox* box : {width_, height_}) {
        box->setRange(least_figure_side, most_figure_side);
        box->setSuffix(tr(" px"));
        size_row->addWidget(box);
    }
    width_->setValue(default_figure_size.width());
    height_->setValue(default_figure_size.height());
    width_->setAccessibleName(tr("Width of the picture"));
    height_->setAccessibleName(tr("Height of the picture"));
    auto* const form = new QFormLayout(this);
    form->addRow(tr("&What:"), view_);
    form->addRow(tr("&File:"), file_row);
    form->addRow(tr("Si&ze of pictures:"), size_row);
    form->addRow(buttons_);
}

void ExportDialog::browse() {
    const QString name = QFileDialog::getSaveFileName(this, tr("Export to"), file_->text(),
                                                      tr("Pictures and numbers (*.png *.svg *.csv)"), nullptr,
                                                      QFileDialog::DontConfirmOverwrite);
    if (!name.isEmpty()) file_->setText(name);
}

std::function<void()> ExportDialog::writing(const std::filesystem::path& path) const {
    const QSize size(width_->value(), height_->value());
    const auto write = [path, size](Figure figure, auto numbers) {
        figure.size = size;
        return std::function<void()>(
            [path, figure = std::move(figure), numbers] { write_view(path, figure, numbers); });
    };
    const View view = viewer::value_of<View>(*view_);
    const auto& displayed = selection_.displayed();
    if (view == View::pairs) {
        return write(figure_of(selection_, reader_.curves()),
                     [curves = reader_.curves()](std::ostream& out) { write_curves_csv(out, curves); });
    }
    if (view == View::row || view == View::column) {
        const auto cuts = reader_.cuts();
        if (!cuts) throw UsageError(tr("The row is still read; try again").toStdString());
        const LoadedCut& cut = view == View::row ? cuts->row : cuts->column;
        return write(figure_of(selection_, reader_.scale_of(cut), cut),
                     [displayed, endpoint = cut.endpoint, is_row = cut.is_row](std::ostream& out) {
                         write_cut_csv(out, displayed, endpoint, is_row);
                     });
    }
    const auto plane = reader_.plane();
    if (!plane || !plane->pyramid().is_complete()) {
        throw UsageError(tr("The plane is still read; try again once it is whole").toStdString());
    }
    std::optional<CellRegion> region;
    if (view == View::visible) {
        if (kind_of(path) == FileKind::csv) {
            throw UsageError(
                tr("Numbers are written of the whole matrix, a row, a column or pairs; choose one of these")
                    .toStdString());
        }
        const CellArea seen = matrix_.sight().visible();
        region = CellRegion{static_cast<double>(seen.first_row), static_cast<double>(seen.rows),
                            static_cast<double>(seen.first_column), static_cast<double>(seen.columns)};
    }
    return write(
        figure_of(selection_, reader_.scale(), plane, region, matrix_.areas()),
        [displayed, k = selection_.length()](std::ostream& out) { write_plane_csv(out, displayed, k); });
}

void ExportDialog::accept() {
    if (lane_.is_busy()) return;
    const QString name = file_->text().trimmed();
    if (name.isEmpty()) return file_->setFocus();
    const std::filesystem::path path = name.toStdString();
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) &&
        QMessageBox::question(this, tr("Export"), tr("%1 is there already. Replace it?").arg(name)) !=
            QMessageBox::Yes) {
        return;
    }
    const auto fail = [this](const QString& words) {
        buttons_->setEnabled(true);
        QMessageBox::warning(this, tr("Export"), words);
        emit failed(words);
    };
    try {
        static_cast<void>(kind_of(path));
        buttons_->setEnabled(false);
        lane_.start(
            [write = writing(path)](const Stopped&) {
                write();
                return true;
            },
            [this, name](bool) {
                emit written(tr("Written: %1").arg(name));
                QDialog::accept();
            },
            fail);
    } catch (const Error& error) {
        fail(QString::fromUtf8(error.what()));
    }
}

}  // namespace fabricmap::viewer
