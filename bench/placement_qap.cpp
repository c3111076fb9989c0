// SPDX-License-Identifier: Apache-2.0
#include "bench/placement_qap.hpp"

#include "placement/problem/weighing.hpp"
#include "placement/search/bound.hpp"
#include "placement/search/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fabricmap::bench {
namespace {

using namespace placement;

struct Instance {
    std::string name;
    int size = 0;
    std::vector<double> flows;
    std::vector<double> distances;
    std::optional<double> best_known;
};

/// Of QAPLIB's pages (Burkard, Karisch, Rendl).
const std::map<std::string, double> published{{"nug20", 2570},   {"nug30", 6124},  {"sko42", 15812},
                                              {"tho40", 240516}, {"kra32", 88700}, {"ste36a", 9526},
                                              {"wil100", 273038}};

std::optional<Instance> read_instance(const std::filesystem::path& path) {
    std::ifstream file(path);
    Instance one;
    one.name = path.stem().string();
    if (!(file >> one.size) || one.size < 2) return std::nullopt;
    const auto cells = static_cast<std::size_t>(one.size) * static_cast<std::size_t>(one.size);
    for (auto* const matrix : {&one.flows, &one.distances}) {
        for (double value = 0; matrix->size() < cells && file >> value;) matrix->push_back(value);
        if (matrix->size() < cells) return std::nullopt;
    }
    std::filesystem::path solution = path;
    solution.replace_extension(".sln");
    std::ifstream known(solution);
    double value = 0;
    int size = 0;
    if (known >> size >> value) one.best_known = value;
    if (const auto found = published.find(one.name); found != published.end()) one.best_known = found->second;
    return one;
}

std::size_t cell_of(int row, int column, int size) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(size) + static_cast<std::size_t>(column);
}

/// A pattern of grey of 13 dots in a torus of 8×8, the least repelling each other (Taillard, Location Science
/// 3, 1995); QAPLIB gives 1855928.
Instance tai64c() {
    constexpr int edge = 8;
    constexpr int dots = 13;
    constexpr int size = edge * edge;
    constexpr std::size_t cells = std::size_t{size} * std::size_t{size};
    Instance one{"tai64c (by its formula)", size, std::vector<double>(cells), std::vector<double>(cells),
                 1855928};
    for (int from = 0; from < size; ++from) {
        for (int to = 0; to < size; ++to) {
            const std::size_t cell = cell_of(from, to, size);
            if (from == to) continue;
            one.flows[cell] = from < dots && to < dots ? 1 : 0;
            int nearest = 4 * size;
            for (const int turn : {-edge, 0, edge}) {
                for (const int other_turn : {-edge, 0, edge}) {
                    const int rows = from / edge - to / edge + turn;
                    const int columns = from % edge - to % edge + other_turn;
                    nearest = std::min(nearest, rows * rows + columns * columns);
                }
            }
            one.distances[cell] = std::round(100000.0 / nearest);
        }
    }
    return one;
}

Problem problem_of_instance(const Instance& one) {
    Pattern pattern;
    pattern.ranks = one.size;
    Weighing weighing;
    weighing.lengths = {0};
    HostMatrix plane(one.size, one.size);
    for (int from = 0; from < one.size; ++from) {
        for (int to = 0; to < one.size; ++to) {
            const std::size_t cell = cell_of(from, to, one.size);
            plane(from, to) = static_cast<float>(one.distances[cell]);
            if (from != to && one.flows[cell] > 0)
                pattern.flows.push_back({RankIndex{from}, RankIndex{to}, 0, one.flows[cell]});
        }
    }
    weighing.planes = {plane};
    return problem_of(pattern, weighing, PerPlace<int>(one.size, 1));
}

void solve(const Instance& one) {
    const Problem problem = problem_of_instance(one);
    Surroundings nothing;
    nothing.order = problem.all_hosts().list();
    const Found found = search(problem, nothing, std::nullopt, {}, [] {});
    const double drawn = cost_of(problem, drawn_mapping(problem, 1));
    fmt::print("{:<26} found {:>12.0f} ({}), by chance {:.0f}, bound {:.0f}", one.name, found.cost, found.by,
               drawn, lower_bound_of(problem));
    if (one.best_known) {
        fmt::print(", best known {:.0f}: {:.3f} % above", *one.best_known,
                   100 * (found.cost / *one.best_known - 1));
    }
    fmt::print("\n");
}

}  // namespace

int solve_qap_folder(const std::filesystem::path& folder) {
    solve(tai64c());
    if (folder.empty()) {
        fmt::print("no folder with instances in QAPLIB's form was given (bench/run placement FOLDER)\n");
        return 0;
    }
    std::vector<std::filesystem::path> paths;
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(folder, missing)) {
        if (entry.path().extension() == ".dat") paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());
    if (paths.empty()) {
        fmt::print(stderr, "bench_placement: {}: there are no files *.dat\n", folder.string());
        return 3;
    }
    for (const std::filesystem::path& path : paths) {
        if (const auto instance = read_instance(path)) {
            solve(*instance);
        } else {
            fmt::print(stderr, "bench_placement: {}: not in QAPLIB's form\n", path.string());
        }
    }
    return 0;
}

}  // namespace fabricmap::bench
