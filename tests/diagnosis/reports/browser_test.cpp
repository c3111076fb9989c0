// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/reports/reports.hpp"
#include "tests/command.hpp"
#include "tests/diagnosis/reports/sample_diagnosis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <png.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

namespace fabricmap::diagnosis {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr double not_blank = 0.002;  // a blank page has no dark pixel at all
constexpr const char* browser = "/usr/bin/chromium";

struct Picture {
    unsigned width = 0;
    unsigned height = 0;
    std::vector<png_byte> rgb;
};

struct Visit {
    std::vector<std::string> requests;  ///< of the page itself over the network
    std::string messages;               ///< what the browser printed, script errors among it
    Picture screenshot;
};

class PageInABrowser : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists(browser)) GTEST_SKIP() << "needs the package chromium";
        std::string form = std::filesystem::temp_directory_path() / "fabricmap_page_XXXXXX";
        ASSERT_NE(mkdtemp(form.data()), nullptr);
        folder_ = form;
    }
    void TearDown() override {
        if (!folder_.empty()) std::filesystem::remove_all(folder_);
    }

    Visit visit(const std::string& page, const std::string& window) const {
        const testing::Outcome outcome =
            browse(page, {option("log-net-log", "requests.json"), "--hide-scrollbars",
                          "--window-size=" + window, option("screenshot", "page.png")});
        return {requests(), outcome.err, screenshot()};
    }

    /// The page as its script has left it.
    std::string dom_of(const std::string& page, const std::string& window,
                       const std::string& more = "--mute-audio") const {
        return browse(page, {"--dump-dom", "--window-size=" + window, more}).out;
    }

    /// How many sheets of paper it takes.
    std::size_t pages_printed(const std::string& page) const {
        browse(page, {option("print-to-pdf", "page.pdf"), "--no-pdf-header-footer"});
        std::ifstream file(folder_ / "page.pdf", std::ios::binary);
        std::stringstream text;
        text << file.rdbuf();
        return testing::count_of(text.str(), "/Type /Page\n");
    }

  private:
    [[nodiscard]] std::string option(const std::string& name, const char* file) const {
        return "--" + name + "=" + (folder_ / file).string();
    }

    testing::Outcome browse(const std::string& page, const std::vector<std::string>& how) const {
        std::ofstream(folder_ / "page.html") << page;
        std::vector<std::string> words{browser,
                                       "--headless",
                                       "--no-sandbox",
                                       "--disable-gpu",
                                       "--disable-dev-shm-usage",
                                       option("user-data-dir", "profile"),
                                       "--host-resolver-rules=MAP * ~NOTFOUND",
                                       "--no-first-run",
                                       "--enable-logging=stderr",
                                       "--virtual-time-budget=4000"};
        words.insert(words.end(), how.begin(), how.end());
        words.push_back("file://" + (folder_ / "page.html").string());
        testing::Outcome outcome = testing::run(words);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome;
    }

    /// The browser asks for updates of its own as well; those have no page as their origin.
    [[nodiscard]] std::vector<std::string> requests() const {
        std::ifstream file(folder_ / "requests.json");
        std::stringstream text;
        text << file.rdbuf();
        std::vector<std::string> found;
        const auto log = nlohmann::json::parse(text.str());
        for (const auto& event : log.at("events")) {
            const auto params = event.find("params");
            if (params == event.end() || !params->contains("initiator") || !params->contains("url")) continue;
            const std::string url = params->at("url");
            if (params->at("initiator") != "not an origin" && url.starts_with("http")) found.push_back(url);
        }
        return found;
    }

    [[nodiscard]] Picture screenshot() const {
        png_image image{};
        image.version = PNG_IMAGE_VERSION;
        const std::string path = folder_ / "page.png";
        EXPECT_NE(png_image_begin_read_from_file(&image, path.c_str()), 0) << image.message;
        image.format = PNG_FORMAT_RGB;
        Picture picture{image.width, image.height, std::vector<png_byte>(PNG_IMAGE_SIZE(image))};
        EXPECT_NE(png_image_finish_read(&image, nullptr, picture.rgb.data(), 0, nullptr), 0) << image.message;
        return picture;
    }

    std::filesystem::path folder_;
};

/// Pixels that hold for the rule, as a share of the rows from the top down to `rows`.
double fraction_of(const Picture& picture, unsigned rows, bool (*holds)(int red, int green, int blue)) {
    std::size_t found = 0;
    const std::size_t pixels = std::size_t{picture.width} * std::min(rows, picture.height);
    for (std::size_t at = 0; at < pixels; ++at) {
        const png_byte* const pixel = &picture.rgb[3 * at];
        if (holds(pixel[0], pixel[1], pixel[2])) ++found;
    }
    return static_cast<double>(found) / static_cast<double>(pixels);
}

bool is_dark(int red, int green, int blue) {
    return red + green + blue < 150;
}

