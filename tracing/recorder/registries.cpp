// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/registries.hpp"

#include "base/mixing.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fabricmap::tracing {

std::vector<int> world_ranks_of_group(MPI_Group group) {
    int size = 0;
    MPI_Group world = MPI_GROUP_NULL;
    PMPI_Group_size(group, &size);
    PMPI_Comm_group(MPI_COMM_WORLD, &world);
    std::vector<int> own(static_cast<std::size_t>(size));
    std::vector<int> ranks(own.size(), -1);
    std::iota(own.begin(), own.end(), 0);
    PMPI_Group_translate_ranks(group, size, own.data(), world, ranks.data());
    for (int& rank : ranks) rank = rank == MPI_UNDEFINED ? -1 : rank;
    PMPI_Group_free(&world);
    return ranks;
}

namespace {

std::vector<int> neighbours_in_grid(MPI_Comm comm) {
    int dimensions = 0;
    PMPI_Cartdim_get(comm, &dimensions);
    std::vector<int> neighbours;
    for (int dimension = 0; dimension < dimensions; ++dimension) {
        int below = MPI_PROC_NULL;
        int above = MPI_PROC_NULL;
        PMPI_Cart_shift(comm, dimension, 1, &below, &above);
        neighbours.push_back(below);
        neighbours.push_back(above);
    }
    return neighbours;
}

std::vector<int> neighbours_in_graph(MPI_Comm comm) {
    int own_rank = 0;
    int count = 0;
    PMPI_Comm_rank(comm, &own_rank);
    PMPI_Graph_neighbors_count(comm, own_rank, &count);
    std::vector<int> neighbours(static_cast<std::size_t>(count));
    PMPI_Graph_neighbors(comm, own_rank, count, neighbours.data());
    return neighbours;
}

std::vector<int> neighbours_in_distributed_graph(MPI_Comm comm) {
    int in_count = 0;
    int out_count = 0;
    int is_weighted = 0;
    PMPI_Dist_graph_neighbors_count(comm, &in_count, &out_count, &is_weighted);
    std::vector<int> from(static_cast<std::size_t>(in_count));
    std::vector<int> weights_in(from.size());
    std::vector<int> to(static_cast<std::size_t>(out_count));
    std::vector<int> weights_out(to.size());
    PMPI_Dist_graph_neighbors(comm, in_count, from.data(),
                              is_weighted != 0 ? weights_in.data() : MPI_UNWEIGHTED, out_count, to.data(),
                              is_weighted != 0 ? weights_out.data() : MPI_UNWEIGHTED);
    return to;
}

/// In the order of the blocks of neighbourhood collectives.
std::vector<int> neighbours_of(MPI_Comm comm) {
    int topology = MPI_UNDEFINED;
    PMPI_Topo_test(comm, &topology);
    std::vector<int> neighbours;
    if (topology == MPI_CART) neighbours = neighbours_in_grid(comm);
    if (topology == MPI_GRAPH) neighbours = neighbours_in_graph(comm);
    if (topology == MPI_DIST_GRAPH) neighbours = neighbours_in_distributed_graph(comm);
    for (int& rank : neighbours) rank = rank < 0 ? -1 : rank;
    return neighbours;
}

/// Others of this world may have met more processes, or fewer.
std::uint64_t identity_of(const std::vector<int>& ranks) {
    std::uint64_t sum = ranks.size();
    for (const int rank : ranks) sum = mix(sum, static_cast<std::uint64_t>(std::max(rank, -1)));
    return sum;
}

bool has_others(const std::vector<int>& ranks) {
    return std::any_of(ranks.begin(), ranks.end(), [](int rank) { return rank < 0; });
}

/// The same from both sides of an intercommunicator.
std::uint64_t identity_of_members(const CommunicatorEntry& entry) {
    return identity_of(entry.members) + identity_of(entry.remote_members);
}

constexpr std::uint64_t seed_of_group = 1;
constexpr std::uint64_t seed_of_unseen = 2;
constexpr std::uint64_t seed_of_window = 3;
constexpr std::uint64_t seed_of_active_set = 4;

}  // namespace

std::vector<int> Communicators::members_of(MPI_Group group) const {
    std::vector<int> ranks = world_ranks_of_group(group);
    for (std::size_t index = 0; index < ranks.size(); ++index) {
        for (auto met = met_.begin(); ranks[index] == -1 && met != met_.end(); ++met) {
            const int own = static_cast<int>(index);
            int remote = MPI_UNDEFINED;
            PMPI_Group_translate_ranks(group, 1, &own, met->remote, &remote);
            if (remote != MPI_UNDEFINED) ranks[index] = -2 - static_cast<int>(met->link.first_met) - remote;
        }
    }
    return ranks;
}

void Communicators::find_members(MPI_Comm comm, CommunicatorEntry& entry) const {
    int is_inter = 0;
    PMPI_Comm_test_inter(comm, &is_inter);
    entry.is_inter = is_inter != 0;
    PMPI_Comm_rank(comm, &entry.own_rank);
    MPI_Group group = MPI_GROUP_NULL;
    PMPI_Comm_group(comm, &group);
    entry.members = members_of(group);
    PMPI_Group_free(&group);
    if (!entry.is_inter) {
        entry.neighbours = neighbours_of(comm);
        return;
    }
    PMPI_Comm_remote_group(comm, &group);
    entry.remote_members = members_of(group);
    PMPI_Group_free(&group);
}

