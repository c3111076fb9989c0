// SPDX-License-Identifier: Apache-2.0
#include "viewer/program/application.hpp"

#include "base/slab_memory.hpp"
#include "command_line/interruption.hpp"
#include "viewer/widgets/main_window.hpp"

#include <QApplication>
#include <QIcon>
#include <QLibraryInfo>
#include <QLocale>
#include <QTimer>
#include <QTranslator>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace fabricmap::viewer {
namespace {

char program_name[] = "network_viewer";

bool has_display() {
    for (const char* const name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) {
        if (!qEnvironmentVariableIsEmpty(name)) return true;
    }
    return false;
}

/// A display that cannot be reached ends the program within Qt: with one line, not with a dump.
void report_and_end(QtMsgType type, const QMessageLogContext& /*context*/, const QString& words) {
    if (type != QtFatalMsg && type != QtCriticalMsg) return;
    const bool is_display = words.contains("platform plugin");
    const QString line =
        is_display ? QStringLiteral(
                         "the display \"%1\" cannot be used; log in with ssh -X, or use --export FILE.png")
                         .arg(qEnvironmentVariable("DISPLAY", qEnvironmentVariable("WAYLAND_DISPLAY")))
                   : words;
    std::fprintf(stderr, "network_viewer: %s\n", qUtf8Printable(line));
    if (type == QtFatalMsg) std::_Exit(static_cast<int>(ExitCode::failure));
}

}  // namespace

Application::Application(Display display) : arguments_{program_name, nullptr} {
    if (display == Display::wanted && !has_display()) {
        throw RunError("no display for a window; log in with ssh -X, or use --export FILE.png");
    }
    qInstallMessageHandler(report_and_end);
    if (display == Display::none) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        application_ = std::make_unique<QGuiApplication>(argument_count_, arguments_.data());
    } else {
        application_ = std::make_unique<QApplication>(argument_count_, arguments_.data());
    }
    QCoreApplication::setOrganizationName("fabricmap");
    QCoreApplication::setApplicationName("network_viewer");
    QGuiApplication::setDesktopFileName("org.fabricmap.viewer");
    QGuiApplication::setWindowIcon(QIcon(":/org.fabricmap.viewer.svg"));
    translator_ = std::make_unique<QTranslator>();
    // English has its plural forms there as well, and serves where there is no translation.
    if (translator_->load(QLocale(), "network_viewer", "_", ":/i18n") ||
        translator_->load(":/i18n/network_viewer_en")) {
        QCoreApplication::installTranslator(translator_.get());
    }
    qt_translator_ = std::make_unique<QTranslator>();
    if (qt_translator_->load(QLocale(), "qtbase", "_", QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(qt_translator_.get());
    }
}

Application::~Application() {
    qInstallMessageHandler(nullptr);
}

int Application::run() {
    return QGuiApplication::exec();
}

ExitCode show_window(const Options& options) {
    return_free_slabs();
    Application application(Application::Display::wanted);
    MainWindow window(true);
    window.show();
    if (options.sources.empty()) {
        window.restore_last();
    } else {
        QStringList sources;
        for (const std::string& source : options.sources) sources << QString::fromStdString(source);
        window.open(sources);
    }
    if (options.watch) window.watch();
    catch_interruption();
    QTimer looks;
    QObject::connect(&looks, &QTimer::timeout, [] {
        if (is_interrupted()) QCoreApplication::exit(static_cast<int>(ExitCode::interrupted));
    });
    looks.start(std::chrono::milliseconds(200));
    const auto code = static_cast<ExitCode>(application.run());
    if (code == ExitCode::interrupted) throw Error(code, "interrupted");
    return code;
}

}  // namespace fabricmap::viewer
