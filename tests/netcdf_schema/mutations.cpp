// SPDX-License-Identifier: Apache-2.0
#include "mutations.hpp"

#include "base/errors.hpp"
#include "netcdf_schema/open_run.hpp"
#include "netcdf_schema/traffic/traffic_file.hpp"
#include "some_archives.hpp"
#include "some_runs.hpp"
#include "tests/temporary_folder.hpp"

#include <fmt/format.h>
#include <netcdf.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace fabricmap::testing {
namespace {

namespace fs = std::filesystem;

constexpr unsigned patience_s = 60;
/// To start one takes much longer than to read a file, and what damaged files leave open must not add up to
/// its limits.
constexpr int files_of_a_process = 30;

void require_done(int status) {
    if (status != NC_NOERR) throw std::runtime_error(nc_strerror(status));
}

/// The same content in another format.
std::string as_netcdf4(const fs::path& from, const fs::path& to) {
    int in = -1;
    int out = -1;
    require_done(nc_open(from.c_str(), NC_NOWRITE, &in));
    require_done(nc_create(to.c_str(), NC_NETCDF4 | NC_CLOBBER, &out));
    int dimensions = 0;
    int variables = 0;
    int unlimited = -1;
    require_done(nc_inq(in, &dimensions, &variables, nullptr, &unlimited));
    for (int dimension = 0; dimension < dimensions; ++dimension) {
        std::array<char, NC_MAX_NAME + 1> name{};
        std::size_t length = 0;
        int made = -1;
        require_done(nc_inq_dim(in, dimension, name.data(), &length));
        require_done(nc_def_dim(out, name.data(), dimension == unlimited ? NC_UNLIMITED : length, &made));
    }
    require_done(nc_enddef(out));
    for (int variable = 0; variable < variables; ++variable) require_done(nc_copy_var(in, variable, out));
    require_done(nc_close(in));
    require_done(nc_close(out));
    return bytes_of(to);
}

/// How reading went on in another process: the exit code of that process, but for `died_of_signal`.
enum Ending { as_it_should = 0, with_another_line = 2, with_another_error = 3 };

Ending ending_of(const fs::path& path, const std::function<void(const fs::path&)>& read) {
    try {
        read(path);
        return as_it_should;
    } catch (const FileError& error) {
        const std::string text = error.what();
        const bool one_line = text.starts_with(path.string()) && text.find('\n') == std::string::npos;
        return one_line ? as_it_should : with_another_line;
    } catch (...) {
        return with_another_error;
    }
}

std::string describe_ending(int status) {
    if (WIFSIGNALED(status)) return fmt::format("signal {}", WTERMSIG(status));
    switch (WEXITSTATUS(status)) {
        case as_it_should:
            return "";
        case with_another_line:
            return "the error is no line that begins with the path";
        case with_another_error:
            return "another error than FileError";
        default:
            return fmt::format("code {}, as a sanitizer's", WEXITSTATUS(status));
    }
}

}  // namespace

std::vector<WholeFile> whole_files(const fs::path& folder) {
    std::vector<WholeFile> files;
    write_run(folder / "run", telltale_run(6, {0, 1024, 65536}));
    files.push_back({"run", bytes_of(folder / "run_median.nc")});
    const std::vector<TrafficFlow> flows{{0, 0, 1, 3, 0}, {64, 5, 2, 2, 130}};
    write_traffic_file(folder / "traffic.nc", telltale_run(6, {0}).description, flows);
    files.push_back({"traffic", bytes_of(folder / "traffic.nc")});
    write_archive(folder / "small", archive_with_exceptions(30));
    files.push_back({"archive", bytes_of(folder / "small")});
    write_archive(folder / "large", archive_with_exceptions(600));
    files.push_back({"packed_archive", bytes_of(folder / "large")});

    const fs::path samples = fs::path(SAMPLES_DIRECTORY) / "legacy";
    const std::vector<std::pair<std::string, std::string>> older{
        {"old_run", "np4/one_to_one/network_median.nc"},
        {"old_archive", "clustered/np4_one_to_one_network_median_arc.nc"},
        {"old_variant", "plugins_2024/delays-MSK-2024-05-16_median.nc"}};
    for (const auto& [kind, sample] : older) {
        files.push_back({kind, bytes_of(samples / sample)});
        files.push_back({kind + "_netcdf4", as_netcdf4(samples / sample, folder / kind)});
    }
    files.push_back({"old_text", bytes_of(samples / "text/sample.txt")});
    return files;
}

