// The drawing of the timeline.

// A Timeline is the canvas of the timeline with what it shows: the times from from to to.
class Timeline {
  constructor(data, layout, scroller, canvas) {
    Object.assign(this, {data, layout, scroller, canvas, names: data.about.names, span: Math.max(1, data.about.span)});
    this.context = canvas.getContext("2d", {alpha: false});
    this.palette = new Palette(data.about);
    this.search = new Search(layout, this.names, "");
    this.selected = null; // {group, depth, range, begin, end}
    this.boxes = Array.from({length: hues.length + 1}, () => []); // by colour: x, y, width, …
    this.widths = new Map(); // of texts, in pixels
    this.asked = false;
    this.after = []; // functions to call after each drawing
    this.fit();
  }

  // show moves to other times, which stay near the trace.
  show(from, to) {
    const length = Math.min(this.span * 1.1, Math.max(20, to - from)), margin = length * 0.05;
    this.from = Math.min(Math.max(from, -margin), this.span + margin - length);
    if (length > this.span) this.from = (this.span - length) / 2;
    this.to = this.from + length;
    this.ask();
  }

  fit() { this.show(-this.span * 0.01, this.span * 1.01); }

  // zoom scales the times around one of them.
  zoom(factor, time = (this.from + this.to) / 2) { this.show(time - (time - this.from) * factor, time + (this.to - time) * factor); }

  // pan moves by a share of the width.
  pan(share) { this.show(this.from + share * (this.to - this.from), this.to + share * (this.to - this.from)); }

  time(x) { return this.from + x / this.width * (this.to - this.from); }
  x(time) { return (time - this.from) / (this.to - this.from) * this.width; }

