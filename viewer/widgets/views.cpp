// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/views.hpp"

#include "viewer/models/cell_text.hpp"
#include "viewer/painting/legend.hpp"
#include "viewer/painting/run_figures.hpp"
#include "viewer/reading/curve_reading.hpp"
#include "viewer/reading/display.hpp"

#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace fabricmap::viewer {
namespace {

/// The first cell where the row is not read yet.
Cell slowest_in_row(const LoadedPlane& plane, std::int64_t row) {
    const picture::Pyramid& cells = plane.pyramid();
    if (!cells.is_ready(0, row)) return {row, 0};
    const bool is_rate = plane.request().displayed.content == Content::rate;
    const float* const values = cells.row(0, row, picture::Fold::maximum);
    const float* const slowest =
        std::max_element(values, values + cells.columns(), [is_rate](float one, float other) {
            if (std::isnan(one) || std::isnan(other)) return std::isnan(one) && !std::isnan(other);
            return is_rate ? one > other : one < other;
        });
    return {row, slowest - values};
}

}  // namespace

Views::Views(Selection& selection, const Reader& reader, const DiagnosisJob& diagnosis, QWidget* parent)
    : QWidget(parent),
      selection_(selection),
      reader_(reader),
      job_(diagnosis),
      matrix_(new MatrixView(tr("Matrix"), true, this)),
      row_(new MatrixView(tr("What the selected sender sends"), false, this)),
      column_(new MatrixView(tr("What the selected receiver gets"), false, this)),
      pairs_(new CurvePlot(this)),
      lengths_(new LengthBar(this)),
      cuts_(new QTabWidget(this)),
      card_(new HoverCard(matrix_)) {
    set_hint({});
    lay_out();
    connect_views();
}

void Views::set_hint(const QString& doing) {
    const QString words = doing.isEmpty() ? QString() : doing + QStringLiteral("…");
    matrix_->set_hint(words.isEmpty() ? tr("Open a run: File, Open (Ctrl+O), or drop a file here") : words);
    row_->set_hint(words);
    column_->set_hint(words);
    pairs_->set_hint(words);
}

void Views::lay_out() {
    cuts_->addTab(row_, tr("R&ow"));
    cuts_->addTab(column_, tr("Col&umn"));
    cuts_->setAccessibleName(tr("Row and column of the selected pair"));
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(matrix_, 1);
    column->addWidget(lengths_);
}

void Views::connect_views() {
    connect(&selection_, &Selection::choice_changed, this, &Views::show_names);
    connect(&selection_, &Selection::choice_changed, this, &Views::show_lengths);
    connect(&selection_, &Selection::length_changed, this, &Views::show_lengths);
    connect(&reader_, &Reader::plane_changed, this, &Views::show_plane);
    connect(&reader_, &Reader::scale_changed, this, &Views::show_plane);
    connect(&reader_, &Reader::scale_changed, this, &Views::show_cuts);
    connect(&selection_, &Selection::palette_changed, this, &Views::show_plane);
    connect(&selection_, &Selection::palette_changed, this, &Views::show_cuts);
    connect(&reader_, &Reader::cuts_changed, this, &Views::show_cuts);
    connect(&selection_, &Selection::selection_changed, this, &Views::show_selection);
    connect(&job_, &DiagnosisJob::finished, this, &Views::show_areas);
    connect(&job_, &DiagnosisJob::finished, this, &Views::show_lengths);
    connect(&reader_, &Reader::curves_changed, this, [this] { pairs_->set_curves(reader_.curves()); });

    connect(matrix_, &MatrixView::picked_by_user, this, [this](std::int64_t row, std::int64_t column) {
        selection_.select_cell({row, column});
    });
    connect(matrix_, &MatrixView::pointed, this, [this](std::int64_t row, std::int64_t column) {
        show_cell_status(row, column);
        if (!reader_.plane()) return;
        card_->point({selection_.run(), reader_.plane(), diagnosis(), {row, column}},
                     matrix_->middle_of({row, column}));
    });
    connect(matrix_, &MatrixView::left, this, [this] {
        pointed_.reset();
        card_->leave();
        show_selected_status();
    });
    connect_cut(*row_, true);
    connect_cut(*column_, false);
    connect(pairs_, &CurvePlot::status_changed, this, &Views::status_changed);
    const auto set_length = [this](int k) { selection_.set_length(static_cast<std::size_t>(k)); };
    connect(pairs_, &CurvePlot::length_picked, this, set_length);
    connect(lengths_, &LengthBar::index_changed, this, set_length);
    connect(lengths_, &LengthBar::window_changed, this, [this](int first, int last) {
        selection_.set_window({static_cast<std::size_t>(first), static_cast<std::size_t>(last)});
    });
}

