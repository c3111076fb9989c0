// SPDX-License-Identifier: Apache-2.0
#include "base/remark.hpp"
#include "command_line/program.hpp"
#include "lab/kinds/kind.hpp"
#include "lab/synthetic/options.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace fabricmap::lab {

std::optional<std::string> synthetic_obstacle(const Scenario& scenario) {
    const auto has = [&](FaultKind kind) {
        return std::any_of(scenario.faults.begin(), scenario.faults.end(),
                           [&](const Fault& fault) { return fault.kind == kind; });
    };
    if (has(FaultKind::lossy_port)) {
        return "fault lossy-port: a model of delays has no packets to lose: take the virtual kind";
    }
    if (has(FaultKind::noisy_node) && scenario.noise.deviation == 0) {
        return "fault noisy-node: it multiplies the noise, and there is none: add a line such as 'noise 2%'";
    }
    return std::nullopt;
}

std::vector<std::string_view> not_in_synthetic(const Scenario& scenario) {
    if (scenario.jitter_s > 0) return {"jitter"};
    return {};
}

std::optional<std::string> synthetic_lack() {
    return std::nullopt;
}

ExitCode run_synthetic(const Order& order) {
    CLI::App app("", "network_lab");
    SweepOptions sweep;
    sweep.declare(app, SweepOptions::no_defaults());
    bool overwrite = false;
    app.add_flag("--overwrite", overwrite);
    app.allow_extras();
    app.set_help_flag();
    (void)parse_words(app, order.tester_options);
    const auto ignored = app.remaining();
    if (std::find(ignored.begin(), ignored.end(), "--dry-run") != ignored.end()) {
        throw UsageError("--dry-run: a synthetic run takes no time to plan; leave it out");
    }
    if (!ignored.empty() && !order.quiet) {
        remark(
            fmt::format("network_lab: ignored, because nothing is measured: {}\n", fmt::join(ignored, " ")));
    }
    Scenario scenario = order.scenario;
    apply(sweep, scenario);
    RunFiles files;
    files.prefix = order.prefix;
    files.statistics.assign(all_statistics.begin(), all_statistics.end());
    if (overwrite) files.existing = RunWriter::Existing::overwrite;
    files.command_line = fmt::format("network_lab run {} --kind synthetic -- {}", scenario.name,
                                     fmt::join(order.tester_options, " "));
    catch_interruption();
    const SyntheticRun synthetic(std::move(scenario));
    Progress progress(!order.quiet);
    write_run(synthetic, files, progress);
    if (!order.quiet) remark(summary_of(synthetic, files));
    return ExitCode::success;
}

}  // namespace fabricmap::lab
