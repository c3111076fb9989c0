// SPDX-License-Identifier: Apache-2.0
// Plants two or three faults of different kinds, wherever chance puts them, in machines of a LogGP model that
// shares nothing with the lab, and counts how many are named and what else is. Usage:
// bench_diagnosis_several [MACHINES [FIRST_SEED]]
#include "base/mixing.hpp"
#include "diagnosis/stages/diagnose.hpp"
#include "tests/diagnosis/machines/loggp_machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

using namespace fabricmap;

namespace {

using diagnosis::Side;

class Draw {
  public:
    explicit Draw(std::uint64_t seed) : state_(mix(seed)) {}
    int below(int bound) { return static_cast<int>(draw_below(state_, static_cast<std::uint64_t>(bound))); }
    /// Another one than `taken`.
    int below(int bound, int taken) { return (taken + 1 + below(bound - 1)) % bound; }
    /// Between the two, every ratio as likely.
    double factor(double lowest, double highest) {
        constexpr int steps = 1 << 20;
        return lowest * std::pow(highest / lowest, static_cast<double>(below(steps)) / steps);
    }

  private:
    std::uint64_t state_;
};

struct Shape {
    std::string_view name;
    int hosts_of_a_group;
    bool has_switches;  ///< with several hosts each
    bool has_paths;     ///< of their own between each two switches
    testing::LogGpMachine machine;
};

std::vector<Shape> shapes() {
    std::vector<Shape> all{{"tree of 8 x 8", 8, true, true, {}},
                           {"tree of 12 x 12", 12, true, true, {}},
                           {"torus of 4 x 4 x 4", 1, false, false, {}},
                           {"dragonfly of 4 x 4 x 4", 4, true, false, {}},
                           {"tree of 4 x 4, 4 ranks a host", 4, true, true, {}}};
    all[0].machine.hops = testing::tree_of({8, 8});
    all[1].machine.hosts = 144;
    all[1].machine.lengths = {0, 8192, 1 << 20};
    all[1].machine.hops = testing::tree_of({12, 12});
    all[2].machine.hops = testing::torus_of({4, 4, 4});
    all[3].machine.hops = testing::dragonfly_of(4, 4);
    all[4].machine.hosts = 16;
    all[4].machine.ranks_per_host = 4;
    all[4].machine.lengths = {0, 1024, 65536, 1 << 20};
    all[4].machine.hops = testing::tree_of({4, 4});
    return all;
}

enum class Kind { host, sends, receives, link, one_way, uplink, leaf, path, rank };

constexpr std::array<std::string_view, 9> names_of_kinds{
    "host",   "host, what it sends",       "host, what it receives",  "link", "link one way",
    "uplink", "leaf with its inner pairs", "path between two leaves", "rank"};

struct Fault {
    Kind kind;
    int one;    ///< host or group
    int other;  ///< the same, of links and paths; of a rank its slot
    double factor;

