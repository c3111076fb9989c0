// SPDX-License-Identifier: Apache-2.0
#include "base/remark.hpp"
#include "command_line/program.hpp"
#include "lab/kinds/kind.hpp"
#include "lab/scenario/truth.hpp"
#include "lab/synthetic/options.hpp"

#include <fmt/format.h>

using namespace fabricmap;

int main(int argument_count, char** arguments) {
    return run_program("network_synthesize", [&] {
        const lab::SynthesizeCommand command =
            lab::parse_synthesize_words(words_of(argument_count, arguments));
        if (!command.answer.empty()) {
            print_out(command.answer);
            return ExitCode::success;
        }
        catch_interruption();
        const lab::SyntheticRun synthetic(*command.scenario);
        Progress progress(!command.quiet);
        lab::write_run(synthetic, command.files, progress);
        const lab::Scenario& scenario = synthetic.scenario();
        lab::write_truth(scenario, "synthetic", lab::not_in_synthetic(scenario), command.files.prefix);
        if (!command.quiet) {
            remark(fmt::format("{}The truth about it: {}\n", lab::summary_of(synthetic, command.files),
                               lab::truth_path(command.files.prefix).string()));
        }
        return ExitCode::success;
    });
}
