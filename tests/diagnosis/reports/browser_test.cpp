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
        std::ofstream(folder_ / "page.html") << page;
        const auto option = [&](const std::string& name, const char* file) {
            return "--" + name + "=" + (folder_ / file).string();
        };
        const testing::Outcome outcome =
            testing::run({browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                          option("user-data-dir", "profile"), "--host-resolver-rules=MAP * ~NOTFOUND",
                          "--no-first-run", "--enable-logging=stderr", option("log-net-log", "requests.json"),
                          "--hide-scrollbars", "--window-size=" + window, option("screenshot", "page.png"),
                          "--virtual-time-budget=2000", "file://" + (folder_ / "page.html").string()});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return {requests(), outcome.err, screenshot()};
    }

  private:
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

}  // namespace
}  // namespace fabricmap::diagnosis
