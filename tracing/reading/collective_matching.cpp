// SPDX-License-Identifier: Apache-2.0
#include "tracing/functions/functions.hpp"
#include "tracing/reading/match_keys.hpp"
#include "tracing/reading/message_matching.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace fabricmap::tracing {
namespace {

constexpr auto collective_type = RecordType::collective;

consteval FieldIndex collective_field(std::string_view name) {
    return field(collective_type, name);
}

/// What is known of functions, each looked up once.
class CollectiveFunctions {
  public:
    struct About {
        StringId op_type = no_string;
        bool has_prefix = false;
        bool is_to_root = false;
        bool is_start = false;  ///< of MPI
    };

    explicit CollectiveFunctions(Strings& strings) : strings_(strings) {}

    const About& operator[](StringId function) {
        const auto [found, is_new] = known_.emplace(function, About{});
        if (!is_new) return found->second;
        const std::string_view name = strings_[function];
        const FunctionInfo* const info = find_function(name);
        found->second.op_type = strings_.intern(info == nullptr ? std::string_view() : info->op_type);
        found->second.has_prefix = name == "MPI_Scan" || name == "MPI_Exscan";
        found->second.is_to_root = info != nullptr && info->op_type == "all-to-one";
        found->second.is_start = info != nullptr && info->op_type == "init";
        return found->second;
    }

  private:
    Strings& strings_;
    std::map<StringId, About> known_;
};

using Parts = std::span<const CollectivePart* const>;

/// The extremes of an operation, and its root.
struct Extremes {
    double start_min = 0;
    double start_max = 0;
    double finish_min = 0;
    double finish_max = 0;
    double wait_start_max = never;
    const CollectivePart* root = nullptr;  ///< nothing where its part is missing
    const CollectivePart* last = nullptr;  ///< to start; nothing where some never did, or it is not known
};

/// The root that those name which know it; -1 where there is none.
std::int32_t root_of(Parts parts) {
    const auto known =
        std::find_if(parts.begin(), parts.end(), [](const auto* part) { return part->root >= 0; });
    return known == parts.end() ? -1 : (*known)->root;
}

/// `absent`: members whose parts are missing.
Extremes extremes_of(Parts parts, std::size_t absent) {
    const std::int32_t root = root_of(parts);
    const CollectivePart& first = *parts.front();
    Extremes extremes{
        first.call.start, first.call.start, first.call.finish, first.call.finish, never, &first, &first};
    for (const CollectivePart* const one : parts) {
        const CollectivePart& part = *one;
        extremes.start_min = std::min(extremes.start_min, part.call.start);
        if (part.call.start > extremes.last->call.start) extremes.last = &part;
        extremes.start_max = std::max(extremes.start_max, part.call.start);
        extremes.wait_start_max = std::fmax(extremes.wait_start_max, part.wait.start);
        extremes.finish_min = std::min(extremes.finish_min, part.call.finish);
        extremes.finish_max = std::max(extremes.finish_max, part.call.finish);
        const bool leads = root < 0 ? part.call.rank < extremes.root->call.rank : part.call.rank == root;
        if (leads) extremes.root = &part;
        // Those that it waited for when it was last seen had not come.
        if (part.open_members > parts.size() + absent)
            extremes.start_max = std::max(extremes.start_max, part.call.finish);
    }
    if (extremes.start_max > extremes.last->call.start) extremes.last = nullptr;
    if (root >= 0 && extremes.root->call.rank != root) extremes.root = nullptr;
    return extremes;
}

/// The call that ends with it.
Waiting end_of(const CollectivePart& part) {
    const bool has_waited = part.wait.finish == part.wait.finish;
    return has_waited ? part.wait : Waiting{part.call.start, part.call.finish, part.call.place};
}

/// Whether they left so soon after the last that is known had come that no other came much later.
bool left_with_last(Parts parts, const Extremes& extremes, bool is_to_root) {
    constexpr double tolerated_fraction = 0.1;  // of the time in which they came
    double left = end_of(*parts.front()).finish;
    for (const CollectivePart* const part : parts) left = std::min(left, end_of(*part).finish);
    if (is_to_root && extremes.root != nullptr) left = end_of(*extremes.root).finish;
    return left - extremes.start_max <= tolerated_fraction * (extremes.start_max - extremes.start_min);
}

/// A member of a group whose calls are missing, from so many parts on.
struct HidingMember {
    int rank = 0;
    std::size_t parts = 0;
};

/// Members of an operation whose parts are missing. Nobody is the last where one of them may have been.
class AbsentMembers {
  public:
    /// `index`: of the operation in its group.
    AbsentMembers(Parts parts, const std::vector<HidingMember>& hiding, std::size_t index) : parts_(parts) {
        for (const HidingMember& member : hiding) {
            if (member.parts <= index) ranks_.push_back(member.rank);
        }
    }