bool is_alarming(int red, int green, int blue) {
    return red > 150 && green < 80 && blue < 60;
}

TEST_F(PageInABrowser, IsSeenAndAsksForNothing) {
    const std::string page = html_report(testing::compared_machine());
    for (const char* const window : {"1280,1600", "400,1600"}) {
        const Visit seen = visit(page, window);
        EXPECT_THAT(seen.requests, IsEmpty());
        EXPECT_THAT(seen.messages, Not(HasSubstr("CONSOLE")));
        ASSERT_EQ(seen.screenshot.height, 1600U);
        EXPECT_GT(fraction_of(seen.screenshot, 1600, is_dark), not_blank) << "words and dark cells";
        // The verdict's words and bar stand on top, in the colour of the marks.
        EXPECT_GT(fraction_of(seen.screenshot, 250, is_alarming), 0.005);
    }
}

TEST_F(PageInABrowser, ShowsAHealthyMachineWithoutAlarm) {
    const Visit seen = visit(html_report(testing::healthy_machine(64)), "1280,1000");
    EXPECT_THAT(seen.requests, IsEmpty());
    EXPECT_GT(fraction_of(seen.screenshot, 1000, is_dark), not_blank);
    // But for a few shades of the legend.
    EXPECT_LT(fraction_of(seen.screenshot, 1000, is_alarming), 0.0005);
}

TEST_F(PageInABrowser, WouldBeCaughtAskingOrFailing) {
    const Visit seen = visit(
        "<!DOCTYPE html><title>x</title><img src='http://fabricmap.invalid/a.png'><script>throw 1</script>",
        "400,400");
    EXPECT_THAT(seen.requests, Contains("http://fabricmap.invalid/a.png"));
    EXPECT_THAT(seen.messages, HasSubstr("CONSOLE"));
}

/// The page with a script of the test, which its policy would not let run.
std::string with_script(std::string page, const std::string& script) {
    const std::size_t policy = page.find("<meta http-equiv");
    page.erase(policy, page.find('>', policy) + 1 - policy);
    page.insert(page.rfind("</body>"), "<script>" + script + "</script>");
    return page;
}

/// Once the page is ready the test's script runs, and prints what it returns.
std::string reporting(const std::string& script) {
    return R"(
const report = () => {
    const figure = document.querySelector(".length:not([hidden]) figure.values");
    if (!figure.matches(".ready")) return setTimeout(report, 20);
    const seen = [];
    const say = (name, value) => seen.push(`${name}=${value};`);
    )" + script +
           R"(
    document.body.append(Object.assign(document.createElement("pre"), {textContent: seen.join("\n")}));
};
report();)";
}

TEST_F(PageInABrowser, RunsItsOwnScriptAlone) {
    std::string page = html_report(testing::faulty_machine());
    page.insert(page.rfind("</body>"), "<script>document.body.className = 'injected'</script>");
    const std::string dom = dom_of(page, "1280,1600");
    EXPECT_THAT(dom, HasSubstr("class=\"scripted\""));
    EXPECT_EQ(testing::count_of(dom, "class=\"values ready\""), 3U);
    EXPECT_THAT(dom, Not(HasSubstr("injected\"")));
}

