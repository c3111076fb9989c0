// SPDX-License-Identifier: Apache-2.0
#include "site/check/measuring.hpp"

#include "base/errors.hpp"
#include "base/host_name.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"
#include "base/shell_words.hpp"
#include "site/check/diagnosing.hpp"
#include "site/launch/child.hpp"
#include "site/launch/unstartable_hosts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>

namespace fabricmap::site {
namespace {

namespace fs = std::filesystem;

/// Beyond what it measures: its start, its watchdog, and a slow disk. Only what hangs takes so long.
constexpr std::chrono::seconds beyond_measuring{600};
constexpr int refused_options = static_cast<int>(ExitCode::usage);
constexpr int refused_files = static_cast<int>(ExitCode::file);

/// The first rank writes the files.
constexpr std::string_view what_sees_the_store =
    "; the store (--store) must lie on a file system that the first of the hosts shares with this one";

bool has_files(const fs::path& folder, const std::string& run) {
    return std::any_of(fs::directory_iterator(folder), fs::directory_iterator(),
                       [&](const fs::directory_entry& file) {
                           return file.path().filename().string().starts_with(run + '_');
                       });
}

class JobsOfCheck {
  public:
    JobsOfCheck(const CheckPlan& plan, const Launcher& launcher, fs::path folder)
        : plan_(plan), launcher_(launcher), folder_(std::move(folder)), jobs_left_(std::ssize(plan.runs)) {}

    Measured measure_all() {
        for (const PlannedRun& run : plan_.runs) {
            measure_run(run);
            --jobs_left_;
            if (!has_files(folder_, run.name)) continue;
            (run.is_compared ? measured_.runs : measured_.other_runs).push_back(run.name);
        }
        if (measured_.runs.empty()) throw RunError("nothing was measured: the messages above say why");
        return std::move(measured_);
    }

  private:
    using Seconds = std::chrono::seconds;

    void measure_run(const PlannedRun& run) {
        for (;;) {
            const int code = start(run);
            if (code == 0) {
                require_files(run);
                return;
            }
            if (code == refused_options || code == refused_files) {
                throw Error(static_cast<ExitCode>(code),
                            fmt::format("{} was not measured: the message above says why; nothing is kept{}",
                                        run.name, code == refused_files ? what_sees_the_store : ""));
            }
            if (!leave_out_more(run)) break;
            require_hosts();
        }
        if (has_files(folder_, run.name)) {
            remark(fmt::format("fabricmap: {} did not end; what it measured counts\n", run.name));
            return;
        }
        throw RunError(fmt::format(
            "{}: the job ended before anything was measured: the messages above say why", run.name));
    }

    void require_files(const PlannedRun& run) const {
        if (has_files(folder_, run.name)) return;
        throw FileError(fmt::format("{}: the job ended well and its files are not here{}", run.name,
                                    what_sees_the_store));
    }

    int start(const PlannedRun& run) {
        const Seconds began = spent();
        const Seconds at_most = plan_.time_of_next(began, jobs_left_, around_a_job_);
        std::vector<std::string> program = plan_.command(run, folder_, at_most);
        const bool resumes = has_files(folder_, run.name);
        if (resumes) program.emplace_back("--resume");
        if (!resumes && !launcher_.takes_hosts() && !names_left_out().empty())
            program.insert(program.end(), {"--exclude-hosts", joined_by(names_left_out(), ",")});
        const std::vector<std::string> command = launcher_.command(program, names_left_out());
        measured_.commands.push_back(shell_command(command.front(), {command.begin() + 1, command.end()}));
        remark(fmt::format(
            "fabricmap: {} of {}{}; {} left\n", run.name, run.mode, resumes ? ", resumed" : "",
            format_duration(static_cast<double>(std::max(Seconds{0}, plan_.time - began).count()))));
        const int code = Child(command, Child::Output::to_stderr).wait(at_most + beyond_measuring);
        around_a_job_ = std::max(around_a_job_, spent() - began - at_most);
        return code;
    }

    [[nodiscard]] Seconds spent() const {
        return std::chrono::floor<Seconds>(std::chrono::steady_clock::now() - began_);
    }

    [[nodiscard]] std::set<std::string> names_left_out() const {
        std::set<std::string> names;
        for (const auto& [host, why] : measured_.left_out) names.insert(host);
        return names;
    }

    /// Whether there is a host that has to be left out and was not yet.
    bool leave_out_more(const PlannedRun& run) {
        const std::size_t before = measured_.left_out.size();
        if (has_files(folder_, run.name)) {
            for (const std::string& host : unresponsive_hosts(folder_ / run.name))
                leave_out(as_started(host), fmt::format("answered nobody in {}", run.name));
        } else if (launcher_.takes_hosts()) {
            for (const std::string& host : unstartable_hosts(launcher_, names_left_out()))
                leave_out(host, "nothing can be started on it");
        }
        return measured_.left_out.size() > before;
    }

    /// A host as the launcher calls it.
    [[nodiscard]] std::string as_started(const std::string& host) const {
        const auto& hosts = launcher_.hosts();
        const auto found = std::find_if(hosts.begin(), hosts.end(), [&](const std::string& started) {
            return without_domain(started) == without_domain(host);
        });
        return found == hosts.end() ? host : *found;
    }

    void leave_out(const std::string& host, const std::string& why) {
        if (!measured_.left_out.emplace(host, why).second) return;
        remark(fmt::format("fabricmap: {}: {}; it is left out, the others are measured\n", host, why));
    }

    void require_hosts() const {
        const auto hosts = launcher_.host_count();
        if (!hosts || *hosts >= measured_.left_out.size() + 2) return;
        throw RunError("fewer than two hosts are left: nothing can be measured between them");
    }

    const CheckPlan& plan_;
    const Launcher& launcher_;
    fs::path folder_;
    const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    std::ptrdiff_t jobs_left_;
    Seconds around_a_job_{0};  ///< beside what it measured, of the slowest so far
    Measured measured_;
};

}  // namespace

Measured measure(const CheckPlan& plan, const Launcher& launcher, const fs::path& folder) {
    return JobsOfCheck(plan, launcher, folder).measure_all();
}

}  // namespace fabricmap::site
