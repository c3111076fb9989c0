// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/explanation/search.hpp"

#include "base/mixing.hpp"
#include "diagnosis/explanation/evaluation.hpp"
#include "diagnosis/explanation/host_groups.hpp"
#include "diagnosis/explanation/moves.hpp"
#include "diagnosis/explanation/proposals.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <deque>
#include <functional>
#include <initializer_list>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

constexpr std::size_t max_causes = 40;
constexpr std::size_t max_alternatives = 3;

bool is_of_machine(const Cause& cause) {
    return cause.kind == CauseKind::routes || (cause.kind == CauseKind::flapping && cause.hosts.empty());
}

/// What the whole machine has comes last: only where no part has clearly more of it than the rest.
std::size_t first_to_take(const std::vector<Cause>& proposals) {
    if (!is_of_machine(proposals.front())) return 0;
    for (std::size_t at = 1; at < proposals.size(); ++at) {
        const Cause& other = proposals[at];
        if (is_of_machine(other)) continue;
        const double needed = proposals.front().net() / (other.kind == CauseKind::link ? 3 : 20);
        if (other.net() > needed) return at;
    }
    return 0;
}

bool touches(const std::vector<Cause>& causes, const PairList& pairs) {
    return std::any_of(causes.begin(), causes.end(), [&](const Cause& cause) {
        return std::any_of(pairs.begin(), pairs.end(), [&](std::uint32_t pair) {
            return std::find(cause.pairs.begin(), cause.pairs.end(), pair) != cause.pairs.end() ||
                   std::find(cause.leaked.begin(), cause.leaked.end(), pair) != cause.leaked.end();
        });
    });
}

/// Causes of other parts that would explain nearly as much.
std::vector<Cause> alternatives_to(const std::vector<Cause>& proposals, std::size_t taken) {
    std::vector<Cause> alternatives;
    for (std::size_t at = 0; at < proposals.size(); ++at) {
        const Cause& other = proposals[at];
        const bool is_near = other.net() > proposals[taken].net() - min_net;
        if (at == taken || !is_near || is_of_machine(other) || is_same_part(other, proposals[taken]))
            continue;
        alternatives.push_back(other);
        if (alternatives.size() == max_alternatives) break;
    }
    return alternatives;
}

/// Adds the best proposal, and links that are independent of it and each other; whether there was one.
bool add_best(Fit& fit) {
    fit.look();
    std::vector<Cause> proposals = propose_causes(fit);
    std::stable_sort(proposals.begin(), proposals.end(),
                     [](const Cause& one, const Cause& other) { return one.net() > other.net(); });
    if (proposals.empty() || proposals.front().net() <= min_net) return false;
    const std::size_t taken = first_to_take(proposals);
    Cause best = proposals[taken];
    best.alternatives = alternatives_to(proposals, taken);
    const bool is_link = best.kind == CauseKind::link;
    fit.add(std::move(best));
    for (std::size_t at = 0; is_link && at < proposals.size(); ++at) {
        const Cause& other = proposals[at];
        if (at == taken || other.kind != CauseKind::link || other.net() <= min_net ||
            touches(fit.causes(), other.pairs))
            continue;
        fit.add(other);
    }
    fit.refit();
    return true;
}

HostMatrix short_logs_of(const HostLogs& logs, std::size_t short_bands) {
    HostMatrix mean = HostMatrix::Zero(logs.hosts, logs.hosts);
    for (std::size_t band = 0; band < short_bands; ++band) mean += logs.bands[band].logs;
    mean /= static_cast<float>(short_bands);
    return mean;
}

