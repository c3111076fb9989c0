// SPDX-License-Identifier: Apache-2.0
#include "header.hpp"

#include "tests/command.hpp"
#include "tests/mpi_job.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fabricmap::testing {
namespace {

using ::testing::HasSubstr;

std::string dump(const std::vector<std::string>& options, const std::filesystem::path& file) {
    std::vector<std::string> words{program_path("ncdump")};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back(file);
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out;
}

}  // namespace

void expect_published_header(const std::filesystem::path& file, Statistic statistic, Mode mode, int ranks,
                             int repeats) {
    SCOPED_TRACE(file.string());
    EXPECT_EQ(dump({"-k"}, file), "cdf5\n");
    const std::string header = dump({"-h"}, file);
    for (const std::string& line : {fmt::format("x = {} ;", ranks),
                                    fmt::format("y = {} ;", ranks),
                                    std::string("n = UNLIMITED ; // (10 currently)"),
                                    std::string("name_strlen = "),
                                    std::string("double data(n, x, y) ;"),
                                    std::string("int64 message_length(n) ;"),
                                    std::string("message_length:units = \"byte\""),
                                    std::string("double record_time(n) ;"),
                                    std::string("record_time:units = \"seconds since 1970-01-01T00:00:00Z\""),
                                    std::string("char host_name(x, name_strlen) ;"),
                                    std::string("int node(x) ;"),
                                    std::string("int core(x) ;"),
                                    std::string("int numa(x) ;"),
                                    std::string("int excluded(x) ;"),
                                    std::string("_FillValue = NaN"),
                                    std::string("row = \"sender\""),
                                    std::string("column = \"receiver\""),
                                    fmt::format("units = \"{}\"", statistic == Statistic::count ? "1" : "s"),
                                    std::string("flag_meanings = \"one_to_one all_to_all "),
                                    std::string(":fabricmap_schema = 2 ;"),
                                    std::string(":complete = 1 ;")}) {
        EXPECT_THAT(header, HasSubstr(line));
    }
    for (const char* attribute :
         {"Conventions", "title", "source", "history", "run_id", "schedule", "seed", "schedule_kind",
          "active_per_node", "sampled_fraction", "sampled_rounds", "shuffled", "tool_version", "mpi_library",
          "mpi_vendor_settings", "command_line", "clock_error_bound_s", "started", "finished"}) {
        EXPECT_THAT(header, HasSubstr(fmt::format("\t\t:{} = ", attribute)));
    }
    const std::string values =
        dump({"-v", "proc_num,test_type,data_type,num_repeates,begin_mes_length,end_mes_length,step_length"},
             file);
    for (const std::string& line :
         {fmt::format(" proc_num = {} ;", ranks), fmt::format(" test_type = {} ;", static_cast<int>(mode)),
          fmt::format(" data_type = {} ;", static_cast<int>(statistic)),
          fmt::format(" num_repeates = {} ;", repeats), std::string(" begin_mes_length = 0 ;"),
          std::string(" end_mes_length = 10000 ;"), std::string(" step_length = 1000 ;")}) {
        EXPECT_THAT(values, HasSubstr(line));
    }
}

}  // namespace fabricmap::testing
