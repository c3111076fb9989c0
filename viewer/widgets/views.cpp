// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/views.hpp"

#include "viewer/models/cell_words.hpp"
#include "viewer/reading/curve_reading.hpp"
#include "viewer/reading/display.hpp"

#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>
#include <numeric>

namespace fabricmap::viewer {
namespace {

Legend legend_of(const Session& session, const picture::GreyScale& scale) {
    const Displayed& displayed = session.displayed();
    return {scale, session.palette(), displayed.quantity, displayed.content, true, false};
}

}  // namespace

Views::Views(Session& session, QWidget* parent)
    : QWidget(parent),
      session_(session),
      matrix_(new MatrixView(tr("Matrix"), true, this)),
      row_(new MatrixView(tr("What the selected sender sends"), false, this)),
      column_(new MatrixView(tr("What the selected receiver gets"), false, this)),
      pairs_(new CurvePlot(this)),
      lengths_(new LengthBar(this)),
      cuts_(new QTabWidget(this)) {
    matrix_->set_hint(tr("Open a run: File, Open (Ctrl+O), or drop a file here"));
    lay_out();
    connect_views();
}

void Views::lay_out() {
    cuts_->addTab(row_, tr("R&ow"));
    cuts_->addTab(column_, tr("Col&umn"));
    cuts_->setAccessibleName(tr("Row and column of the selected pair"));
    auto* const right = new QSplitter(Qt::Vertical, this);
    right->addWidget(cuts_);
    right->addWidget(pairs_);
    auto* const both = new QSplitter(Qt::Horizontal, this);
    both->addWidget(matrix_);
    both->addWidget(right);
    both->setSizes({600, 360});
    both->setStretchFactor(0, 3);
    both->setStretchFactor(1, 2);
    both->setObjectName("views");
    right->setObjectName("cuts");
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(both, 1);
    column->addWidget(lengths_);
}

void Views::connect_views() {
    connect(&session_, &Session::choice_changed, this, &Views::show_names);
    connect(&session_, &Session::choice_changed, this, &Views::show_lengths);
    connect(&session_, &Session::length_changed, this, &Views::show_lengths);
    connect(&session_, &Session::plane_changed, this, &Views::show_plane);
    connect(&session_, &Session::levels_changed, this, &Views::show_plane);
    connect(&session_, &Session::levels_changed, this, &Views::show_cuts);
    connect(&session_, &Session::palette_changed, this, &Views::show_plane);
    connect(&session_, &Session::palette_changed, this, &Views::show_cuts);
    connect(&session_, &Session::cuts_changed, this, &Views::show_cuts);
    connect(&session_, &Session::selection_changed, this, &Views::show_selection);
    connect(&session_, &Session::diagnosis_changed, this, &Views::show_areas);
    connect(&session_, &Session::diagnosis_changed, this, &Views::show_lengths);
    connect(&session_, &Session::curves_changed, this, [this] { pairs_->set_curves(session_.curves()); });

    connect(matrix_, &MatrixView::picked_by_user, this, [this](std::int64_t row, std::int64_t column) {
        session_.select({session_.party_at(row), session_.party_at(column)});
    });
    connect(matrix_, &MatrixView::pointed, this, &Views::tell_cell);
    connect(matrix_, &MatrixView::left, this, [this] {
        pointed_.reset();
        tell_selected();
    });
    connect_cut(*row_, true);
    connect_cut(*column_, false);
    connect(pairs_, &CurvePlot::told, this, &Views::told);
    connect(pairs_, &CurvePlot::length_picked, this,
            [this](int k) { session_.set_length(static_cast<std::size_t>(k)); });
    connect(lengths_, &LengthBar::index_changed, this,
            [this](int k) { session_.set_length(static_cast<std::size_t>(k)); });
    connect(lengths_, &LengthBar::window_changed, this, [this](int first, int last) {
        session_.set_window({static_cast<std::size_t>(first), static_cast<std::size_t>(last)});
    });
}

void Views::connect_cut(MatrixView& view, bool is_row) {
    connect(&view, &MatrixView::picked_by_user, this, [this, is_row](std::int64_t k, std::int64_t place) {
        const Pair& pair = session_.selected();
        const std::int64_t other = session_.party_at(place);
        session_.select(is_row ? Pair{pair.sender, other} : Pair{other, pair.receiver});
        session_.set_length(static_cast<std::size_t>(k));
    });
    connect(&view, &MatrixView::pointed, this, [this, is_row](std::int64_t k, std::int64_t place) {
        const auto cut = is_row ? session_.row() : session_.column();
        if (!cut) return;
        emit told(words_of(facts_of(*cut, request_, session_.diagnosis().get(), k, place)));
    });
    connect(&view, &MatrixView::left, this, &Views::tell_selected);
}

void Views::show_names() {
    const std::vector<Party> parties = in_places(session_.displayed(), session_.order());
    senders_ = axis_of_senders(parties);
    receivers_ = axis_of_receivers(parties);
    matrix_->set_axes(senders_, receivers_);
    show_areas();
    show_selection();
}

void Views::show_plane() {
    const auto plane = session_.plane();
    const auto scale = session_.scale();
    if (!plane) return matrix_->set_cells({});
    ShownCells shown{{plane, &plane->pyramid()}, {plane, plane->preview()}, std::nullopt, session_.fold()};
    // Where nothing was measured any scale will do.
    shown.legend = legend_of(session_, scale.value_or(picture::GreyScale({})));
    matrix_->set_cells(shown);
    tell_what_is_pointed_at();
}

void Views::show_cut(MatrixView& view, const LoadedCut* cut) {
    if (cut == nullptr) return view.set_cells({});
    const auto scale = session_.scale_of(*cut);
    view.set_cells({cut->pyramid, nullptr, legend_of(session_, scale.value_or(picture::GreyScale({}))),
                    session_.fold()});
}

void Views::show_cuts() {
    const bool are_new = session_.row() != shown_row_ || session_.column() != shown_column_;
    shown_row_ = session_.row();
    shown_column_ = session_.column();
    if (are_new && shown_row_ && shown_column_) {
        request_ = {session_.displayed(), session_.length(), session_.order()};
        row_->set_axes(axis_of_lengths(shown_row_->message_lengths), receivers_);
        column_->set_axes(axis_of_lengths(shown_column_->message_lengths), senders_);
    }
    show_cut(*row_, shown_row_.get());
    show_cut(*column_, shown_column_.get());
    show_selection();
}

void Views::show_selection() {
    if (!session_.is_open() || session_.party_count() == 0) return;
    const Pair& pair = session_.selected();
    const Cell cell{session_.place_of(pair.sender), session_.place_of(pair.receiver)};
    const auto k = static_cast<std::int64_t>(session_.length());
    if (matrix_->picked() != cell) matrix_->set_picked(cell);
    row_->set_picked(Cell{k, cell.column});
    column_->set_picked(Cell{k, cell.row});
    const auto& names = session_.displayed().names;
    const auto name_of_party = [&](std::int64_t party) {
        return QString::fromStdString(names[static_cast<std::size_t>(party)].name);
    };
    cuts_->setTabToolTip(0, tr("What %1 sends").arg(name_of_party(pair.sender)));
    cuts_->setTabToolTip(1, tr("What %1 receives").arg(name_of_party(pair.receiver)));
    tell_selected();
}

void Views::show_lengths() {
    // What is shown is no wish of the user's.
    const QSignalBlocker no_wishes(lengths_);
    lengths_->set_lengths(session_.lengths());
    lengths_->set_index(static_cast<int>(session_.length()));
    lengths_->set_window(static_cast<int>(session_.window().first), static_cast<int>(session_.window().last));
    const auto diagnosis = session_.diagnosis();
    lengths_->set_breaks(diagnosis ? breaks_of(*diagnosis) : std::vector<ProtocolBreak>());
    pairs_->set_current(static_cast<int>(session_.length()));
    show_selection();
}

void Views::show_findings(bool wanted) {
    shows_findings_ = wanted;
    show_areas();
}

void Views::show_areas() {
    const auto diagnosis = session_.diagnosis();
    if (!shows_findings_ || !diagnosis || session_.displayed().content == Content::clusters) {
        return matrix_->set_areas({});
    }
    std::vector<std::size_t> findings(diagnosis->findings.size());
    std::iota(findings.begin(), findings.end(), 0U);
    matrix_->set_areas(areas_of(*diagnosis, findings, session_.displayed(), session_.order()));
}

void Views::go_to_finding(std::size_t finding) {
    const auto diagnosis = session_.diagnosis();
    if (!diagnosis || finding >= diagnosis->findings.size()) return;
    const auto cell = first_cell(*diagnosis, finding, session_.displayed(), session_.order());
    session_.set_length(plane_to_show(*diagnosis, finding, session_.displayed()));
    if (cell) session_.select({session_.party_at(cell->row), session_.party_at(cell->column)});
}

void Views::tell_cell(std::int64_t row, std::int64_t column) {
    pointed_ = Cell{row, column};
    const auto plane = session_.plane();
    if (plane) emit told(words_of(facts_of(*plane, session_.diagnosis().get(), row, column)));
}

void Views::tell_what_is_pointed_at() {
    const auto plane = session_.plane();
    const bool is_there = pointed_ && plane && pointed_->row < plane->pyramid().rows() &&
                          pointed_->column < plane->pyramid().columns();
    if (is_there) return tell_cell(pointed_->row, pointed_->column);
    tell_selected();
}

void Views::tell_selected() {
    const auto plane = session_.plane();
    if (!plane) return;
    const Pair& pair = session_.selected();
    const QString words =
        words_of(facts_of(*plane, session_.diagnosis().get(), session_.place_of(pair.sender),
                          session_.place_of(pair.receiver)));
    matrix_->set_words(words);
    emit told(words);
}

}  // namespace fabricmap::viewer
