// SPDX-License-Identifier: Apache-2.0
// Writes the wrappers of all functions of the table: C++ source on stdout.
#include "base/quantities.hpp"
#include "tracing/functions/functions.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <vector>

namespace fabricmap::tracing {
namespace {

/// The names among the parameters: "const int* counts" is counts.
std::vector<std::string> names_of(std::string_view parameters) {
    std::vector<std::string> names;
    if (parameters.empty()) return names;
    for (const std::string& parameter : split(parameters, ',')) {
        names.push_back(parameter.substr(parameter.find_last_of(" *") + 1));
    }
    return names;
}

/// MPI_X and PMPI_X, and what both do.
void print_wrapper(const FunctionInfo& function, std::size_t number) {
    const std::string arguments = joined_by(names_of(function.parameters), ", ");
    fmt::print(
        "namespace {{\n"
        "int traced_{0}(Entry entry, const void* place, {1}) {{\n"
        "    static const RealFunction<decltype(&{0})> real(\"{0}\");\n"
        "    ThreadState* const thread = thread_that_records(entry, FunctionNumber{{{3}}});\n"
        "    if (thread == nullptr) return real.of(entry)({2});\n"
        "    Call call(*thread, FunctionNumber{{{3}}}, place_of(entry, *thread, place));\n"
        "    {4}\n"
        "    const int error_code = real.of(entry)({2});\n"
        "    call.returned();\n"
        "    if (error_code == MPI_SUCCESS) {{ {5} }}\n"
        "    return error_code;\n"
        "}}\n"
        "}}\n"
        "extern \"C\" {{\n"
        "[[gnu::visibility(\"default\")]] int {0}({1}) {{ return traced_{0}(Entry::c, "
        "__builtin_return_address(0), {2}); }}\n"
        "[[gnu::visibility(\"default\")]] int P{0}({1}) {{ return traced_{0}(Entry::profiling, "
        "__builtin_return_address(0), "
        "{2}); }}\n"
        "}}\n",
        function.name, function.parameters, arguments, number, function.before, function.after);
}

/// A function of OpenSHMEM, which has no error code.
void print_openshmem(const FunctionInfo& function, std::size_t number) {
    const std::string arguments = joined_by(names_of(function.parameters), ", ");
    const bool has_result = function.result != "void";
    fmt::print(
        "extern \"C\" [[gnu::visibility(\"default\")]] {5} {0}({1}) {{\n"
        "    static const auto real = next_function<{5} (*)({1})>(\"{0}\");\n"
        "    ThreadState* const thread = thread_that_records(Entry::c, FunctionNumber{{{3}}});\n"
        "    if (thread == nullptr) return real({2});\n"
        "    Call call(*thread, FunctionNumber{{{3}}}, __builtin_return_address(0));\n"
        "    {6}real({2});\n"
        "    call.returned();\n"
        "    {4}\n"
        "    {7}\n"
        "}}\n",
        function.name, function.parameters, arguments, number, function.after, function.result,
        has_result ? fmt::format("{} const result = ", function.result) : "",
        has_result ? "return result;" : "");
}

/// The Fortran entries: they remember who called, and go on. All arguments are addresses; the hidden lengths
/// of text would be more, so functions with text have none.
void print_fortran(const FunctionInfo& function) {
    const auto of_c = static_cast<int>(names_of(function.parameters).size());
    const int arguments = function.fortran_arguments < 0 ? of_c + 1 : function.fortran_arguments;
    if (arguments == 0) return;
    std::vector<std::string> parameters;
    std::vector<std::string> names;
    for (int argument = 0; argument < arguments; ++argument) {
        parameters.push_back(fmt::format("void* a{}", argument));
        names.push_back(fmt::format("a{}", argument));
    }
    std::string lower(function.name);
    std::string upper(function.name);
    for (char& letter : lower) letter = static_cast<char>(std::tolower(letter));
    for (char& letter : upper) letter = static_cast<char>(std::toupper(letter));
    for (const std::string& name : {lower, lower + "_", lower + "__", lower + "_f08_", upper}) {
        fmt::print(
            "extern \"C\" [[gnu::visibility(\"default\")]] void {0}({1}) {{\n"
            "    static const auto real = next_function<void (*)({1})>(\"{0}\");\n"
            "    const FortranCall call(__builtin_return_address(0));\n"
            "    real({2});\n"
            "}}\n",
            name, joined_by(parameters, ", "), joined_by(names, ", "));
    }
}

void print_all() {
    fmt::print(
        "// Made by generate_wrappers from the table of functions.\n"
        "#include \"tracing/recorder/call.hpp\"\n"
        "#include \"tracing/recorder/entries.hpp\"\n"
        "#include <cstddef>\n"
        "#include <cstdint>\n"
        "using namespace fabricmap::tracing;\n");
    const std::size_t by_hand = lifetime_functions().size();
    for (std::size_t number = 0; number < all_functions().size(); ++number) {
        const FunctionInfo& function = all_functions()[number];
        if (number >= by_hand && function.is_of_mpi()) print_wrapper(function, number);
        if (number >= by_hand && !function.is_of_mpi()) print_openshmem(function, number);
        print_fortran(function);
    }
}

}  // namespace
}  // namespace fabricmap::tracing

int main() {
    fabricmap::tracing::print_all();
    return std::fflush(stdout) == 0 ? 0 : 1;
}