    [[nodiscard]] std::size_t count() const noexcept { return ranks_.size(); }

    void forget_what_they_hide(const CollectiveFunctions::About& function, Extremes& extremes,
                               std::vector<UnseenPartner>& unseen) const {
        if (ranks_.empty()) return;
        const bool is_last_known =
            extremes.last == nullptr || left_with_last(parts_, extremes, function.is_to_root);
        if (is_last_known && extremes.root != nullptr) return;
        if (!is_last_known) {
            extremes.start_max = never;
            extremes.wait_start_max = never;
            extremes.last = nullptr;
        }
        if (function.is_start) return;
        const std::int32_t partner = extremes.root == nullptr ? root_of(parts_) : ranks_.front();
        for (const CollectivePart* const part : parts_) {
            const Waiting call = end_of(*part);
            unseen.push_back({part->call.rank, call.start, call.finish, call.place, partner});
        }
    }

  private:
    Parts parts_;
    std::vector<int> ranks_;
};

void set_root(const CollectivePart& root, std::size_t record, RecordTable& table) {
    table.set(collective_field("root_start_time"), record, root.call.start);
    table.set(collective_field("root_finish_time"), record, root.call.finish);
    table.set(collective_field("root_source_code"), record, root.call.place);
}

/// An operation, of the members whose parts there are.
struct Operation {
    Parts parts;
    std::size_t instance = 0;
    StringId group = no_string;
};

void add_operation(const Operation& operation, const Extremes& extremes, bool is_whole,
                   CollectiveFunctions& functions, std::size_t record, RecordTable& table) {
    const auto& [parts, instance, group] = operation;
    const std::int32_t named_root = root_of(parts);
    const std::int32_t root = named_root < 0 ? extremes.root->call.rank : named_root;
    double prefix = never;
    for (const CollectivePart* const one : parts) {
        const CollectivePart& part = *one;
        const CollectiveFunctions::About& function = functions[part.call.function];
        table.set(collective_field("op_name"), record, part.call.function);
        table.set(collective_field("op_type"), record, function.op_type);
        table.set(collective_field("process_rank"), record, static_cast<double>(part.call.rank));
        table.set(collective_field("root_process_rank"), record, static_cast<double>(root));
        table.set(collective_field("start_time_min"), record, extremes.start_min);
        table.set(collective_field("start_time_max"), record, extremes.start_max);
        table.set(collective_field("finish_time_min"), record, extremes.finish_min);
        table.set(collective_field("finish_time_max"), record, extremes.finish_max);
        table.set(collective_field("start_time"), record, part.call.start);
        table.set(collective_field("finish_time"), record, part.call.finish);
        if (extremes.root != nullptr) set_root(*extremes.root, record, table);
        table.set(collective_field("source_code"), record, part.call.place);
        if (extremes.last != nullptr) {
            table.set(collective_field("last_process_rank"), record,
                      static_cast<double>(extremes.last->call.rank));
            table.set(collective_field("last_source_code"), record, extremes.last->call.place);
        }
        table.set(collective_field("wait_start_time"), record, part.wait.start);
        table.set(collective_field("wait_finish_time"), record, part.wait.finish);
        table.set(collective_field("wait_source_code"), record, part.wait.place);
        table.set(collective_field("wait_start_time_max"), record, extremes.wait_start_max);
        set_origin(table, {collective_field("caller"), collective_field("thread")}, record, part.call);
        table.set(collective_field("instance"), record, static_cast<double>(instance));
        table.set(collective_field("phase"), record, part.call.phase);
        table.set(collective_field("communicator"), record, group);
        if (part.bytes >= 0) table.set(collective_field("bytes"), record, static_cast<double>(part.bytes));
        if (function.has_prefix) {
            if (is_whole) table.set(collective_field("prefix_start_time_max"), record, prefix);
            prefix = prefix == prefix ? std::max(prefix, part.call.start) : part.call.start;
        }
        ++record;
    }
}

/// The keys of a group's members, which are side by side in the order of all keys.
using Members = std::span<const std::uint32_t>;

/// The parts that are the members' operation of that index, in the order of ranks in the communicator.
void take_parts(const PartsByKey<CollectivePart>& by_rank, Members members, std::size_t index,
                std::vector<const CollectivePart*>& parts) {
    parts.clear();
    for (const std::uint32_t member : members) {
        if (index < by_rank.count(member)) parts.push_back(&by_rank.part(member, index));
    }
    const auto is_before = [](const CollectivePart* a, const CollectivePart* b) {
        return a->own_rank < b->own_rank;
    };
    if (!std::is_sorted(parts.begin(), parts.end(), is_before)) {
        std::stable_sort(parts.begin(), parts.end(), is_before);
    }
}

/// Those of the group that the members' keys are of.
std::vector<HidingMember> hiding_members_of(const Events& events, const MatchKeys& keys, Members members,
                                            const PartsByKey<CollectivePart>& by_rank) {
    std::vector<HidingMember> hiding;
    const auto found = events.hiding_members.find(static_cast<std::uint32_t>(keys[members.front()][0]));
    if (found == events.hiding_members.end()) return hiding;
    for (const int rank : found->second) {
        const auto own = std::find_if(members.begin(), members.end(),
                                      [&](std::uint32_t number) { return keys[number][1] == rank; });
        hiding.push_back({rank, own == members.end() ? 0 : by_rank.count(*own)});
    }
    return hiding;
}

bool is_mixed(Parts parts) {
    const std::int32_t root = root_of(parts);
    return std::any_of(parts.begin(), parts.end(), [&](const CollectivePart* part) {
        return part->call.function != parts.front()->call.function ||
               (!part->is_beside_root && part->open_members == 0 && part->root != root);
    });
}

}  // namespace

