// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/export_dialog.hpp"

#include "base/errors.hpp"
#include "command_line/program.hpp"
#include "viewer/painting/figure_files.hpp"
#include "viewer/painting/run_figures.hpp"
#include "viewer/widgets/combo_entries.hpp"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QMessageBox>
#include <QPushButton>
#include <array>
#include <utility>

namespace fabricmap::viewer {

ExportDialog::ExportDialog(const Session& session, const MatrixView& matrix, QWidget* parent)
    : QDialog(parent),
      selection_(session.selection),
      reader_(session.reader),
      diagnosis_(session.diagnosis),
      matrix_(matrix),
      view_(new QComboBox(this)),
      purpose_(new QComboBox(this)),
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
    add_entry(*view_, tr("the visible part of the matrix"), View::visible);
    add_entry(*view_, tr("the row"), View::row);
    add_entry(*view_, tr("the column"), View::column);
    add_entry(*view_, tr("the pairs"), View::pairs);
    view_->setAccessibleName(tr("What is exported"));
    file_->setPlaceholderText(tr("picture.png, picture.svg or numbers.csv"));
    file_->setAccessibleName(tr("File name; its suffix decides the format: %1")
                                 .arg(QString::fromStdString(listed(figure_suffixes(), "or"))));
    constexpr int typical_characters = 36;
    file_->setMinimumWidth(file_->fontMetrics().averageCharWidth() * typical_characters);
    auto* const choose = new QPushButton(tr("&Browse…"), this);
    connect(choose, &QPushButton::clicked, this, &ExportDialog::browse);
    auto* const file_row = new QHBoxLayout;
    file_row->addWidget(file_, 1);
    file_row->addWidget(choose);
    auto* const form = new QFormLayout(this);
    form->addRow(tr("&What:"), view_);
    form->addRow(tr("&File:"), file_row);
    add_sizes(*form);
    form->addRow(buttons_);
}

void ExportDialog::add_sizes(QFormLayout& form) {
    constexpr std::array purposes{QT_TR_NOOP("a column of a paper"), QT_TR_NOOP("a slide"),
                                  QT_TR_NOOP("a ticket")};
    static_assert(purposes.size() == picture::presets.size());
    add_entry(*purpose_, tr("a size of its own"), -1);
    for (std::size_t number = 0; number < purposes.size(); ++number)
        add_entry(*purpose_, tr(purposes.at(number)), static_cast<int>(number));
    purpose_->setAccessibleName(tr("What pictures are made for"));
    auto* const size_row = new QHBoxLayout;
    for (QSpinBox* box : {width_, height_}) {
        box->setRange(min_figure_side, max_figure_side);
        box->setSuffix(tr(" px"));
        size_row->addWidget(box);
        connect(purpose_, &QComboBox::currentIndexChanged, box,
                [this, box] { box->setEnabled(chosen_preset() == nullptr); });
    }
    width_->setValue(static_cast<int>(default_figure_size.width));
    height_->setValue(static_cast<int>(default_figure_size.height));
    width_->setAccessibleName(tr("Width of the picture"));
    height_->setAccessibleName(tr("Height of the picture"));
    form.addRow(tr("&Picture for:"), purpose_);
    form.addRow(tr("Si&ze of pictures:"), size_row);
}

const picture::Preset* ExportDialog::chosen_preset() const {
    const int number = viewer::value_of<int>(*purpose_);
    return number < 0 ? nullptr : &picture::presets.at(static_cast<std::size_t>(number));
}

void ExportDialog::browse() {
    QStringList patterns;
    for (const std::string_view suffix : figure_suffixes())
        patterns << '*' + QString::fromUtf8(suffix.data(), static_cast<qsizetype>(suffix.size()));
    const QString name = QFileDialog::getSaveFileName(this, tr("Export to"), file_->text(),
                                                      tr("Pictures and numbers (%1)").arg(patterns.join(' ')),
                                                      nullptr, QFileDialog::DontConfirmOverwrite);
    if (!name.isEmpty()) file_->setText(name);
}

Figure ExportDialog::figure(bool as_numbers) const {
    const View view = viewer::value_of<View>(*view_);
    if (view == View::pairs) return figure_of(selection_, reader_.curves());
    if (view == View::row || view == View::column) {
        const auto cuts = reader_.cuts();
        if (!cuts) throw UsageError(tr("The row is still being read; try again").toStdString());
        const LoadedCut& cut = view == View::row ? cuts->row : cuts->column;
        return figure_of(selection_, reader_.scale_of(cut), cut);
    }
    const auto plane = reader_.plane();
    if (!plane || !plane->pyramid().is_complete()) {
        throw UsageError(
            tr("The values are still being read; try again when they are complete").toStdString());
    }
    std::optional<CellRegion> region;
    if (view == View::visible) {
        if (as_numbers) {
            throw UsageError(tr("Numbers can be written for the whole matrix, a row, a column or pairs; "
                                "choose one of these")
                                 .toStdString());
        }
        const CellArea seen = matrix_.viewport().visible();
        region = CellRegion{static_cast<double>(seen.first_row), static_cast<double>(seen.rows),
                            static_cast<double>(seen.first_column), static_cast<double>(seen.columns)};
    }
    return figure_of(selection_, reader_.scale(), plane, region, matrix_.areas());
}

void ExportDialog::accept() {
    if (lane_.is_busy()) return;
    const QString name = file_->text().trimmed();
    if (name.isEmpty()) return file_->setFocus();
    const std::filesystem::path path = name.toStdString();
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) &&
        QMessageBox::question(this, tr("Export"), tr("%1 exists already. Replace it?").arg(name)) !=
            QMessageBox::Yes) {
        return;
    }
    const auto fail = [this](const QString& words) {
        buttons_->setEnabled(true);
        QMessageBox::warning(this, tr("Export"), words);
        emit failed(words);
    };
    try {
        const bool as_numbers = holds_numbers(path);
        buttons_->setEnabled(false);
        Figure shown = figure(as_numbers);
        shown.sheet.size = {static_cast<double>(width_->value()), static_cast<double>(height_->value())};
        shown.sheet.preset = chosen_preset();
        add_findings(shown, diagnosis_.of(selection_.run()));
        lane_.start(
            [path, shown = std::move(shown)](const Stopped&) {
                write_view(path, shown);
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

#include "moc_export_dialog.cpp"
