// SPDX-License-Identifier: Apache-2.0
#include "base/remark.hpp"
#include "command_line/command.hpp"
#include "command_line/program.hpp"
#include "site/commands/commands.hpp"
#include "site/commands/store_options.hpp"
#include "site/store/store_folder.hpp"
#include "site/store/store_writer.hpp"
#include "site/store/utc.hpp"

#include <fmt/format.h>

namespace fabricmap::site {
namespace {

ExitCode mark_check(const std::vector<std::string>& words, bool accepts) {
    std::string word = "last";
    std::string note;
    std::filesystem::path folder;
    const std::string verb = accepts ? "accept" : "reject";
    Command app(accepts ? "Says that a check shows the healthy machine: later ones are compared with it."
                        : "Says that a check does not show the healthy machine, or no longer.",
                "fabricmap " + verb);
    app.add_option("CHECK", word, "'last', an id, or how it begins").option_text("[last]");
    app.add_option("--note", note, "Kept with the check, as why").option_text("TEXT");
    add_store_option(app, folder);
    app.set_footer(store_exit_codes);
    if (is_answered(app, words)) return ExitCode::success;
    const Store store(store_to_read(folder));
    const std::string id = store.find(word);
    const StoreWriter writer(store, verb);
    Marks marks = store.marks();
    marks[id] = {accepts, utc_now_text(), note};
    writer.write_marks(marks);
    const CheckRecord check = store.record(id);
    print_out(
        fmt::format("{} is {}: {}\n", id, accepts ? "accepted" : "rejected", first_sentence(check.headline)));
    if (accepts && check.verdict != "healthy") {
        remark(
            fmt::format("fabricmap: its verdict is {}: what was wrong then will not stand out as a change; "
                        "take it back with fabricmap reject {}\n",
                        check.verdict, id));
    }
    return ExitCode::success;
}

}  // namespace

ExitCode accept_check(const std::vector<std::string>& words) {
    return mark_check(words, true);
}

ExitCode reject_check(const std::vector<std::string>& words) {
    return mark_check(words, false);
}

}  // namespace fabricmap::site
