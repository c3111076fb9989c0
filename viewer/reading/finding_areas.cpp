// SPDX-License-Identifier: Apache-2.0
#include "viewer/reading/finding_areas.hpp"

#include "base/quantities.hpp"
#include "diagnosis/model/machine.hpp"
#include "viewer/reading/rank_order.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace fabricmap::viewer {
namespace {

using diagnosis::Finding;
using diagnosis::Side;

/// Places next to each other.
struct Span {
    std::int64_t first = 0;
    std::int64_t count = 0;
};

/// Finds the places of hosts and ranks in one picture.
class Places {
  public:
    Places(const diagnosis::Diagnosis& diagnosis, const Displayed& shown, std::span<const int> order)
        : machine_(diagnosis::machine_of(diagnosis.runs.at(0).description)) {
        const std::vector<int> hosts = diagnosed_hosts(shown, diagnosis);
        hosts_.reserve(hosts.size());
        ranks_.reserve(hosts.size());
        for (std::size_t place = 0; place < hosts.size(); ++place) {
            const auto endpoint = order.empty() ? place : static_cast<std::size_t>(order[place]);
            hosts_.push_back(hosts.at(endpoint));
            ranks_.push_back(&shown.ranks.at(endpoint));
        }
    }

    [[nodiscard]] std::int64_t count() const noexcept { return static_cast<std::int64_t>(hosts_.size()); }
    [[nodiscard]] bool have_several_hosts() const noexcept { return machine_.host_count() > 1; }
    [[nodiscard]] int host_at(std::int64_t place) const { return hosts_[static_cast<std::size_t>(place)]; }
    [[nodiscard]] std::vector<Span> of_hosts(const std::vector<std::string>& names) const {
        std::vector<bool> is_meant(machine_.host_of.size(), false);
        for (const std::string& name : names) mark(name, is_meant);
        return where(is_meant);
    }
    [[nodiscard]] std::vector<Span> of_ranks(const std::vector<std::int64_t>& ranks) const {
        std::vector<bool> is_meant(machine_.host_of.size(), false);
        for (const std::int64_t rank : ranks) is_meant.at(static_cast<std::size_t>(rank)) = true;
        return where(is_meant);
    }

  private:
    /// The ranks of a host, or "node01:3": where a single host is compared its ranks stand for hosts.
    void mark(const std::string& name, std::vector<bool>& is_meant) const {
        const auto place_of = [&](std::string_view host) {
            return HostIndex(std::find(machine_.hosts.begin(), machine_.hosts.end(), host) -
                             machine_.hosts.begin());
        };
        HostIndex host = place_of(name);
        if (host < machine_.host_count()) {
            for (const RankIndex rank : machine_.ranks_of[host])
                is_meant[static_cast<std::size_t>(rank)] = true;
            return;
        }
        const std::size_t colon = name.rfind(':');
        if (colon == std::string::npos) return;
        host = place_of(std::string_view(name).substr(0, colon));
        const auto place = read_number<std::size_t>(std::string_view(name).substr(colon + 1));
        if (host == machine_.host_count() || !place || *place >= machine_.ranks_of[host].size()) return;
        is_meant[static_cast<std::size_t>(machine_.ranks_of[host][*place])] = true;
    }
    [[nodiscard]] std::vector<Span> where(const std::vector<bool>& is_meant) const {
        std::vector<Span> spans;
        for (std::int64_t place = 0; place < count(); ++place) {
            const auto& ranks = *ranks_[static_cast<std::size_t>(place)];
            if (std::none_of(ranks.begin(), ranks.end(), [&](std::int64_t rank) {
                    return is_meant.at(static_cast<std::size_t>(rank));
                })) {
                continue;
            }
            if (spans.empty() || spans.back().first + spans.back().count != place) {
                spans.push_back({place, 0});
            }
            ++spans.back().count;
        }
        return spans;
    }