/// Without what hosts, groups and paths add to short messages, or add to longer ones.
HostMatrix without_causes(HostMatrix logs, const Fit& fit, std::size_t short_bands) {
    for (const Cause& cause : fit.causes()) {
        const bool is_a_part = cause.kind == CauseKind::host || cause.kind == CauseKind::uplink ||
                               cause.kind == CauseKind::leaf || cause.kind == CauseKind::inside_leaf ||
                               cause.kind == CauseKind::path;
        if (!is_a_part || !cause.values.empty()) continue;
        const auto begin = cause.effect.begin();
        const auto short_end = begin + static_cast<std::ptrdiff_t>(short_bands);
        float effect = std::accumulate(begin, short_end, 0.0F) / static_cast<float>(short_bands);
        if (*std::max_element(begin, short_end) <= 0) {
            effect = std::accumulate(begin + static_cast<std::ptrdiff_t>(cause.window.first),
                                     begin + static_cast<std::ptrdiff_t>(cause.window.end), 0.0F) /
                     static_cast<float>(cause.window.size());
        }
        for (const std::uint32_t pair : cause.pairs) logs.data()[pair] -= effect;
    }
    return logs;
}

/// Whether two causes of the same pairs have driven each other beyond all bounds: nothing is slower by that.
bool has_diverged(const Fit& fit) {
    constexpr float max_logarithm = 12;
    return std::any_of(fit.causes().begin(), fit.causes().end(), [&](const Cause& cause) {
        return std::any_of(cause.effect.begin(), cause.effect.end(),
                           [&](float effect) { return !(std::abs(effect) <= max_logarithm); });
    });
}

/// Of classes and groups. Those themselves would be kept for each structure.
std::uint64_t hash_of(const PairStructure& structure) {
    std::uint64_t hash = static_cast<std::uint64_t>(structure.class_of.size());
    for (Eigen::Index row = 0; row < structure.class_of.rows(); ++row) {
        const std::uint8_t* const classes = structure.class_of.data() + row * structure.class_of.cols();
        const std::string_view bytes(reinterpret_cast<const char*>(classes),
                                     static_cast<std::size_t>(structure.class_of.cols()));
        hash = mix(hash, std::hash<std::string_view>()(bytes));
    }
    for (const GroupLabels& labels : structure.groups) {
        hash = mix(hash, labels.size());
        for (const int label : labels) hash = mix(hash, static_cast<std::uint64_t>(label));
    }
    return hash;
}

/// Searches one structure after the other, and keeps the shortest description.
class Structures {
  public:
    Structures(const HostLogs& logs, const std::function<void()>& step) : logs_(logs), step_(step) {}

    /// Nothing where an equal one was tried.
    void attempt(PairStructure structure) {
        structure = split_by_kinds(std::move(structure), logs_.kinds);
        if (!tried_.insert(hash_of(structure)).second) return;
        Fit fit(logs_, std::move(structure), step_);
        search(fit, step_);
        std::optional<Fit> anew = beside_kinds(fit);
        take(std::move(fit));
        if (!anew) return;
        anew->refit();
        choose_kinds_anew(*anew);
        search(*anew, step_);
        take(std::move(*anew));
    }

    /// Whether it needs nothing, not even several classes.
    [[nodiscard]] bool explains_nothing() const {
        return !has_diverged_ && best_->causes().empty() && best_->structure().classes < 3;
    }

    /// Without its values.
    [[nodiscard]] const Fit& best() const { return *best_; }

    [[nodiscard]] Fit take_best() {
        best_->restore();
        return std::move(*best_);
    }

  private:
    /// What was found beside kinds was found before it was settled who is of them: these and slow groups
    /// alone, to search once more; nothing where that is all.
    static std::optional<Fit> beside_kinds(const Fit& found) {
        std::vector<Cause> kept = found.causes();
        std::erase_if(kept, [](const Cause& cause) {
            return !cause.is_kind() && !(cause.crosses_border() && cause.is_plain());
        });
        const bool has_kinds =
            std::any_of(kept.begin(), kept.end(), [](const Cause& cause) { return cause.is_kind(); });
        if (!has_kinds || found.causes().size() == 1) return std::nullopt;
        Fit fit = found;
        fit.release();
        fit.set_causes(std::move(kept));
        return fit;
    }

