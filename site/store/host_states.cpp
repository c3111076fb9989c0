// SPDX-License-Identifier: Apache-2.0
#include "site/store/host_states.hpp"

#include "site/store/version.hpp"

namespace fabricmap::site {

StoredStates host_states_of(const Store& store) {
    StoredStates states;
    for (const CheckRecord& check : store.records()) {
        for (const HostRecord& host : check.hosts)
            states[host.host] = {std::string(name_of(host.verdict)), host.text, check.id, check.finished};
    }
    return states;
}

Json host_states_json(const StoredStates& states) {
    Json hosts = Json::object();
    for (const auto& [host, state] : states) {
        hosts[host] = {
            {"verdict", state.verdict}, {"text", state.text}, {"check", state.check}, {"when", state.when}};
    }
    return {{"store_version", store_version}, {"hosts", hosts}};
}

StoredStates host_states_in(const Json& json) {
    StoredStates states;
    for (const auto& [host, state] : json.at("hosts").items()) {
        states[host] = {state.at("verdict").get<std::string>(), state.at("text").get<std::string>(),
                        state.at("check").get<std::string>(), state.at("when").get<std::string>()};
    }
    return states;
}

}  // namespace fabricmap::site
