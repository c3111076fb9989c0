// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/visit_batch.hpp"

#include <netcdf.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace fabricmap {
namespace {

class Batch {
  public:
    Batch(NetcdfFile& file, const CollectiveRun& run, std::size_t first, std::span<CollectiveVisit> visits)
        : file_(file),
          first_(first),
          visits_(visits),
          samples_(static_cast<std::size_t>(run.runs_per_visit)),
          ranks_(run.description.ranks.size()) {}

    void write_values();
    void write_record_times(bool complete);

  private:
    template <typename Number, typename Write>
    void put(const char* name, std::size_t width, const std::vector<Number>& numbers, const Write& write);
    template <typename Number, typename Entry, typename Write>
    void put_numbers(const Entry& entry, const Write& write);
    template <typename Number, typename Entry, typename Write>
    void put_rows(const Entry& entry, std::size_t width, const Write& write);
    void put_purposes();
    void put_last_ranks();

    NetcdfFile& file_;
    std::size_t first_;
    std::span<CollectiveVisit> visits_;
    std::size_t samples_;
    std::size_t ranks_;
};

template <typename Number, typename Write>
void Batch::put(const char* name, std::size_t width, const std::vector<Number>& numbers, const Write& write) {
    const std::array start{first_, std::size_t{0}};
    const std::array count{visits_.size(), width};
    file_.check(write(file_.id(), file_.find_variable(name), start.data(), count.data(), numbers.data()),
                "write");
}

template <typename Number, typename Entry, typename Write>
void Batch::put_numbers(const Entry& entry, const Write& write) {
    std::vector<Number> numbers;
    for (CollectiveVisit& visit : visits_) numbers.push_back(entry.member(visit));
    put(entry.name, 1, numbers, write);
}

/// Rows that are short end in NaN.
template <typename Number, typename Entry, typename Write>
void Batch::put_rows(const Entry& entry, std::size_t width, const Write& write) {
    std::vector<Number> numbers(visits_.size() * width, std::numeric_limits<Number>::quiet_NaN());
    for (std::size_t k = 0; k < visits_.size(); ++k) {
        const auto& row = entry.member(visits_[k]);
        std::copy(row.begin(), row.end(), numbers.begin() + static_cast<std::ptrdiff_t>(k * width));
    }
    put(entry.name, width, numbers, write);
}

void Batch::put_purposes() {
    std::vector<int> numbers;
    for (const CollectiveVisit& visit : visits_) numbers.push_back(static_cast<int>(visit.purpose));
    put(purpose_variable, 1, numbers, nc_put_vara_int);
}

void Batch::put_last_ranks() {
    std::vector<int> numbers(visits_.size() * samples_, no_index);
    for (std::size_t k = 0; k < visits_.size(); ++k) {
        const std::vector<int>& row = visits_[k].last_rank;
        std::copy(row.begin(), row.end(), numbers.begin() + static_cast<std::ptrdiff_t>(k * samples_));
    }
    put(last_rank_variable, samples_, numbers, nc_put_vara_int);
}

void Batch::write_values() {
    for (const VisitInteger& entry : visit_integers) put_numbers<int>(entry, nc_put_vara_int);
    for (const VisitLength& entry : visit_lengths) put_numbers<long long>(entry, nc_put_vara_longlong);
    for (const VisitTime& entry : visit_times) put_numbers<double>(entry, nc_put_vara_double);
    for (const RunTimes& entry : run_times) put_rows<double>(entry, samples_, nc_put_vara_double);
    for (const RankTimes& entry : rank_times) put_rows<float>(entry, ranks_, nc_put_vara_float);
    put_purposes();
    put_last_ranks();
}

void Batch::write_record_times(bool complete) {
    std::vector<double> times;
    for (const CollectiveVisit& visit : visits_) times.push_back(complete ? visit.record_time : 0);
    put(record_time_variable, 1, times, nc_put_vara_double);
}

template <typename Row>
bool fits(const Row& row, std::size_t size) {
    return row.empty() || row.size() == size;
}

}  // namespace

void check_visit(const CollectiveRun& run, CollectiveVisit& visit) {
    const std::size_t runs = visit.completion.size();
    if (runs > static_cast<std::size_t>(run.runs_per_visit))
        throw std::invalid_argument("a visit has more runs than the run plans");
    for (const RunTimes& entry : run_times) {
        if (!fits(entry.member(visit), runs))
            throw std::invalid_argument("a visit has times of some runs only");
    }
    for (const RankTimes& entry : rank_times) {
        if (!fits(entry.member(visit), run.description.ranks.size()))
            throw std::invalid_argument("a visit has times of some ranks only");
    }
    if (!fits(visit.last_rank, runs)) throw std::invalid_argument("a visit has last ranks of some runs only");
}

void write_visits(NetcdfFile& file, const CollectiveRun& run, std::size_t first,
                  std::span<CollectiveVisit> visits) {
    while (!visits.empty()) {
        const std::span<CollectiveVisit> part = visits.first(std::min(visits.size(), visits_at_once));
        Batch batch(file, run, first, part);
        batch.write_values();
        // The old content of the place, or a hole, must not pass for a time.
        batch.write_record_times(false);
        file.sync_to_disk();
        batch.write_record_times(true);
        file.sync_to_disk();
        first += part.size();
        visits = visits.subspan(part.size());
    }
}

void forget_visits_from(const NetcdfFile& file, std::size_t first, std::size_t records) {
    const int variable = file.find_variable(record_time_variable);
    const double never = 0;
    for (; first < records; ++first)
        file.check(nc_put_var1_double(file.id(), variable, &first, &never), "write");
}

}  // namespace fabricmap
