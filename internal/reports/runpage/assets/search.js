// Search for ranges by name.

// A Search is the ranges whose names contain a text, in the order of their begins.
class Search {
  constructor(layout, names, text) {
    this.text = text;
    const wanted = text.toLowerCase();
    this.names = new Set();
    names.forEach((name, k) => { if (wanted && name.toLowerCase().includes(wanted)) this.names.add(k); });
    this.rows = new Map(); // of matches, by row
    this.count = this.ns = 0;
    for (const group of wanted ? layout.tracks : []) {
      group.rows.forEach((row, depth) => {
        const kept = keep(row, this.names);
        if (!kept.length) return;
        this.rows.set(row, {group, depth, kept});
        this.count += kept.length;
        for (let i = 0; i < kept.length; i++) this.ns += kept.end[i] - kept.begin[i];
      });
    }
  }

  // next returns the first match that begins after a selected range, or the last one
  // before it, and goes around at the end.
  next(from, forward) {
    const before = (a, b) => a.begin - b.begin || a.order - b.order || a.depth - b.depth;
    const least = {begin: -Infinity, order: 0, depth: 0}, most = {begin: Infinity, order: 0, depth: 0};
    let best = null, start = from || (forward ? least : most);
    for (let round = 0; round < 2 && !best; round++, start = forward ? least : most) {
      for (const {group, depth, kept} of this.rows.values()) {
        const order = group.track.number;
        const at = after(kept.begin, kept.length, start.begin);
        for (let i = Math.max(0, at - 2); i <= Math.min(kept.length - 1, at + 1); i++) {
          const match = {group, depth, range: kept.range[i], begin: kept.begin[i], end: kept.end[i], order};
          const beyond = forward ? before(match, start) > 0 : before(match, start) < 0;
          if (beyond && (!best || (forward ? before(match, best) < 0 : before(match, best) > 0))) best = match;
        }
      }
    }
    return best;
  }
}
