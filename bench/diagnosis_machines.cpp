// SPDX-License-Identifier: Apache-2.0
// Judges healthy machines of a LogGP model that shares nothing with the lab: how many of each kind are
// reported faulty, and how often what is to be named of their structure is named once; beside it the same
// where clocks are set by empty messages, as network_test does by itself. Then machines with one fault, by
// one_to_one, and of how many of them a greater fault is not named though a lesser one is; or, where a mode
// is given, healthy ones alone. Usage: bench_diagnosis_machines [SEEDS [NAME [MODE|modes]]]
#include "base/mixing.hpp"
#include "diagnosis/model/finding_kinds.hpp"
#include "diagnosis/stages/diagnose.hpp"
#include "tests/diagnosis/machines/faulty_machines.hpp"
#include "tests/diagnosis/machines/healthy_machines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
    const bool is_timed =
        machine.timing == testing::LogGpMachine().timing || can_be_timed(mode, machine.timing);
    const bool has_gaps = kind.structure == name_of(diagnosis::FindingKind::missing_pairs);
    const bool sends_nothing = traits_of(mode).passes_other_ranks && machine.lengths.back() == 0;
    return is_timed && !(has_gaps && is_of_all_ranks(mode)) && !sends_nothing;
}

std::string timing_of(const Run& run) {
    const std::optional<Timing>& timing = run.description().timing;
    return timing ? fmt::format(" {}", name_of(*timing)) : "";
}

