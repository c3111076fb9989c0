// SPDX-License-Identifier: Apache-2.0
#include "tracing/functions/functions.hpp"

#include <array>

namespace fabricmap::tracing {
namespace {

constexpr auto file = CallKind::file;
constexpr int no_fortran_entry = 0;

constexpr std::string_view read_parameters =
    "MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status";
constexpr std::string_view write_parameters =
    "MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status";
constexpr std::string_view read_at_parameters =
    "MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Status* status";
constexpr std::string_view write_at_parameters =
    "MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Status* status";
constexpr std::string_view iread_parameters =
    "MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Request* request";
constexpr std::string_view iwrite_parameters =
    "MPI_File fh, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request";
constexpr std::string_view iread_at_parameters =
    "MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype, MPI_Request* request";
constexpr std::string_view iwrite_at_parameters =
    "MPI_File fh, MPI_Offset offset, const void* buf, int count, MPI_Datatype datatype, MPI_Request* request";

constexpr std::string_view reads = "call.reads_file(fh, bytes_of(count, datatype));";
constexpr std::string_view writes = "call.writes_file(fh, bytes_of(count, datatype));";
constexpr std::string_view uses = "call.on_file(fh);";

constexpr std::array file_table{
    FunctionInfo{"MPI_File_open", file, "open",
                 "MPI_Comm comm, const char* filename, int amode, MPI_Info info, MPI_File* fh", "",
                 "call.opens_file(comm, filename, *fh);", no_fortran_entry},
    // The handle is null afterwards.
    FunctionInfo{"MPI_File_close", file, "close", "MPI_File* fh", "if (fh != nullptr) call.closes_file(*fh);",
                 ""},
    FunctionInfo{"MPI_File_sync", file, "sync", "MPI_File fh", "", uses},
    FunctionInfo{"MPI_File_set_size", file, "set size", "MPI_File fh, MPI_Offset size", "", uses},
    FunctionInfo{"MPI_File_preallocate", file, "set size", "MPI_File fh, MPI_Offset size", "", uses},
    FunctionInfo{"MPI_File_read", file, "read", read_parameters, "", reads},
    FunctionInfo{"MPI_File_read_all", file, "read", read_parameters, "", reads},
    FunctionInfo{"MPI_File_read_at", file, "read", read_at_parameters, "", reads},
    FunctionInfo{"MPI_File_read_at_all", file, "read", read_at_parameters, "", reads},
    FunctionInfo{"MPI_File_read_shared", file, "read", read_parameters, "", reads},
    FunctionInfo{"MPI_File_read_ordered", file, "read", read_parameters, "", reads},
    FunctionInfo{"MPI_File_write", file, "write", write_parameters, "", writes},
    FunctionInfo{"MPI_File_write_all", file, "write", write_parameters, "", writes},
    FunctionInfo{"MPI_File_write_at", file, "write", write_at_parameters, "", writes},
    FunctionInfo{"MPI_File_write_at_all", file, "write", write_at_parameters, "", writes},
    FunctionInfo{"MPI_File_write_shared", file, "write", write_parameters, "", writes},
    FunctionInfo{"MPI_File_write_ordered", file, "write", write_parameters, "", writes},
    FunctionInfo{"MPI_File_iread", file, "read", iread_parameters, "", reads},
    FunctionInfo{"MPI_File_iread_all", file, "read", iread_parameters, "", reads},
    FunctionInfo{"MPI_File_iread_at", file, "read", iread_at_parameters, "", reads},
    FunctionInfo{"MPI_File_iread_at_all", file, "read", iread_at_parameters, "", reads},
    FunctionInfo{"MPI_File_iread_shared", file, "read", iread_parameters, "", reads},
    FunctionInfo{"MPI_File_iwrite", file, "write", iwrite_parameters, "", writes},
    FunctionInfo{"MPI_File_iwrite_all", file, "write", iwrite_parameters, "", writes},
    FunctionInfo{"MPI_File_iwrite_at", file, "write", iwrite_at_parameters, "", writes},
    FunctionInfo{"MPI_File_iwrite_at_all", file, "write", iwrite_at_parameters, "", writes},
    FunctionInfo{"MPI_File_iwrite_shared", file, "write", iwrite_parameters, "", writes},
};

}  // namespace

std::span<const FunctionInfo> file_functions() noexcept {
    return file_table;
}

}  // namespace fabricmap::tracing
