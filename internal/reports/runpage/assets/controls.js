// Wheel, pointers, keys and the search of the timeline.

const help = "Wheel or + and −: zoom. Drag, a and d, ← and →: move. ↑ and ↓: scroll. f: fit. /: search; n, p: next and previous match. " +
  ". and ,: next and previous range; ] and [: into and out of it; z: zoom to it. Click a track's name to fold it.";

// control connects the elements of the timeline.
function control(timeline, {find, found, details}) {
  const {canvas, scroller} = timeline;
  const select = (range, reveal) => {
    timeline.select(range, reveal);
    showDetails(details, timeline);
  };
  timeline.choose = select;
  scroller.addEventListener("scroll", () => timeline.ask());
  canvas.addEventListener("wheel", (e) => {
    e.preventDefault();
    const pixels = (d) => d * [1, 16, 400][e.deltaMode];
    if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) timeline.pan(pixels(e.deltaX || e.deltaY) / timeline.width);
    else timeline.zoom(2 ** (Math.max(-200, Math.min(200, pixels(e.deltaY))) / 200), timeline.time(e.offsetX));
  }, {passive: false});
  drag(timeline, select);
  const go = (forward) => {
    const match = timeline.search.next(timeline.selected && {begin: timeline.selected.begin, order: timeline.selected.group.track.number, depth: timeline.selected.depth}, forward);
    if (match) select(match, true);
  };
  timeline.go = go;
  let waiting = 0;
  find.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => look(timeline, find.value, found), 120);
  });
  find.addEventListener("keydown", (e) => {
    if (e.key === "Escape") find.value = "";
    if (e.key === "Enter" || e.key === "Escape") {
      clearTimeout(waiting);
      if (find.value !== timeline.search.text) look(timeline, find.value, found);
      if (e.key === "Enter") go(!e.shiftKey); else canvas.focus();
      e.preventDefault();
    }
  });
  canvas.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const act = keys(timeline, select, find, go)[e.key];
    if (!act) return;
    act();
    e.preventDefault();
  });
}

// look searches for a text and says how much it found.
function look(timeline, text, found) {
  const s = timeline.search = new Search(timeline.layout, timeline.names, text);
  found.textContent = !text ? "" : s.count ? `${whole(s.count)} ranges, ${duration(s.ns)}` : "no such range";
  timeline.ask();
}

// keys returns what keys do.
function keys(timeline, select, find, go) {
  const {scroller} = timeline, scroll = (rows) => { scroller.scrollTop += rows * rowHeight; };
  const left = () => timeline.pan(-0.1), right = () => timeline.pan(0.1), closer = () => timeline.zoom(0.8), farther = () => timeline.zoom(1.25);
  return {
    a: left, ArrowLeft: left, d: right, ArrowRight: right, w: closer, "+": closer, "=": closer, s: farther, "-": farther,
    ArrowUp: () => scroll(-2), ArrowDown: () => scroll(2), PageUp: () => scroll(-12), PageDown: () => scroll(12),
    f: () => timeline.fit(), Home: () => timeline.show(0, timeline.to - timeline.from),
    End: () => timeline.show(timeline.span - timeline.to + timeline.from, timeline.span),
    "/": () => find.focus(), n: () => go(true), p: () => go(false), Escape: () => select(null),
    ".": () => select(neighbour(timeline, 1), true), ",": () => select(neighbour(timeline, -1), true),
    "]": () => select(nested(timeline, 1), true), "[": () => select(nested(timeline, -1), true),
    z: () => {
      const s = timeline.selected, margin = s && (s.end - s.begin) * 0.1 + 5;
      if (s) timeline.show(s.begin - margin, s.end + margin);
    },
  };
}

// neighbour returns the next or the previous range of the row of the selected range; the
// first range in view if none is selected.
function neighbour(timeline, by) {
  const s = timeline.selected;
  if (!s) {
    for (const {kind, group, row, depth} of timeline.layout.lines) {
      const i = kind === "row" ? row.first(timeline.from) : -1;
      if (i >= 0 && i < row.length) return timeline.found(group, depth, i);
    }
    return null;
  }
  const row = s.group.rows[s.depth], i = after(row.range, row.length, s.range) - 1 + by;
  return i < 0 || i >= row.length ? s : timeline.found(s.group, s.depth, i);
}

// nested returns the first range in the selected range, or the range around it.
function nested(timeline, by) {
  const s = timeline.selected;
  if (!s) return neighbour(timeline, 0);
  if (by < 0) {
    const i = s.depth ? timeline.layout.around(s.group, s.depth - 1, s.begin) : -1;
    return i < 0 ? s : timeline.found(s.group, s.depth - 1, i);
  }
  const row = s.group.rows[s.depth + 1], i = row ? after(row.range, row.length, s.range) : 0;
  return row && i < row.length && row.end[i] <= s.end ? timeline.found(s.group, s.depth + 1, i) : s;
}

// drag moves with one pointer, zooms with two, and selects where a pointer did not move.
function drag(timeline, select) {
  const {canvas} = timeline, down = new Map();
  let moved = 0;
  canvas.addEventListener("pointerdown", (e) => {
    if (e.button) return;
    down.set(e.pointerId, e.offsetX);
    moved = down.size > 1 ? Infinity : 0;
    canvas.setPointerCapture(e.pointerId);
  });
  canvas.addEventListener("pointermove", (e) => {
    const last = down.get(e.pointerId);
    canvas.style.cursor = down.size ? "grabbing" : timeline.hit(e.offsetX, e.offsetY).range ? "pointer" : "grab";
    if (last === undefined) return;
    const other = [...down].find(([id]) => id !== e.pointerId)?.[1];
    moved += Math.abs(e.offsetX - last) + Math.abs(e.movementY);
    if (e.pointerType === "mouse") timeline.scroller.scrollTop -= e.movementY;
    if (other === undefined) {
      if (moved > 3) timeline.pan((last - e.offsetX) / timeline.width);
    } else if (Math.abs(e.offsetX - other) > 10) {
      timeline.zoom(Math.abs(last - other) / Math.abs(e.offsetX - other), timeline.time(other));
    }
    if (moved > 3) down.set(e.pointerId, e.offsetX);
  });
  const up = (e) => {
    if (!down.delete(e.pointerId) || e.type !== "pointerup" || moved > 3) return;
    const {line, range} = timeline.hit(e.offsetX, e.offsetY);
    if (line?.kind === "head") {
      line.group.folded = !line.group.folded;
      timeline.layout.place();
      timeline.resize();
    } else {
      select(range ?? null);
    }
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
}
