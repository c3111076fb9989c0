// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "viewer/models/reader.hpp"
#include "viewer/painting/axis_names.hpp"
#include "viewer/widgets/curve_plot.hpp"
#include "viewer/widgets/hover_card.hpp"
#include "viewer/widgets/length_bar.hpp"
#include "viewer/widgets/matrix_view.hpp"

#include <QTabWidget>
#include <QWidget>

namespace fabricmap::viewer {

/// The matrix and the lengths below; and the row, the column and the pairs of what is selected in it, which
/// the window puts into panels. What is selected in one of them is selected in all.
class Views : public QWidget {
    Q_OBJECT

  public:
    Views(Selection& selection, const Reader& reader, const DiagnosisJob& diagnosis,
          QWidget* parent = nullptr);

    [[nodiscard]] MatrixView& matrix() const noexcept { return *matrix_; }
    [[nodiscard]] MatrixView& row() const noexcept { return *row_; }
    [[nodiscard]] MatrixView& column() const noexcept { return *column_; }
    /// The row and the column, a page each.
    [[nodiscard]] QTabWidget& cuts() const noexcept { return *cuts_; }
    [[nodiscard]] CurvePlot& pairs() const noexcept { return *pairs_; }
    [[nodiscard]] LengthBar& lengths() const noexcept { return *lengths_; }

    /// What goes on, where there is nothing to show yet; nothing: how to open a run.
    void set_hint(const QString& doing);
    /// Outlines the findings; false: hides them.
    void show_findings(bool wanted);
    /// Goes to where a finding (its number in the diagnosis) is best seen.
    void go_to_finding(std::size_t finding);
    /// Goes to the rows of a host, and selects the slowest pair in the first of them.
    void go_to_host(const std::string& host);

  signals:
    /// What lies under the cursor, or is selected.
    void status_changed(const QString& text);

  private:
    void lay_out();
    void connect_views();
    void connect_cut(MatrixView& view, bool is_row);
    void show_names();
    void show_plane();
    [[nodiscard]] ShownCells cells_of(const LoadedCut& cut) const;
    [[nodiscard]] std::shared_ptr<const diagnosis::Diagnosis> diagnosis() const;
    void show_cuts();
    void show_selection();
    void show_areas();
    void show_lengths();
    void show_cell_status(std::int64_t row, std::int64_t column);
    void show_selected_status();
    void show_pointed_status();

    Selection& selection_;
    const Reader& reader_;
    const DiagnosisJob& job_;
    MatrixView* matrix_;
    MatrixView* row_;
    MatrixView* column_;
    CurvePlot* pairs_;
    LengthBar* lengths_;
    QTabWidget* cuts_;
    EndpointAxes axes_;
    std::shared_ptr<const Cuts> shown_cuts_;
    std::optional<Cell> pointed_;
    HoverCard* card_;
    const LoadedPlane* ringed_ = nullptr;  ///< whose slowest pairs are pointed at
    bool shows_findings_ = true;
};

}  // namespace fabricmap::viewer
