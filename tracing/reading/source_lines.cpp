// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/source_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <elfutils/libdwfl.h>
#include <optional>

namespace fabricmap::tracing {
namespace {

struct EndDwfl {
    void operator()(Dwfl* dwfl) const noexcept { dwfl_end(dwfl); }
};

/// Debug information is looked for beside the program and where Debian's packages put it; nothing is
/// downloaded.
const Dwfl_Callbacks& callbacks() {
    static const Dwfl_Callbacks table = [] {
        Dwfl_Callbacks made{};
        made.find_elf = dwfl_build_id_find_elf;
        made.find_debuginfo = dwfl_standard_find_debuginfo;
        made.section_address = dwfl_offline_section_address;
        return made;
    }();
    return table;
}

std::string build_id_of(Dwfl_Module* module) {
    const unsigned char* bits = nullptr;
    GElf_Addr address = 0;
    const int length = dwfl_module_build_id(module, &bits, &address);
    std::string id;
    for (int byte = 0; byte < length; ++byte) id += fmt::format("{:02x}", bits[byte]);
    return id;
}

/// A function's name as its source has it: "solver::solve" of _ZN6solver5solveEv.
std::string without_arguments(const char* symbol) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> readable(
        abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
    if (readable == nullptr) return symbol;
    const std::string name(readable.get());
    return name.substr(0, name.find('('));
}

struct PlaceInFunction {
    std::string function;          ///< "solve"
    std::uint64_t from_begin = 0;  ///< in bytes
};

}  // namespace

/// A program or library on the disk.
class SourceLines::Binary {
  public:
    explicit Binary(const LoadedModule& module) : dwfl_(dwfl_begin(&callbacks())) {
        if (!std::filesystem::exists(module.path)) {
            problem_ = "no longer there";
            return;
        }
        module_ = dwfl_report_offline(dwfl_.get(), "", module.path.c_str(), -1);
        dwfl_report_end(dwfl_.get(), nullptr, nullptr);
        if (module_ == nullptr) {
            problem_ = dwfl_errmsg(-1);
        } else if (build_id_of(module_) != module.build_id) {
            module_ = nullptr;
            problem_ = "built anew since it was recorded";
        }
    }

    [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

    /// "solver.c:118" of an offset from where the module was loaded.
    [[nodiscard]] std::optional<std::string> line_of(std::uint64_t offset) {
        if (module_ == nullptr) return std::nullopt;
        GElf_Addr bias = 0;
        if (dwfl_module_getelf(module_, &bias) == nullptr) return std::nullopt;
        Dwfl_Line* const line = dwfl_module_getsrc(module_, bias + offset);
        if (line == nullptr) return std::nullopt;
        int number = 0;
        const char* const file = dwfl_lineinfo(line, nullptr, &number, nullptr, nullptr, nullptr);
        if (file == nullptr) return std::nullopt;
        return fmt::format("{}:{}", std::filesystem::path(file).filename().string(), number);
    }

    /// The function that an offset lies in; none where it has no name.
    [[nodiscard]] std::optional<PlaceInFunction> function_of(std::uint64_t offset) {
        GElf_Addr bias = 0;
        if (module_ == nullptr || dwfl_module_getelf(module_, &bias) == nullptr) return std::nullopt;
        GElf_Off from_begin = 0;
        GElf_Sym symbol;
        const char* const name =
            dwfl_module_addrinfo(module_, bias + offset, &from_begin, &symbol, nullptr, nullptr, nullptr);
        if (name == nullptr) return std::nullopt;
        return PlaceInFunction{without_arguments(name), from_begin};
    }

  private:
    std::unique_ptr<Dwfl, EndDwfl> dwfl_;
    Dwfl_Module* module_ = nullptr;
    std::string problem_;
};

SourceLines::SourceLines() = default;
SourceLines::~SourceLines() = default;

SourceLines::Binary& SourceLines::binary_of(const LoadedModule& module) {
    auto& binary = binaries_[module.path.string() + '\n' + module.build_id];
    if (!binary) {
        binary = std::make_unique<Binary>(module);
        if (!binary->problem().empty()) problems_[module.path.string()] = binary->problem();
    }
    return *binary;
}

const std::string& SourceLines::name_of(const RankRecording& rank, std::uint64_t place) {
    if (const ScriptPlace* const script = script_place_at(rank, place)) return script->line;
    const LoadedModule* const module = module_at(rank, place);
    if (module == nullptr) {
        std::string& name = names_[{"", place}];
        if (name.empty()) name = fmt::format("{:#x}", place);
        return name;
    }
    // The call itself stands before the address that it returns to.
    const std::uint64_t offset = place - 1 - module->begin;
    std::string& name = names_[{module->path.string() + module->build_id, offset}];
    if (!name.empty()) return name;
    Binary& binary = binary_of(*module);
    const std::string file = module->path.filename().string();
    if (const auto line = binary.line_of(offset)) {
        name = *line;
    } else if (const auto known = binary.function_of(offset)) {
        name = fmt::format("{}+{:#x} ({})", known->function, known->from_begin, file);
    } else {
        name = fmt::format("{}+{:#x}", file, offset);
    }
    return name;
}

const std::string& SourceLines::name_with_function(const RankRecording& rank, std::uint64_t place) {
    if (const ScriptPlace* const script = script_place_at(rank, place)) {
        std::string& name = names_with_functions_[{script->function + '\n' + script->line, 0}];
        if (name.empty()) name = fmt::format("{} ({})", script->function, script->line);
        return name;
    }
    const LoadedModule* const module = module_at(rank, place);
    if (module == nullptr) return name_of(rank, place);
    const std::uint64_t offset = place - 1 - module->begin;
    std::string& name = names_with_functions_[{module->path.string() + module->build_id, offset}];
    if (!name.empty()) return name;
    Binary& binary = binary_of(*module);
    const auto known = binary.function_of(offset);
    name = known && binary.line_of(offset) ? fmt::format("{} ({})", known->function, name_of(rank, place))
                                           : name_of(rank, place);
    return name;
}

}  // namespace fabricmap::tracing