TEST_F(PageInABrowser, NamesPairsSortsTablesAndSlidesOverLengths) {
    Diagnosis diagnosis = testing::faulty_machine();
    const std::string dom = dom_of(with_script(html_report(diagnosis), reporting(R"(
    const view = figure.querySelector(".view");
    const point = (row, column) => {
        const box = figure.querySelector("image").getBoundingClientRect();
        const at = {clientX: box.left + (column + 0.5) / 64 * box.width, clientY: box.top + (row + 0.5) / 64 * box.height};
        view.dispatchEvent(new PointerEvent("pointermove", {...at, pointerType: "mouse"}));
        return Array.from(figure.querySelectorAll(".card div"), (line) => line.textContent).join("|");
    };
    say("link", point(3, 22));
    say("itself", point(9, 9));
    view.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight"}));
    say("next", figure.querySelector(".card div").textContent);
    const first = () => document.querySelector("#hosts tbody th").textContent;
    const receives = document.querySelectorAll("#hosts thead button")[3];
    receives.click();
    receives.click();
    say("slowest", first());
    say("sorted", receives.parentElement.getAttribute("aria-sort"));
    document.querySelector("#hosts thead button").click();
    say("named", first());
    const slider = document.querySelector("input[type=range]");
    say("length", document.querySelector("output").textContent);
    slider.value = 0;
    slider.dispatchEvent(new Event("input"));
    say("shorter", document.querySelector("output").textContent);
    say("shown", Array.from(document.querySelectorAll(".length")).filter((length) => !length.hidden).length);
    figure.querySelectorAll(".tools button")[1].click();
    say("zoomed", figure.querySelector("svg").style.width);
    )")),
                                   "1280,1600");
    const HostPlane& plane = diagnosis.planes.back();
    std::smatch link;
    ASSERT_TRUE(std::regex_search(
        dom, link,
        std::regex("link=node03 → node22\\|([0-9.]+) × expected\\|([0-9.]+) ms\\|([0-9.]+) GB/s;")))
        << dom.substr(dom.rfind("<pre>"));
    EXPECT_NEAR(std::stod(link[1]) / static_cast<double>(plane.factor(3, 22)), 1, 0.01);
    EXPECT_NEAR(std::stod(link[2]) / (1e3 * static_cast<double>(plane.delay_s(3, 22))), 1, 0.01);
    EXPECT_NEAR(std::stod(link[3]) * static_cast<double>(plane.delay_s(3, 22)) * 1e9 / (4 << 20), 1, 0.01);
    for (const char* const seen :
         {"itself=node09 → node09|one host;", "next=node09 → node10;", "slowest=node17;",
          "sorted=descending;", "named=node00;", "length=messages of 4M;", "shorter=messages of 0 bytes;",
          "shown=1;", "zoomed=200%;"})
        EXPECT_THAT(dom, HasSubstr(seen));
}

/// What axe asks of a page, as far as this page has it: names, headings, heads of tables, contrast.
const std::string find_barriers = R"js(
    document.querySelectorAll("details").forEach((details) => { details.open = true; });
    const bad = (what, element) => say("bad", `${what}: ${element.outerHTML.slice(0, 120)}`);
    for (const element of document.querySelectorAll("button, input, a[href], summary, [role=group], svg"))
        if (!(element.getAttribute("aria-label") || element.textContent).trim()) bad("no name", element);
    for (const element of document.querySelectorAll("thead th:not([scope]), tbody th:not([scope])"))
        bad("no scope", element);
    const ids = Array.from(document.querySelectorAll("[id]"), (element) => element.id);
    if (new Set(ids).size !== ids.length) bad("two of one id", document.body.firstElementChild);
    let level = 0;
    for (const head of document.querySelectorAll("h1, h2, h3, h4")) {
        if (Number(head.tagName[1]) > level + 1) bad("level left out", head);
        level = Number(head.tagName[1]);
    }
    for (const element of document.querySelectorAll("main *"))
        if (/auto|scroll/.test(getComputedStyle(element).overflowX) && element.tabIndex < 0 &&
            element.scrollWidth > element.clientWidth) bad("not scrolled by keys", element);
    const parts = (colour) => colour.match(/[0-9.]+/g).map(Number);
    const light = (colour) => {
        const [red, green, blue] = parts(colour).map((part) => part / 255)
            .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = (element) => {
        const colour = getComputedStyle(element).backgroundColor;
        return parts(colour)[3] === 0 ? ground(element.parentElement) : colour;
    };
    let lowest = 21;
    for (const element of document.querySelectorAll("main *")) {
        const own = Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim());
        // Numbers of findings on a picture stand on circles of their own.
        if (!own || !element.getClientRects().length || element.matches("title, svg .fill-paper")) continue;
        const style = getComputedStyle(element);
        const ink = light(element.closest("svg") ? style.fill : style.color);
        const paper = light(ground(element));
        const contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || (style.fontWeight >= 700 && size >= 18.6);
        lowest = Math.min(lowest, contrast);
        if (contrast < (large ? 3 : 4.5)) bad(`contrast ${contrast.toFixed(2)}`, element);
    }
    say("contrast", lowest.toFixed(2));
    say("dark", matchMedia("(prefers-color-scheme: dark)").matches);
    say("beyond", document.documentElement.scrollWidth - document.documentElement.clientWidth);
)js";

TEST_F(PageInABrowser, HasNoBarrierInLightAndDarkWideAndNarrow) {
    const std::string page = with_script(html_report(testing::compared_machine()), reporting(find_barriers));
    for (const bool is_dark_page : {false, true}) {
        const std::string dom =
            dom_of(page, is_dark_page ? "500,1600" : "1280,1600",
                   is_dark_page ? "--blink-settings=preferredColorScheme=0" : "--mute-audio");
        const std::string seen = dom.substr(dom.rfind("<pre>"));
        EXPECT_THAT(seen, Not(HasSubstr("bad=")));
        EXPECT_THAT(seen, HasSubstr(is_dark_page ? "dark=true;" : "dark=false;"));
        EXPECT_THAT(seen, HasSubstr("beyond=0;")) << "nothing is cut";
    }
}

TEST_F(PageInABrowser, IsPrintedOnTwoSheets) {
    EXPECT_LE(pages_printed(html_report(testing::compared_machine())), 2U);
    EXPECT_LE(pages_printed(html_report(testing::broken_machine(600))), 2U);
}

}  // namespace
}  // namespace fabricmap::diagnosis
