// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/hover_card.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace fabricmap::viewer {
namespace {

constexpr auto rests_after = std::chrono::milliseconds(250);
constexpr int beside_cursor = 14;

}  // namespace

HoverCard::HoverCard(QWidget* parent) : QLabel(parent), lane_(*this) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setTextFormat(Qt::PlainText);
    setFrameShape(QFrame::Box);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    setForegroundRole(QPalette::ToolTipText);
    setMargin(4);
    setObjectName("hover_card");
    rest_.setSingleShot(true);
    rest_.setInterval(rests_after);
    connect(&rest_, &QTimer::timeout, this, &HoverCard::look_up);
    hide();
}

void HoverCard::point(PointedPair pair, const QPoint& place) {
    const bool is_same = pair_ && pair_->plane == pair.plane && pair_->cell == pair.cell;
    place_ = place;
    if (is_same) return;
    hide();
    lane_.stop();
    pair_ = std::move(pair);
    rest_.start();
}

void HoverCard::leave() {
    hide();
    rest_.stop();
    lane_.stop();
    // Planes are large: nothing holds one that is not looked at.
    pair_.reset();
}

void HoverCard::look_up() {
    if (!pair_) return;
    lane_.start([pair = *pair_](const Stopped& stopped) { return text_of(pair_facts(pair, stopped)); },
                [this](const QString& text) { show_text(text); }, [this](const QString&) { leave(); });
}

void HoverCard::show_text(const QString& text) {
    setText(text);
    const QRect room = parentWidget()->rect();
    setWordWrap(false);
    setFixedSize(sizeHint());
    if (width() > room.width()) {
        setWordWrap(true);
        setFixedSize(room.width(), heightForWidth(room.width()));
    }
    // On the other side where there is no room, over the cursor where there is none on either.
    const auto beside = [](int at, int length, int end) {
        if (at + beside_cursor + length <= end) return at + beside_cursor;
        return std::clamp(at - beside_cursor - length, 0, std::max(0, end - length));
    };
    move(beside(place_.x(), width(), room.width()), beside(place_.y(), height(), room.height()));
    raise();
    show();
}

}  // namespace fabricmap::viewer

#include "moc_hover_card.cpp"
