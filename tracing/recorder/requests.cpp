// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/registries.hpp"

namespace fabricmap::tracing {

/// Keeps other threads out where there are some.
class Requests::Guard {
  public:
    explicit Guard(Requests& requests) noexcept : requests_(requests) {
        if (!requests_.is_threaded_) return;
        while (requests_.lock_.test_and_set(std::memory_order_acquire)) {
        }
    }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    ~Guard() {
        if (requests_.is_threaded_) requests_.lock_.clear(std::memory_order_release);
    }

  private:
    Requests& requests_;
};

void Requests::learn_shared_handle() {
    // Done at once, as a send to nobody always is.
    MPI_Request request = MPI_REQUEST_NULL;
    PMPI_Isend(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, &request);
    shared_handle_ = request;
    PMPI_Wait(&request, MPI_STATUS_IGNORE);
}

std::uint64_t Requests::start(MPI_Request handle, bool is_receive) {
    const Guard guard(*this);
    const std::uint64_t number = ++last_number_;
    if (handle == shared_handle_) {
        // Requests that are freed and never waited for must not fill the memory.
        constexpr std::size_t max_kept = 100'000;
        if (of_shared_handle_.size() == max_kept) of_shared_handle_.pop_front();
        of_shared_handle_.push_back(number);
        return number;
    }
    RequestEntry entry;
    entry.number = number;
    entry.is_receive = is_receive;
    if (RequestEntry* const found = entries_.find(handle)) {
        *found = entry;
    } else {
        entries_.insert(handle, entry);
    }
    return number;
}

void Requests::add(MPI_Request handle, const RequestEntry& entry) {
    const Guard guard(*this);
    entries_.erase(handle);
    entries_.insert(handle, entry);
}

RequestEntry Requests::restart(MPI_Request handle) {
    const Guard guard(*this);
    RequestEntry* const found = entries_.find(handle);
    if (found == nullptr || !found->prepared) return {};
    found->number = ++last_number_;
    return *found;
}

AwaitedRequest Requests::before_completion(MPI_Request handle) {
    AwaitedRequest awaited{handle, 0, false};
    if (!is_threaded_ || handle == MPI_REQUEST_NULL || handle == shared_handle_) return awaited;
    const Guard guard(*this);
    if (const RequestEntry* const found = entries_.find(handle)) {
        awaited.number = found->number;
        awaited.is_receive = found->is_receive;
    }
    return awaited;
}

RequestEntry Requests::complete(const AwaitedRequest& awaited) {
    if (awaited.handle == MPI_REQUEST_NULL) return {};
    const Guard guard(*this);
    if (awaited.handle == shared_handle_) return complete_shared();
    RequestEntry* const found = entries_.find(awaited.handle);
    const bool is_another = found != nullptr && awaited.number != 0 && found->number != awaited.number;
    if (found == nullptr || is_another) {
        RequestEntry entry;
        entry.number = awaited.number;
        entry.is_receive = awaited.is_receive;
        return entry;
    }
    RequestEntry entry = *found;
    if (entry.prepared) {
        found->number = 0;
    } else {
        entries_.erase(awaited.handle);
    }
    return entry;
}

RequestEntry Requests::complete_shared() {
    RequestEntry entry;
    if (of_shared_handle_.empty()) return entry;
    entry.number = of_shared_handle_.front();
    of_shared_handle_.pop_front();
    return entry;
}

void Requests::forget(MPI_Request handle) {
    const Guard guard(*this);
    entries_.erase(handle);
}

}  // namespace fabricmap::tracing
