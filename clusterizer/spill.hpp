// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <type_traits>

namespace fabricmap::clusterizer {

/// Bytes that wait on disk until they are read again, in the order in which they came. The file has no name:
/// whatever ends the program, it is gone. Failures are FileErrors with the folder.
class SpillFile {
  public:
    /// In that folder, which has to have room.
    explicit SpillFile(const std::filesystem::path& folder);
    ~SpillFile();
    SpillFile(SpillFile&& other) noexcept;
    SpillFile& operator=(SpillFile&&) = delete;
    SpillFile(const SpillFile&) = delete;
    SpillFile& operator=(const SpillFile&) = delete;

    void append(std::span<const std::byte> bytes);
    /// The next bytes from the beginning on; fewer at the end.
    [[nodiscard]] std::size_t read(std::span<std::byte> bytes);

  private:
    [[noreturn]] void fail(int error_number) const;

    std::filesystem::path folder_;
    int descriptor_ = -1;
    std::size_t read_ = 0;
};

/// The same for values of one type.
template <typename Value>
class Spill {
    static_assert(std::is_trivially_copyable_v<Value>);

  public:
    explicit Spill(const std::filesystem::path& folder) : file_(folder) {}

    void append(std::span<const Value> values) {
        file_.append(std::as_bytes(values));
        size_ += values.size();
    }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// The next values; the part of them that there is.
    [[nodiscard]] std::span<Value> read(std::span<Value> values) {
        return values.first(file_.read(std::as_writable_bytes(values)) / sizeof(Value));
    }

  private:
    SpillFile file_;
    std::size_t size_ = 0;
};

}  // namespace fabricmap::clusterizer
