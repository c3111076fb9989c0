// SPDX-License-Identifier: Apache-2.0
#include "collective_test/algorithms/algorithms.hpp"

#include "base/errors.hpp"
#include "collective_test/algorithms/control_variable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace fabricmap::collective_test {
namespace {

constexpr const char* rules_in_environment = "OMPI_MCA_coll_tuned_use_dynamic_rules";
constexpr const char* rules_variable = "coll_tuned_use_dynamic_rules";
constexpr int library_choice = 0;

/// Components of Open MPI that make the calls of a communicator themselves where their priority is the
/// highest.
constexpr std::array rivals{"adapt", "cuda", "fca", "han", "hcoll", "portals4", "sm", "ucc"};

std::optional<long long> priority_of(const std::string& component) {
    const auto variable = ControlVariable::find(fmt::format("coll_{}_priority", component));
    return variable ? std::optional(variable->value()) : std::nullopt;
}

void refuse_without_dynamic_rules() {
    const auto rules = ControlVariable::find(rules_variable);
    if (!rules) {
        throw UsageError(fmt::format(
            "--algorithms: {} has no variable {}; this needs Open MPI with its component coll/tuned",
            mpi_library_text(), rules_variable));
    }
    if (rules->value() == 0) {
        throw UsageError(
            fmt::format("--algorithms: Open MPI was told to take no notice of forced algorithms; set {}=1, "
                        "or leave it out",
                        rules_in_environment));
    }
}

void refuse_where_others_make_the_calls() {
    const long long tuned = priority_of("tuned").value_or(0);
    for (const char* const rival : rivals) {
        const auto priority = priority_of(rival);
        if (!priority || *priority < tuned) continue;
        throw UsageError(
            fmt::format("--algorithms: Open MPI's component coll/{} takes the calls before coll/tuned, whose "
                        "algorithms these "
                        "are; start the job with --mca coll ^{}",
                        rival, rival));
    }
}

ControlVariable variable_of(const Operation& operation) {
    const std::string name = fmt::format("coll_tuned_{}_algorithm", plain_name(operation.name));
    const auto variable = ControlVariable::find(name);
    if (variable && variable->is_writable() && !variable->choices().empty()) return *variable;
    throw UsageError(fmt::format("--algorithms: {}: the MPI library {}; leave {} out", operation.name,
                                 variable ? "lets nobody choose its algorithm while it runs"
                                          : "has no algorithms to choose from for it",
                                 operation.name));
}

}  // namespace

void allow_forced_algorithms() {
    constexpr int keep_what_is_set = 0;
    setenv(rules_in_environment, "1", keep_what_is_set);
}

Algorithms::Algorithms() {
    int provided = MPI_THREAD_SINGLE;
    if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) {
        throw UsageError(
            "--algorithms: this MPI library has no tool interface (MPI_T), by which they are chosen");
    }
    try {
        refuse_without_dynamic_rules();
        refuse_where_others_make_the_calls();
    } catch (...) {
        MPI_T_finalize();
        throw;
    }
}

Algorithms::~Algorithms() {
    MPI_T_finalize();
}

std::vector<Algorithm> Algorithms::of(const Operation& operation) const {
    std::vector<Algorithm> all;
    for (const ControlVariable::Choice& choice : variable_of(operation).choices()) {
        if (choice.number != library_choice) all.push_back({choice.number, choice.name});
    }
    std::sort(all.begin(), all.end(),
              [](const Algorithm& left, const Algorithm& right) { return left.number < right.number; });
    return all;
}

std::unique_ptr<Communicator> Algorithms::communicator_with(const Operation& operation, int number,
                                                            MPI_Comm original) const {
    const ControlVariable variable = variable_of(operation);
    const auto as_started = static_cast<int>(variable.value());
    variable.set(number);
    auto duplicate = std::make_unique<Communicator>(original);
    variable.set(as_started);
    return duplicate;
}

}  // namespace fabricmap::collective_test