void match_collectives(const Events& events, Operations& operations) {
    Trace& trace = operations.trace;
    MatchingReport& report = operations.report;
    MatchKeys keys;
    std::vector<std::uint32_t> of_parts;
    of_parts.reserve(events.collectives.size());
    for (const CollectivePart& part : events.collectives) {
        of_parts.push_back(keys.number_of({static_cast<std::int32_t>(part.group), part.call.rank}));
    }
    // A rank's parts are in order, but for those of other threads.
    const PartsByKey<CollectivePart> by_rank(events.collectives, of_parts, keys.size(),
                                             [](const CollectivePart& part) { return part.call.start; });
    RecordTable& table = trace[collective_type];
    std::size_t record = table.add(events.collectives.size());
    CollectiveFunctions functions(trace.strings());
    std::size_t instance = 0;
    std::vector<const CollectivePart*> parts;
    const std::vector<std::uint32_t> sorted = keys.sorted();
    for (auto begin = sorted.begin(); begin != sorted.end();) {
        const auto end = std::find_if(
            begin, sorted.end(), [&](std::uint32_t number) { return keys[number][0] != keys[*begin][0]; });
        std::size_t size = 0;
        const auto hiding = hiding_members_of(events, keys, Members(begin, end), by_rank);
        for (std::size_t index = 0;; ++index) {
            take_parts(by_rank, Members(begin, end), index, parts);
            if (parts.empty()) break;
            // All members took part in the first; from then on fewer are too few.
            if (index == 0) size = parts.size();
            if (parts.size() != size) ++report.incomplete_collectives;
            if (is_mixed(parts)) ++report.mixed_collectives;
            const CollectivePart& first = *parts.front();
            const StringId group = first.group < events.groups.size()
                                       ? trace.strings().intern(events.groups[first.group])
                                       : first.group_name;
            const AbsentMembers absent(parts, hiding, index);
            Extremes extremes = extremes_of(parts, absent.count());
            absent.forget_what_they_hide(functions[first.call.function], extremes,
                                         operations.unseen_partners);
            add_operation({parts, instance++, group}, extremes, absent.count() == 0, functions, record,
                          table);
            record += parts.size();
        }
        begin = end;
    }
}

}  // namespace fabricmap::tracing
