// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/errors.hpp"

#include <fmt/format.h>

#include <cstdarg>
#include <cstdio>
#include <filesystem>
#include <otf2/otf2.h>
#include <string>

namespace fabricmap::tracing {

/// Catches what the format's library says of errors, which otherwise goes to stderr, as long as it lives.
class Otf2Errors {
  public:
    Otf2Errors() : before_(OTF2_Error_RegisterCallback(&Otf2Errors::note, this)) {}
    Otf2Errors(const Otf2Errors&) = delete;
    Otf2Errors& operator=(const Otf2Errors&) = delete;
    ~Otf2Errors() { OTF2_Error_RegisterCallback(before_, nullptr); }

    /// Throws FileError with the first error that there was, or where it did not go well.
    void require(bool went_well, const std::filesystem::path& path) const {
        if (went_well && first_.empty()) return;
        throw FileError(fmt::format("{}: {}; look at its disk and the space there, or copy it again",
                                    path.string(), first_.empty() ? "no archive of OTF2" : first_));
    }

  private:
    static OTF2_ErrorCode note(void* self, const char* /*file*/, std::uint64_t /*line*/,
                               const char* /*function*/, OTF2_ErrorCode code, const char* /*format*/,
                               std::va_list /*arguments*/) {
        auto& errors = *static_cast<Otf2Errors*>(self);
        if (errors.first_.empty()) errors.first_ = OTF2_Error_GetDescription(code);
        return code;
    }

    std::string first_;
    OTF2_ErrorCallback before_;
};

}  // namespace fabricmap::tracing
