// SPDX-License-Identifier: Apache-2.0
#include "site/store/marks.hpp"

#include "site/store/version.hpp"

namespace fabricmap::site {

Json marks_json(const Marks& marks) {
    return {{"store_version", store_version}, {"marks", json_list(marks, [](const auto& mark) {
                                                   return Json{{"check", mark.first},
                                                               {"accepted", mark.second.accepted},
                                                               {"when", mark.second.when},
                                                               {"note", mark.second.note}};
                                               })}};
}

Marks marks_of(const Json& json) {
    Marks marks;
    for (const Json& mark : json.at("marks")) {
        marks[mark.at("check").get<std::string>()] = {mark.at("accepted").get<bool>(),
                                                      mark.at("when").get<std::string>(),
                                                      mark.at("note").get<std::string>()};
    }
    return marks;
}

}  // namespace fabricmap::site
