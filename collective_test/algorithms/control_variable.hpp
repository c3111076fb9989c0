// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <optional>
#include <string>
#include <vector>

namespace fabricmap::collective_test {

/// A control variable of the MPI library's tool interface (MPI_T) that holds a whole number.
class ControlVariable {
  public:
    /// One of the numbers that it may have.
    struct Choice {
        int number;
        std::string name;
    };

    /// Nothing where the library has no whole number of that name.
    [[nodiscard]] static std::optional<ControlVariable> find(const std::string& name);
    /// The names of all that the library has.
    [[nodiscard]] static std::vector<std::string> names();

    [[nodiscard]] long long value() const;
    /// Throws RunError where the library refuses or does not keep it.
    void set(int value) const;
    /// Whether the library says that it can be written at any time.
    [[nodiscard]] bool is_writable() const noexcept { return is_writable_; }
    /// Those that the library lists, as it orders them.
    [[nodiscard]] std::vector<Choice> choices() const;

  private:
    ControlVariable() = default;

    std::string name_;
    int index_ = 0;
    int bytes_ = 0;
    MPI_T_enum choices_ = MPI_T_ENUM_NULL;
    bool is_writable_ = false;
};

}  // namespace fabricmap::collective_test
