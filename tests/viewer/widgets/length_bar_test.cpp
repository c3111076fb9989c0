// SPDX-License-Identifier: Apache-2.0
#include "viewer/widgets/length_bar.hpp"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

namespace fabricmap::viewer {
namespace {

class LengthBars : public ::testing::Test {
  protected:
    LengthBars() {
        bar_.set_lengths({0, 1, 64, 1024, 4096, 65536, 1048576});
        bar_.track().set_breaks({{4096, 65536, "between hosts", 12e-6}});
        bar_.resize(900, bar_.sizeHint().height());
        bar_.show();
    }
    [[nodiscard]] LengthTrack& track() const { return bar_.track(); }
    [[nodiscard]] QPoint slider_at(int index) const {
        return {track().x_of(index), track().slider_band().center().y()};
    }
    [[nodiscard]] QPoint window_at(int index, int beside) const {
        return {track().x_of(index) + beside, track().window_band().center().y()};
    }
    void drag(const QPoint& from, const QPoint& to) {
        QTest::mousePress(&track(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&track(), (from + to) / 2);
        QTest::mouseMove(&track(), to);
        QTest::mouseRelease(&track(), Qt::LeftButton, {}, to);
    }

    LengthBar bar_;
};

TEST_F(LengthBars, SayThePresentLength) {
    bar_.track().setValue(4);
    EXPECT_EQ(track().text_of(4), QStringLiteral("4K bytes, 5 of 7"));
    EXPECT_TRUE(track().accessibleDescription().startsWith(track().text_of(4)));
    EXPECT_TRUE(track().accessibleDescription().contains(QStringLiteral("+12 µs")));
}

TEST_F(LengthBars, SayThatASumIsOverAllLengths) {
    bar_.set_lengths({0});
    bar_.set_content(Content::bytes_total);
    EXPECT_EQ(track().text_of(0), QStringLiteral("all lengths"));
    EXPECT_FALSE(track().accessibleDescription().contains(QStringLiteral("0 bytes")));
    bar_.set_content(Content::bytes);
    EXPECT_EQ(track().text_of(0), QStringLiteral("0 bytes, 1 of 1"));
}

TEST_F(LengthBars, SayTheLengthsOfAClassOfTraffic) {
    bar_.set_lengths({0, 1, 64, 4096});
    bar_.set_content(Content::messages);
    EXPECT_EQ(track().text_of(1), QStringLiteral("1 bytes, 2 of 4"));
    EXPECT_EQ(track().text_of(2), QStringLiteral("64 to 127 bytes, 3 of 4"));
    track().set_window(2, 3);
    EXPECT_TRUE(track().accessibleDescription().contains(QStringLiteral("from 64 to 8191 bytes")));
    bar_.set_content(Content::delay);
    EXPECT_TRUE(track().accessibleDescription().contains(QStringLiteral("from 64 to 4K bytes")));
}

TEST_F(LengthBars, AreUsedWithTheKeyboard) {
    QSignalSpy changed(&bar_, &LengthBar::index_changed);
    QTest::keyClick(&track(), Qt::Key_Right);
    EXPECT_EQ(bar_.track().value(), 1);
    QTest::keyClick(&track(), Qt::Key_End);
    EXPECT_EQ(bar_.track().value(), 6);
    QTest::keyClick(&track(), Qt::Key_Left);
    EXPECT_EQ(bar_.track().value(), 5);
    QTest::keyClick(&track(), Qt::Key_PageDown);
    EXPECT_LT(bar_.track().value(), 5);
    QTest::keyClick(&track(), Qt::Key_Home);
    EXPECT_EQ(bar_.track().value(), 0);
    EXPECT_EQ(changed.count(), 5);
}

TEST_F(LengthBars, FollowThePointer) {
    QSignalSpy changed(&bar_, &LengthBar::index_changed);
    QTest::mouseClick(&track(), Qt::LeftButton, {}, slider_at(3) + QPoint(5, 0));
    EXPECT_EQ(bar_.track().value(), 3);
    drag(slider_at(3), slider_at(5));
    EXPECT_EQ(bar_.track().value(), 5);
    EXPECT_EQ(changed.last().at(0).toInt(), 5);
}

TEST_F(LengthBars, HaveAWindowWhoseEndsAreDragged) {
    QSignalSpy changed(&bar_, &LengthBar::window_changed);
    EXPECT_EQ(track().window_first(), 0);
    EXPECT_EQ(track().window_last(), 6);
    drag(window_at(0, -4), window_at(2, 0));
    drag(window_at(6, 4), window_at(4, 0));
    EXPECT_EQ(track().window_first(), 2);
    EXPECT_EQ(track().window_last(), 4);
    EXPECT_EQ(changed.last(), (QVariantList{2, 4}));
    drag(window_at(3, 0), window_at(4, 0));
    EXPECT_EQ(changed.last(), (QVariantList{3, 5})) << "taken between its ends it moves as a whole";
    EXPECT_EQ(bar_.track().value(), 0) << "the present length stays";
}

TEST_F(LengthBars, HaveAWindowWhoseEndsDoNotPassEachOther) {
    drag(window_at(0, -4), window_at(6, 0));
    EXPECT_EQ(track().window_first(), 6);
    EXPECT_EQ(track().window_last(), 6);
    drag(window_at(6, -4), window_at(1, 0));
    EXPECT_EQ(track().window_first(), 1) << "where both ends meet each can still be taken";
}

TEST_F(LengthBars, HaveAWindowThatKeysMove) {
    QSignalSpy changed(&bar_, &LengthBar::window_changed);
    QTest::keyClick(&track(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(&track(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(&track(), Qt::Key_Left, Qt::ShiftModifier);
    QTest::keyClick(&track(), Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(&track(), Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(&track(), Qt::Key_Up, Qt::ShiftModifier);
    ASSERT_EQ(changed.count(), 6);
    EXPECT_EQ(changed.last(), (QVariantList{1, 5}));
    EXPECT_EQ(bar_.track().value(), 0);
    for (int k = 0; k < 10; ++k) QTest::keyClick(&track(), Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(track().window_first(), 5);
    EXPECT_EQ(track().window_last(), 5);
}

TEST_F(LengthBars, PlayThroughTheLengthsAndBeginAnew) {
    bar_.set_interval_s(0.1);
    bar_.track().setValue(5);
    QSignalSpy changed(&bar_, &LengthBar::index_changed);
    QSignalSpy playing(&bar_, &LengthBar::playing_changed);
    QTest::keyClick(&track(), Qt::Key_Space);
    EXPECT_TRUE(bar_.is_playing());
    ASSERT_TRUE(QTest::qWaitFor([&] { return changed.count() >= 3; }, 5000));
    QTest::keyClick(&track(), Qt::Key_Space);
    EXPECT_FALSE(bar_.is_playing());
    EXPECT_EQ(changed.at(0).at(0).toInt(), 6);
    EXPECT_EQ(changed.at(1).at(0).toInt(), 0);
    EXPECT_EQ(changed.at(2).at(0).toInt(), 1);
    EXPECT_EQ(playing.count(), 2);
}

TEST_F(LengthBars, KeepWindowAndLengthWhenTheSameLengthsComeAgain) {
    bar_.track().setValue(3);
    bar_.track().set_window(2, 5);
    QSignalSpy window(&bar_, &LengthBar::window_changed);
    bar_.set_lengths({0, 1, 64, 1024, 4096, 65536, 1048576});
    EXPECT_EQ(bar_.track().value(), 3);
    EXPECT_EQ(track().window_first(), 2);
    EXPECT_EQ(window.count(), 0);
}

TEST_F(LengthBars, HaveNothingToDoWithOneLengthOrNone) {
    for (const std::vector<std::int64_t>& lengths :
         {std::vector<std::int64_t>{1024}, std::vector<std::int64_t>{}}) {
        bar_.set_lengths(lengths);
        bar_.set_playing(true);
        EXPECT_FALSE(bar_.is_playing());
        EXPECT_FALSE(track().isEnabled());
        EXPECT_FALSE(bar_.grab().isNull());
    }
}

TEST_F(LengthBars, NameAllTheirControls) {
    for (const QWidget* const control : bar_.findChildren<QWidget*>()) {
        if (control->focusPolicy() == Qt::NoFocus || control->focusProxy() != nullptr) continue;
        if (qobject_cast<QAbstractSpinBox*>(control->parentWidget()) != nullptr) continue;
        EXPECT_FALSE(control->accessibleName().isEmpty()) << control->metaObject()->className();
    }
}

}  // namespace
}  // namespace fabricmap::viewer
