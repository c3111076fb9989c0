// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ncType.h>

namespace fabricmap {

/// The types that our headers are made of. Private to this room.
inline const netCDF::NcType byte_type(netCDF::NcType::nc_BYTE);
inline const netCDF::NcType char_type(netCDF::NcType::nc_CHAR);
inline const netCDF::NcType int_type(netCDF::NcType::nc_INT);
inline const netCDF::NcType int64_type(netCDF::NcType::nc_INT64);
inline const netCDF::NcType uint64_type(netCDF::NcType::nc_UINT64);
inline const netCDF::NcType float_type(netCDF::NcType::nc_FLOAT);
inline const netCDF::NcType double_type(netCDF::NcType::nc_DOUBLE);

}  // namespace fabricmap
