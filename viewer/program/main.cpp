// SPDX-License-Identifier: Apache-2.0
#include "command_line/interruption.hpp"
#include "command_line/program.hpp"
#include "viewer/program/application.hpp"
#include "viewer/program/exporting.hpp"

using namespace fabricmap;

int main(int argument_count, char** arguments) {
    return run_program("network_viewer", [&] {
        const viewer::Options options = viewer::parse_options(words_of(argument_count, arguments));
        if (!options.answer.empty()) {
            print_out(options.answer);
            return ExitCode::success;
        }
        if (!options.exported) return viewer::show_window(options);
        catch_interruption();
        const viewer::Application application(viewer::Application::Display::none);
        viewer::export_view(options.sources, *options.exported);
        return ExitCode::success;
    });
}
