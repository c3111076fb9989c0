// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/synthetic/synthetic_run.hpp"

#include "base/errors.hpp"
#include "base/mixing.hpp"
#include "base/tool_version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace fabricmap {
namespace {

Scenario checked(Scenario scenario) {
    if (const auto reason = synthetic_unsupported_scenario(scenario)) throw UsageError(*reason);
    return scenario;
}

std::vector<RankLocation> rank_locations_in(const Fabric& fabric) {
    std::vector<RankLocation> locations;
    locations.reserve(static_cast<std::size_t>(fabric.rank_count()));
    for (int rank = 0; rank < fabric.rank_count(); ++rank) {
        const int host = fabric.host_of(rank);
        locations.push_back(
            {fabric.host_name(host), host, rank % fabric.ranks_per_host, fabric.socket_of(rank)});
    }
    return locations;
}

/// In the form of a UUID; the same scenario and sweep have the same.
std::string identity_of(const Scenario& scenario) {
    const SweepDefaults& sweep = scenario.sweep;
    std::uint64_t digest = mix(sweep.seed, static_cast<std::uint64_t>(sweep.mode));
    digest = mix(digest, static_cast<std::uint64_t>(sweep.repeats));
    digest = mix(digest, sweep.timing ? static_cast<std::uint64_t>(*sweep.timing) + 1 : 0);
    for (const char letter : scenario.text) digest = mix(digest, static_cast<unsigned char>(letter));
    for (const std::int64_t length : sweep.lengths) {
        digest = mix(digest, static_cast<std::uint64_t>(length));
    }
    const std::uint64_t rest = mix(digest);
    return fmt::format("{:08x}-{:04x}-8{:03x}-8{:03x}-{:012x}", digest >> 32U, (digest >> 16U) & 0xffffU,
                       digest & 0xfffU, rest >> 52U, rest & 0xffffffffffffU);
}

/// One statistic of a synthetic run.
class SyntheticStack : public DelayStack {
  public:
    SyntheticStack(std::shared_ptr<const SyntheticRun> run, Statistic statistic)
        : DelayStack(statistic, run->rank_count(), run->scenario().sweep.lengths), run_(std::move(run)) {}

  private:
    [[nodiscard]] double value(std::size_t k, Eigen::Index sender, Eigen::Index receiver) const {
        return run_->value(statistic(), k, sender, receiver);
    }

    [[nodiscard]] Matrix read_rows(std::size_t k, std::int64_t first_sender,
                                   std::int64_t senders) const override {
        return Matrix::NullaryExpr(senders, rank_count(),
                                   [&](auto i, auto j) { return value(k, first_sender + i, j); });
    }
    [[nodiscard]] Matrix read_line(const Line& line) const override {
        const Matrix room = room_for(line);
        return Matrix::NullaryExpr(room.rows(), room.cols(), [&](auto k, auto other) {
            return value(static_cast<std::size_t>(k), line.sender.value_or(other),
                         line.receiver.value_or(other));
        });
    }

    std::shared_ptr<const SyntheticRun> run_;
};

}  // namespace

std::optional<std::string> synthetic_unsupported_scenario(const Scenario& scenario) {
    const auto has = [&](FaultKind kind) {
        return std::any_of(scenario.faults.begin(), scenario.faults.end(),
                           [&](const Fault& fault) { return fault.kind == kind; });
    };
    if (traits_of(scenario.sweep.mode).shares_time) {
        return fmt::format(
            "{}: a model has pairs, and nothing that they share: use --kind virtual or simulated",
            name_of(scenario.sweep.mode));
    }
    if (has(FaultKind::lossy_port)) {
        return "fault lossy-port: a model of delays has no packets to lose: use --kind virtual";
    }
    if (has(FaultKind::noisy_node) && scenario.noise.deviation == 0) {
        return "fault noisy-node: it multiplies the noise, and there is none: add a line such as 'noise 2%'";
    }
    return std::nullopt;
}

SyntheticRun::SyntheticRun(Scenario scenario)
    : scenario_(checked(std::move(scenario))),
      classes_(scenario_),
      straying_{scenario_.noise.heavy_tails, scenario_.sweep.repeats} {
    models_.reserve(scenario_.sweep.lengths.size());
    for (const std::int64_t length : scenario_.sweep.lengths)
        models_.emplace_back(scenario_, classes_, length);
}

std::uint64_t SyntheticRun::bits(std::size_t k, std::int64_t sender, std::int64_t receiver) const {
    const SweepDefaults& sweep = scenario_.sweep;
    const std::uint64_t run = mix(sweep.seed, static_cast<std::uint64_t>(sweep.mode));
    const std::uint64_t row =
        mix(mix(run, static_cast<std::uint64_t>(sweep.lengths[k])), static_cast<std::uint64_t>(sender));
    return mix(row, static_cast<std::uint64_t>(receiver));
}

double SyntheticRun::value(Statistic statistic, std::size_t k, std::int64_t sender,
                           std::int64_t receiver) const {
    const TrueDelay truth = models_[k].of(static_cast<int>(sender), static_cast<int>(receiver));
    return draw(statistic, truth, straying_, bits(k, sender, receiver));
}

void SyntheticRun::fill_row(std::size_t k, std::int64_t sender, std::span<const Statistic> wanted,
                            std::span<CellStatistics> cells) const {
    for (std::int64_t receiver = 0; receiver < rank_count(); ++receiver) {
        const TrueDelay truth = models_[k].of(static_cast<int>(sender), static_cast<int>(receiver));
        cells[static_cast<std::size_t>(receiver)] =
            draw_cell(wanted, truth, straying_, bits(k, sender, receiver));
    }
}

RunDescription SyntheticRun::describe() const {
    const SweepDefaults& sweep = scenario_.sweep;
    RunDescription run;
    run.mode = sweep.mode;
    run.timing = sweep.timing ? sweep.timing : default_timing(sweep.mode);
    run.schedule = Schedule{.kind = ScheduleKind::synthetic};
    if (traits_of(sweep.mode).is_stream) run.window = StreamWindow();
    run.ranks = rank_locations_in(scenario_.fabric);
    run.message_lengths = sweep.lengths;
    run.repeats = sweep.repeats;
    run.seed = sweep.seed;
    run.run_id = identity_of(scenario_);
    run.title = fmt::format("Synthetic delays between {} ranks, {}", rank_count(), name_of(sweep.mode));
    run.source = fmt::format("a model of the scenario {}", scenario_.name);
    run.tool_version = fmt::format("network_lab {}", tool_version());
    run.complete = true;
    return run;
}

Run as_run(const std::shared_ptr<const SyntheticRun>& synthetic, const std::string& label) {
    Run::Stacks stacks;
    for (const Statistic statistic : all_statistics) {
        stacks.emplace(statistic, std::make_shared<SyntheticStack>(synthetic, statistic));
    }
    return {label, synthetic->describe(), std::move(stacks), std::nullopt};
}

}  // namespace fabricmap