CommunicatorEntry* Communicators::insert(MPI_Comm comm, std::uint64_t seed, const Origin& origin) {
    auto entry = std::make_unique<CommunicatorEntry>();
    entry->number = next_number_++;
    find_members(comm, *entry);
    entry->identity = mix(seed, identity_of_members(*entry));
    entry->has_met = has_others(entry->members) || has_others(entry->remote_members) ||
                     (origin.parent != nullptr && origin.parent->has_met);
    entry->parent = origin.parent;
    entry->creation = origin.creation;
    auto& place = entries_[comm];
    if (place) freed_.push_back(std::move(place));
    place = std::move(entry);
    ++generation_;
    return place.get();
}

CommunicatorEntry* Communicators::find(MPI_Comm comm) {
    if (comm == MPI_COMM_NULL) return nullptr;
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(comm);
    if (found != entries_.end()) return found->second.get();
    CommunicatorEntry* const entry = insert(comm, 0, {});
    entry->creation = mix(seed_of_unseen, seen_[entry->identity]++);
    entry->identity = mix(entry->identity, entry->creation);
    return entry;
}

std::uint64_t Communicators::begin_creation(MPI_Comm parent) {
    CommunicatorEntry* const entry = find(parent);
    const std::lock_guard lock(mutex_);
    return entry == nullptr ? 0 : entry->creations++;
}

void Communicators::add_begun(MPI_Comm parent, std::uint64_t creation, MPI_Comm made) {
    const CommunicatorEntry* const entry = find(parent);
    if (entry == nullptr || made == MPI_COMM_NULL) return;
    const std::lock_guard lock(mutex_);
    insert(made, mix(entry->identity, creation), {entry, creation});
}

void Communicators::add(MPI_Comm parent, MPI_Comm made) {
    add_begun(parent, begin_creation(parent), made);
}

void Communicators::add_of_group(MPI_Comm parent, int tag, MPI_Comm made) {
    if (made == MPI_COMM_NULL) return;
    const CommunicatorEntry* const entry = find(parent);
    const std::uint64_t of_parent = entry == nullptr ? 0 : entry->identity;
    const std::lock_guard lock(mutex_);
    const std::uint64_t seed = mix(mix(of_parent, seed_of_group), static_cast<std::uint64_t>(tag));
    CommunicatorEntry* const added = insert(made, seed, {entry, 0});
    const std::uint64_t number = seen_[added->identity]++;
    added->identity = mix(added->identity, number);
    added->creation = mix(mix(seed_of_group, static_cast<std::uint64_t>(tag)), number);
}

void Communicators::add_link(MPI_Comm parent, MPI_Comm made, Link link) {
    if (made == MPI_COMM_NULL) return;
    const std::uint64_t creation = begin_creation(parent);
    const CommunicatorEntry* const entry = find(parent);
    const std::lock_guard lock(mutex_);
    Met met{std::move(link)};
    if (!met_.empty()) met.link.first_met = met_.back().link.first_met + met_.back().link.remote.size();
    PMPI_Comm_remote_group(made, &met.remote);
    met.link.remote = members_of(met.remote);
    met_.push_back(std::move(met));
    CommunicatorEntry* const added =
        insert(made, entry == nullptr ? 0 : mix(entry->identity, creation), {entry, creation});
    added->has_met = true;
    met_.back().link.identity = added->identity;
    met_.back().link.members = added->members;
}

std::string Communicators::describe_links(std::size_t first) {
    const std::lock_guard lock(mutex_);
    std::string text;
    for (std::size_t number = first; number < met_.size(); ++number) {
        const Link& link = met_[number].link;
        for (const std::uint64_t value :
             {link.identity, static_cast<std::uint64_t>(link.kind), link.token, link.start, link.end,
              std::uint64_t{link.first_met}, std::uint64_t{link.members.size()}})
            text += std::to_string(value) + ' ';
        for (const auto* const side : {&link.members, &link.remote})
            for (const int member : *side) text += std::to_string(member) + ' ';
        text.back() = '\n';
    }
    return text;
}

void Communicators::forget(MPI_Comm comm) {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(comm);
    if (found == entries_.end()) return;
    // Calls of other threads may still look at it.
    freed_.push_back(std::move(found->second));
    entries_.erase(found);
    ++generation_;
}

CommunicatorEntry& Communicators::of_pes(const ActiveSet& set) {
    const std::lock_guard lock(mutex_);
    const auto [found, is_new] = active_sets_.try_emplace(set);
    CommunicatorEntry& entry = found->second;
    if (!is_new) return entry;
    int own = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &own);
    entry.number = next_number_++;
    entry.own_rank = -1;
    for (int index = 0; index < set.size; ++index) {
        const int pe = set.start + (index << set.log_stride);
        if (pe == own) entry.own_rank = index;
        entry.members.push_back(pe);
    }
    entry.identity = mix(seed_of_active_set, identity_of(entry.members));
    return entry;
}

const WindowEntry* Windows::find(MPI_Win window) {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(window);
    return found == entries_.end() ? nullptr : &found->second;
}

void Windows::add(const CommunicatorEntry& communicator, std::uint64_t creation, MPI_Win window) {
    const std::lock_guard lock(mutex_);
    entries_[window] = {next_number_++, mix(communicator.identity, mix(seed_of_window, creation)),
                        communicator.number};
}

void Windows::forget(MPI_Win window) {
    const std::lock_guard lock(mutex_);
    entries_.erase(window);
}

}  // namespace fabricmap::tracing