  // ask asks for a drawing in the next frame.
  ask() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => { this.asked = false; this.draw(); });
  }

  // resize gives the canvas the size of its box.
  resize() {
    const dense = devicePixelRatio || 1, height = Math.min(this.layout.height + rulerHeight, Math.max(220, innerHeight * 0.62));
    this.width = this.scroller.clientWidth;
    this.height = Math.round(height);
    this.scroller.style.height = `${this.height}px`;
    this.canvas.style.height = `${this.height}px`;
    this.canvas.nextElementSibling.style.height = `${Math.max(0, this.layout.height + rulerHeight - this.height)}px`;
    this.canvas.width = Math.round(this.width * dense);
    this.canvas.height = Math.round(this.height * dense);
    this.context.setTransform(dense, 0, 0, dense, 0, 0);
    this.ask();
  }

  draw() {
    const c = this.context, top = this.scroller.scrollTop - rulerHeight;
    this.scale = this.width / (this.to - this.from); // pixels per ns
    c.font = "12px system-ui, sans-serif";
    c.textBaseline = "middle";
    c.fillStyle = colours.page;
    c.fillRect(0, 0, this.width, this.height);
    this.drawTicks(c);
    const lines = this.layout.lines.filter((l) => l.y + l.height > top && l.y - top < this.height);
    for (const list of this.boxes) list.length = 0;
    const texts = [];
    for (const line of lines) if (line.kind === "row") this.drawRow(line, line.y - top, texts);
    this.boxes.forEach((list, k) => {
      c.fillStyle = k < hues.length ? colours.block[k] : colours.dim;
      for (let i = 0; i < list.length; i += 3) c.fillRect(list[i], list[i + 1], list[i + 2], rowHeight - 1);
    });
    c.fillStyle = colours.ink;
    for (const [text, x, y] of texts) c.fillText(text, x, y);
    for (const line of lines) {
      if (line.kind === "head") this.drawHead(c, line, line.y - top);
      if (line.kind === "curve") this.drawCurve(c, line, line.y - top);
    }
    if (this.selected) this.outline(c, this.selected, top);
    this.drawRuler(c);
    for (const f of this.after) f();
  }

  // drawRow collects the boxes and the texts of a row.
  drawRow(line, y, texts) {
    const found = this.search.text ? this.search.rows.get(line.row) : null;
    this.drawBlocks(line.row, y, texts, this.search.text !== "");
    if (found) this.drawBlocks(found.kept, y, texts, false);
  }

  drawBlocks(row, y, texts, dim) {
    const {from, to, scale, width, boxes, palette} = this, level = row.level(1 / scale), {begin, end, name, length} = level;
    let run = null; // the list of boxes whose last box is one of pixels
    for (let i = after(end, length, from), last = -1; i < length && begin[i] < to; i++) {
      let x = (begin[i] - from) * scale, right = (end[i] - from) * scale;
      if (right - x < 1) {
        x = Math.floor(x);
        if (x === last) continue; // the pixel has a block
        right = x + 1;
        const list = boxes[dim ? hues.length : palette.of[name[i]]];
        if (list === run && x === last + 1) list[list.length - 1]++;
        else (run = list).push(x, y, 1);
        last = x;
        continue;
      }
      run = null;
      if (right - x > 3) right -= 0.6; // between neighbours
      last = Math.floor(right - 0.01);
      const hidden = dim && !this.search.names.has(name[i]);
      x = Math.max(x, -1);
      right = Math.min(right, width + 1);
      boxes[dim ? hues.length : palette.of[name[i]]].push(x, y, right - x);
      if (right - x > 30 && !hidden) this.drawText(this.names[name[i]], Math.max(x, 0), y, right - Math.max(x, 0), texts);
    }
  }

  // drawText collects a text that is cut to a width.
  drawText(text, x, y, width, texts) {
    const room = width - 8;
    let full = this.widths.get(text);
    if (full === undefined) this.widths.set(text, full = this.context.measureText(text).width);
    if (full > room) {
      const n = Math.floor(text.length * (room - 8) / full);
      if (n < 2) return;
      text = `${text.slice(0, n)}…`;
    }
    texts.push([text, x + 4, y + rowHeight / 2]);
  }

  drawHead(c, {group}, y) {
    c.fillStyle = colours.card;
    c.fillRect(0, y, this.width, headHeight - 2);
    c.fillStyle = colours.ink;
    c.fillText(`${group.folded ? "▸" : "▾"} ${group.track.label}`, 6, y + headHeight / 2 - 1, this.width - 12);
  }

  drawCurve(c, {counter, curve}, y) {
    const low = curve.low, high = curve.high > low ? curve.high : low + 1, height = curveHeight - 20;
    const place = (v) => y + 17 + height - (v - low) / (high - low) * height;
    c.fillStyle = colours.accent;
    const runs = new Runs(c);
    let level = null; // the place of the last value
    curve.each(this.from, this.to, this.width, (time, least, most, final) => {
      const x = Math.max(-1, Math.floor(this.x(time))), high = Math.round(place(most)), low = Math.round(place(least));
      if (level !== null && x > runs.right) runs.add(runs.right, x, level, level + 1);
      runs.add(x, x + 1, Math.min(high, level ?? high), Math.max(low, level ?? low) + 1);
      level = Math.round(place(final));
    });
    const end = Math.min(this.width, this.x(this.span));
    if (level !== null && end > runs.right) runs.add(runs.right, end, level, level + 1);
    runs.end();
    const text = `${counter.log ? `log10 ${counter.name}` : counter.name}  ${value(low)} to ${value(curve.high)}`;
    c.fillStyle = colours.soft;
    c.fillText(text, 8, y + 10);
  }

  // ticks returns the distance of the ticks of the axis, and the first one.
  ticks() {
    const tick = Math.max(1, rounded((this.to - this.from) / Math.max(2, this.width / 110)));
    return [tick, Math.ceil(this.from / tick) * tick];
  }

  drawTicks(c) {
    const [tick, first] = this.ticks();
    c.fillStyle = colours.line;
    for (let t = first; t < this.to; t += tick) c.fillRect(Math.round(this.x(t)), 0, 1, this.height);
  }

  drawRuler(c) {
    const [tick, first] = this.ticks();
    c.fillStyle = colours.page;
    c.fillRect(0, 0, this.width, rulerHeight - 1);
    c.fillStyle = colours.line;
    c.fillRect(0, rulerHeight - 1, this.width, 1);
    for (let t = first; t < this.to; t += tick) {
      c.fillStyle = colours.line;
      c.fillRect(Math.round(this.x(t)), 12, 1, 12);
      c.fillStyle = colours.soft;
      c.fillText(moment(t, tick), Math.round(this.x(t)) + 4, 11);
    }
  }

  // outline draws a frame around a range.
  outline(c, {group, depth, begin, end}, top) {
    const line = this.layout.lines.find((l) => l.group === group && l.kind === "row" && l.depth === depth);
    if (!line) return;
    const x = Math.max(-2, this.x(begin)), right = Math.min(this.width + 2, Math.max(this.x(end), x + 2));
    c.strokeStyle = colours.ink;
    c.lineWidth = 2;
    c.strokeRect(x, line.y - top, right - x, rowHeight - 1);
  }

  // hit returns what is at a place of the canvas: {line} with the range, if there is one.
  hit(x, y) {
    const line = y < rulerHeight ? null : this.layout.at(y + this.scroller.scrollTop - rulerHeight);
    if (!line || line.kind !== "row") return {line};
    const pixel = (this.to - this.from) / this.width, time = this.time(x);
    let i = line.row.near(time, time);
    if (i < 0) i = line.row.near(time - 2 * pixel, time + 2 * pixel);
    return {line, range: i < 0 ? null : this.found(line.group, line.depth, i)};
  }

  // found describes the range at a place of a row.
  found(group, depth, i) {
    const row = group.rows[depth];
    return {group, depth, range: row.range[i], begin: row.begin[i], end: row.end[i]};
  }

  // select selects a range, or nothing, and brings it into view.
  select(range, reveal) {
    this.selected = range;
    if (range && reveal) {
      if (range.group.folded) {
        range.group.folded = false;
        this.layout.place();
        this.resize();
      }
      const length = this.to - this.from;
      if (range.end - range.begin > length || this.x(range.end) - this.x(range.begin) < 3) {
        this.show(range.begin - 2 * (range.end - range.begin) - 10, range.end + 2 * (range.end - range.begin) + 10);
      } else if (range.begin < this.from || range.end > this.to) {
        this.show((range.begin + range.end - length) / 2, (range.begin + range.end + length) / 2);
      }
      const line = this.layout.lines.find((l) => l.group === range.group && l.kind === "row" && l.depth === range.depth);
      const low = line.y - this.scroller.scrollTop;
      if (low < 0 || low + rowHeight * 2 > this.height - rulerHeight) this.scroller.scrollTop = line.y - this.height / 3;
    }
    this.ask();
  }
}

// Runs draws boxes of pixels from left to right, and joins neighbours of the same height.
class Runs {
  constructor(context) {
    this.context = context;
    this.x = this.right = this.top = this.below = -1;
  }

  add(x, right, top, below) {
    if (x === this.right && top === this.top && below === this.below) {
      this.right = right;
    } else if (x < this.right) { // the last pixel again
      this.part(x);
      [this.x, this.right, this.top, this.below] = [x, right, Math.min(top, this.top), Math.max(below, this.below)];
    } else {
      this.end();
      [this.x, this.right, this.top, this.below] = [x, right, top, below];
    }
  }

  // part draws what lies left of a pixel.
  part(x) { if (x > this.x) this.context.fillRect(this.x, this.top, x - this.x, this.below - this.top); }

  end() { this.part(this.right); }
}
