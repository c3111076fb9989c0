// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/diagnosis.hpp"

#include <kainjow/mustache.hpp>
#include <string_view>

namespace fabricmap::diagnosis {

using PageData = kainjow::mustache::data;
using PageObject = kainjow::mustache::object;

/// page.html.mustache, compiled in.
extern const std::string_view page_template;
/// page.js, and its SHA-256 in base64: no other script runs on the page.
extern const std::string_view page_script;
extern const std::string_view page_script_hash;

/// The data of each element.
template <typename Elements, typename DataOf>
[[nodiscard]] PageData list_data(const Elements& elements, const DataOf& data_of) {
    PageData list{PageData::type::list};
    for (const auto& element : elements) list << PageData(data_of(element));
    return list;
}

/// A text from a file as the template takes it; the template escapes what HTML would read.
[[nodiscard]] PageData text_data(std::string_view text);

/// The verdict, the findings and their facts.
void add_findings(const Diagnosis& diagnosis, PageData& page);
/// A pair of figures (delay, factor) a plane, with what is marked on them.
void add_pictures(const Diagnosis& diagnosis, PageData& page);
/// A row a host, in the order of the pictures.
void add_hosts(const Diagnosis& diagnosis, PageData& page);
/// Classes, thresholds, topology, comparison and what was not examined.
void add_tables(const Diagnosis& diagnosis, PageData& page);
/// Guidelines, algorithms, overlap, curves and profiles of ranks.
void add_collectives(const Diagnosis& diagnosis, PageData& page);

}  // namespace fabricmap::diagnosis