void Views::connect_cut(MatrixView& view, bool is_row) {
    connect(&view, &MatrixView::picked_by_user, this, [this, is_row](std::int64_t k, std::int64_t place) {
        const Pair& pair = selection_.selected();
        const std::int64_t other = selection_.endpoint_at(place);
        selection_.select(is_row ? Pair{pair.sender, other} : Pair{other, pair.receiver});
        selection_.set_length(static_cast<std::size_t>(k));
    });
    connect(&view, &MatrixView::pointed, this, [this, is_row](std::int64_t k, std::int64_t place) {
        const auto cuts = reader_.cuts();
        if (!cuts) return;
        const LoadedCut& cut = is_row ? cuts->row : cuts->column;
        emit status_changed(text_of(facts_of(cut, cuts->request, diagnosis().get(), k, place)));
    });
    connect(&view, &MatrixView::left, this, &Views::show_selected_status);
}

std::shared_ptr<const diagnosis::Diagnosis> Views::diagnosis() const {
    return job_.of(selection_.run());
}

void Views::show_names() {
    axes_ = axes_of(selection_);
    matrix_->set_axes(axes_.senders, axes_.receivers);
    show_areas();
    show_selection();
}

void Views::show_plane() {
    const auto plane = reader_.plane();
    if (!plane) {
        card_->leave();
        ringed_ = nullptr;
        return matrix_->set_cells({});
    }
    matrix_->set_cells({{plane, &plane->pyramid()},
                        {plane, plane->preview()},
                        legend_of(selection_, reader_.scale()),
                        selection_.drawn_fold()});
    if (plane->pyramid().is_complete() && plane.get() != ringed_) {
        ringed_ = plane.get();
        show_areas();
    }
    show_pointed_status();
}

ShownCells Views::cells_of(const LoadedCut& cut) const {
    return {cut.pyramid, nullptr, legend_of(selection_, reader_.scale_of(cut)), selection_.drawn_fold()};
}

void Views::show_cuts() {
    const auto cuts = reader_.cuts();
    if (cuts && cuts != shown_cuts_) {
        const picture::Axis lengths = axis_of_lengths(cuts->row.message_lengths);
        row_->set_axes(lengths, axes_.receivers);
        column_->set_axes(lengths, axes_.senders);
    }
    shown_cuts_ = cuts;
    row_->set_cells(cuts ? cells_of(cuts->row) : ShownCells());
    column_->set_cells(cuts ? cells_of(cuts->column) : ShownCells());
    show_selection();
}

void Views::show_selection() {
    if (selection_.endpoint_count() == 0) return;
    const Pair& pair = selection_.selected();
    const Cell cell = selection_.selected_cell();
    const auto k = static_cast<std::int64_t>(selection_.length());
    if (matrix_->picked() != cell) matrix_->set_picked(cell);
    row_->set_picked(Cell{k, cell.column});
    column_->set_picked(Cell{k, cell.row});
    cuts_->setTabToolTip(0, tr("What %1 sends").arg(selection_.name_of_endpoint(pair.sender)));
    cuts_->setTabToolTip(1, tr("What %1 receives").arg(selection_.name_of_endpoint(pair.receiver)));
    show_selected_status();
}

