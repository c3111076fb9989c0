// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/ratio_stack.hpp"

#include "base/errors.hpp"
#include "diagnosis/model/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace fabricmap::viewer {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t nobody = -1;

double ratio_of(double above, double below) noexcept {
    return below == 0 ? unknown : above / below;
}

/// Where each of the lengths stands among those of the stack.
std::vector<std::size_t> planes_of(const DelayStack& stack, const std::vector<std::int64_t>& lengths) {
    const auto& all = stack.message_lengths();
    std::vector<std::size_t> planes;
    planes.reserve(lengths.size());
    for (const std::int64_t length : lengths) {
        const auto place = std::lower_bound(all.begin(), all.end(), length);
        planes.push_back(static_cast<std::size_t>(place - all.begin()));
    }
    return planes;
}

class RatioStack : public DelayStack {
  public:
    /// `partners`: of each rank above, the one below it is divided by.
    RatioStack(std::shared_ptr<const DelayStack> above, std::shared_ptr<const DelayStack> below,
               const std::vector<std::int64_t>& lengths, std::vector<std::int64_t> partners)
        : DelayStack(above->statistic(), above->rank_count(), lengths),
          above_(std::move(above)),
          below_(std::move(below)),
          above_planes_(planes_of(*above_, lengths)),
          below_planes_(planes_of(*below_, lengths)),
          partners_(std::move(partners)) {}

  private:
    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first_sender,
                                   std::int64_t senders) const override {
        Matrix ratios = above_->rows(above_planes_[k], first_sender, senders);
        const auto partners = std::span(partners_).subspan(static_cast<std::size_t>(first_sender),
                                                           static_cast<std::size_t>(senders));
        divide(ratios, gathered_rows(*below_, below_planes_[k], partners));
        return ratios;
    }
    [[nodiscard]] Matrix read_line(const Line& line) const override {
        Matrix ratios = above_->line(line)(above_planes_, Eigen::all);
        const auto partner = [&](const std::optional<std::int64_t>& rank) {
            return rank ? std::optional(partner_of(*rank)) : std::nullopt;
        };
        const Line partners{partner(line.sender), partner(line.receiver)};
        if (partners.sender == nobody || partners.receiver == nobody) {
            ratios.setConstant(unknown);
            return ratios;
        }
        const Matrix below = below_->line(partners)(below_planes_, Eigen::all);
        if (!line.is_pair()) {
            divide(ratios, below);
            return ratios;
        }
        return ratios.binaryExpr(below, &ratio_of);
    }

    [[nodiscard]] std::int64_t partner_of(std::int64_t rank) const {
        return partners_[static_cast<std::size_t>(rank)];
    }
    /// As many lines above as below; columns find their partners.
    void divide(Eigen::Ref<Matrix> above, const Matrix& below) const {
        for (Eigen::Index line = 0; line < above.rows(); ++line) {
            for (Eigen::Index rank = 0; rank < above.cols(); ++rank) {
                const std::int64_t partner = partner_of(rank);
                double& cell = above(line, rank);
                cell = partner == nobody ? unknown : ratio_of(cell, below(line, partner));
            }
        }
    }

    std::shared_ptr<const DelayStack> above_;
    std::shared_ptr<const DelayStack> below_;
    std::vector<std::size_t> above_planes_;
    std::vector<std::size_t> below_planes_;
    std::vector<std::int64_t> partners_;
};

std::vector<std::int64_t> common_lengths(const DelayStack& one, const DelayStack& other) {
    std::vector<std::int64_t> lengths;
    std::set_intersection(one.message_lengths().begin(), one.message_lengths().end(),
                          other.message_lengths().begin(), other.message_lengths().end(),
                          std::back_inserter(lengths));
    return lengths;
}

std::vector<std::int64_t> numbers_up_to(std::int64_t count) {
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
}

