// The page as a whole.

// show draws everything.
async function show() {
  const data = await decode(), {about} = data;
  readColours();
  const find = element("input", {type: "search", placeholder: "search ranges", "aria-label": "search ranges by name", spellcheck: "false"});
  const found = element("output", {"aria-live": "polite"}), details = element("div", {class: "details", "aria-live": "polite"});
  const canvas = element("canvas", {tabindex: "0", role: "application", "aria-label": `Timeline of ${about.tracks.length} tracks. ${help}`});
  const scroller = element("div", {class: "scroller"}, canvas, element("div"));
  const bar = element("div", {class: "bar"}, find, button("↑", "previous match", () => timeline.go(false)), button("↓", "next match", () => timeline.go(true)), found,
    element("span", {class: "zoom"}, button("−", "zoom out", () => timeline.zoom(1.6)), button("+", "zoom in", () => timeline.zoom(0.625)), button("fit", "fit the whole trace", () => timeline.fit())));
  const note = element("p", {class: "note"}, [about.note, help].filter(Boolean).join(" "));
  document.getElementById("timeline").replaceChildren(bar, scroller, details, note);

  const timeline = new Timeline(data, new Layout(data), scroller, canvas);
  control(timeline, {find, found, details});
  showDetails(details, timeline);
  timeline.resize();
  const nested = document.getElementById("tree");
  const tree = nested && new Icicle(about, timeline.palette, nested, (name, node) => {
    if (node.name === null || node.name < 0) return;
    const text = about.titles?.[node.name] ? name.split("#")[0].trim() : name; // before the numbers
    find.value = text;
    look(timeline, text, found);
  });
  const place = document.getElementById("charts");
  const charts = place && new Charts(data, place, (from, to) => {
    timeline.show(from - (to - from) * 0.2, to + (to - from) * 0.2);
  });
  const again = () => {
    readColours();
    timeline.resize();
    tree?.draw();
    charts?.draw();
  };
  addEventListener("resize", again);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  globalThis.nrprof = {data, timeline, tree, charts, describe: (range) => describe(timeline, range)};
}

show().catch((e) => {
  for (const id of ["timeline", "tree", "charts"]) document.getElementById(id)?.replaceChildren(element("p", {class: "note"}, `This drawing failed: ${e.message}`));
});