    [[nodiscard]] bool passes(const testing::Message& message, int size) const {
        const int from = message.sender;
        const int to = message.receiver;
        if (from == to) return false;
        switch (kind) {
            case Kind::host:
                return from == one || to == one;
            case Kind::sends:
                return from == one;
            case Kind::receives:
                return to == one;
            case Kind::link:
                return std::minmax(from, to) == std::minmax(one, other);
            case Kind::one_way:
                return from == one && to == other;
            case Kind::uplink:
                return (from / size == one) != (to / size == one);
            case Kind::leaf:
                return from / size == one || to / size == one;
            case Kind::path: {
                const int here = from / size;
                const int there = to / size;
                return std::minmax(here, there) == std::minmax(one, other);
            }
            case Kind::rank:
                return (from == one && message.sender_slot == other) ||
                       (to == one && message.receiver_slot == other);
        }
        return false;
    }
    [[nodiscard]] Side side() const {
        if (kind == Kind::sends || kind == Kind::one_way) return Side::sender;
        return kind == Kind::receives ? Side::receiver : Side::both;
    }
    [[nodiscard]] std::string text() const {
        return fmt::format("{} {} {} x{:.2f}", names_of_kinds[static_cast<std::size_t>(kind)], one, other,
                           factor);
    }
};

std::vector<std::string> hosts_of(const Fault& fault, int size) {
    std::vector<int> hosts;
    const auto add_group = [&](int group) {
        for (int host = group * size; host < (group + 1) * size; ++host) hosts.push_back(host);
    };
    const bool is_of_groups =
        fault.kind == Kind::uplink || fault.kind == Kind::leaf || fault.kind == Kind::path;
    const bool has_two_ends =
        fault.kind == Kind::link || fault.kind == Kind::one_way || fault.kind == Kind::path;
    is_of_groups ? add_group(fault.one) : hosts.push_back(fault.one);
    if (has_two_ends) is_of_groups ? add_group(fault.other) : hosts.push_back(fault.other);
    std::sort(hosts.begin(), hosts.end());
    std::vector<std::string> names;
    for (const int host : hosts) names.push_back(fmt::format("node{:03}", host));
    return names;
}

std::string_view type_of(Kind kind) {
    constexpr std::array<std::string_view, 9> types{"host",   "host",   "host", "link", "link",
                                                    "switch", "switch", "path", "rank"};
    return types[static_cast<std::size_t>(kind)];
}

bool names(const diagnosis::Finding& finding, const Fault& fault, int size) {
    std::vector<std::string> named = diagnosis::hosts_of(finding.part);
    std::sort(named.begin(), named.end());
    return diagnosis::type_name_of(finding.part) == type_of(fault.kind) && named == hosts_of(fault, size);
}

/// Kinds and parts differ: two faults of one part would be one.
std::vector<Fault> drawn_faults(const Shape& shape, Draw& draw) {
    std::vector<Kind> kinds{Kind::host, Kind::sends, Kind::receives, Kind::link, Kind::one_way};
    if (shape.has_switches) kinds.insert(kinds.end(), {Kind::uplink, Kind::leaf});
    if (shape.has_paths) kinds.push_back(Kind::path);
    if (shape.machine.ranks_per_host > 1) kinds.push_back(Kind::rank);
    std::vector<Fault> faults;
    const int count = 2 + draw.below(2);
    while (static_cast<int>(faults.size()) < count) {
        const auto at = static_cast<std::ptrdiff_t>(draw.below(static_cast<int>(kinds.size())));
        const Kind kind = kinds[static_cast<std::size_t>(at)];
        const bool is_of_groups = kind == Kind::uplink || kind == Kind::leaf || kind == Kind::path;
        const int places = is_of_groups ? shape.machine.hosts / shape.hosts_of_a_group : shape.machine.hosts;
        const int one = draw.below(places);
        const int other =
            kind == Kind::rank ? draw.below(shape.machine.ranks_per_host) : draw.below(places, one);
        const Fault fault{kind, one, other, draw.factor(1.2, 3)};
        const bool is_taken = std::any_of(faults.begin(), faults.end(), [&](const Fault& taken) {
            return hosts_of(taken, shape.hosts_of_a_group) == hosts_of(fault, shape.hosts_of_a_group);
        });
        if (is_taken) continue;
        kinds.erase(kinds.begin() + at);
        faults.push_back(fault);
    }
    return faults;
}

struct Tally {
    int planted = 0;
    int named = 0;
    int sides = 0;
};

struct MachineTally {
    int machines = 0;
    int all_named = 0;
    int nothing_else = 0;
    int both = 0;
};

/// Which of the faults are named, and what else is found.
void judge(const Shape& shape, std::uint64_t seed, std::array<Tally, 9>& kinds, MachineTally& machines) {
    Draw draw(seed);
    const int size = shape.hosts_of_a_group;
    const std::vector<Fault> faults = drawn_faults(shape, draw);
    testing::LogGpMachine machine = shape.machine;
    for (const Fault& fault : faults) {
        machine.changes.push_back([fault, size](const testing::Message& message, double delay_s) {
            return fault.passes(message, size) ? fault.factor * delay_s : delay_s;
        });
    }
    const testing::HeldRun held = measure(machine, seed);
    diagnosis::Request request;
    request.runs = {held.run()};
    Progress progress(false);
    const diagnosis::Diagnosis diagnosis = diagnosis::diagnose(request, progress);
    std::string label = fmt::format("{}, seed {}:", shape.name, seed);
    for (const Fault& fault : faults) label += fmt::format(" [{}]", fault.text());
    int named = 0;
    int others = 0;
    for (const Fault& fault : faults) {
        Tally& tally = kinds[static_cast<std::size_t>(fault.kind)];
        const auto found =
            std::find_if(diagnosis.findings.begin(), diagnosis.findings.end(),
                         [&](const diagnosis::Finding& finding) { return names(finding, fault, size); });
        const bool is_named = found != diagnosis.findings.end();
        ++tally.planted;
        tally.named += is_named;
        tally.sides += is_named && found->side == fault.side();
        named += is_named;
        if (!is_named) fmt::print(stderr, "{} not named: {}\n", label, fault.text());
    }
    for (const diagnosis::Finding& finding : diagnosis.findings) {
        const bool is_planted = std::any_of(faults.begin(), faults.end(),
                                            [&](const Fault& fault) { return names(finding, fault, size); });
        others += !is_planted;
        if (!is_planted) fmt::print(stderr, "{} other: {}\n", label, sentence_of(finding));
    }
    const bool are_all_named = named == static_cast<int>(faults.size());
    ++machines.machines;
    machines.all_named += are_all_named;
    machines.nothing_else += others == 0;
    machines.both += are_all_named && others == 0;
}

}  // namespace

int main(int argument_count, char** arguments) {
    const int count = argument_count > 1 ? std::atoi(arguments[1]) : 200;
    const int first = argument_count > 2 ? std::atoi(arguments[2]) : 1;
    const std::vector<Shape> all = shapes();
    std::array<Tally, 9> kinds{};
    std::vector<MachineTally> machines(all.size());
    for (int number = 0; number < count; ++number) {
        const std::size_t at = static_cast<std::size_t>(first + number - 1) % all.size();
        judge(all[at], static_cast<std::uint64_t>(first + number), kinds, machines[at]);
    }
    fmt::print("{:<32} {:>8} {:>10} {:>13} {:>5}\n", "two or three faults", "machines", "all named",
               "nothing else", "both");
    for (std::size_t at = 0; at < all.size(); ++at) {
        fmt::print("{:<32} {:>8} {:>10} {:>13} {:>5}\n", all[at].name, machines[at].machines,
                   machines[at].all_named, machines[at].nothing_else, machines[at].both);
    }
    fmt::print("\n{:<32} {:>8} {:>10} {:>13}\n", "", "planted", "named", "right side");
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        fmt::print("{:<32} {:>8} {:>10} {:>13}\n", names_of_kinds[kind], kinds[kind].planted,
                   kinds[kind].named, kinds[kind].sides);
    }
}
