// SPDX-License-Identifier: Apache-2.0
// The page says everything that matters without this. With it tables are sorted, lengths are chosen by a slider, and each
// pair of a matrix is named where one points, with its values, which the picture itself holds.
"use strict";
(() => {
const all = (where, selector) => Array.from(where.querySelectorAll(selector));
const made = (name, properties, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
};

// Tables.
const collator = new Intl.Collator("en", {numeric: true});
const valueOf = (row, column) => {
    const cell = row.cells[column];
    const text = cell.textContent.trim();
    if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
    return /^-?[\d.]+(?: [(%]|$)/.test(text) ? parseFloat(text) : text;
};
const compare = (a, b) => typeof a === "number" && typeof b === "number" ? a - b : collator.compare(a, b);
const sort = (table, column, sign) => {
    const rows = Array.from(table.tBodies[0].rows, (row) => [valueOf(row, column), row]);
    // What is unknown stands last, whichever way.
    rows.sort(([a], [b]) => (a === "") - (b === "") || sign * compare(a, b));
    table.tBodies[0].append(...rows.map(([, row]) => row));
};
const hosts = all(document, "#hosts tbody th").map((cell) => cell.textContent);
for (const table of all(document, "table.sortable")) {
    const heads = all(table, "thead th");
    heads.forEach((head, column) => {
        const button = made("button", {type: "button"}, ...head.childNodes);
        head.append(button);
        button.addEventListener("click", () => {
            const sign = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
            for (const other of heads) other.removeAttribute("aria-sort");
            head.setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
            sort(table, column, sign);
        });
    });
}

// Values: the numbers of a PNG's pixels, each the shade of a value or none.
const shadeCount = 240;
const pixelsOf = async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    const [width, height] = [view.getUint32(16), view.getUint32(20)];
    const packed = [];
    for (let at = 8; at + 12 <= bytes.length; at += view.getUint32(at) + 12) {
        const content = bytes.subarray(at + 8, at + 8 + view.getUint32(at));
        if (String.fromCharCode(...bytes.subarray(at + 4, at + 8)) === "IDAT") packed.push(content);
    }
    const stream = new Blob(packed).stream().pipeThrough(new DecompressionStream("deflate"));
    const lines = new Uint8Array(await new Response(stream).arrayBuffer());
    // Each line begins with the number of its filter; pictures with a palette have none.
    return {width, height, at: (x, y) => lines[y * (width + 1) + 1 + x]};
};
const rounded = (value) => String(Number(value.toPrecision(3)));
const delayText = (seconds) => {
    const [scale, unit] = [[1, "s"], [1e3, "ms"], [1e6, "µs"]].find(([scale]) => seconds * scale >= 1) ?? [1e9, "ns"];
    return `${rounded(seconds * scale)} ${unit}`;
};

const prepareMatrix = (figure, shades, classes) => {
    const count = Number(figure.dataset.hosts);
    const fold = Number(figure.dataset.fold);
    const places = Math.ceil(count / fold);
    const [low, high, bytes] = [figure.dataset.low, figure.dataset.high, figure.dataset.rated].map(Number);
    const expected = figure.dataset.expected.split(" ").map(Number);
    const image = figure.querySelector("image");
    const svg = figure.querySelector("svg");
    const card = made("div", {className: "card", hidden: true});
    card.setAttribute("role", "status");
    const ring = made("div", {className: "ring", hidden: true});
    const view = made("div", {className: "view", tabIndex: 0}, ring);
    view.setAttribute("role", "group");
    view.setAttribute("aria-label", "Matrix of hosts: arrow keys go from pair to pair");
    svg.replaceWith(view);
    view.prepend(svg);
    figure.append(card);

    const name = (place) => {
        const host = (index) => hosts[index] ?? `host ${index + 1}`;
        const last = Math.min((place + 1) * fold, count) - 1;
        return fold === 1 ? host(place) : `${host(place * fold)} to ${host(last)}`;
    };
    const linesOf = (row, column) => {
        const lines = [`${name(row)} → ${name(column)}`];
        const pixel = (place, size) => Math.floor((place + 0.5) * size / places);
        const shade = shades.at(pixel(column, shades.width), pixel(row, shades.height));
        if (shade >= shadeCount) return [...lines, fold === 1 && row === column ? "one host" : "not measured"];
        if (fold > 1) lines.push(`the slowest of up to ${fold} × ${fold} pairs:`);
        const factor = low * Math.pow(high / low, shade / (shadeCount - 1));
        lines.push(`${rounded(factor)} × expected`);
        const delay = factor * expected[classes.at(column, row)];
        if (delay > 0) lines.push(delayText(delay));
        if (delay > 0 && bytes > 0) lines.push(`${rounded(bytes / delay / 1e9)} GB/s`);
        return lines;
    };
    let chosen = [0, 0];
    const hide = () => { card.hidden = ring.hidden = true; };
    const show = (row, column) => {
        chosen = [row, column];
        const box = image.getBoundingClientRect();
        const around = view.getBoundingClientRect();
        const [width, height] = [box.width / places, box.height / places];
        const [x, y] = [box.left + column * width, box.top + row * height];
        ring.hidden = card.hidden = false;
        Object.assign(ring.style, {
            left: `${x - around.left + view.scrollLeft}px`, top: `${y - around.top + view.scrollTop}px`,
            width: `${width}px`, height: `${height}px`});
        card.replaceChildren(...linesOf(row, column).map((line) => made("div", {}, line)));
        const room = document.documentElement.clientWidth - card.offsetWidth - 8;
        const below = y + height + 12;
        const fits = below + card.offsetHeight < window.innerHeight;
        Object.assign(card.style, {
            left: `${Math.max(8, Math.min(x + width + 12, room))}px`,
            top: `${fits ? below : Math.max(8, y - card.offsetHeight - 12)}px`});
    };
    const follow = (event) => {
        const box = image.getBoundingClientRect();
        const column = Math.floor((event.clientX - box.left) / box.width * places);
        const row = Math.floor((event.clientY - box.top) / box.height * places);
        const inside = Math.min(row, column) >= 0 && Math.max(row, column) < places;
        if (inside) show(row, column); else hide();
    };
    view.addEventListener("pointermove", follow);
    view.addEventListener("click", follow);
    view.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") hide(); });
    view.addEventListener("blur", hide);
    view.addEventListener("keydown", (event) => {
        const step = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
        if (event.key === "Escape") hide();
        if (!step) return;
        event.preventDefault();
        const next = chosen.map((place, axis) => Math.max(0, Math.min(places - 1, place + step[axis])));
        show(...(card.hidden ? chosen : next));
    });

    // Enlarged about the point; the rest is a matter of scrolling.
    let zoom = 1;
    const enlarge = (times, x, y) => {
        const before = image.getBoundingClientRect();
        const [across, down] = [(x - before.left) / before.width, (y - before.top) / before.height];
        zoom = Math.max(1, Math.min(16, zoom * times));
        view.classList.toggle("zoomed", zoom > 1);
        svg.style.width = `${100 * zoom}%`;
        hide();
        const after = image.getBoundingClientRect();
        view.scrollLeft += after.left + across * after.width - x;
        view.scrollTop += after.top + down * after.height - y;
    };
    const button = (words, sign, times) => {
        const tool = made("button", {type: "button", title: words}, sign);
        tool.setAttribute("aria-label", words);
        tool.addEventListener("click", () => {
            const box = view.getBoundingClientRect();
            enlarge(times, box.left + box.width / 2, box.top + box.height / 2);
        });
        return tool;
    };
    view.addEventListener("dblclick", (event) => enlarge(2, event.clientX, event.clientY));
    const precision = 100 * (Math.pow(high / low, 0.5 / (shadeCount - 1)) - 1);
    figure.querySelector("figcaption").append(
        made("span", {className: "tools"}, button("Zoom out", "−", 0.5), button("Zoom in", "+", 2)),
        made("span", {className: "precise"}, `Point at a pair for its values, ± ${precision.toPrecision(1)} % by the shade.`));
    figure.classList.add("ready");
};
for (const figure of all(document, "figure.values")) {
    const address = figure.querySelector("image").getAttribute("href");
    Promise.all([address.slice(address.indexOf(",") + 1), figure.dataset.classes].map(pixelsOf))
        .then(([shades, classes]) => prepareMatrix(figure, shades, classes))
        .catch(() => figure.classList.add("unready"));
}

// Lengths: one at a time.
const lengths = all(document, ".length").sort((a, b) => a.dataset.bytes - b.dataset.bytes);
if (lengths.length > 1) {
    const details = document.querySelector("details.lengths");
    const first = lengths.findIndex((length) => !details.contains(length));
    const words = made("output", {});
    const slider = made("input", {type: "range", min: 0, max: lengths.length - 1, value: first});
    slider.setAttribute("aria-label", "Message length");
    details.before(made("p", {className: "slider"}, slider, words), ...lengths);
    details.remove();
    const choose = () => {
        lengths.forEach((length, number) => { length.hidden = number !== Number(slider.value); });
        words.textContent = `messages of ${lengths[slider.value].dataset.words}`;
        slider.setAttribute("aria-valuetext", words.textContent);
    };
    slider.addEventListener("input", choose);
    choose();
}
document.documentElement.classList.add("scripted");
})();
