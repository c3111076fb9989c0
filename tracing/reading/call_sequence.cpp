// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/call_sequence.hpp"

#include <algorithm>

namespace fabricmap::tracing {

bool CallSequence::next() {
    for (;;) {
        if (reader_.at_end()) return false;
        const std::uint64_t head = reader_.get();
        if (head == 0) {
            define();
        } else {
            read_call(head);
            return !reader_.failed();
        }
    }
}

void CallSequence::define() {
    switch (static_cast<Definition>(reader_.get())) {
        case Definition::context:
            define_context();
            return;
        case Definition::outcome: {
            Outcome outcome;
            outcome.source = static_cast<std::int32_t>(reader_.get_signed());
            outcome.tag = static_cast<std::int32_t>(reader_.get_signed());
            outcome.bytes = reader_.get_signed();
            outcome.is_cancelled = reader_.get();
            outcomes_.push_back(outcome);
            return;
        }
        case Definition::list:
            define_list();
            return;
        case Definition::communicator:
            define_communicator();
            return;
        case Definition::window: {
            WindowInfo& window = windows_[static_cast<std::int32_t>(reader_.get_signed())];
            window.identity = reader_.get();
            window.communicator = static_cast<std::int32_t>(reader_.get_signed());
            return;
        }
        case Definition::forget_all:
            first_context_ = contexts_.size();
            first_outcome_ = outcomes_.size();
            first_list_ = lists_.size();
            return;
        case Definition::filler:
            reader_.skip(reader_.get());
            return;
        case Definition::path:
            define_path();
            return;
    }
    reader_.fail();
}

void CallSequence::define_context() {
    CallContext context;
    context.place = reader_.get();
    context.function = static_cast<std::uint32_t>(reader_.get());
    for (std::int32_t* const field :
         {&context.communicator, &context.window, &context.send_peer, &context.send_tag,
          &context.receive_peer, &context.receive_tag, &context.list}) {
        *field = static_cast<std::int32_t>(reader_.get_signed());
    }
    context.send_bytes = reader_.get_signed();
    context.receive_bytes = reader_.get_signed();
    context.path = static_cast<std::int32_t>(reader_.get_signed());
    if (context.path >= std::ssize(paths_)) return reader_.fail();
    if (context.list >= 0) {
        const std::size_t list = first_list_ + static_cast<std::size_t>(context.list);
        if (list >= lists_.size()) return reader_.fail();
        context.list = static_cast<std::int32_t>(list);
    }
    contexts_.push_back(context);
}

void CallSequence::define_list() {
    const std::uint64_t length = reader_.get();
    if (length > reader_.left()) return reader_.fail();
    std::vector<std::int64_t> list(length);
    for (std::int64_t& value : list) value = reader_.get_signed();
    lists_.push_back(std::move(list));
}

void CallSequence::define_path() {
    const std::uint64_t length = reader_.get();
    if (length > reader_.left()) return reader_.fail();
    std::vector<std::uint64_t> path(length);
    std::uint64_t before = 0;
    for (std::uint64_t& address : path) address = before += static_cast<std::uint64_t>(reader_.get_signed());
    paths_.push_back(std::move(path));
}

std::vector<int> CallSequence::read_members() {
    const std::uint64_t size = reader_.get();
    if (size > reader_.left()) {
        reader_.fail();
        return {};
    }
    std::vector<int> members(size);
    std::int64_t before = -1;
    for (int& member : members) {
        before += 1 + std::clamp<std::int64_t>(reader_.get_signed(), -0x7fffffff, 0x7fffffff);
        before = std::clamp<std::int64_t>(before, -0x7fffffff, 0x7fffffff);
        member = static_cast<int>(before);
    }
    return members;
}

void CallSequence::define_communicator() {
    CommunicatorInfo& communicator = communicators_[static_cast<std::int32_t>(reader_.get_signed())];
    communicator.identity = reader_.get();
    const std::uint64_t kind = reader_.get();
    communicator.is_inter = (kind & is_inter_bit) != 0;
    communicator.has_met = (kind & has_met_bit) != 0;
    communicator.own_rank = static_cast<int>(reader_.get_signed());
    communicator.members = read_members();
    communicator.remote_members = read_members();
    if (!communicator.has_met) return;
    communicator.parent = static_cast<std::int32_t>(reader_.get_signed());
    communicator.creation = reader_.get();
}

void CallSequence::read_call(std::uint64_t head) {
    const std::uint64_t context = head / 2 - 1 + first_context_;
    if (head < 2 || context >= contexts_.size()) return reader_.fail();
    call_.context = context;
    call_.start = call_.end + reader_.get();
    call_.end = call_.start + reader_.get();
    call_.count = 1;
    call_.ticks_inside = call_.end - call_.start;
    items_.clear();
    if (head % 2 != 0) read_items();
}

void CallSequence::read_items() {
    const std::uint64_t count = reader_.get();
    if (count > reader_.left()) return reader_.fail();
    for (std::uint64_t number = 0; number < count && !reader_.failed(); ++number) {
        CallItem item{static_cast<Item>(reader_.get()), reader_.get(), reader_.get()};
        if (item.kind == Item::completes) {
            item.first = last_completed_ += static_cast<std::uint64_t>(unzigzag(item.first));
            item.second += first_outcome_;
            if (item.second >= outcomes_.size()) return reader_.fail();
        } else if (item.kind == Item::starts) {
            item.first = last_started_ += static_cast<std::uint64_t>(unzigzag(item.first));
            if (item.second != 0) item.second += first_context_;
            if (item.second > contexts_.size()) return reader_.fail();
        } else if (item.kind == Item::touches) {
            item.first = last_touched_ += static_cast<std::uint64_t>(unzigzag(item.first));
        } else if (item.kind == Item::count) {
            call_.count = item.first;
            call_.ticks_inside = item.second;
        }
        items_.push_back(item);
    }
}

const std::vector<std::int64_t>& CallSequence::list_of(const CallContext& context) const noexcept {
    static const std::vector<std::int64_t> none;
    return context.list < 0 ? none : lists_[static_cast<std::size_t>(context.list)];
}

const std::vector<std::uint64_t>& CallSequence::path_of(const CallContext& context) const noexcept {
    static const std::vector<std::uint64_t> none;
    return context.path < 0 ? none : paths_[static_cast<std::size_t>(context.path)];
}

const CommunicatorInfo* CallSequence::communicator(std::int32_t number) const {
    const auto found = communicators_.find(number);
    return found == communicators_.end() ? nullptr : &found->second;
}

const CommunicatorInfo* CallSequence::communicator_named(std::uint64_t identity) const {
    if (identity == 0) return nullptr;
    const auto found = std::find_if(communicators_.begin(), communicators_.end(),
                                    [&](const auto& one) { return one.second.identity == identity; });
    return found == communicators_.end() ? nullptr : &found->second;
}

const WindowInfo* CallSequence::window(std::int32_t number) const {
    const auto found = windows_.find(number);
    return found == windows_.end() ? nullptr : &found->second;
}

}  // namespace fabricmap::tracing
