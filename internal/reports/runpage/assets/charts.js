// Iterations per time step, and the residuals of iterations.

const chartHeight = 190, left = 44, bottom = 24, mostCurves = 2000;

class Charts {
  constructor(data, place, reveal) {
    Object.assign(this, {data, reveal, steps: data.steps, selected: -1});
    this.solutions = solutionsOf(data.iterations);
    const measured = data.iterations.log.some(Number.isFinite);
    this.facts = element("p", {class: "note", "aria-live": "polite"});
    place.replaceChildren();
    if (this.steps.length) this.bars = this.chart(place, "Iterations per time step", "Bars of the iterations of each time step. Left and right arrows select a step.");
    if (measured) this.curves = this.chart(place, "log10 of the residual by iteration", "Curves of the residuals of each solution.");
    place.append(this.facts);
    if (this.bars) this.listen();
    this.draw();
  }

  chart(place, title, label) {
    const canvas = element("canvas", {role: "img", tabindex: "0", "aria-label": label});
    place.append(element("figure", {class: "chart"}, element("figcaption", {}, title), canvas));
    return canvas;
  }

  listen() {
    this.bars.addEventListener("click", (e) => this.select(Math.floor((e.offsetX - left) / (this.bars.clientWidth - left) * this.steps.length)));
    this.bars.addEventListener("keydown", (e) => {
      const by = {ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20}[e.key];
      if (!by) return;
      this.select(Math.max(0, Math.min(this.steps.length - 1, this.selected + by)));
      e.preventDefault();
    });
  }

  // select selects a time step and shows it in the timeline.
  select(k) {
    if (k < 0 || k >= this.steps.length) return;
    this.selected = k;
    const {step, its, ns, rejected, begin} = this.steps;
    this.facts.textContent = `Time step ${step[k]}: ${its[k]} iterations in ${duration(ns[k])}${["", ", rejected by its truncation error", ", rejected without convergence"][rejected[k]] || ""}.`;
    this.reveal(begin[k], begin[k] + ns[k]);
    this.draw();
  }

  draw() {
    if (this.bars) this.drawBars(prepare(this.bars));
    if (this.curves) this.drawCurves(prepare(this.curves));
  }

  // drawBars draws a bar per time step; the largest of those in one pixel.
  drawBars({c, width, height}) {
    const {its, rejected, length} = this.steps, most = its.reduce((a, b) => Math.max(a, b), 1);
    axis(c, width, height, 0, most, (v) => whole(v));
    c.fillText(`${whole(length)} time steps in order`, left + 4, height - 8);
    const all = width - left, wide = Math.max(1, all / length);
    for (let px = 0, k = 0; k < length; px++) {
      const until = wide > 1 ? k + 1 : Math.max(k + 1, Math.ceil((px + 1) / all * length));
      let top = 0, bad = false, chosen = false;
      for (; k < until && k < length; k++) {
        top = Math.max(top, its[k]);
        bad ||= rejected[k] > 0;
        chosen ||= k === this.selected;
      }
      c.fillStyle = chosen ? colours.ink : bad ? colours.warn : colours.accent;
      const h = top / most * (height - bottom - 8), x = Math.round(px * wide), right = Math.round((px + 1) * wide);
      c.fillRect(left + x, height - bottom - h, right - x > 3 ? right - x - 1 : right - x, h);
    }
    c.fillStyle = colours.soft;
    if (rejected.some((r) => r > 0)) c.fillText("other colour: with a rejected step", left + 180, height - 8);
  }

  drawCurves({c, width, height}) {
    const {log} = this.data.iterations, list = this.solutions;
    let low = Infinity, high = -Infinity, most = 1;
    for (const v of log) if (Number.isFinite(v)) [low, high] = [Math.min(low, v), Math.max(high, v)];
    for (const [first, last] of list) most = Math.max(most, last - first - 1);
    [low, high] = [Math.floor(low), Math.max(Math.ceil(high), Math.floor(low) + 1)];
    axis(c, width, height, low, high, (v) => `${v}`);
    const every = Math.ceil(list.length / mostCurves), x = (i) => left + 4 + i / most * (width - left - 8);
    const y = (v) => height - bottom - (v - low) / (high - low) * (height - bottom - 8);
    const curve = ([first, last]) => {
      c.beginPath();
      for (let i = first, begun = false; i < last; i++) {
        if (!Number.isFinite(log[i])) continue;
        if (begun) c.lineTo(x(i - first), y(log[i])); else c.moveTo(x(i - first), y(log[i]));
        begun = true;
      }
      c.stroke();
    };
    c.lineWidth = 1;
    c.strokeStyle = colours.accent;
    c.globalAlpha = Math.max(0.08, Math.min(1, 40 / list.length));
    list.forEach((s, k) => { if (k % every === 0 || s[1] - s[0] - 1 === most) curve(s); });
    c.globalAlpha = 1;
    c.lineWidth = 2.5;
    c.strokeStyle = colours.ink;
    const {begin, ns, track} = this.steps, at = this.selected, its = this.data.iterations;
    if (at >= 0) list.filter(([first]) => its.track[first] === track[at] && its.begin[first] >= begin[at] && its.begin[first] <= begin[at] + ns[at]).forEach(curve);
    c.fillText(`iteration 0 to ${most}, ${every > 1 ? `every ${whole(every)}th of ` : ""}${whole(list.length)} solutions`, left + 4, height - 8);
  }
}

// solutionsOf returns the iterations of each solution, as places from and to. The number
// of an iteration grows within a solution.
function solutionsOf({track, step, iteration, length}) {
  const list = [];
  for (let i = 0, first = 0; i < length; i++) {
    const more = i + 1 < length && track[i + 1] === track[i] && step[i + 1] === step[i] && iteration[i + 1] > iteration[i];
    if (more) continue;
    list.push([first, i + 1]);
    first = i + 1;
  }
  return list;
}

// prepare clears a canvas at the size of its box.
function prepare(canvas) {
  const dense = devicePixelRatio || 1, width = canvas.clientWidth, c = canvas.getContext("2d");
  canvas.width = Math.round(width * dense);
  canvas.height = Math.round(chartHeight * dense);
  c.setTransform(dense, 0, 0, dense, 0, 0);
  c.clearRect(0, 0, width, chartHeight);
  c.font = "12px system-ui, sans-serif";
  c.textBaseline = "middle";
  return {c, width, height: chartHeight};
}

// axis draws lines and numbers at the left.
function axis(c, width, height, low, high, text) {
  const tick = Math.max(1, rounded((high - low) / 4));
  for (let v = Math.ceil(low / tick) * tick; v <= high; v += tick) {
    const y = Math.round(height - bottom - (v - low) / (high - low) * (height - bottom - 8));
    c.fillStyle = colours.line;
    c.fillRect(left, y, width - left, 1);
    c.fillStyle = colours.soft;
    c.textAlign = "right";
    c.fillText(text(v), left - 6, y);
    c.textAlign = "left";
  }
}
