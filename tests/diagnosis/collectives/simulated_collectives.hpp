// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/mixing.hpp"
#include "diagnosis/collectives/collective_diagnosis.hpp"
#include "statistics/random.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

namespace fabricmap::diagnosis {

/// A job of simulated ranks, one a host, whose times are known but for seeded noise.
class SimulatedJob {
  public:
    SimulatedJob(int ranks, std::uint64_t seed) : state_(mix(seed)) {
        for (int rank = 0; rank < ranks; ++rank)
            input_.run.description.ranks.push_back({"node" + std::to_string(rank), rank, 0, 0, 1});
        input_.label = "simulated";
        input_.run.operations = {"allreduce", "gather", "scatter", "alltoall", "iallreduce", "wait_null"};
        input_.run.mock_ups = {"reduce+bcast"};
        input_.run.algorithms = {"allreduce/0/ignore", "allreduce/1/basic_linear", "allreduce/4/ring"};
    }

    [[nodiscard]] int ranks() const { return static_cast<int>(input_.run.description.ranks.size()); }
    [[nodiscard]] CollectiveInput& input() { return input_; }

    double normal() {
        state_ = mix(state_);
        return normal_quantile(uniform(state_));
    }

    /// A visit of that mean time: runs are apart by `noise`, visits by a fifth of it.
    CollectiveVisit& add(CollectiveCell cell, double time_s, double noise,
                         VisitPurpose purpose = VisitPurpose::sweep, int pass = 0) {
        CollectiveVisit visit;
        visit.cell = cell;
        visit.purpose = purpose;
        visit.pass = pass;
        visit.record_time = 1;
        const double factor = std::exp(noise / 5 * normal());
        for (int run = 0; run < 16; ++run) {
            visit.completion.push_back(time_s * factor * std::exp(noise * normal()));
            visit.lateness.push_back(0);
            visit.last_rank.push_back(run % ranks());
        }
        visit.longest = visit.completion;
        input_.visits.push_back(std::move(visit));
        return input_.visits.back();
    }

  private:
    CollectiveInput input_;
    std::uint64_t state_;
};

/// The operations' places in the lists above.
enum SimulatedOperation : int { allreduce, gather, scatter, alltoall, iallreduce, wait_null };

inline CollectiveCell cell_of(int operation, int ranks, std::int64_t length, int root = no_index) {
    CollectiveCell cell;
    cell.operation = operation;
    cell.ranks = ranks;
    cell.root = root;
    cell.message_length = length;
    return cell;
}

/// Starts err by so much: what takes less than twice as long cannot be judged.
inline void add_start_error(SimulatedJob& job, double error_s) {
    for (int pass = 0; pass < 6; ++pass)
        job.add(cell_of(wait_null, job.ranks(), 0), error_s, 0, VisitPurpose::start_error, pass);
}

inline constexpr int none_slow = -1;

/// What --find-slow measures: an operation with all hosts and without each; `slow` makes it ten times as
/// long.
inline void add_search(SimulatedJob& job, int slow, int operation = alltoall) {
    const float took_part = 1e-3F;
    for (int pass = 0; pass < 8; ++pass) {
        job.add(cell_of(operation, job.ranks(), 65536), slow == none_slow ? 1.66e-3 : 16.4e-3, 0.03,
                VisitPurpose::host_search, pass)
            .finish_median.assign(static_cast<std::size_t>(job.ranks()), took_part);
        for (int host = 0; host < job.ranks(); ++host) {
            const bool is_relieved = slow == none_slow || host == slow;
            CollectiveVisit& visit =
                job.add(cell_of(operation, job.ranks() - 1, 65536), is_relieved ? 1.6e-3 : 16.4e-3, 0.03,
                        VisitPurpose::without_suspect, pass);
            visit.finish_median.assign(static_cast<std::size_t>(job.ranks()), took_part);
            visit.finish_median[static_cast<std::size_t>(host)] = std::numeric_limits<float>::quiet_NaN();
        }
    }
}

inline Diagnosis diagnosis_of(SimulatedJob& job) {
    CollectiveRequest request;
    request.runs.push_back(job.input());
    return diagnose_collectives(request);
}

}  // namespace fabricmap::diagnosis
