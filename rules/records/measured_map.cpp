// SPDX-License-Identifier: Apache-2.0
#include "rules/records/measured_map.hpp"

#include "diagnosis/stages/diagnose.hpp"
#include "netcdf_schema/run/vocabulary.hpp"

namespace fabricmap::rules {

MeasuredRanks::MeasuredRanks(const RunDescription& description)
    : machine_(diagnosis::machine_of(description)),
      slots_(static_cast<std::size_t>(machine_.rank_count()), 0) {
    for (const HostIndex host : IndexRange<HostIndex>(machine_.host_count())) {
        hosts_.emplace(machine_.hosts[host], host);
        std::int64_t slot = 0;
        for (const RankIndex rank : machine_.ranks_of[host]) slots_[static_cast<std::size_t>(rank)] = slot++;
    }
}

std::optional<RankIndex> MeasuredRanks::find(const RankPosition& position) const {
    const auto host = hosts_.find(position.host);
    if (host == hosts_.end() || position.slot < 0) return std::nullopt;
    const auto& ranks = machine_.ranks_of[host->second];
    const auto slot = static_cast<std::size_t>(position.slot);
    return slot < ranks.size() ? std::optional(ranks[slot]) : std::nullopt;
}

RankPosition MeasuredRanks::position_of(RankIndex rank) const {
    return {machine_.hosts[machine_.host_of[rank]], slots_[static_cast<std::size_t>(rank)]};
}

MeasuredMap::MeasuredMap(std::vector<Run> runs) : runs_(std::move(runs)) {
    for (const Run& run : runs_) ranks_.emplace_back(run.description());
    judged_ = static_cast<std::size_t>(&diagnosis::judged_run(runs_) - runs_.data());
}

const diagnosis::Diagnosis& MeasuredMap::diagnosis() const {
    if (!diagnosis_) {
        diagnosis::Request request;
        request.runs = runs_;
        Progress progress(false);
        diagnosis_ = std::make_shared<const diagnosis::Diagnosis>(diagnosis::diagnose(request, progress));
    }
    return *diagnosis_;
}

const diagnosis::ClassCurve* MeasuredMap::class_between(const RankPosition& from,
                                                        const RankPosition& to) const {
    const MeasuredRanks& ranks = ranks_[judged_];
    const auto sender = ranks.find(from);
    const auto receiver = ranks.find(to);
    if (sender && receiver) return diagnosis::class_between(diagnosis(), *sender, *receiver);
    const auto first_sender = sender ? sender : ranks.find({from.host, 0});
    const auto first_receiver = receiver ? receiver : ranks.find({to.host, 0});
    if (!first_sender || !first_receiver) return nullptr;
    if (from.host != to.host) return diagnosis::class_between(diagnosis(), *first_sender, *first_receiver);
    const auto second = ranks.find({to.host, 1});
    return second ? diagnosis::class_between(diagnosis(), *first_sender, *second) : nullptr;
}

std::string_view mode_name(const RunDescription& run) {
    if (!run.operation.empty()) return run.operation;
    return run.mode ? traits_of(*run.mode).name : std::string_view();
}

}  // namespace fabricmap::rules
