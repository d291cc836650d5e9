#include "CZooPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char api_js[] = {
#embed "../ZooWeb/Page/api.js"
};
static const unsigned char app_js[] = {
#embed "../ZooWeb/Page/app.js"
};
static const unsigned char batch_js[] = {
#embed "../ZooWeb/Page/batch.js"
};
static const unsigned char camera_js[] = {
#embed "../ZooWeb/Page/camera.js"
};
static const unsigned char correct_js[] = {
#embed "../ZooWeb/Page/correct.js"
};
static const unsigned char crop_js[] = {
#embed "../ZooWeb/Page/crop.js"
};
static const unsigned char decode_js[] = {
#embed "../ZooWeb/Page/decode.js"
};
static const unsigned char detail_css[] = {
#embed "../ZooWeb/Page/detail.css"
};
static const unsigned char detail_js[] = {
#embed "../ZooWeb/Page/detail.js"
};
static const unsigned char dom_js[] = {
#embed "../ZooWeb/Page/dom.js"
};
static const unsigned char events_js[] = {
#embed "../ZooWeb/Page/events.js"
};
static const unsigned char exif_js[] = {
#embed "../ZooWeb/Page/exif.js"
};
static const unsigned char grouping_js[] = {
#embed "../ZooWeb/Page/grouping.js"
};
static const unsigned char hearts_js[] = {
#embed "../ZooWeb/Page/hearts.js"
};
static const unsigned char icon_svg[] = {
#embed "../ZooWeb/Page/icon.svg"
};
static const unsigned char index_html[] = {
#embed "../ZooWeb/Page/index.html"
};
static const unsigned char intake_js[] = {
#embed "../ZooWeb/Page/intake.js"
};
static const unsigned char list_js[] = {
#embed "../ZooWeb/Page/list.js"
};
static const unsigned char main_js[] = {
#embed "../ZooWeb/Page/main.js"
};
static const unsigned char perceptual_hash_js[] = {
#embed "../ZooWeb/Page/perceptual-hash.js"
};
static const unsigned char photo_js[] = {
#embed "../ZooWeb/Page/photo.js"
};
static const unsigned char picker_css[] = {
#embed "../ZooWeb/Page/picker.css"
};
static const unsigned char picker_js[] = {
#embed "../ZooWeb/Page/picker.js"
};
static const unsigned char router_js[] = {
#embed "../ZooWeb/Page/router.js"
};
static const unsigned char row_js[] = {
#embed "../ZooWeb/Page/row.js"
};
static const unsigned char rows_css[] = {
#embed "../ZooWeb/Page/rows.css"
};
static const unsigned char style_css[] = {
#embed "../ZooWeb/Page/style.css"
};
static const unsigned char tile_js[] = {
#embed "../ZooWeb/Page/tile.js"
};
static const unsigned char toast_js[] = {
#embed "../ZooWeb/Page/toast.js"
};
static const unsigned char upload_js[] = {
#embed "../ZooWeb/Page/upload.js"
};
static const unsigned char words_js[] = {
#embed "../ZooWeb/Page/words.js"
};
static const unsigned char openapi[] = {
#embed "../ZooWeb/API/openapi.json"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const struct zoo_page_file files[] = {
    FILE("api.js", api_js),
    FILE("app.js", app_js),
    FILE("batch.js", batch_js),
    FILE("camera.js", camera_js),
    FILE("correct.js", correct_js),
    FILE("crop.js", crop_js),
    FILE("decode.js", decode_js),
    FILE("detail.css", detail_css),
    FILE("detail.js", detail_js),
    FILE("dom.js", dom_js),
    FILE("events.js", events_js),
    FILE("exif.js", exif_js),
    FILE("grouping.js", grouping_js),
    FILE("hearts.js", hearts_js),
    FILE("icon.svg", icon_svg),
    FILE("index.html", index_html),
    FILE("intake.js", intake_js),
    FILE("list.js", list_js),
    FILE("main.js", main_js),
    FILE("perceptual-hash.js", perceptual_hash_js),
    FILE("photo.js", photo_js),
    FILE("picker.css", picker_css),
    FILE("picker.js", picker_js),
    FILE("router.js", router_js),
    FILE("row.js", row_js),
    FILE("rows.css", rows_css),
    FILE("style.css", style_css),
    FILE("tile.js", tile_js),
    FILE("toast.js", toast_js),
    FILE("upload.js", upload_js),
    FILE("words.js", words_js),
};

const struct zoo_page_file *zoo_page_files(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}

const unsigned char *zoo_page_openapi(size_t *count) {
    *count = sizeof openapi;
    return openapi;
}
