// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/message_matching.hpp"

#include "tracing/functions/functions.hpp"
#include "tracing/reading/match_keys.hpp"

#include <algorithm>
#include <map>

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
    FieldIndex wait_source_code;
    OriginFields origin;
};

constexpr SideFields send_fields{field(message_type, "send_op_name"),
                                 field(message_type, "send_op_type"),
                                 field(message_type, "send_start_time"),
                                 field(message_type, "send_finish_time"),
                                 field(message_type, "send_process_rank"),
                                 field(message_type, "send_source_code"),
                                 field(message_type, "send_wait_start_time"),
                                 field(message_type, "send_wait_finish_time"),
                                 field(message_type, "send_wait_source_code"),
                                 {field(message_type, "send_caller"), field(message_type, "send_thread")}};

constexpr SideFields receive_fields{
    field(message_type, "receive_op_name"),
    field(message_type, "receive_op_type"),
    field(message_type, "receive_start_time"),
    field(message_type, "receive_finish_time"),
    field(message_type, "receive_process_rank"),
    field(message_type, "receive_source_code"),
    field(message_type, "receive_wait_start_time"),
    field(message_type, "receive_wait_finish_time"),
    field(message_type, "receive_wait_source_code"),
    {field(message_type, "receive_caller"), field(message_type, "receive_thread")}};

MatchKey key_of(const MessageSide& side, std::int32_t sender, std::int32_t receiver) {
    return {static_cast<std::int32_t>(side.group), sender, receiver, side.tag};
}

double order_of(const MessageSide& side) {
    return side.order;
}

void set_side(RecordTable& table, const SideFields& fields, std::size_t record, const MessageSide& side,
              StringId op_type) {
    table.set(fields.op_name, record, side.call.function);
    table.set(fields.op_type, record, op_type);
    table.set(fields.start, record, side.call.start);
    table.set(fields.finish, record, side.call.finish);
    table.set(fields.rank, record, static_cast<double>(side.call.rank));
    table.set(fields.source_code, record, side.call.place);
    table.set(fields.wait_start, record, side.wait.start);
    table.set(fields.wait_finish, record, side.wait.finish);
    table.set(fields.wait_source_code, record, side.wait.place);
    set_origin(table, fields.origin, record, side.call);
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

    [[nodiscard]] bool is_non_blocking(StringId function) {
        return strings_[of_send(function)] == "non-blocking";
    }
    /// Whether a send waits for its receive unless the message is short: those with a buffer of the program's
    /// never do, and synchronous ones always.
    [[nodiscard]] bool may_wait(StringId function) const {
        const std::string_view name = strings_[function];
        return name.starts_with("MPI_Send") || name.starts_with("MPI_Isend");
    }

  private:
    static std::string_view type_named(std::string_view name) {
        const FunctionInfo* const info = find_function(name);
        return info == nullptr || info->op_type.empty() ? "non-blocking" : info->op_type;
    }

    Strings& strings_;
    std::map<StringId, StringId> types_;
};

/// Puts messages into the trace.
class MessageRecords {
  public:
    MessageRecords(const Events& events, double clock_error_s, Trace& trace, MatchingReport& report)
        : clock_error_s_(clock_error_s),
          probes_(events.probes),
          table_(trace[message_type]),
          report_(report),
          types_(trace.strings()) {
        for (const std::string& name : events.groups) groups_.push_back(trace.strings().intern(name));
    }

    void make_room(std::size_t messages) { next_ = table_.add(messages); }

    /// -1 where none was.
    [[nodiscard]] std::int64_t eager_bytes() const noexcept { return eager_bytes_; }

    void add(const MessageSide& send, const MessageSide& receive) {
        const std::size_t record = next_++;
        set_side(table_, send_fields, record, send, types_.of_send(send.call.function));
        set_side(table_, receive_fields, record, receive, types_.of_receive(receive.call.function));
        table_.set(field(message_type, "bytes"), record, static_cast<double>(send.bytes));
        table_.set(field(message_type, "tag"), record, static_cast<double>(send.tag));
        table_.set(field(message_type, "communicator"), record, groups_[send.group]);
        table_.set(field(message_type, "phase"), record, send.call.phase);
        const double received =
            receive.wait.finish == receive.wait.finish ? receive.wait.finish : receive.call.finish;
        if (received + clock_error_s_ < send.call.start) ++report_.early_receives;
        if (receive.probe != 0) {
            const Waiting& probe = probes_[receive.probe - 1];
            table_.set(field(message_type, "receive_probe_start_time"), record, probe.start);
            table_.set(field(message_type, "receive_probe_finish_time"), record, probe.finish);
            table_.set(field(message_type, "receive_probe_source_code"), record, probe.place);
        }
        note_eager(send, receive);
        if (send.bytes != receive.bytes && receive.bytes >= 0) ++report_.unequal_lengths;
    }

