// SPDX-License-Identifier: Apache-2.0
#include "base/errors.hpp"
#include "base/installed.hpp"
#include "base/output_file.hpp"
#include "base/quantities.hpp"
#include "base/remark.hpp"
#include "base/search_path.hpp"
#include "command_line/program.hpp"
#include "tracing/program/claim.hpp"
#include "tracing/program/commands.hpp"
#include "tracing/recording/layout.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace fabricmap::tracing {
namespace {

namespace fs = std::filesystem;

/// The rank that the launcher gave this process, so that a message appears once; 0 where there is no
/// launcher.
bool is_first_process() {
    for (const char* const name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
        const char* const rank = std::getenv(name);
        if (rank != nullptr) return std::strcmp(rank, "0") == 0;
    }
    return true;
}

/// Whether the program has all its libraries in it, so that nothing can be loaded into it, and MPI among
/// them.
bool has_mpi_in_it_alone(const std::string& program) {
    const auto path = program_on_path(program);
    if (!path) return false;
    std::ifstream file(*path, std::ios::binary);
    Elf64_Ehdr header{};
    if (!file.read(reinterpret_cast<char*>(&header), sizeof header)) return false;
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64)
        return false;
    for (int number = 0; number < header.e_phnum; ++number) {
        Elf64_Phdr segment{};
        file.seekg(static_cast<std::streamoff>(header.e_phoff +
                                               static_cast<std::size_t>(number) * header.e_phentsize));
        if (!file.read(reinterpret_cast<char*>(&segment), sizeof segment)) return false;
        if (segment.p_type == PT_INTERP) return false;
    }
    file.seekg(0);
    const std::string bytes(std::istreambuf_iterator<char>(file), {});
    return bytes.find("MPI_Init") != std::string::npos;
}

[[noreturn]] void refuse(const std::string& line) {
    if (is_first_process()) throw FileError(line);
    std::_Exit(static_cast<int>(ExitCode::file));
}

void set(const char* name, const std::string& value) {
    if (value.empty()) {
        unsetenv(name);
    } else {
        setenv(name, value.c_str(), 1);
    }
}

void set_environment(const RecordOptions& options, const fs::path& library) {
    set("FABRICMAP_TRACE", absolute_folder(options.folder).string());
    set("FABRICMAP_TRACE_CLAIM", (absolute_folder(options.folder) / claim_file).string());
    set("FABRICMAP_TRACE_PROCESS", fmt::format("{}", getpid()));
    set("FABRICMAP_TRACE_ONLY", options.only);
    set("FABRICMAP_TRACE_SKIP", options.skip);
    set("FABRICMAP_TRACE_POLLS", options.keeps_all_polls ? "all" : "");
    set("FABRICMAP_TRACE_COMPRESS", options.compresses ? "" : "none");
    set("FABRICMAP_TRACE_WRITE", options.is_synchronous ? "synchronous" : "");
    set("FABRICMAP_TRACE_PATHS", fmt::format("{}", options.max_path));
    set("FABRICMAP_TRACE_DISK_RATE",
        options.disk_bytes_per_second > 0 ? fmt::format("{}", options.disk_bytes_per_second) : "");
    const char* const before = std::getenv("LD_PRELOAD");
    const bool has_others = before != nullptr && before[0] != '\0';
    set("LD_PRELOAD", has_others ? library.string() + ':' + before : library.string());
}

}  // namespace

void become_program(const RecordOptions& options) {
    const fs::path library = installed_helper("libfabricmap_trace.so");
    if (!fs::exists(library)) refuse(fmt::format("{}: not there; install fabricmap anew", library.string()));
    try {
        claim_folder(options.folder);
    } catch (const FileError& error) {
        refuse(error.what());
    }
    if (is_first_process() && has_mpi_in_it_alone(options.command.front())) {
        remark(
            fmt::format("network_trace: {}: linked statically: its calls of MPI are not seen, and its time "
                        "in MPI is unknown; link it "
                        "with MPI's shared libraries\n",
                        options.command.front()));
    }
    set_environment(options, library);
    std::vector<char*> words;
    for (const std::string& word : options.command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    restore_signals();
    execvp(words.front(), words.data());
    const int reason = errno;
    (void)give_back_claim(options.folder);
    refuse(fmt::format("{}: cannot be started: {}", options.command.front(), std::strerror(reason)));
}

}  // namespace fabricmap::tracing
