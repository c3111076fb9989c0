// SPDX-License-Identifier: Apache-2.0
#include "base/remark.hpp"
#include "command_line/command.hpp"
#include "command_line/program.hpp"
#include "command_line/readers.hpp"
#include "diagnosis/topology/node_names.hpp"
#include "site/commands/commands.hpp"
#include "site/commands/store_options.hpp"
#include "site/launch/child.hpp"
#include "site/slurm/draining.hpp"
#include "site/store/store_folder.hpp"

#include <fmt/format.h>

#include <chrono>

namespace fabricmap::site {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::minutes max_for_a_change{2};

/// What `drain` and `release` have in common.
struct NodeOptions {
    std::string check = "last";
    std::string max_drain = "2";
    bool yes = false;
    fs::path names;
    fs::path store;
};

void add_node_options(Command& app, NodeOptions& options) {
    app.add_flag("--yes", options.yes, "Run the lines instead of printing them alone");
    app.add_option("--names", options.names,
                   "What Slurm calls the hosts, as network_diagnose reads it; else Slurm is asked")
        .option_text("FILE");
    add_store_option(app, options.store);
}

/// Slurm's answer, and what the user's file says before it.
KnownNodes known_nodes(const fs::path& names, bool must_answer) {
    KnownNodes known;
    if (!names.empty()) known.names = diagnosis::NodeNames::of_file(names);
    try {
        known.slurm = ask_slurm();
        known.names.add(known.slurm->names);
    } catch (const RunError& error) {
        if (must_answer) throw;
        remark(fmt::format("fabricmap: {}; a line replaces the reason of a node that is drained already\n",
                           error.what()));
    }
    return known;
}

/// What has become of a node since the plan was made; it is asked again for as long as it takes to change it.
bool is_still_as_planned(const NodeChange& change) {
    const SlurmNodes slurm = ask_slurm(change.node);
    const SlurmNode* const node = slurm.find(change.node);
    if (node == nullptr) return false;
    if (change.reason.empty()) return node->is_drained_by_us();
    return !node->is_drained() && (node->reason.empty() || node->reason.starts_with(own_reason));
}

void carry_out(const NodePlan& plan, bool yes) {
    for (const NodeChange& change : plan.changes) {
        if (yes && !is_still_as_planned(change)) {
            print_out(fmt::format("# {}: left, as somebody has changed it meanwhile\n", change.node));
            continue;
        }
        if (yes && Child(change.words(), Child::Output::to_stderr).wait(max_for_a_change) != 0) {
            throw RunError(
                fmt::format("{}: scontrol did not change it: the message above says why", change.node));
        }
        print_out(change.line());
    }
    for (const std::string& left : plan.left) print_out(fmt::format("# left {}\n", left));
}

}  // namespace

ExitCode drain_nodes(const std::vector<std::string>& words) {
    NodeOptions options;
    Command app(
        "Prints the commands that drain the hosts that a check found faulty. Nothing is drained without "
        "--yes.",
        "fabricmap drain");
    app.add_option("CHECK", options.check, "'last', an id, or how it begins").option_text("[last]");
    app.add_option("--max-drain", options.max_drain, "How many nodes may be drained by fabricmap at a time")
        .option_text("COUNT [2]");
    add_node_options(app, options);
    app.set_footer(store_exit_codes);
    if (is_answered(app, words)) return ExitCode::success;
    const auto max_drained = read_count(options.max_drain, "--max-drain", 0, "nodes");
    const Store store(store_to_read(options.store));
    const CheckRecord check = store.record(store.find(options.check));
    catch_signals_for_children();
    const NodePlan plan = plan_drain(check, host_states_of(store), known_nodes(options.names, options.yes),
                                     static_cast<std::size_t>(max_drained));
    if (plan.changes.empty() && plan.left.empty())
        print_out(fmt::format("# the check {} found no host faulty\n", check.id));
    carry_out(plan, options.yes);
    return ExitCode::success;
}

ExitCode release_nodes(const std::vector<std::string>& words) {
    NodeOptions options;
    Command app(
        "Prints the commands that resume the nodes that fabricmap drained and a later check measured "
        "healthy. "
        "Nothing is resumed without --yes.",
        "fabricmap release");
    add_node_options(app, options);
    app.set_footer(store_exit_codes);
    if (is_answered(app, words)) return ExitCode::success;
    const Store store(store_to_read(options.store));
    catch_signals_for_children();
    const NodePlan plan = plan_release(host_states_of(store), known_nodes(options.names, true));
    if (plan.changes.empty() && plan.left.empty()) print_out("# no node is drained by fabricmap\n");
    carry_out(plan, options.yes);
    return ExitCode::success;
}

}  // namespace fabricmap::site