std::vector<WholeFile> texts_of_other_tools() {
    std::vector<WholeFile> files;
    for (const char* sample : {"mpigraph/mpigraph_1.5_4_ranks.txt", "pairs/pairs.csv", "pairs/lengths.csv",
                               "pairs/clusterkit_bw.txt", "pairs/nccl.txt", "pairs/nccl_two_pairs.txt",
                               "pairs/linktest.txt", "pairs/osu_multi.txt", "pairs/osu_mbw_mr_two_pairs.txt"})
        files.push_back({sample, bytes_of(fs::path(SAMPLES_DIRECTORY) / sample)});
    return files;
}

std::string mutated(std::string bytes, std::mt19937_64& random) {
    const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random() % bound); };
    const std::size_t at = below(bytes.size());
    const std::size_t length = std::min(bytes.size() - at, 1 + below(16));
    switch (below(8)) {
        case 0:
        case 1:
        case 2:
            bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
            break;
        case 3:
            bytes[at] = static_cast<char>(below(256));
            break;
        case 4:
            for (std::size_t i = at; i < at + length; ++i) bytes[i] = static_cast<char>(below(256));
            break;
        case 5:
            bytes.replace(at, length, length, below(2) == 0 ? '\0' : '\xff');
            break;
        case 6:
            below(2) == 0 ? bytes.erase(at, length) : bytes.insert(at, length, static_cast<char>(below(256)));
            break;
        default:
            bytes.resize(at);
    }
    return bytes;
}

void read_everything_of(const fs::path& path) {
    const auto run = open_run(path);
    if (run.bytes()) (void)read_traffic_file(path);
    for (const Statistic statistic : run.statistics()) {
        const auto stack = run.stack(statistic);
        if (stack->rank_count() > 2000 || stack->message_lengths().size() > 1000) continue;
        for (std::size_t k = 0; k < stack->message_lengths().size(); ++k) (void)stack->plane(k);
        if (stack->message_lengths().empty()) continue;
        (void)stack->row(0);
        (void)stack->column(stack->rank_count() - 1);
        (void)stack->pair(0, stack->rank_count() - 1);
    }
}

std::vector<Misbehaviour> misbehaviours_of_reading(int count, const std::function<std::string(int)>& content,
                                                   const fs::path& path,
                                                   const std::function<void(const fs::path&)>& read) {
    std::vector<Misbehaviour> found;
    for (int next = 0; next < count;) {
        // A byte for each file that was read as it should be.
        std::array<int, 2> read_well{};
        if (pipe(read_well.data()) != 0) throw std::runtime_error("no pipe can be made");
        const auto [out, in] = read_well;
        const pid_t child = fork();
        if (child < 0) throw std::runtime_error("no process can be started");
        if (child == 0) {
            for (int i = next; i < std::min(count, next + files_of_a_process); ++i) {
                alarm(patience_s);
                write_bytes(path, content(i));
                if (const Ending ending = ending_of(path, read); ending != as_it_should) _exit(ending);
                if (::write(in, "", 1) != 1) abort();
            }
            _exit(as_it_should);
        }
        close(in);
        for (char byte = 0; ::read(out, &byte, 1) == 1;) ++next;
        close(out);
        int status = 0;
        if (waitpid(child, &status, 0) != child) throw std::runtime_error("the process is lost");
        if (std::string text = describe_ending(status); !text.empty()) found.push_back({next++, text});
    }
    return found;
}

}  // namespace fabricmap::testing