void Views::show_lengths() {
    // What is shown is no wish of the user's.
    const QSignalBlocker no_wishes(lengths_);
    lengths_->set_lengths(selection_.lengths());
    lengths_->set_content(selection_.displayed().content);
    lengths_->track().setValue(static_cast<int>(selection_.length()));
    lengths_->track().set_window(static_cast<int>(selection_.window().first),
                                 static_cast<int>(selection_.window().last));
    const auto diagnosis = this->diagnosis();
    lengths_->track().set_breaks(diagnosis ? breaks_of(*diagnosis) : std::vector<ProtocolBreak>());
    pairs_->set_current(static_cast<int>(selection_.length()));
    show_selection();
}

void Views::show_findings(bool wanted) {
    shows_findings_ = wanted;
    show_areas();
}

void Views::show_areas() {
    const auto diagnosis = this->diagnosis();
    if (!shows_findings_ || selection_.displayed().content == Content::clusters)
        return matrix_->set_areas({});
    std::vector<FindingArea> areas;
    if (diagnosis) {
        std::vector<std::size_t> findings(diagnosis->findings.size());
        std::iota(findings.begin(), findings.end(), 0U);
        areas = areas_of(*diagnosis, findings, selection_.displayed(), selection_.request().order);
    }
    const auto plane = reader_.plane();
    if (plane) {
        const auto slowest = beside_findings(plane->slowest(slowest_shown), areas);
        areas.insert(areas.end(), slowest.begin(), slowest.end());
    }
    matrix_->set_areas(areas);
}

void Views::go_to_finding(std::size_t finding) {
    const auto diagnosis = this->diagnosis();
    if (!diagnosis || finding >= diagnosis->findings.size()) return;
    const auto cell = first_cell(*diagnosis, finding, selection_.displayed(), selection_.request().order);
    selection_.set_length(plane_to_show(*diagnosis, finding, selection_.displayed()));
    if (cell) selection_.select_cell(*cell);
}

void Views::go_to_host(const std::string& host) {
    const std::vector<Endpoint>& names = selection_.displayed().names;
    const auto found = std::find_if(names.begin(), names.end(),
                                    [&](const Endpoint& endpoint) { return endpoint.host == host; });
    const auto plane = reader_.plane();
    if (found == names.end() || !plane) return;
    const Cell cell = slowest_in_row(*plane, selection_.place_of(found - names.begin()));
    constexpr std::int64_t seen = 32;
    const std::int64_t all = selection_.endpoint_count();
    const auto around = [&](std::int64_t place) {
        return std::clamp<std::int64_t>(place - seen / 2, 0, std::max<std::int64_t>(all - seen, 0));
    };
    matrix_->show_area({around(cell.row), std::min(seen, all), around(cell.column), std::min(seen, all)});
    selection_.select_cell(cell);
    cuts_->setCurrentWidget(row_);
    matrix_->setFocus();
}

void Views::show_cell_status(std::int64_t row, std::int64_t column) {
    pointed_ = Cell{row, column};
    const auto plane = reader_.plane();
    if (plane) emit status_changed(text_of(facts_of(*plane, diagnosis().get(), row, column)));
}

void Views::show_pointed_status() {
    const auto plane = reader_.plane();
    const bool is_there = pointed_ && plane && pointed_->row < plane->pyramid().rows() &&
                          pointed_->column < plane->pyramid().columns();
    if (is_there) return show_cell_status(pointed_->row, pointed_->column);
    show_selected_status();
}

void Views::show_selected_status() {
    const auto plane = reader_.plane();
    if (!plane) return;
    const Cell cell = selection_.selected_cell();
    const QString words = text_of(facts_of(*plane, diagnosis().get(), cell.row, cell.column));
    matrix_->set_description(words);
    emit status_changed(words);
}

}  // namespace fabricmap::viewer

#include "moc_views.cpp"