std::vector<std::int64_t> partners_by_host(const diagnosis::Machine& now, const diagnosis::Machine& then) {
    std::unordered_map<std::string, HostIndex> host_then;
    for (const HostIndex host : then.hosts.indices()) host_then.emplace(then.hosts[host], host);
    std::vector<std::int64_t> partners(now.host_of.size(), nobody);
    for (const HostIndex host : now.hosts.indices()) {
        const auto found = host_then.find(now.hosts[host]);
        if (found == host_then.end()) continue;
        const std::vector<RankIndex>& ranks = now.ranks_of[host];
        const std::vector<RankIndex>& ranks_then = then.ranks_of[found->second];
        for (std::size_t place = 0; place < std::min(ranks.size(), ranks_then.size()); ++place) {
            partners[static_cast<std::size_t>(ranks[place])] = ranks_then[place];
        }
    }
    return partners;
}

std::vector<std::int64_t> partners_of(const Opened& now, const Opened& then) {
    const diagnosis::Machine machine = diagnosis::machine_of(now.description());
    const diagnosis::Machine machine_then = diagnosis::machine_of(then.description());
    if (!machine.names_known || !machine_then.names_known) {
        if (machine.rank_count() == machine_then.rank_count()) return numbers_up_to(machine.rank_count());
        throw UsageError(
            fmt::format("{} has {} ranks and {} has {}, and not both have host names, so their ranks cannot "
                        "be matched; compare runs with the same number of ranks",
                        now.source, machine.rank_count(), then.source, machine_then.rank_count()));
    }
    std::vector<std::int64_t> partners = partners_by_host(machine, machine_then);
    if (std::all_of(partners.begin(), partners.end(), [](std::int64_t rank) { return rank == nobody; })) {
        throw UsageError(fmt::format("{} and {} have no host in common; compare runs of the same machine",
                                     now.source, then.source));
    }
    return partners;
}

void require_one_mode(const Opened& now, const Opened& then) {
    const auto mode = now.description().mode;
    const auto mode_then = then.description().mode;
    if (!mode || !mode_then || *mode == *mode_then) return;
    throw UsageError(fmt::format("{} measured {} and {} measured {}; compare runs of one mode", now.source,
                                 name_of(*mode), then.source, name_of(*mode_then)));
}

void require_one_memory(const Opened& now, const Opened& then) {
    const MessageMemory memory = memory_of(now.description());
    const MessageMemory memory_then = memory_of(then.description());
    if (memory == memory_then) return;
    throw UsageError(fmt::format("messages lay {} in {} and {} in {}; compare runs of one memory",
                                 memory_text(memory), now.source, memory_text(memory_then), then.source));
}

}  // namespace

std::shared_ptr<const DelayStack> spread_of(std::shared_ptr<const DelayStack> deviation,
                                            std::shared_ptr<const DelayStack> median) {
    const std::vector<std::int64_t> lengths = common_lengths(*deviation, *median);
    const std::int64_t ranks = deviation->rank_count();
    if (lengths.empty() || median->rank_count() != ranks) {
        throw UsageError(
            "the files of deviation and median are not of one run: lengths or ranks differ; give the prefix "
            "of a "
            "whole run");
    }
    return std::make_shared<const RatioStack>(std::move(deviation), std::move(median), lengths,
                                              numbers_up_to(ranks));
}

std::shared_ptr<const DelayStack> comparison_of(const Opened& now, const Opened& then, Statistic statistic) {
    require_one_mode(now, then);
    require_one_memory(now, then);
    std::vector<std::int64_t> partners = partners_of(now, then);
    auto above = now.run->stack(statistic);
    auto below = then.run->stack(statistic);
    const std::vector<std::int64_t> lengths = common_lengths(*above, *below);
    if (lengths.empty()) {
        throw UsageError(
            fmt::format("{} and {} have no message length in common; compare runs of the same lengths",
                        now.source, then.source));
    }
    return std::make_shared<const RatioStack>(std::move(above), std::move(below), lengths,
                                              std::move(partners));
}

}  // namespace fabricmap::viewer
