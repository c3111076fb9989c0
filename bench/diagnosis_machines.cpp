// SPDX-License-Identifier: Apache-2.0
// Judges healthy machines of a LogGP model that shares nothing with the lab: how many of each kind are
// reported faulty, and how often what is to be named of their structure is named once. Then machines with one
// fault, by one_to_one; or, where a mode is given, healthy ones alone. Usage:
// bench_diagnosis_machines [SEEDS [NAME [MODE|modes]]]
#include "base/mixing.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/stages/diagnose.hpp"
#include "tests/diagnosis/machines/faulty_machines.hpp"
#include "tests/diagnosis/machines/healthy_machines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

using namespace fabricmap;

namespace {

struct Tally {
    int machines = 0;
    int with_false_alarms = 0;
    int faults = 0;
    int structures = 0;  ///< machines of which exactly what is to be named is named
};

diagnosis::Diagnosis judged(const Run& run) {
    diagnosis::Request request;
    request.runs = {run};
    Progress progress(false);
    return diagnosis::diagnose(request, progress);
}

/// The kinds of findings that are no faults.
std::string structure_of(const diagnosis::Diagnosis& diagnosis) {
    std::string kinds;
    for (const diagnosis::Finding& finding : diagnosis.findings) {
        if (is_fault(finding.kind)) continue;
        kinds += (kinds.empty() ? "" : " ") + std::string(name_of(finding.kind));
    }
    return kinds;
}

/// Whether all ranks take part in each measurement.
bool is_of_all_ranks(Mode mode) {
    return traits_of(mode).begins_after_barrier || traits_of(mode).passes_other_ranks;
}

/// Whether the mode can measure such a machine.
bool can_measure(Mode mode, const testing::HealthyMachine& kind) {
    const testing::LogGpMachine machine = kind.make(1);
    const bool is_timed = machine.timing == Timing::one_way || can_be_timed(mode, machine.timing);
    const bool has_gaps = kind.structure == name_of(diagnosis::FindingKind::missing_pairs);
    const bool sends_nothing = traits_of(mode).passes_other_ranks && machine.lengths.back() == 0;
    return is_timed && !(has_gaps && is_of_all_ranks(mode)) && !sends_nothing;
}

void judge(const testing::HealthyMachine& kind, Mode mode, std::uint64_t seed, Tally& tally) {
    testing::LogGpMachine machine = kind.make(seed);
    machine.mode = mode;
    const diagnosis::Diagnosis diagnosis = judged(measure(machine, seed).run());
    ++tally.machines;
    const auto faults = static_cast<int>(diagnosis.fault_count());
    tally.with_false_alarms += faults > 0;
    tally.faults += faults;
    // Where hosts differ by their place among the ranks, no structure is sought.
    tally.structures += structure_of(diagnosis) == (is_of_all_ranks(mode) ? "" : kind.structure);
    int named = 0;
    for (const diagnosis::Finding& finding : diagnosis.findings) {
        if ((is_fault(finding.kind) && named++ < 3) || (!is_fault(finding.kind) && seed == 1))
            fmt::print(stderr, "{}, {}, seed {}: {}\n", kind.name, name_of(mode), seed, sentence_of(finding));
    }
}

/// Of machines with one fault: how many have it named, of how many its side, and how many findings are about
/// something else.
struct FaultTally {
    int found = 0;
    int sides = 0;
    int others = 0;
};

bool names(const diagnosis::Finding& finding, const testing::FaultyMachine& faulty) {
    std::vector<std::string> named = diagnosis::hosts_of(finding.part);
    std::sort(named.begin(), named.end());
    return diagnosis::type_name_of(finding.part) == faulty.part && named == faulty.hosts;
}

FaultTally tally_of(const testing::FaultyMachine& faulty, double factor, int seeds) {
    FaultTally tally;
    for (int seed = 1; seed <= seeds; ++seed) {
        const auto diagnosis =
            judged(measure(with_fault(faulty, factor), static_cast<std::uint64_t>(seed)).run());
        bool is_found = false;
        bool has_its_side = false;
        for (const diagnosis::Finding& finding : diagnosis.findings) {
            if (names(finding, faulty)) {
                is_found = true;
                has_its_side = has_its_side || finding.side == faulty.side;
            } else {
                ++tally.others;
                fmt::print(stderr, "{} {}, seed {}: {}\n", faulty.name, factor, seed, sentence_of(finding));
            }
        }
        tally.found += is_found;
        tally.sides += has_its_side;
    }
    return tally;
}

/// The machine's two runs: messages one way, and both ways at once, of which long ones take the factor
/// longer.
diagnosis::Diagnosis judged_both_ways(const testing::FaultyMachine& faulty, double factor,
                                      std::uint64_t seed) {
    constexpr std::int64_t long_message = 16384;
    testing::LogGpMachine machine = faulty.make();
    const Run one_way = measure(machine, seed).run();
    machine.changes.push_back([&](const testing::Message& message, double delay_s) {
        return message.bytes >= long_message && faulty.passes(message) ? factor * delay_s : delay_s;
    });
    testing::HeldRun both = measure(machine, mix(seed));
    both.description.mode = Mode::async_one_to_one;
    diagnosis::Request request;
    request.runs = {one_way, both.run()};
    Progress progress(false);
    return diagnosis::diagnose(request, progress);
}

bool may_be_half_duplex(const testing::FaultyMachine& faulty) {
    const bool has_such_a_part = faulty.part == "host" || faulty.part == "link" || faulty.part == "switch";
    return has_such_a_part && faulty.side == diagnosis::Side::both &&
           faulty.name.find("whole") == std::string::npos;
}

/// A line for each machine of that name that is wanted, with what the cell says for each factor.
template <std::size_t columns, typename IsWanted, typename Cell>
void print_table(std::string_view title, const std::array<double, columns>& factors, std::string_view name,
                 const IsWanted& is_wanted, const Cell& cell) {
    fmt::print("\n{:<34}", title);
    for (const double factor : factors) fmt::print(" {:>10}", factor);
    fmt::print("\n");
    for (const testing::FaultyMachine& faulty : testing::faulty_machines()) {
        if (!is_wanted(faulty) || faulty.name.find(name) == std::string_view::npos) continue;
        fmt::print("{:<34}", faulty.name);
        for (const double factor : factors) fmt::print(" {:>10}", cell(faulty, factor));
        fmt::print("\n");
        std::fflush(stdout);
    }
}

std::string half_duplex_cell(const testing::FaultyMachine& faulty, double factor, int seeds) {
    int found = 0;
    int others = 0;
    for (int seed = 1; seed <= seeds; ++seed) {
        const auto diagnosis = judged_both_ways(faulty, factor, static_cast<std::uint64_t>(seed));
        for (const diagnosis::Finding& finding : diagnosis.findings) {
            const bool is_it =
                finding.kind == diagnosis::FindingKind::half_duplex_link && names(finding, faulty);
            ++(is_it ? found : others);
            if (!is_it)
                fmt::print(stderr, "{} {}, seed {}: {}\n", faulty.name, factor, seed, sentence_of(finding));
        }
    }
    return fmt::format("{} +{}", found, others);
}

void judge_faulty(int seeds, std::string_view name) {
    print_table(
        "part found/side, other findings", std::array{1.07, 1.15, 1.5, 3.0}, name,
        [](const testing::FaultyMachine&) { return true; },
        [&](const testing::FaultyMachine& faulty, double factor) {
            const FaultTally tally = tally_of(faulty, factor, seeds);
            return fmt::format("{}/{} +{}", tally.found, tally.sides, tally.others);
        });
}

void judge_half_duplex(int seeds, std::string_view name) {
    print_table("half duplex, other findings", std::array{1.4, 1.5, 1.6, 2.0}, name, may_be_half_duplex,
                [&](const testing::FaultyMachine& faulty, double factor) {
                    return half_duplex_cell(faulty, factor, seeds);
                });
}

void judge_healthy(int seeds, std::string_view name, Mode mode) {
    fmt::print("{:<34} {:>8} {:>8} {:>7} {:>10}\n", fmt::format("healthy, {}", name_of(mode)), "machines",
               "reported", "faults", "structure");
    for (const testing::HealthyMachine& kind : testing::healthy_machines()) {
        if (kind.name.find(name) == std::string_view::npos || !can_measure(mode, kind)) continue;
        Tally tally;
        for (int seed = 1; seed <= seeds; ++seed) judge(kind, mode, static_cast<std::uint64_t>(seed), tally);
        fmt::print("{:<34} {:>8} {:>8} {:>7} {:>10}\n", kind.name, tally.machines, tally.with_false_alarms,
                   tally.faults, tally.structures);
        std::fflush(stdout);
    }
}

}  // namespace

int main(int argument_count, char** arguments) {
    const int seeds = argument_count > 1 ? std::atoi(arguments[1]) : 20;
    const std::string_view name = argument_count > 2 ? arguments[2] : "";
    if (argument_count > 3) {
        const std::string_view wanted = arguments[3];
        for (const Mode mode : all_modes) {
            if (wanted == "modes" || wanted == name_of(mode)) judge_healthy(seeds, name, mode);
        }
        return 0;
    }
    judge_healthy(seeds, name, Mode::one_to_one);
    judge_faulty(seeds, name);
    judge_half_duplex(seeds, name);
}
