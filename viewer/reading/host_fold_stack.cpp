// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/host_fold_stack.hpp"

#include "statistics/robust.hpp"
#include "viewer/reading/shared_stack.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace fabricmap::viewer {
namespace {

double worst_of(const std::vector<double>& values) {
    double worst = std::numeric_limits<double>::quiet_NaN();
    for (const double value : values) {
        if (std::isfinite(value) && !(value <= worst)) worst = value;
    }
    return worst;
}

class HostFoldStack : public DelayStack {
  public:
    HostFoldStack(std::shared_ptr<const DelayStack> ranks, diagnosis::Machine machine, HostFold fold)
        : DelayStack(ranks->statistic(), machine.host_count(), ranks->message_lengths()),
          ranks_(std::move(ranks)),
          machine_(std::move(machine)),
          fold_(fold) {}

  private:
    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first_sender,
                                   std::int64_t senders) const override {
        Matrix folded(senders, rank_count());
        for (std::int64_t sender = 0; sender < senders; ++sender) {
            const std::int64_t host = first_sender + sender;
            const Matrix rows = gathered_rows(*ranks_, k, std::span(ranks_on(host)));
            fold_line(host, folded.row(sender), [&](std::size_t place, int receiver) {
                return rows(static_cast<Eigen::Index>(place), receiver);
            });
        }
        return folded;
    }
    [[nodiscard]] Matrix read_line(const Line& line) const override {
        if (line.is_pair()) return folded_pair(*line.sender, *line.receiver);
        const std::int64_t host = line.sender ? *line.sender : *line.receiver;
        std::vector<Matrix> lines;
        for (const RankIndex rank : ranks_on(host))
            lines.push_back(line.sender ? ranks_->row(rank) : ranks_->column(rank));
        Matrix folded = room_for(line);
        for (Eigen::Index k = 0; k < folded.rows(); ++k) {
            fold_line(host, folded.row(k),
                      [&](std::size_t place, int other) { return lines[place](k, other); });
        }
        return folded;
    }
    [[nodiscard]] Matrix folded_pair(std::int64_t sender, std::int64_t receiver) const {
        std::vector<Vector> pairs;
        for (const RankIndex from : ranks_on(sender)) {
            for (const RankIndex to : ranks_on(receiver)) {
                if (from != to) pairs.push_back(ranks_->pair(from, to));
            }
        }
        Matrix folded(static_cast<Eigen::Index>(message_lengths().size()), 1);
        std::vector<double> values(pairs.size());
        for (Eigen::Index k = 0; k < folded.rows(); ++k) {
            std::transform(pairs.begin(), pairs.end(), values.begin(),
                           [k](const Vector& pair) { return pair(k); });
            folded(k, 0) = folded_value(values);
        }
        return folded;
    }

    [[nodiscard]] const std::vector<RankIndex>& ranks_on(std::int64_t host) const {
        return machine_.ranks_of[HostIndex(host)];
    }
    /// A host's cells against all hosts; `value(place, other)` is that of its place-th rank against another.
    template <typename Cells, typename Value>
    void fold_line(std::int64_t host, Cells&& cells, const Value& value) const {
        const std::vector<RankIndex>& own = ranks_on(host);
        std::vector<double> values;
        for (std::int64_t other = 0; other < rank_count(); ++other) {
            values.clear();
            for (std::size_t place = 0; place < own.size(); ++place) {
                for (const RankIndex rank : ranks_on(other)) {
                    if (rank != own[place]) values.push_back(value(place, rank));
                }
            }
            cells(other) = folded_value(values);
        }
    }
    [[nodiscard]] double folded_value(const std::vector<double>& values) const {
        return fold_ == HostFold::worst ? worst_of(values) : static_cast<double>(median_of_numbers(values));
    }

    std::shared_ptr<const DelayStack> ranks_;
    diagnosis::Machine machine_;
    HostFold fold_;
};

}  // namespace

std::shared_ptr<const DelayStack> folded_to_hosts(std::shared_ptr<const DelayStack> ranks,
                                                  diagnosis::Machine machine, HostFold fold) {
    return std::make_shared<const HostFoldStack>(std::move(ranks), std::move(machine), fold);
}

}  // namespace fabricmap::viewer