    diagnosis::Machine machine_;
    std::vector<int> hosts_;                               ///< of each place
    std::vector<const std::vector<std::int64_t>*> ranks_;  ///< of each place
};

void add_blocks(std::vector<FindingArea>& areas, std::size_t number, const std::vector<Span>& rows,
                const std::vector<Span>& columns) {
    for (const Span& down : rows) {
        for (const Span& across : columns) {
            areas.push_back({down.first, down.count, across.first, across.count, number});
        }
    }
}

void add_path(std::vector<FindingArea>& areas, std::size_t number, Side side,
              const std::vector<Span>& senders, const std::vector<Span>& receivers) {
    add_blocks(areas, number, senders, receivers);
    if (side == Side::both) add_blocks(areas, number, receivers, senders);
}

void add_areas(std::vector<FindingArea>& areas, std::size_t number, const Finding& finding,
               const Places& places) {
    const std::vector<Span> everything{{0, places.count()}};
    if (std::holds_alternative<diagnosis::part::Machine>(finding.part)) {
        return add_blocks(areas, number, everything, everything);
    }
    if (const auto ends = diagnosis::ends_of(finding.part)) {
        return add_path(areas, number, finding.side, places.of_hosts(ends->senders),
                        places.of_hosts(ends->receivers));
    }
    const auto* const rank = std::get_if<diagnosis::part::Rank>(&finding.part);
    const std::vector<Span> part = rank == nullptr ? places.of_hosts(diagnosis::hosts_of(finding.part))
                                                   : places.of_ranks({rank->number});
    if (finding.side != Side::receiver) add_blocks(areas, number, part, everything);
    if (finding.side != Side::sender) add_blocks(areas, number, everything, part);
}

/// The first cell of the areas that `is_wanted`.
template <typename Wanted>
std::optional<Cell> find_cell(const std::vector<FindingArea>& areas, const Wanted& is_wanted) {
    for (const FindingArea& area : areas) {
        for (std::int64_t row = area.first_row; row < area.first_row + area.rows; ++row) {
            for (std::int64_t column = area.first_column; column < area.first_column + area.columns;
                 ++column) {
                if (is_wanted(Cell{row, column})) return Cell{row, column};
            }
        }
    }
    return std::nullopt;
}

/// The length at which the curve is farthest from 1; nothing where there is no curve.
std::optional<std::int64_t> length_of_greatest_effect(const diagnosis::Diagnosis& diagnosis,
                                                      const std::vector<double>& curve) {
    std::optional<std::int64_t> length;
    double greatest = -1;
    for (std::size_t k = 0; k < std::min(curve.size(), diagnosis.lengths.size()); ++k) {
        const double effect = std::abs(std::log(curve[k]));
        if (!std::isfinite(effect) || effect <= greatest) continue;
        greatest = effect;
        length = diagnosis.lengths[k];
    }
    return length;
}

}  // namespace

std::vector<FindingArea> areas_of(const diagnosis::Diagnosis& diagnosis,
                                  std::span<const std::size_t> findings, const Displayed& shown,
                                  std::span<const int> order) {
    const Places places(diagnosis, shown, order);
    std::vector<FindingArea> areas;
    for (const std::size_t number : findings) {
        add_areas(areas, number, diagnosis.findings.at(number), places);
    }
    return areas;
}

std::optional<Cell> first_cell(const diagnosis::Diagnosis& diagnosis, std::size_t finding,
                               const Displayed& shown, std::span<const int> order) {
    const Places places(diagnosis, shown, order);
    std::vector<FindingArea> areas;
    add_areas(areas, finding, diagnosis.findings.at(finding), places);
    if (places.have_several_hosts()) {
        const auto between_hosts = find_cell(
            areas, [&](const Cell& cell) { return places.host_at(cell.row) != places.host_at(cell.column); });
        if (between_hosts) return between_hosts;
    }
    return find_cell(areas, [](const Cell& cell) { return cell.row != cell.column; });
}

std::size_t plane_to_show(const diagnosis::Diagnosis& diagnosis, std::size_t finding,
                          const Displayed& shown) {
    const Finding& drawn = diagnosis.findings.at(finding);
    const std::vector<std::int64_t>& lengths = shown.stack->message_lengths();
    const auto place_of = [&](std::int64_t length) {
        const auto place = std::lower_bound(lengths.begin(), lengths.end(), length) - lengths.begin();
        return std::min(static_cast<std::size_t>(place), lengths.size() - 1);
    };
    const auto greatest = length_of_greatest_effect(diagnosis, drawn.evidence.curve);
    if (greatest) return place_of(*greatest);
    return (place_of(drawn.from_length_bytes) + place_of(drawn.to_length_bytes)) / 2;
}

}  // namespace fabricmap::viewer
