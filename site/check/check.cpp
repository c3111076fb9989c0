// SPDX-License-Identifier: Apache-2.0
#include "site/check/check.hpp"

#include "base/output_file.hpp"
#include "base/plain_file.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"
#include "base/shell_words.hpp"
#include "base/tool_version.hpp"
#include "base/unfinished_check.hpp"
#include "command_line/program.hpp"
#include "site/check/diagnosing.hpp"
#include "site/check/judging.hpp"
#include "site/check/measuring.hpp"
#include "site/check/plan.hpp"
#include "site/check/typical_run.hpp"
#include "site/launch/child.hpp"
#include "site/launch/launcher.hpp"
#include "site/reports/check_text.hpp"
#include "site/store/store_folder.hpp"
#include "site/store/store_writer.hpp"
#include "site/store/utc.hpp"

#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <iterator>
#include <unistd.h>
#include <utility>

namespace fabricmap::site {
namespace {

namespace fs = std::filesystem;

/// The files of a check that is being made; they are gone where it does not come to its end.
class CheckFolder {
  public:
    CheckFolder(const StoreWriter& writer, std::string id)
        : writer_(writer), id_(std::move(id)), path_(writer.begin(id_)) {}
    ~CheckFolder() {
        if (!is_published_) writer_.give_up(id_);
    }
    CheckFolder(const CheckFolder&) = delete;
    CheckFolder& operator=(const CheckFolder&) = delete;

    [[nodiscard]] const fs::path& path() const noexcept { return path_; }
    void publish(const CheckRecord& check) {
        writer_.publish(check);
        is_published_ = true;
    }

  private:
    const StoreWriter& writer_;
    std::string id_;
    fs::path path_;
    bool is_published_ = false;
};

/// With the paths that files of the check have once it is whole.
std::string as_kept(std::string text, const std::string& id) {
    const std::string before = std::string(in_unfinished_check) + id;
    for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at))
        text.replace(at, before.size(), "/" + id);
    return text;
}

void name_as_kept(const fs::path& path, const std::string& id) {
    std::ifstream made = open_regular_file(path);
    OutputFile kept(path);
    kept.write(as_kept({std::istreambuf_iterator<char>(made), {}}, id));
    kept.commit();
}

/// Six files of doubles a run.
void require_room_for(const CheckPlan& plan, const Launcher& launcher, const fs::path& folder) {
    constexpr std::size_t bytes_of_a_value = 6 * sizeof(double);
    constexpr std::size_t max_lengths = 42;
    constexpr std::size_t beside_the_values = std::size_t{1} << 20;
    const std::size_t hosts = launcher.host_count().value_or(2);
    require_room(folder / "run",
                 plan.runs.size() * (hosts * hosts * max_lengths * bytes_of_a_value + beside_the_values));
}

/// A link has two ends.
void require_two_hosts(const Launcher& launcher) {
    constexpr std::size_t min_hosts = 2;
    if (launcher.host_count().value_or(min_hosts) >= min_hosts) return;
    throw UsageError(
        "check: one host has no network to check: give two or more, as in --hosts node[01-02], or start it "
        "in an allocation of two nodes");
}

ExitCode print_plan(const CheckPlan& plan, const Launcher& launcher) {
    print_out(fmt::format("{}\n", plan_text(plan, launcher.host_count())));
    PlannedRun run = plan.runs.front();
    const std::vector<std::string> shown = launcher.command(plan.command(run, "FOLDER", plan.per_run), {});
    print_out("Of each run fabricmap check calls network_test, --max-time being its share of --time:\n");
    print_out(fmt::format("  {}\n", shell_command(shown.front(), {shown.begin() + 1, shown.end()})));
    run.name = fmt::format("fabricmap_{}", getpid());
    std::vector<std::string> program = plan.command(run, fs::temp_directory_path(), plan.per_run);
    program.emplace_back("--dry-run");
    const int code = Child(launcher.command(program, {}), Child::Output::kept).wait(std::chrono::hours(1));
    if (code == 0) return ExitCode::success;
    throw RunError("network_test made no estimate: the messages above say why");
}

