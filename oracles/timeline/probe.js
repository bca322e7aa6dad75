// What the page draws, judged in the page. Each function returns what is wrong.
globalThis.probe = (() => {
  const {timeline, data, describe} = nrprof, {layout} = timeline;
  let seed = 1;
  const random = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 2147483648 * n); };
  const rows = () => layout.lines.filter((l) => l.kind === "row" && l.row.length);
  const heightOf = (line) => line.y - timeline.scroller.scrollTop + 24;
  const visible = (line) => {
    const y = heightOf(line);
    if (y < 24 || y + 18 > timeline.height) timeline.scroller.scrollTop = Math.max(0, line.y - 60);
    return heightOf(line);
  };
  const pixel = (x, y) => [...timeline.context.getImageData(x, y, 1, 1).data.slice(0, 3)].join();
  const page = () => getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).join();
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const near = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
  let was = null;

  return {
    decoded(want) {
      const got = {};
      for (const t of data.tracks) {
        for (let i = 0; i < t.begin.length; i++) {
          if (t.never.has(i)) continue;
          const g = got[data.about.names[t.name[i]]] ??= {count: 0, ns: 0};
          g.count++;
          g.ns += t.end[i] - t.begin[i];
        }
      }
      if (data.rest !== 0) return `${data.rest} bytes are left after the last column`;
      for (const [name, w] of Object.entries(want)) {
        const g = got[name];
        if (!g || g.count !== w.count || g.ns !== w.ns) return `${name}: the page has ${JSON.stringify(g)}, the export ${JSON.stringify(w)}`;
      }
      return "";
    },

    // ordered judges the order of the tracks: the order in the trace, with or without ranges.
    ordered() {
      const numbers = layout.tracks.map((t) => t.track.number);
      return numbers.every((n, k) => k === 0 || numbers[k - 1] < n) ? "" : `the tracks lie in the order ${numbers}`;
    },

    // drawn looks for ranges in the middle of the timeline.
    drawn() {
      for (let k = 0; k < 300; k++) {
        const lines = rows(), line = lines[random(lines.length)], i = random(line.row.length), {begin, end, range} = line.row;
        const ns = Math.max(40, end[i] - begin[i]);
        timeline.show((begin[i] + end[i]) / 2 - ns * 2, (begin[i] + end[i]) / 2 + ns * 2);
        const y = visible(line), x = timeline.x((begin[i] + end[i]) / 2);
        timeline.draw();
        const hit = timeline.hit(x, y + 9).range;
        if (end[i] > begin[i] && hit?.range !== range[i]) return `${data.about.names[line.row.name[i]]} at ${begin[i]}: the hit test gives ${JSON.stringify(hit?.begin)}`;
        if (end[i] - begin[i] > 40 && x > 2 && pixel(Math.floor(x), y + 1) === page()) return `${data.about.names[line.row.name[i]]} at ${begin[i]} is not drawn`;
      }
      timeline.fit();
      return "";
    },

    // levels compares pixels with ranges. At most the next pixel may differ.
    levels() {
      const marks = new Uint8Array(Math.ceil(timeline.width) + 4);
      for (const scale of [1, 2, 5, 12, 30, 80, 200, 500, 1200, 3000]) {
        const length = timeline.span / scale, some = rows()[random(rows().length)].row, middle = some.begin[random(some.length)];
        timeline.show(middle - length / 2, middle + length / 2);
        for (const line of rows().slice(0, 40)) {
          const y = visible(line);
          timeline.draw();
          marks.fill(0);
          const {begin, end, length: n} = line.row;
          for (let i = 0; i < n; i++) {
            if (end[i] < timeline.from || begin[i] > timeline.to) continue;
            const last = Math.min(timeline.width, timeline.x(end[i]));
            for (let x = Math.max(0, Math.floor(timeline.x(begin[i]))); x <= last; x++) marks[x + 1] = 1;
          }
          const image = timeline.context.getImageData(0, y + 2, timeline.width, 1).data, empty = page();
          const ticks = new Set();
          for (let [tick, t] = timeline.ticks(); t < timeline.to; t += tick) for (const d of [-1, 0, 1]) ticks.add(Math.round(timeline.x(t)) + d);
          for (let x = 1; x < timeline.width - 1; x++) {
            const drawn = image.slice(4 * x, 4 * x + 3).join() !== empty;
            if (ticks.has(x)) continue;
            if (drawn && !(marks[x] || marks[x + 1] || marks[x + 2])) return `1/${scale}: pixel ${x} of row ${line.depth} is drawn without a range`;
            if (!drawn && marks[x] && marks[x + 1] && marks[x + 2] && line.row.near(timeline.time(x), timeline.time(x + 1)) >= 0) {
              const i = line.row.near(timeline.time(x), timeline.time(x + 1));
              if (begin[i] <= timeline.time(x) && end[i] >= timeline.time(x + 1) && (end[i] - begin[i]) * timeline.scale > 4 && timeline.x(end[i]) > x + 2) return `1/${scale}: pixel ${x} of row ${line.depth} is empty`;
            }
          }
        }
      }
      timeline.fit();
      return "";
    },

    async searches(text, count) {
      const find = document.querySelector("input[type=search]"), found = document.querySelector(".bar output");
      find.value = text;
      find.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter"}));
      const got = Number(found.textContent.split(" ")[0].replace(/\D/g, ""));
      if (got !== count) return `the search for ${text} says ${found.textContent}, want ${count} ranges`;
      const seen = new Set();
      for (let k = 0; k < 20; k++) {
        const s = timeline.selected;
        if (!data.about.names[s.group.track.name[s.range]].toLowerCase().includes(text.toLowerCase())) return "a match has another name";
        seen.add(`${s.group.track.number} ${s.range}`);
        timeline.go(true);
      }
      if (seen.size < Math.min(20, count)) return `20 steps through ${count} matches reach ${seen.size} of them`;
      await frame();
      find.value = "";
      find.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}));
      timeline.choose(null);
      timeline.fit();
      return found.textContent === "" ? "" : "the search does not end";
    },

    // target returns where to click: on a range that is wide enough.
    target() {
      timeline.fit();
      timeline.scroller.scrollTop = 0;
      timeline.draw();
      document.querySelector(".scroller").scrollIntoView({block: "center"});
      const box = timeline.canvas.getBoundingClientRect();
      for (const line of rows().reverse()) {
        const y = heightOf(line), i = line.row.near(timeline.from, timeline.to);
        if (i < 0 || y + 18 > timeline.height) continue;
        was = line.row.range[i];
        const x = timeline.x((line.row.begin[i] + line.row.end[i]) / 2);
        if (timeline.hit(x, y + 9).range?.range === was) return {x: box.left + Math.round(x), y: box.top + y + 9};
      }
      return null;
    },

    clicked() {
      const text = document.querySelector(".details").innerText, s = timeline.selected;
      if (!s) return "a click selects nothing";
      for (const [, want] of describe(s)) if (!text.includes(want.trim())) return `the details lack ${want}: ${text}`;
      return document.activeElement === timeline.canvas ? "" : `the focus is on ${document.activeElement.outerHTML}`;
    },

    before() {
      timeline.canvas.focus();
      const length = timeline.span / 7;
      timeline.show(3 * length, 4 * length);
      was = {from: timeline.from, to: timeline.to, selected: timeline.selected};
      return "";
    },

    pressed(key) {
      const {from, to, selected, span} = timeline, length = to - from, old = was.to - was.from;
      const ok = {
        w: length < old, "+": length < old, s: length > old, "-": length > old, a: from < was.from, ArrowLeft: from < was.from, d: from > was.from,
        ArrowRight: from > was.from, f: from <= 0 && to >= span, Home: near(from, 0), End: near(to, span), z: from <= selected?.begin && to >= selected?.end,
        ".": selected?.range >= was.selected?.range, ",": selected?.range <= was.selected?.range, "]": selected?.depth >= was.selected?.depth,
        "[": selected?.depth <= was.selected?.depth, n: from === was.from,
      }[key];
      return ok ? "" : `${key}: ${was.from} to ${was.to} becomes ${from} to ${to}, selected ${JSON.stringify(selected?.range)} after ${was.selected?.range}`;
    },

    wheeled() { return timeline.to - timeline.from < was.to - was.from || timeline.to - timeline.from < timeline.span ? "" : "the wheel does not zoom"; },

    async looks() {
      timeline.fit();
      timeline.choose(timeline.found(rows()[0].group, rows()[0].depth, 0));
      await frame();
      const bad = [], channels = (c) => c.match(/[\d.]+/g).map(Number);
      const luminance = (c) => { const [r, g, b] = channels(c).slice(0, 3).map((v) => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
      const behind = (e) => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (channels(c)[3] !== 0) return c; } return "rgb(255, 255, 255)"; };
      const dark = matchMedia("(prefers-color-scheme: dark)").matches;
      if (luminance(behind(document.body)) > .5 === dark) bad.push("the background is " + behind(document.body));
      if (pixel(2, timeline.height - 3) !== page() && layout.height + 24 < timeline.height) bad.push("the canvas has another background");
      if (document.scrollingElement.scrollWidth > innerWidth) bad.push("the page is " + document.scrollingElement.scrollWidth + " pixels wide");
      for (const e of document.querySelectorAll("main *")) {
        if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || !e.getClientRects().length) continue;
        const [x, y] = [luminance(getComputedStyle(e).color), luminance(behind(e))].sort((p, q) => q - p);
        if ((x + .05) / (y + .05) < 4.5) bad.push("little contrast: " + e.textContent.slice(0, 40));
        const box = e.getBoundingClientRect();
        if (box.right > innerWidth + 1 && !e.closest(".scroll")) bad.push("cut off: " + e.textContent.slice(0, 40));
      }
      for (const e of document.querySelectorAll("input, button, canvas")) if (!e.getAttribute("aria-label") && !e.textContent.trim()) bad.push("without a label: " + e.outerHTML.slice(0, 80));
      for (const e of document.querySelectorAll(".bar button, .bar input")) if (e.getBoundingClientRect().height < 30) bad.push("too small for a finger: " + e.outerHTML);
      if (document.querySelectorAll("img").length || document.title === "owned") bad.push("a name is markup");
      return bad.slice(0, 5).join("; ");
    },

    // frames moves the timeline at a scale for a while, as fast as frames come.
    async frames(scale) {
      const length = timeline.span / scale, draws = [], times = [];
      timeline.show(0, length);
      await frame();
      let last = performance.now();
      for (let k = 0; k < 150; k++) {
        timeline.from = (timeline.span - length) * 0.2 + k * length / 300;
        timeline.to = timeline.from + length;
        const start = performance.now();
        timeline.draw();
        draws.push(performance.now() - start);
        await new Promise((done) => requestAnimationFrame(done));
        times.push(performance.now() - last);
        last = performance.now();
      }
      const at = (list, share) => [...list].sort((a, b) => a - b)[Math.floor(share * (list.length - 1))];
      return {frames: times.length, script: at(draws, 0.5), frame: at(times, 0.5), late: at(times, 0.99)};
    },

    // aligned judges a page of two runs: iterations of one number in one time step begin
    // at the same time, and the counter has the difference of their durations.
    aligned() {
      const {about} = data, side = (word) => data.tracks.find((t) => t.label.startsWith(word));
      const iterations = (t) => {
        const list = new Map(), number = t.args.find((a) => a.name < 0);
        const at = (i) => { const k = number.at.indexOf(i); return k < 0 ? 0 : number.value[k]; };
        let step = 0, within = 0;
        for (let i = 0; i < t.begin.length; i++) {
          const name = about.names[t.name[i]];
          if (name === "timestep") [step, within] = [at(i), t.end[i]];
          if (name === "nr_iteration" && t.begin[i] < within) list.set(`${step}.${at(i)}`, [t.begin[i], t.end[i] - t.begin[i]]);
        }
        return list;
      };
      const a = iterations(side("before: ")), b = iterations(side("after: "));
      const counter = data.counters.find((c) => c.name === "nr_iteration_difference_ns");
      const value = new Map(Array.from(counter.time, (t, k) => [t, counter.value[k]]));
      const first = layout.tracks[0].track.label;
      if (!first.startsWith("difference: ")) return `the first track is ${first}`;
      let both = 0;
      for (const [key, [begin, ns]] of a) {
        if (!b.has(key)) continue;
        both++;
        const [other, more] = b.get(key);
        if (begin !== other) return `iteration ${key} begins at ${begin} and ${other}`;
        if (value.get(begin) !== more - ns) return `iteration ${key}: the difference is ${value.get(begin)}, want ${more - ns}`;
      }
      return both < 50 ? `only ${both} iterations are in both runs` : "";
    },

    async confined(elsewhere) {
      const refused = async (what, promise) => (await promise) ? what : "";
      return (await Promise.all([
        refused("the page may fetch", fetch(elsewhere + "/fetch").then(() => true, () => false)),
        refused("the page may load pictures", new Promise((done) => { const i = new Image(); i.onload = () => done(true); i.onerror = () => done(false); i.src = elsewhere + "/image"; })),
        refused("the page may run other scripts", new Promise((done) => { const s = document.createElement("script"); s.textContent = "globalThis.bad = 1"; document.head.append(s); done(typeof bad !== "undefined"); })),
      ])).filter(Boolean).join("; ");
    },
  };
})();
