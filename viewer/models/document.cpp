// SPDX-License-Identifier: Apache-2.0
#include "viewer/models/document.hpp"

#include "base/errors.hpp"
#include "viewer/reading/file_stamp.hpp"

#include <fmt/format.h>

#include <utility>

namespace fabricmap::viewer {
namespace {

constexpr auto watch_every = std::chrono::seconds(2);

struct Stamped {
    std::string stamp;
    std::vector<Opened> runs;
};

/// The stamp is older than what is read: what grows meanwhile is read again.
Stamped open_with_stamp(const std::vector<std::string>& sources) {
    Stamped stamped{file_stamp(sources), {}};
    for (const std::string& source : sources) {
        const Opened& opened = stamped.runs.emplace_back(open_shared(source));
        if (opened.run->stack(opened.run->preferred())->message_lengths().empty()) {
            throw FileError(
                fmt::format("{}: no length is measured yet; watch it, or wait for the first", source));
        }
    }
    return stamped;
}

std::vector<std::string> plain(const QStringList& words) {
    std::vector<std::string> plain_text;
    plain_text.reserve(static_cast<std::size_t>(words.size()));
    for (const QString& word : words) plain_text.push_back(word.toStdString());
    return plain_text;
}

}  // namespace

Document::Document(QObject* parent) : Worker(parent), open_lane_(*this), watch_lane_(*this) {
    timer_.setInterval(watch_every);
    connect(&timer_, &QTimer::timeout, this, &Document::look_at_files);
}

void Document::open(const QStringList& sources, const std::optional<Look>& look) {
    wanted_ = sources;
    emit busy(tr("Opening"), 0);
    open_lane_.start([words = plain(sources)](const Stopped&) { return open_with_stamp(words); },
                     [this, look](Stamped stamped) {
                         stamp_ = std::move(stamped.stamp);
                         message_while_watching_.clear();
                         emit busy({}, 1);
                         emit read(stamped.runs, look);
                     },
                     [this](const QString& words) { fail_to_open(words); });
}

void Document::fail_to_open(const QString& words) {
    // A run that grows may be caught at a bad moment: it is looked at again, and the same told once.
    const bool is_reported = is_watching() && words == message_while_watching_;
    message_while_watching_ = words;
    stamp_.clear();
    if (is_open()) wanted_ = sources();
    if (!is_reported) fail(words);
}

void Document::cancel() {
    open_lane_.stop();
    wanted_ = sources();
    emit busy({}, 1);
}

void Document::set_runs(std::vector<Opened> runs) {
    const QStringList before = sources();
    runs_ = std::move(runs);
    if (sources() != before) emit opened();
}

QStringList Document::sources() const {
    return sources_of(runs_);
}

void Document::watch(bool wanted) {
    if (wanted) {
        timer_.start();
    } else {
        timer_.stop();
    }
}

void Document::look_at_files() {
    if (wanted_.isEmpty() || watch_lane_.is_busy() || open_lane_.is_busy()) return;
    watch_lane_.start([words = plain(wanted_)](const Stopped&) { return file_stamp(words); },
                      [this](const std::string& stamp) {
                          if (stamp != stamp_) open(wanted_);
                      },
                      [this](const QString& words) { emit failed(words); });
}

QStringList sources_of(const std::vector<Opened>& runs) {
    QStringList sources;
    for (const Opened& run : runs) sources << QString::fromStdString(run.source);
    return sources;
}

}  // namespace fabricmap::viewer

#include "moc_document.cpp"