ExitCode code_of_check(const CheckRecord& check) {
    if (check.verdict == "faults") return ExitCode::faults_found;
    return check.verdict == "healthy" ? ExitCode::success : ExitCode::undecided;
}

/// What is known of a check before it measures.
CheckRecord new_check(const CheckOptions& options) {
    CheckRecord check;
    check.started = utc_now_text();
    check.id = new_check_id();
    check.note = options.note;
    check.preset = options.preset;
    check.tool_version = tool_version();
    return check;
}

/// The diagnosis of what was measured, with the baseline; its page and JSON stay in the folder.
Baseline judge(CheckRecord& check, const Measured& measured, const Store& store, const fs::path& folder) {
    JudgedApart apart = judge_apart(measured.runs, folder);
    check.measured = measured_as(apart.typical);
    Baseline baseline = baseline_for(check, store);
    DiagnosisRequest request;
    request.folder = folder;
    request.runs = apart.runs;
    request.runs.insert(request.runs.end(), measured.other_runs.begin(), measured.other_runs.end());
    request.baseline = baseline.runs(store);
    request.json = folder / "diagnosis.json";
    request.html = folder / "report.html";
    const Json diagnosis = diagnosis_of(request);
    for (const fs::path& file : {request.json, request.html}) name_as_kept(file, check.id);
    take_diagnosis(check, diagnosis, measured.left_out);
    check.findings.insert(check.findings.end(), apart.passing.begin(), apart.passing.end());
    compare_with_own(check, baseline);
    find_recovered(check, store);
    for (const CheckRecord& earlier : baseline.checks) check.baseline.push_back(earlier.id);
    return baseline;
}

/// From the first job on; what it throws may name the folder that is gone then.
ExitCode carry_out(CheckRecord& check, const CheckPlan& plan, const Launcher& launcher, const Store& store,
                   const StoreWriter& writer) {
    CheckFolder folder(writer, check.id);
    require_room_for(plan, launcher, folder.path());
    remark(fmt::format("fabricmap: {}\n", plan_text(plan, launcher.host_count())));
    const Measured measured = measure(plan, launcher, folder.path());
    for (const std::string& command : measured.commands) check.commands.push_back(as_kept(command, check.id));
    check.runs = measured.runs;
    check.other_runs = measured.other_runs;
    remark(fmt::format("fabricmap: diagnosing {}\n",
                       counted(std::ssize(measured.runs) + std::ssize(measured.other_runs), "run")));
    const Baseline baseline = judge(check, measured, store, folder.path());
    check.finished = utc_now_text();
    throw_if_interrupted();
    const std::string report = check_text(check, baseline.accepted);
    try {
        folder.publish(check);
    } catch (const Error&) {
        print_out(report);
        throw;
    }
    print_out(report + coverage_text(check, site_map_of(store.records(), std::time(nullptr))) +
              kept_text(check, store.folder_of(check.id)));
    return code_of_check(check);
}

}  // namespace

ExitCode check(const CheckOptions& options) {
    const CheckPlan plan = plan_of(options);
    const Launcher launcher(options.launcher, options.hosts);
    require_two_hosts(launcher);
    launcher.require_installed();
    catch_signals_for_children();
    if (options.dry_run) return print_plan(plan, launcher);
    const Store store(store_folder(options.store));
    const StoreWriter writer(store, "check");
    for (const std::string& id : writer.unfinished())
        remark(fmt::format("fabricmap: the check {} was not finished; its files are removed\n", id));
    CheckRecord check = new_check(options);
    try {
        return carry_out(check, plan, launcher, store, writer);
    } catch (const FileError& error) {
        throw FileError(as_kept(error.what(), check.id));
    }
}

}  // namespace fabricmap::site
