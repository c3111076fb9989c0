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

/// Statements before the call. What all take part in, and waits in, tells where.
std::string statements_before(const FunctionInfo& function) {
    const bool waits_for_others = function.kind == CallKind::collective &&
                                  !function.name.starts_with("MPI_I") &&
                                  function.parameters.find("MPI_Comm comm") != std::string_view::npos;
    return (waits_for_others ? "call.enters(comm); " : "") + std::string(function.before);
}

/// MPI_X and PMPI_X are one function, or do the same.
void print_wrapper(const FunctionInfo& function, std::size_t number) {
    const std::string arguments = joined_by(names_of(function.parameters), ", ");
    // An extension of a library is not in mpi.h.
    const bool is_declared = !function.name.starts_with("MPIX_");
    fmt::print(
        "{6};\n"
        "int traced_{0}({1}) {{\n"
        "    ThreadState* const thread = thread_that_records(FunctionNumber{{{3}}});\n"
        "    if (thread == nullptr) return real_{0}({2});\n"
        "    Call call(*thread, FunctionNumber{{{3}}}, place_of(*thread, __builtin_return_address(0)));\n"
        "    {4}\n"
        "    const int error_code = real_{0}({2});\n"
        "    call.returned();\n"
        "    if (error_code == MPI_SUCCESS || call.is_done_with(error_code)) {{ {5} }}\n"
        "    return error_code;\n"
        "}}\n",
        function.name, function.parameters, arguments, number, statements_before(function), function.after,
        is_declared ? fmt::format("decltype(&{0}) real_{0}", function.name)
                    : fmt::format("int (*real_{})({})", function.name, function.parameters));
}

/// A function of OpenSHMEM, which has no error code.
void print_openshmem(const FunctionInfo& function, std::size_t number) {
    const std::string arguments = joined_by(names_of(function.parameters), ", ");
    const bool has_result = function.result != "void";
    fmt::print(
        "{5} (*real_{0})({1});\n"
        "{5} traced_{0}({1}) {{\n"
        "    ThreadState* const thread = thread_that_records(FunctionNumber{{{3}}});\n"
        "    if (thread == nullptr) return real_{0}({2});\n"
        "    Call call(*thread, FunctionNumber{{{3}}}, __builtin_return_address(0));\n"
        "    {6}real_{0}({2});\n"
        "    call.returned();\n"
        "    {4}\n"
        "    {7}\n"
        "}}\n",
        function.name, function.parameters, arguments, number, function.after, function.result,
        has_result ? fmt::format("{} const result = ", function.result) : "",
        has_result ? "return result;" : "");
}

/// How many arguments the Fortran entries have; 0: none is wrapped. All arguments are addresses; the hidden
/// lengths of text would be more, so functions with text have none.
std::size_t fortran_arguments(const FunctionInfo& function) {
    if (function.fortran_arguments >= 0) return static_cast<std::size_t>(function.fortran_arguments);
    return names_of(function.parameters).size() + 1;
}

/// A Fortran entry: it remembers who called, and goes on.
void print_fortran_entry(const std::string& name, std::size_t arguments) {
    std::vector<std::string> parameters;
    std::vector<std::string> names;
    for (std::size_t argument = 0; argument < arguments; ++argument) {
        parameters.push_back(fmt::format("void* a{}", argument));
        names.push_back(fmt::format("a{}", argument));
    }
    fmt::print(
        "void (*real_{0})({1});\n"
        "void traced_{0}({1}) {{\n"
        "    const FortranCall call(__builtin_return_address(0));\n"
        "    real_{0}({2});\n"
        "}}\n",
        name, joined_by(parameters, ", "), joined_by(names, ", "));
}

std::string in_lower_case(std::string_view name) {
    std::string lower(name);
    for (char& letter : lower) letter = static_cast<char>(std::tolower(letter));
    return lower;
}

void print_row(const std::string& name, const std::string& wrapper, bool is_fortran = false) {
    fmt::print(
        "    {{\"{0}\", reinterpret_cast<void*>(&traced_{1}), reinterpret_cast<void**>(&real_{1}), {2}}},\n",
        name, wrapper, is_fortran);
}

/// All spellings of a Fortran entry: which of them there are depends on the compiler that the MPI library was
/// built for.
void print_fortran_rows(const FunctionInfo& function) {
    const std::string lower = in_lower_case(function.name);
    std::string upper(lower);
    for (char& letter : upper) letter = static_cast<char>(std::toupper(letter));
    for (const std::string prefix : {"", "p"}) {
        for (const char* const end : {"", "_", "__"}) print_row(prefix + lower + end, lower, true);
        print_row((prefix.empty() ? "" : "P") + upper, lower, true);
        print_row(prefix + lower + "_f08_", lower + "_f08", true);
    }
}

void print_all() {
    fmt::print(
        "// Made by generate_wrappers from the table of functions.\n"
        "#include \"tracing/recorder/call.hpp\"\n"
        "#include \"tracing/recorder/entries.hpp\"\n"
        "#include \"tracing/recorder/spawning.hpp\"\n"
        "#include <cstddef>\n"
        "#include <cstdint>\n"
        "using namespace fabricmap::tracing;\n"
        "namespace {{\n");
    const std::size_t by_hand = lifetime_functions().size();
    const auto& all = all_functions();
    for (std::size_t number = 0; number < all.size(); ++number) {
        const FunctionInfo& function = all[number];
        if (number >= by_hand && function.is_of_mpi()) print_wrapper(function, number);
        if (number >= by_hand && !function.is_of_mpi()) print_openshmem(function, number);
        if (fortran_arguments(function) == 0) continue;
        print_fortran_entry(in_lower_case(function.name), fortran_arguments(function));
        print_fortran_entry(in_lower_case(function.name) + "_f08", fortran_arguments(function));
    }
    fmt::print("const Wrapper all[] = {{\n");
    for (std::size_t number = 0; number < all.size(); ++number) {
        const std::string name(all[number].name);
        if (number >= by_hand) print_row(name, name);
        if (number >= by_hand) print_row((all[number].is_of_mpi() ? "P" : "p") + name, name);
        if (fortran_arguments(all[number]) != 0) print_fortran_rows(all[number]);
    }
    fmt::print(
        "}};\n"
        "}}\n"
        "std::span<const Wrapper> fabricmap::tracing::generated_wrappers() noexcept {{ return all; }}\n");
}

}  // namespace
}  // namespace fabricmap::tracing

int main() {
    fabricmap::tracing::print_all();
    return std::fflush(stdout) == 0 ? 0 : 1;
}
