// Time by nested range names, as an icicle: each name has the width of its time, and what
// is in it lies below.

const boxHeight = 24, leastWidth = 3;

class Icicle {
  constructor(about, palette, place, choose) {
    Object.assign(this, {about, palette, choose});
    this.nodes = about.tree.map(([parent, name, count, ns]) => ({parent, name, count, ns, inside: []}));
    this.top = {parent: -1, name: null, count: 0, ns: 0, inside: []};
    this.nodes.forEach((node, k) => {
      node.above = node.parent < 0 ? this.top : this.nodes[node.parent];
      node.number = k;
      node.above.inside.push(node);
    });
    for (const node of [this.top, ...this.nodes]) node.inside.sort((a, b) => b.ns - a.ns || a.number - b.number);
    this.top.ns = this.top.inside.reduce((sum, node) => sum + node.ns, 0);
    this.shown = this.top;
    this.box = element("div", {class: "icicle", role: "group", "aria-label": "Time by nested range names"});
    this.path = element("p", {class: "path"});
    this.facts = element("p", {class: "note", "aria-live": "polite"});
    place.replaceChildren(this.path, this.box, this.facts);
    this.box.addEventListener("keydown", (e) => this.key(e));
    this.draw();
  }

  title(node) { return node.name === null ? "everything" : node.name < 0 ? this.about.places[-1 - node.name] : this.about.titles?.[node.name] ?? this.about.names[node.name]; }

  // within is the time of what is inside a node; more than its own in case of overlap.
  width(node) { return Math.max(node.ns, node.inside.reduce((sum, n) => sum + n.ns, 0)); }

  draw() {
    const all = this.box.clientWidth, boxes = [];
    let depth = 0;
    const put = (node, x, width, level) => {
      if (width < leastWidth) return;
      boxes.push([node, x, width, level]);
      depth = Math.max(depth, level + 1);
      const scale = width / Math.max(1, this.width(node));
      for (const n of node.inside) {
        put(n, x, n.ns * scale, level + 1);
        x += n.ns * scale;
      }
    };
    put(this.shown, 0, all, 0);
    this.box.style.height = `${depth * boxHeight}px`;
    this.box.replaceChildren(...boxes.map((b) => this.button(...b)));
    const path = [];
    for (let n = this.shown; n; n = n.above) path.unshift(n);
    this.path.replaceChildren(...path.flatMap((n, k) => [...(k ? [" ▸ "] : []), n === this.shown ? this.title(n) : button(this.title(n), `show ${this.title(n)}`, () => this.open(n))]));
    this.say(this.shown);
  }

  button(node, x, width, level) {
    const b = element("button", {type: "button", "aria-label": this.text(node), title: this.text(node)}, width > 24 ? this.title(node) : "");
    Object.assign(b.style, {left: `${x}px`, top: `${level * boxHeight}px`, width: `${Math.max(1, width - 1)}px`});
    b.style.background = node.name >= 0 && node.name !== null ? colours.block[this.palette.of[node.name]] : colours.card;
    b.node = node;
    b.addEventListener("click", () => this.open(node));
    b.addEventListener("focus", () => this.say(node));
    b.addEventListener("pointerenter", () => this.say(node));
    return b;
  }

  text(node) {
    const parts = [this.title(node), duration(node.ns), `${percent(node.ns, this.top.ns)} of all`];
    if (node.above && node.above !== this.top) parts.push(`${percent(node.ns, node.above.ns)} of ${this.title(node.above)}`);
    if (node.count) parts.push(`${whole(node.count)} times, mean ${duration(node.ns / node.count)}`);
    const self = node.ns - node.inside.reduce((sum, n) => sum + n.ns, 0);
    if (node.inside.length && self > 0 && node !== this.top) parts.push(`${duration(self)} in no range inside`);
    return parts.join(", ");
  }

  say(node) { this.facts.textContent = this.text(node); }

  // open shows a node as wide as the page; the node that is shown already, the one above.
  open(node) {
    this.shown = node === this.shown && node.above ? node.above : node;
    this.draw();
    this.focus(this.shown);
    this.choose(this.title(node), node);
  }

  focus(node) { [...this.box.children].find((b) => b.node === node)?.focus(); }

  key(e) {
    const node = e.target.node, beside = node?.above?.inside || [];
    const to = {ArrowUp: node?.above, ArrowDown: node?.inside[0], ArrowLeft: beside[beside.indexOf(node) - 1], ArrowRight: beside[beside.indexOf(node) + 1]}[e.key];
    if (e.key === "Escape") this.open(this.shown);
    if (to) this.focus(to);
    if (to || e.key === "Escape") e.preventDefault();
  }
}
