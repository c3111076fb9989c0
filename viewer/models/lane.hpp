// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QMetaObject>
#include <QObject>
#include <QString>
#include <QThreadPool>
#include <atomic>
#include <exception>
#include <memory>
#include <utility>

namespace fabricmap::viewer {

using Stopped = std::atomic<bool>;

/// A thread that does one thing after the other, of which only the newest counts: what is started ends what
/// went on before.
class Lane {
  public:
    /// Results are handed over in the thread of `home`, which outlives the lane.
    explicit Lane(QObject& home) : home_(home) { pool_.setMaxThreadCount(1); }
    ~Lane() {
        stop();
        pool_.waitForDone();
    }
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;

    /// `work(stopped)` in the lane's thread, then `use(result)` at home; `fail(words)` there where it threw.
    /// Neither is called once something newer was started.
    template <typename Work, typename Use, typename Fail>
    void start(Work work, Use use, Fail fail) {
        stop();
        stopped_ = std::make_shared<Stopped>(false);
        is_busy_ = true;
        pool_.start([this, stopped = stopped_, work = std::move(work), use = std::move(use),
                     fail = std::move(fail)]() mutable {
            if (*stopped) return;
            try {
                hand_over(stopped, [result = std::make_shared<decltype(work(*stopped))>(work(*stopped)),
                                    use = std::move(use)] { use(std::move(*result)); });
            } catch (const std::exception& error) {
                hand_over(stopped,
                          [words = QString::fromUtf8(error.what()), fail = std::move(fail)] { fail(words); });
            }
        });
    }

    /// What goes on ends soon, and is heard of no more.
    void stop() {
        if (stopped_) *stopped_ = true;
        is_busy_ = false;
    }
    [[nodiscard]] bool is_busy() const noexcept { return is_busy_; }

  private:
    template <typename Call>
    void hand_over(const std::shared_ptr<Stopped>& stopped, Call call) {
        QMetaObject::invokeMethod(
            &home_,
            [this, stopped, call = std::move(call)] {
                if (*stopped) return;
                is_busy_ = false;
                call();
            },
            Qt::QueuedConnection);
    }

    QObject& home_;
    QThreadPool pool_;
    std::shared_ptr<Stopped> stopped_;
    bool is_busy_ = false;
};

}  // namespace fabricmap::viewer
