// Where tracks, rows and counters are, from the top of the timeline, in pixels.

const rulerHeight = 24, headHeight = 22, rowHeight = 18, curveHeight = 46, gap = 6;

// A Layout has the lines of the timeline in their order.
class Layout {
  constructor(data) {
    this.tracks = data.tracks.map((track) => ({track, rows: rowsOf(track), curves: [], folded: false}));
    const byNumber = new Map(this.tracks.map((t) => [t.track.number, t]));
    for (const counter of data.counters) {
      const curve = {counter, curve: new Curve(counter)};
      if (!curve.curve.time.length) continue;
      if (!byNumber.has(counter.track)) {
        const track = {number: counter.track, label: counter.label, begin: [], end: [], name: [], depth: [], never: new Set(), args: []};
        byNumber.set(counter.track, {track, rows: [], curves: [], folded: false});
        this.tracks.push(byNumber.get(counter.track));
      }
      byNumber.get(counter.track).curves.push(curve);
    }
    this.tracks.sort((a, b) => a.track.number - b.track.number); // tracks without ranges, too
    this.place();
  }

  // place computes the lines: {kind, y, height} with what is drawn there.
  place() {
    let y = 0;
    this.lines = [];
    const add = (kind, height, more) => {
      this.lines.push({kind, y, height, ...more});
      y += height;
    };
    for (const group of this.tracks) {
      add("head", headHeight, {group});
      if (!group.folded) {
        group.rows.forEach((row, depth) => add("row", rowHeight, {group, row, depth}));
        for (const {counter, curve} of group.curves) add("curve", curveHeight, {group, counter, curve});
      }
      y += gap;
    }
    this.height = y;
  }

  // at returns the line at a height.
  at(y) { return this.lines.find((l) => y >= l.y && y < l.y + l.height); }

  // around returns the range of a row at depth that contains a time.
  around(group, depth, time) {
    const row = group.rows[depth], i = after(row.begin, row.length, time) - 1;
    return i >= 0 && row.end[i] >= time ? i : -1;
  }
}