    /// Keeps it where it is the best so far.
    void take(Fit fit) {
        has_diverged_ = has_diverged(fit);
        if (has_diverged_) {
            fit.set_causes({});
            fit.refit();
        }
        const Fit::Length length = fit.full_length();
        if (best_) {
            const std::size_t bands = fit.bands();
            const double weight = (fit.weight_of(bands) + best_->weight_of(bands)) / 2;
            if (length.by(weight) >= length_.by(weight)) return;
        }
        // Only one at a time holds what is left of all values.
        fit.release();
        best_ = std::move(fit);
        length_ = length;
    }

    const HostLogs& logs_;
    const std::function<void()>& step_;
    std::set<std::uint64_t> tried_;  ///< hashes
    std::optional<Fit> best_;
    Fit::Length length_;
    bool has_diverged_ = false;  ///< the one tried last
};

}  // namespace

void search(Fit& fit, const std::function<void()>& step) {
    const auto add_all = [&] {
        while (fit.causes().size() < max_causes && add_best(fit)) step();
    };
    add_all();
    join_directions(fit);
    if (take_kinds_apart(fit)) add_all();
    drop_needless(fit);
    step();
    merge_causes(fit);
    step();
    drop_needless(fit);
}

Fit find_explanation(const HostLogs& logs, const PairStructure& of_survey, std::size_t short_bands,
                     const std::function<void()>& step) {
    Structures structures(logs, step);
    if (logs.are_sampled || logs.classes_are_known) {
        structures.attempt(of_survey);
        return structures.take_best();
    }
    // What belongs to distances is forgotten before a search, which needs memory itself.
    std::deque<PairStructure> found;
    const auto short_delays = [&](const Fit* explained) {
        step();
        HostMatrix short_logs = short_logs_of(logs, short_bands);
        if (explained != nullptr) short_logs = without_causes(std::move(short_logs), *explained, short_bands);
        return short_delays_of(std::move(short_logs));
    };
    const auto find = [&](TakenOff taken_off, std::initializer_list<LeafTimes> all_times,
                          const Fit* explained = nullptr) {
        const HostMatrix* const longest = short_bands < logs.bands.size() ? &logs.bands.back().logs : nullptr;
        auto leaves = find_leaves([&] { return short_delays(explained); }, longest, taken_off, step);
        if (!leaves) return;
        if (!leaves->labels.empty() && taken_off == TakenOff::nothing)
            leaves->blocks.one_way = medians_between(short_logs_of(logs, short_bands), leaves->labels);
        for (const LeafTimes times : all_times) {
            found.push_back(structure_above(*leaves, times));
            // Without leaves nothing is taken off of them.
            if (leaves->labels.empty()) break;
        }
    };
    // In a grid the places of hosts give the classes; by its own delay a slow pair would be one farther away.
    const bool is_grid = logs.hops.size() > 0;
    const auto attempt_found = [&] {
        for (; !found.empty(); found.pop_front()) {
            if (!is_grid || !found.front().groups.empty()) structures.attempt(std::move(found.front()));
        }
    };
    if (!logs.declared_groups.empty()) structures.attempt(structure_of_declared(logs.declared_groups));
    find(TakenOff::nothing, {LeafTimes::kept, LeafTimes::taken_off, LeafTimes::one_way});
    if (is_grid) found.push_front(of_survey);
    structures.attempt(std::move(found.front()));
    if (structures.explains_nothing()) return structures.take_best();
    found.pop_front();
    attempt_found();
    structures.attempt(of_survey);
    find(TakenOff::hosts, {LeafTimes::kept});
    find(TakenOff::nearest_pairs, {LeafTimes::kept, LeafTimes::taken_off});
    find(TakenOff::farthest_pairs, {LeafTimes::kept});
    attempt_found();
    if (!structures.best().causes().empty()) {
        find(TakenOff::nothing, {LeafTimes::kept}, &structures.best());
        attempt_found();
    }
    return structures.take_best();
}

}  // namespace fabricmap::diagnosis
