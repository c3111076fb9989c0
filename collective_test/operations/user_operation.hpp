// SPDX-License-Identifier: Apache-2.0
// An operation of the user's own, from a shared object with three functions; see collective_test(1).
#pragma once

#include "collective_test/operations/operation.hpp"

#include <memory>
#include <string>

namespace fabricmap::collective_test {

/// The functions of a shared object, which stays loaded.
class UserOperation {
  public:
    /// Throws UsageError where it cannot be loaded or lacks one of the functions.
    explicit UserOperation(const std::string& path);

    /// Called by all ranks of the communicator before a measurement. Throws RunError for an answer but 0.
    void prepare(MPI_Comm comm, std::int64_t message_length) const;
    void run(const Buffers& buffers) const { run_(buffers.out, buffers.in); }
    [[nodiscard]] BufferNeed buffers(std::int64_t message_length, int ranks) const;

  private:
    using Prepare = int (*)(MPI_Comm comm, long long message_length);
    using Run = void (*)(void* out, void* in);
    using Bytes = void (*)(long long message_length, int ranks, long long* out, long long* in);

    std::string path_;
    Prepare prepare_ = nullptr;
    Run run_ = nullptr;
    Bytes bytes_ = nullptr;
};

/// Whether a word names a shared object rather than an operation of ours.
[[nodiscard]] bool is_shared_object(const std::string& word);

/// The operation in that file, under its name without folder, "lib" and ".so"; lives as long as the program.
/// Throws UsageError where there is none or another operation has the name.
[[nodiscard]] const Operation& load_user_operation(const std::string& path);

/// Of those that were loaded; null for another name.
[[nodiscard]] const Operation* find_user_operation(std::string_view name);

}  // namespace fabricmap::collective_test