void judge(const testing::HealthyMachine& kind, const Run& run, std::uint64_t seed, Tally& tally) {
    const Mode mode = run.description().mode.value();
    const diagnosis::Diagnosis diagnosis = judged(run);
    ++tally.machines;
    const auto faults = static_cast<int>(diagnosis.fault_count());
    tally.with_false_alarms += faults > 0;
    tally.faults += faults;
    // Where hosts differ by their place among the ranks, no structure is sought.
    tally.structures += structure_of(diagnosis) == (is_of_all_ranks(mode) ? "" : kind.structure);
    int named = 0;
    for (const diagnosis::Finding& finding : diagnosis.findings) {
        if ((is_fault(finding.kind) && named++ < 3) || (!is_fault(finding.kind) && seed == 1))
            fmt::print(stderr, "{}, {}{}, seed {}: {}\n", kind.name, name_of(mode), timing_of(run), seed,
                       sentence_of(finding));
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

void count(const testing::FaultyMachine& faulty, const diagnosis::Diagnosis& diagnosis,
           std::string_view label, FaultTally& tally) {
    bool is_found = false;
    bool has_its_side = false;
    for (const diagnosis::Finding& finding : diagnosis.findings) {
        if (names(finding, faulty)) {
            is_found = true;
            has_its_side = has_its_side || finding.side == faulty.side;
        } else {
            ++tally.others;
            fmt::print(stderr, "{}: {}\n", label, sentence_of(finding));
        }
    }
    tally.found += is_found;
    tally.sides += has_its_side;
    if (!is_found) fmt::print(stderr, "{}: not named\n", label);
}

FaultTally tally_of(const testing::FaultyMachine& faulty, double factor, std::uint64_t seed) {
    FaultTally tally;
    const testing::HeldRun held = measure(with_fault(faulty, factor), seed);
    count(faulty, judged(held.run()), fmt::format("{} {}, seed {}", faulty.name, factor, seed), tally);
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

/// A line for each machine of that name that is wanted: a cell for each factor, and what remains to be said.
template <typename IsWanted, typename Cells>
void print_table(std::string_view title, const std::vector<double>& factors, int width, std::string_view name,
                 const IsWanted& is_wanted, const Cells& cells) {
    fmt::print("\n{:<34}", title);
    for (const double factor : factors) fmt::print(" {:>{}}", factor, width);
    fmt::print("\n");
    for (const testing::FaultyMachine& faulty : testing::faulty_machines()) {
        if (!is_wanted(faulty) || faulty.name.find(name) == std::string_view::npos) continue;
        fmt::print("{:<34}", faulty.name);
        for (const std::string& cell : cells(faulty)) fmt::print(" {:>{}}", cell, width);
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

/// Of one machine, a tally for each factor.
struct FaultRow {
    std::vector<FaultTally> tallies;
    int lost = 0;  ///< seeds of which a greater fault is not named though a lesser one is

    explicit FaultRow(std::size_t factors) : tallies(factors) {}

    void add(const std::vector<FaultTally>& of_seed) {
        bool was_found = false;
        bool is_lost = false;
        for (std::size_t at = 0; at < tallies.size(); ++at) {
            tallies[at].found += of_seed[at].found;
            tallies[at].sides += of_seed[at].sides;
            tallies[at].others += of_seed[at].others;
            is_lost = is_lost || (was_found && of_seed[at].found == 0);
            was_found = was_found || of_seed[at].found > 0;
        }
        lost += is_lost;
    }
};

std::vector<std::string> fault_cells(const testing::FaultyMachine& faulty, const std::vector<double>& factors,
                                     int seeds) {
    FaultRow row(factors.size());
    for (int seed = 1; seed <= seeds; ++seed) {
        std::vector<FaultTally> of_seed;
        for (const double factor : factors)
            of_seed.push_back(tally_of(faulty, factor, static_cast<std::uint64_t>(seed)));
        row.add(of_seed);
    }
    std::vector<std::string> cells;
    for (const FaultTally& tally : row.tallies)
        cells.push_back(fmt::format("{}/{} +{}", tally.found, tally.sides, tally.others));
    cells.push_back(fmt::format("lost {}", row.lost));
    return cells;
}

void judge_faulty(int seeds, std::string_view name) {
    const std::vector<double> factors{1.07, 1.1, 1.15, 1.3, 1.5, 2.0, 3.0, 5.0};
    print_table(
        "part found/side, other findings", factors, 10, name,
        [](const testing::FaultyMachine&) { return true; },
        [&](const testing::FaultyMachine& faulty) { return fault_cells(faulty, factors, seeds); });
}

void judge_half_duplex(int seeds, std::string_view name) {
    const std::vector<double> factors{1.4, 1.5, 1.6, 2.0};
    print_table("half duplex, other findings", factors, 10, name, may_be_half_duplex,
                [&](const testing::FaultyMachine& faulty) {
                    std::vector<std::string> cells;
                    for (const double factor : factors)
                        cells.push_back(half_duplex_cell(faulty, factor, seeds));
                    return cells;
                });
}

/// `timing`: another than the kind's own.
Tally tally_of_healthy(const testing::HealthyMachine& kind, Mode mode, std::optional<Timing> timing,
                       int seeds) {
    Tally tally;
    for (int number = 1; number <= seeds; ++number) {
        const auto seed = static_cast<std::uint64_t>(number);
        testing::LogGpMachine machine = kind.make(seed);
        machine.mode = mode;
        machine.timing = timing.value_or(machine.timing);
        judge(kind, measure(machine, seed).run(), seed, tally);
    }
    return tally;
}

std::string cells_of(const Tally& tally) {
    return fmt::format(" {:>8} {:>8} {:>7} {:>10}", tally.machines, tally.with_false_alarms, tally.faults,
                       tally.structures);
}

void judge_healthy(int seeds, std::string_view name, Mode mode) {
    const bool has_one_way = can_be_timed(mode, Timing::one_way);
    constexpr std::string_view columns = " machines reported  faults  structure";
    fmt::print("{:<34}{}{}\n", fmt::format("healthy, {}", name_of(mode)), columns,
               has_one_way ? fmt::format("  one_way:{}", columns) : "");
    for (const testing::HealthyMachine& kind : testing::healthy_machines()) {
        if (kind.name.find(name) == std::string_view::npos || !can_measure(mode, kind)) continue;
        const bool has_own_timing = kind.make(1).timing != testing::LogGpMachine().timing;
        fmt::print("{:<34}{}", kind.name, cells_of(tally_of_healthy(kind, mode, std::nullopt, seeds)));
        if (has_one_way && !has_own_timing)
            fmt::print("{:10}{}", "", cells_of(tally_of_healthy(kind, mode, Timing::one_way, seeds)));
        fmt::print("\n");
        std::fflush(stdout);
    }
}

}  // namespace

int main(int argument_count, char** arguments) {
    const std::vector<std::string_view> given(arguments + 1, arguments + argument_count);
    const int seeds = given.empty() ? 20 : std::atoi(given[0].data());
    const std::string_view name = given.size() > 1 ? given[1] : "";
    if (given.size() > 2) {
        for (const Mode mode : modes_of_all_pairs) {
            if (given[2] == "modes" || given[2] == name_of(mode)) judge_healthy(seeds, name, mode);
        }
        return 0;
    }
    judge_healthy(seeds, name, Mode::one_to_one);
    judge_faulty(seeds, name);
    judge_half_duplex(seeds, name);
}
