// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/message_matching.hpp"

#include "tracing/functions/functions.hpp"

#include <algorithm>
#include <tuple>

namespace fabricmap::tracing {
namespace {

constexpr auto message_type = RecordType::point_to_point;

/// The fields of one side of a message.
struct SideFields {
    FieldIndex op_name;
    FieldIndex op_type;
    FieldIndex start;
    FieldIndex finish;
    FieldIndex rank;
    FieldIndex source_code;
    FieldIndex wait_start;
    FieldIndex wait_finish;
};

constexpr SideFields send_fields{
    field(message_type, "send_op_name"),         field(message_type, "send_op_type"),
    field(message_type, "send_start_time"),      field(message_type, "send_finish_time"),
    field(message_type, "send_process_rank"),    field(message_type, "send_source_code"),
    field(message_type, "send_wait_start_time"), field(message_type, "send_wait_finish_time")};

constexpr SideFields receive_fields{
    field(message_type, "receive_op_name"),         field(message_type, "receive_op_type"),
    field(message_type, "receive_start_time"),      field(message_type, "receive_finish_time"),
    field(message_type, "receive_process_rank"),    field(message_type, "receive_source_code"),
    field(message_type, "receive_wait_start_time"), field(message_type, "receive_wait_finish_time")};

/// Sender, receiver, tag and communicator; then the order in which they are matched.
auto key_of_send(const MessageSide& side) {
    return std::tuple(side.group, side.call.rank, side.peer, side.tag);
}
auto key_of_receive(const MessageSide& side) {
    return std::tuple(side.group, side.peer, side.call.rank, side.tag);
}

template <typename KeyOf>
void sort_sides(std::vector<MessageSide>& sides, const KeyOf& key_of) {
    std::stable_sort(sides.begin(), sides.end(), [&](const MessageSide& a, const MessageSide& b) {
        const auto of_a = key_of(a);
        const auto of_b = key_of(b);
        return of_a != of_b ? of_a < of_b : a.order < b.order;
    });
}

void set_side(RecordTable& table, const SideFields& fields, std::size_t record, const MessageSide& side,
              StringId op_type) {
    table.set(fields.op_name, record, side.call.function);
    table.set(fields.op_type, record, op_type);
    table.set(fields.start, record, side.call.start);
    table.set(fields.finish, record, side.call.finish);
    table.set(fields.rank, record, static_cast<double>(side.call.rank));
    table.set(fields.source_code, record, side.call.place);
    table.set(fields.wait_start, record, side.wait_start);
    table.set(fields.wait_finish, record, side.wait_finish);
}

/// Types of functions by their interned names.
class OpTypes {
  public:
    explicit OpTypes(Strings& strings) : strings_(strings) {}

    StringId of_send(StringId function) {
        const auto [found, is_new] = types_.emplace(function, no_string);
        if (is_new) found->second = strings_.intern(type_named(strings_[function]));
        return found->second;
    }
    /// A receive returns with its message, or is non-blocking: MPI_Sendrecv's is the former.
    StringId of_receive(StringId function) {
        const StringId type = of_send(function);
        return strings_[type] == "non-blocking" ? type : strings_.intern("blocking");
    }

  private:
    static std::string_view type_named(std::string_view name) {
        const FunctionInfo* const info = find_function(name);
        return info == nullptr || info->op_type.empty() ? "non-blocking" : info->op_type;
    }

    Strings& strings_;
    std::map<StringId, StringId> types_;
};

}  // namespace

void match_messages(Events& events, double clock_error_s, Trace& trace, MatchingReport& report) {
    std::vector<MessageSide>& sends = events.sends;
    std::vector<MessageSide>& receives = events.receives;
    std::erase_if(sends, [](const MessageSide& side) { return side.is_cancelled; });
    report.unfinished_receives = static_cast<std::uint64_t>(
        std::count_if(receives.begin(), receives.end(),
                      [](const MessageSide& side) { return !side.is_completed && !side.is_cancelled; }));
    std::erase_if(receives, [](const MessageSide& side) { return !side.is_completed; });
    sort_sides(sends, key_of_send);
    sort_sides(receives, key_of_receive);

    RecordTable& table = trace[message_type];
    OpTypes types(trace.strings());
    std::vector<StringId> groups;
    for (const std::string& name : events.groups) groups.push_back(trace.strings().intern(name));
    auto send = sends.begin();
    auto receive = receives.begin();
    while (send != sends.end() && receive != receives.end()) {
        const auto of_send = key_of_send(*send);
        const auto of_receive = key_of_receive(*receive);
        if (of_send != of_receive) {
            const bool send_is_alone = of_send < of_receive;
            if (send_is_alone) ++report.unmatched_sends, ++send;
            if (!send_is_alone) ++report.unmatched_receives, ++receive;
            continue;
        }
        const std::size_t record = table.add();
        set_side(table, send_fields, record, *send, types.of_send(send->call.function));
        set_side(table, receive_fields, record, *receive, types.of_receive(receive->call.function));
        table.set(field(message_type, "bytes"), record, static_cast<double>(send->bytes));
        table.set(field(message_type, "tag"), record, static_cast<double>(send->tag));
        table.set(field(message_type, "communicator"), record, groups[send->group]);
        table.set(field(message_type, "phase"), record, send->call.phase);
        const double received =
            receive->wait_finish == receive->wait_finish ? receive->wait_finish : receive->call.finish;
        if (received + clock_error_s < send->call.start) ++report.early_receives;
        if (send->bytes != receive->bytes) ++report.unequal_lengths;
        ++send;
        ++receive;
    }
    report.unmatched_sends += static_cast<std::uint64_t>(sends.end() - send);
    report.unmatched_receives += static_cast<std::uint64_t>(receives.end() - receive);
    report.messages = table.size();
    report.cancelled = events.cancelled;
}

}  // namespace fabricmap::tracing
