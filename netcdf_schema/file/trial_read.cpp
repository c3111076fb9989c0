// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/trial_read.hpp"

#include "base/plain_file.hpp"
#include "netcdf_schema/file/limits.hpp"
#include "netcdf_schema/file/netcdf_file.hpp"
#include "netcdf_schema/file/structure_checksum.hpp"

#include <netcdf.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <fcntl.h>
#include <malloc.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace fabricmap {
namespace {

// What the trial sends; a message that is sent ends with nothing else.
constexpr char survived = 'k';
constexpr char refused = 'r';

// The CPU time of a trial: damage may lead the library round in circles.
constexpr rlim_t min_trial_s = 10;
constexpr std::uintmax_t bytes_per_trial_second = std::uintmax_t{4} << 20U;

/// Global ones where the variable is NC_GLOBAL.
void read_attributes(int file, int variable) {
    constexpr std::size_t max_values = std::size_t{1} << 20U;
    int count = 0;
    nc_inq_varnatts(file, variable, &count);
    for (int number = 0; number < count; ++number) {
        std::array<char, NC_MAX_NAME + 1> name{};
        nc_type type = NC_NAT;
        std::size_t length = 0;
        if (nc_inq_attname(file, variable, number, name.data()) != NC_NOERR ||
            nc_inq_att(file, variable, name.data(), &type, &length) != NC_NOERR || type > NC_UINT64 ||
            length > max_values)
            continue;
        std::vector<double> values(length + 1);  // no type is wider
        nc_get_att(file, variable, name.data(), values.data());
    }
}

/// One value of each packed piece: the library unpacks all of it.
void read_pieces(const NetcdfFile& file, int variable) {
    const std::vector<std::size_t> shape = file.shape(variable);
    if (std::find(shape.begin(), shape.end(), 0U) != shape.end()) return;
    std::vector<std::size_t> piece = shape;
    int storage = NC_CONTIGUOUS;
    if (nc_inq_var_chunking(file.id(), variable, &storage, piece.data()) != NC_NOERR) return;
    if (storage != NC_CHUNKED) piece = shape;
    std::vector<std::size_t> place(shape.size());
    bool more = true;
    while (more) {
        std::array<double, 1> value{};
        // A piece that the library refuses is refused again when it is asked for.
        nc_get_var1(file.id(), variable, place.data(), value.data());
        more = false;
        for (std::size_t i = place.size(); i > 0 && !more; --i) {
            place[i - 1] += std::max<std::size_t>(piece[i - 1], 1);
            more = place[i - 1] < shape[i - 1];
            if (!more) place[i - 1] = 0;
        }
    }
}

void read_through(const std::filesystem::path& path) {
    NetcdfFile file = NetcdfFile::open_unchecked(path, NetcdfFile::Access::read);
    read_attributes(file.id(), NC_GLOBAL);
    int variables = 0;
    nc_inq_nvars(file.id(), &variables);
    for (int variable = 0; variable < variables; ++variable) {
        read_attributes(file.id(), variable);
        if (file.type(variable) > NC_UINT64) continue;
        require_room_for(file, variable);
        read_pieces(file, variable);
    }
    file.close();
}

/// Its output is discarded, and its end leaves no core file.
void isolate_child(std::uintmax_t file_size) {
    for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGINT, SIGTERM})
        std::signal(number, SIG_DFL);
    // Memory that was never written, and is used all the same, is to show here and not by chance later.
    mallopt(M_PERTURB, 0xa5);
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    const rlimit no_core{0, 0};
    setrlimit(RLIMIT_CORE, &no_core);
    const rlim_t seconds = min_trial_s + file_size / bytes_per_trial_second;
    const rlimit cpu_time{seconds, seconds + 1};
    setrlimit(RLIMIT_CPU, &cpu_time);
}

[[noreturn]] void try_and_report(const std::filesystem::path& path, std::uintmax_t file_size, int result) {
    std::string report(1, survived);
    try {
        isolate_child(file_size);
        read_through(path);
    } catch (const FileError& error) {
        report = refused + std::string(error.what());
    } catch (const std::exception&) {
        // What the header announces does not fit into memory: told where it is asked for.
    }
    const ssize_t written = ::write(result, report.data(), report.size());
    _exit(std::cmp_equal(written, report.size()) ? 0 : 1);
}

/// All that comes until the other end is closed.
std::string receive(int result) {
    std::string report;
    std::array<char, 4096> piece{};
    for (;;) {
        const ssize_t got = ::read(result, piece.data(), piece.size());
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return report;
        report.append(piece.data(), static_cast<std::size_t>(got));
    }
}

}  // namespace

void require_survivable(const std::filesystem::path& path) {
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw system_error(path, "open", errno);
    const pid_t trial = fork();
    if (trial == 0) try_and_report(path, unknown ? 0 : size, ends[1]);
    const int error = errno;
    ::close(ends[1]);
    const std::string report = trial < 0 ? "" : receive(ends[0]);
    ::close(ends[0]);
    if (trial < 0) throw system_error(path, "start a process that looks into the file", error);
    // Where the program ignores ended children there is nothing to wait for.
    while (waitpid(trial, nullptr, 0) < 0 && errno == EINTR) continue;
    if (report.empty()) refuse_damaged_file(path);
    if (report.front() == refused) throw FileError(report.substr(1));
}

}  // namespace fabricmap