  private:
    /// What has left its sender before there was a receive had not waited for it.
    void note_eager(const MessageSide& send, const MessageSide& receive) {
        if (!types_.may_wait(send.call.function)) return;
        const bool is_non_blocking = send.wait.finish == send.wait.finish;
        const double sent = is_non_blocking ? send.wait.finish : send.call.finish;
        if (types_.is_non_blocking(send.call.function) && !is_non_blocking) return;
        const double posted = std::min(receive.order, receive.call.start);
        if (sent + clock_error_s_ < posted) eager_bytes_ = std::max(eager_bytes_, send.bytes);
    }

    double clock_error_s_;
    const std::vector<Waiting>& probes_;
    std::int64_t eager_bytes_ = -1;
    RecordTable& table_;
    MatchingReport& report_;
    OpTypes types_;
    std::vector<StringId> groups_;
    std::size_t next_ = 0;
};

/// A message whose other side may be among the calls that are missing: who waited for whom is not known.
void note_unseen_partner(const MessageSide& side, const Events& events, Operations& operations) {
    if (!hides_calls(events, side.peer)) return;
    const bool has_waited = side.wait.finish == side.wait.finish;
    operations.unseen_partners.push_back({side.call.rank, has_waited ? side.wait.start : side.call.start,
                                          has_waited ? side.wait.finish : side.call.finish,
                                          has_waited ? side.wait.place : side.call.place, side.peer});
}

}  // namespace

void match_messages(Events& events, double clock_error_s, Operations& operations) {
    Trace& trace = operations.trace;
    MatchingReport& report = operations.report;
    std::vector<MessageSide>& sends = events.sends;
    std::vector<MessageSide>& receives = events.receives;
    std::erase_if(sends, [](const MessageSide& side) { return side.is_cancelled; });
    report.unfinished_receives = static_cast<std::uint64_t>(
        std::count_if(receives.begin(), receives.end(),
                      [](const MessageSide& side) { return !side.is_completed && !side.is_cancelled; }));
    std::erase_if(receives, [](const MessageSide& side) { return !side.is_completed; });
    const auto is_of_unknown = [](const MessageSide& side) { return side.peer < 0; };
    report.messages_of_unknown +=
        std::erase_if(sends, is_of_unknown) + std::erase_if(receives, is_of_unknown);
    MatchKeys keys;
    std::vector<std::uint32_t> of_sends;
    std::vector<std::uint32_t> of_receives;
    of_sends.reserve(sends.size());
    of_receives.reserve(receives.size());
    for (const MessageSide& side : sends) {
        of_sends.push_back(keys.number_of(key_of(side, side.call.rank, side.peer)));
    }
    for (const MessageSide& side : receives) {
        of_receives.push_back(keys.number_of(key_of(side, side.peer, side.call.rank)));
    }
    const PartsByKey<MessageSide> sent(sends, of_sends, keys.size(), order_of);
    const PartsByKey<MessageSide> received(receives, of_receives, keys.size(), order_of);
    std::size_t messages = 0;
    for (std::uint32_t key = 0; key < keys.size(); ++key) {
        messages += std::min(sent.count(key), received.count(key));
    }
    MessageRecords records(events, clock_error_s, trace, report);
    records.make_room(messages);
    for (const std::uint32_t key : keys.sorted()) {
        const std::size_t both = std::min(sent.count(key), received.count(key));
        for (std::size_t index = 0; index < both; ++index) {
            records.add(sent.part(key, index), received.part(key, index));
        }
        for (std::size_t index = both; index < received.count(key); ++index)
            note_unseen_partner(received.part(key, index), events, operations);
        for (std::size_t index = both; index < sent.count(key); ++index) {
            const MessageSide& send = sent.part(key, index);
            note_unseen_partner(send, events, operations);
            ++operations.unreceived[{send.call.rank, send.peer, std::max<std::int64_t>(send.bytes, 0)}];
        }
        report.unmatched_sends += sent.count(key) - both;
        report.unmatched_receives += received.count(key) - both;
    }
    constexpr auto program = RecordType::program;
    if (records.eager_bytes() >= 0 && trace[program].size() > 0)
        trace[program].set(field(program, "eager_bytes"), 0, static_cast<double>(records.eager_bytes()));
    report.messages = trace[message_type].size();
    report.cancelled = events.cancelled;
}

}  // namespace fabricmap::tracing
