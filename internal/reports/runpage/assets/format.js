// Numbers and elements as the page shows them.

// duration returns a time with its unit, three significant digits.
function duration(ns) {
  for (const [size, unit] of [[1e9, "s"], [1e6, "ms"], [1e3, "µs"]]) if (Math.abs(ns) >= size * 0.9995) return `${digits(ns / size)} ${unit}`;
  return `${digits(ns)} ns`;
}

function digits(x) {
  const size = Math.abs(x);
  if (size >= 100 || Number.isInteger(x)) return Math.round(x).toString();
  return x.toFixed(size >= 10 ? 1 : 2);
}

// moment returns a time of the axis, exact enough for a distance between two ticks.
function moment(ns, tick) {
  const [size, unit] = tick >= 1e9 ? [1e9, "s"] : tick >= 1e6 ? [1e6, "ms"] : tick >= 1e3 ? [1e3, "µs"] : [1, "ns"];
  return `${whole(Math.round(ns / size))} ${unit}`;
}

// whole returns an integer with its digits in groups.
function whole(n) { return n.toString().replace(/\B(?=(\d{3})+$)/g, "\u2009"); }

// value returns the value of an argument or counter.
function value(x) {
  if (Number.isInteger(x) && Math.abs(x) < 1e15) return whole(x);
  if (!Number.isFinite(x)) return String(x);
  return Math.abs(x) >= 1e-3 && Math.abs(x) < 1e6 ? Number(x.toPrecision(4)).toString() : x.toExponential(2);
}

function percent(part, all) { return all > 0 ? `${(100 * part / all).toFixed(1)} %` : ""; }

// element makes an element with attributes and children. Texts stay texts.
function element(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, text] of Object.entries(attributes)) e.setAttribute(name, text);
  e.append(...children);
  return e;
}

// button makes a button.
function button(text, title, press) {
  const b = element("button", {type: "button", title, "aria-label": title}, text);
  b.addEventListener("click", press);
  return b;
}

// rounded returns the smallest of 1, 2 and 5 times a power of 10 that is at least x.
function rounded(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return [1, 2, 5, 10].map((m) => m * power).find((v) => v >= x * 0.999999);
}

// colours are the colours that canvases draw with, for a light or a dark page.
const colours = {};
const hues = [211, 28, 145, 265, 350, 185, 50, 310, 95, 235, 12, 165];

function readColours() {
  const style = getComputedStyle(document.documentElement), dark = matchMedia("(prefers-color-scheme: dark)").matches;
  for (const name of ["ink", "soft", "line", "page", "card", "accent", "warn"]) colours[name] = style.getPropertyValue(`--${name}`).trim();
  colours.block = hues.map((h) => dark ? `hsl(${h} 45% 28%)` : `hsl(${h} 62% 80%)`);
  colours.dim = dark ? "#2a323c" : "#e6eaef";
}

// A Palette gives names colours: the names with the most time have different ones.
class Palette {
  constructor(about) {
    const time = new Float64Array(about.names.length);
    for (const [, name, , ns] of about.tree) if (name >= 0) time[name] += ns;
    this.of = new Uint8Array(about.names.length);
    Array.from(time.keys()).sort((a, b) => time[b] - time[a] || a - b).forEach((name, k) => { this.of[name] = k % hues.length; });
    about.group?.forEach((one, name) => { this.of[name] = this.of[one]; });
  }
}
