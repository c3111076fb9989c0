// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/file/reading_threads.hpp"

#include <H5Epublic.h>

namespace fabricmap {

void silence_library_in_this_thread() noexcept {
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

}  // namespace fabricmap
