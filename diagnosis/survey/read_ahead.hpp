// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <future>
#include <optional>
#include <utility>

namespace fabricmap::diagnosis {

/// What a function reads piece by piece, the next one being read while one is looked at. Nobody else may read
/// the same files meanwhile.
template <typename Piece>
class ReadAhead {
  public:
    /// `read`: the next piece, nothing after the last. It is called on another thread.
    explicit ReadAhead(std::function<std::optional<Piece>()> read) : read_(std::move(read)) { begin(); }
    ~ReadAhead() = default;
    ReadAhead(const ReadAhead&) = delete;
    ReadAhead& operator=(const ReadAhead&) = delete;

    /// Throws what reading throws.
    [[nodiscard]] std::optional<Piece> next() {
        if (!coming_.valid()) return std::nullopt;
        std::optional<Piece> piece = coming_.get();
        if (piece) begin();
        return piece;
    }

  private:
    void begin() {
        coming_ = std::async(std::launch::async, [this] { return read_(); });
    }

    std::function<std::optional<Piece>()> read_;
    std::future<std::optional<Piece>> coming_;
};

}  // namespace fabricmap::diagnosis
