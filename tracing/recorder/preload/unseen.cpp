// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/preload/unseen.hpp"

#include "tracing/recorder/preload/module_list.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fabricmap::tracing {
namespace {

constexpr const char* asked_function = "PMPI_Initialized";

/// The rank that the launcher gave this process; nothing where there is none.
const char* rank_of_launcher() noexcept {
    for (const char* const name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
        if (const char* const rank = std::getenv(name)) return rank;
    }
    return nullptr;
}

bool says_it_was_used(void* function) noexcept {
    if (function == nullptr) return false;
    int flag = 0;
    return reinterpret_cast<int (*)(int*)>(function)(&flag) == 0 && flag != 0;
}

/// The program's file in memory.
class ProgramFile {
  public:
    ProgramFile() noexcept {
        const int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
        struct stat status {};
        if (file < 0) return;
        if (fstat(file, &status) == 0 && status.st_size > 0) {
            size_ = static_cast<std::size_t>(status.st_size);
            void* const mapped = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
            bytes_ = mapped == MAP_FAILED ? nullptr : static_cast<const char*>(mapped);
        }
        close(file);
    }
    ProgramFile(const ProgramFile&) = delete;
    ProgramFile& operator=(const ProgramFile&) = delete;
    ~ProgramFile() {
        if (bytes_ != nullptr) (void)munmap(const_cast<char*>(bytes_), size_);
    }

    /// So many things of a type at an offset; nothing where the file does not have them.
    template <typename Type>
    [[nodiscard]] const Type* at(std::size_t offset, std::size_t count = 1) const noexcept {
        if (bytes_ == nullptr || offset > size_ || count > (size_ - offset) / sizeof(Type)) return nullptr;
        return reinterpret_cast<const Type*>(bytes_ + offset);
    }

    [[nodiscard]] bool contains(std::string_view text) const noexcept {
        return bytes_ != nullptr && std::string_view(bytes_, size_).find(text) != std::string_view::npos;
    }

  private:
    const char* bytes_ = nullptr;
    std::size_t size_ = 0;
};

/// What Open MPI's and MPICH's libraries say of calls that come too early, and nobody else does.
bool has_mpi_within(const ProgramFile& file) noexcept {
    return file.contains("This is disallowed by the MPI standard") ||
           file.contains("Attempting to use an MPI routine");
}

/// Where a function lies that the program has for itself alone, by the table that debuggers use; 0 where
/// there is none.
std::uintptr_t offset_of_own_function(const ProgramFile& file, const char* name) noexcept {
    const auto* const header = file.at<ElfW(Ehdr)>(0);
    if (header == nullptr) return 0;
    const auto* const sections = file.at<ElfW(Shdr)>(header->e_shoff, header->e_shnum);
    if (sections == nullptr) return 0;
    for (std::size_t index = 0; index < header->e_shnum; ++index) {
        const ElfW(Shdr)& table = sections[index];
        if (table.sh_type != SHT_SYMTAB || table.sh_link >= header->e_shnum) continue;
        const std::size_t count = table.sh_size / sizeof(ElfW(Sym));
        const auto* const symbols = file.at<ElfW(Sym)>(table.sh_offset, count);
        const ElfW(Shdr)& strings = sections[table.sh_link];
        const char* const names = file.at<char>(strings.sh_offset, strings.sh_size);
        if (symbols == nullptr || names == nullptr) continue;
        const std::size_t length = std::strlen(name) + 1;
        for (std::size_t symbol = 0; symbol < count; ++symbol) {
            const ElfW(Sym)& one = symbols[symbol];
            const bool fits = one.st_name + length <= strings.sh_size && one.st_shndx != SHN_UNDEF;
            if (fits && std::memcmp(names + one.st_name, name, length) == 0) return one.st_value;
        }
    }
    return 0;
}

/// Nothing is left of a program that has not used MPI. The folder of one that others have used it in stays.
void remove_claim(const char* folder) noexcept {
    const char* const process = std::getenv("FABRICMAP_TRACE_PROCESS");
    const char* const claim = std::getenv("FABRICMAP_TRACE_CLAIM");
    if (claim == nullptr || process == nullptr || std::atoi(process) != getpid()) return;
    (void)unlink(claim);
    (void)rmdir(folder);
}

void write_reason(const char* folder, const char* rank, const char* reason) noexcept {
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) return;
    std::array<char, max_path> path{};
    std::snprintf(path.data(), path.size(), "%s/unseen%05d", folder, std::atoi(rank));
    const int file = open(path.data(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) return;
    (void)!write(file, reason, std::strlen(reason));
    close(file);
}

/// Why calls are not seen; empty where there is no MPI, or it was not used.
void find_reason(std::array<char, 2 * max_path>& reason) noexcept {
    const auto set = [&](const char* library) {
        std::snprintf(reason.data(), reason.size(), "the MPI library that is called is %s", library);
    };
    ModuleList modules;
    (void)modules.update();
    bool has_mpi = false;
    for (std::size_t index = 0; index < modules.size(); ++index) {
        const ListedModule& listed = modules[index];
        void* const function = listed.module().find_definition(asked_function);
        has_mpi = has_mpi || function != nullptr;
        if (says_it_was_used(function))
            return set(listed.is_program() ? "the program itself" : listed.file().data());
    }
    if (has_mpi || modules.size() == 0) return;
    const ProgramFile file;
    const std::uintptr_t offset = offset_of_own_function(file, asked_function);
    if (offset != 0) {
        // NOLINTNEXTLINE(performance-no-int-to-ptr)
        if (says_it_was_used(reinterpret_cast<void*>(modules[0].base + offset))) set("the program itself");
    } else if (has_mpi_within(file)) {
        std::snprintf(reason.data(), reason.size(),
                      "the program has an MPI library in it, and is stripped of the names of its functions");
    }
}

}  // namespace

void report_unseen_calls(bool has_begun) noexcept {
    const char* const folder = std::getenv("FABRICMAP_TRACE");
    const char* const rank = rank_of_launcher();
    if (has_begun || folder == nullptr) return;
    std::array<char, 2 * max_path> reason{};
    find_reason(reason);
    if (reason[0] == '\0') return remove_claim(folder);
    write_reason(folder, rank == nullptr ? "0" : rank, reason.data());
    if (rank != nullptr && std::strcmp(rank, "0") != 0) return;
    std::array<char, 3 * max_path> line{};
    std::snprintf(line.data(), line.size(),
                  "fabricmap trace: calls of MPI are not seen, as %s: its time in MPI is unknown\n",
                  reason.data());
    (void)!write(STDERR_FILENO, line.data(), std::strlen(line.data()));
}

}  // namespace fabricmap::tracing
