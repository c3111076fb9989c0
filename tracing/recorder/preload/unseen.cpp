// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/preload/unseen.hpp"

#include "tracing/recorder/preload/module_list.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
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

  private:
    const char* bytes_ = nullptr;
    std::size_t size_ = 0;
};

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

void write_reason(const char* folder, const char* rank, const char* reason) noexcept {
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) return;
    std::array<char, max_path> path{};
    std::snprintf(path.data(), path.size(), "%s/unseen%05d", folder, std::atoi(rank));
    const int file = open(path.data(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) return;
    (void)!write(file, reason, std::strlen(reason));
    close(file);
}

/// The module whose MPI was used; empty where none was.
bool find_used_mpi(PathText& where) noexcept {
    ModuleList modules;
    (void)modules.update();
    for (std::size_t index = 0; index < modules.size(); ++index) {
        const ListedModule& listed = modules[index];
        if (!says_it_was_used(listed.module().find_definition(asked_function))) continue;
        const std::string_view name = listed.is_program() ? "the program itself" : listed.file();
        std::snprintf(where.text.data(), max_path, "%.*s", static_cast<int>(name.size()), name.data());
        return true;
    }
    if (modules.size() == 0) return false;
    const ProgramFile file;
    const std::uintptr_t offset = offset_of_own_function(file, asked_function);
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    if (offset == 0 || !says_it_was_used(reinterpret_cast<void*>(modules[0].base + offset))) return false;
    std::snprintf(where.text.data(), max_path, "the program itself");
    return true;
}

}  // namespace

void report_unseen_calls(bool has_begun) noexcept {
    const char* const folder = std::getenv("FABRICMAP_TRACE");
    const char* const rank = rank_of_launcher();
    PathText where;
    if (has_begun || folder == nullptr || !find_used_mpi(where)) return;
    std::array<char, 2 * max_path> reason{};
    std::snprintf(reason.data(), reason.size(), "the MPI library that is called is %s", where.c_str());
    write_reason(folder, rank == nullptr ? "0" : rank, reason.data());
    if (rank != nullptr && std::strcmp(rank, "0") != 0) return;
    std::array<char, 3 * max_path> line{};
    std::snprintf(line.data(), line.size(),
                  "fabricmap trace: calls of MPI are not seen, as %s: its time in MPI is unknown\n",
                  reason.data());
    (void)!write(STDERR_FILENO, line.data(), std::strlen(line.data()));
}

}  // namespace fabricmap::tracing
