// Levels of detail. A row is the ranges of one track at one depth, which do not overlap.
// Its levels are lists of blocks. A block of level 0 is a range. A block of a level above
// is a range, or several neighbours that together are shorter than the grain of the
// level, which is less than a pixel where the level is drawn.

// rowsOf returns the rows of a track, by depth.
function rowsOf(track) {
  const sizes = [];
  const {begin, end, name, depth} = track, n = depth.length;
  for (let i = 0; i < n; i++) sizes[depth[i]] = (sizes[depth[i]] || 0) + 1;
  const rows = Array.from(sizes, (n = 0) => new Row(n));
  for (let i = 0; i < n; i++) rows[depth[i]].add(begin[i], end[i], name[i], i);
  return rows;
}

// keep returns the row of those ranges of a row whose name is in a set.
function keep(row, names) {
  let n = 0;
  for (const name of row.name) n += names.has(name) ? 1 : 0;
  const kept = new Row(n);
  for (let i = 0; n && i < row.length; i++) if (names.has(row.name[i])) kept.add(row.begin[i], row.end[i], row.name[i], row.range[i]);
  return kept;
}

class Row {
  constructor(n) {
    this.begin = new Float64Array(n);
    this.end = new Float64Array(n);
    this.name = new Uint32Array(n);
    this.range = new Uint32Array(n); // place in the track
    this.length = 0;
    this.above = null; // levels above 0
  }

  // add adds a range. It begins no earlier than the last one ends, whatever the file says.
  add(begin, end, name, range) {
    const k = this.length++;
    this.begin[k] = k ? Math.max(begin, this.end[k - 1]) : begin;
    this.end[k] = Math.max(end, this.begin[k]);
    this.name[k] = name;
    this.range[k] = range;
  }

  // level returns the level for a scale of so many ns per pixel.
  level(scale) {
    this.above ??= levelsOf(this);
    let best = this;
    for (const level of this.above) {
      if (level.grain > scale) break;
      best = level;
    }
    return best;
  }

  // first returns the first range that ends after a time.
  first(time) { return after(this.end, this.length, time); }

  // near returns the longest range from one time to another, -1 for none.
  near(from, to) {
    let best = -1;
    for (let i = Math.max(0, this.first(from) - 1), tries = 0; i < this.length && this.begin[i] <= to && tries < 5000; i++, tries++) {
      if (this.end[i] >= from && (best < 0 || this.end[i] - this.begin[i] > this.end[best] - this.begin[best])) best = i;
    }
    return best;
  }
}

// after returns the first place of a sorted list with a value above another.
function after(list, n, value) {
  let low = 0, high = n;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] > value) high = middle; else low = middle + 1;
  }
  return low;
}

// fewBlocks is how many blocks are drawn quickly enough.
const fewBlocks = 500;

// levelsOf returns the levels above 0. A grain that merges little has no level.
function levelsOf(row) {
  const levels = [];
  if (row.length <= fewBlocks) return levels;
  const span = row.end[row.length - 1] - row.begin[0];
  for (let grain = 1, last = row; last.length > fewBlocks && grain < span; grain *= 2) {
    if (countMerged(last, grain) < 0.7 * last.length) levels.push(last = merge(last, grain));
  }
  return levels;
}

// countMerged says how many blocks merge returns.
function countMerged({begin, end, length}, grain) {
  let n = 0;
  for (let i = 0, from = -Infinity; i < length; i++) {
    if (end[i] - from >= grain) {
      n++;
      from = begin[i];
    }
  }
  return n;
}

// merge joins neighbours that together are shorter than grain. A block has the name of
// the longest block in it.
function merge({begin, end, name, length}, grain) {
  const to = {begin: [], end: [], name: [], length: 0, grain};
  let longest = 0, k = -1;
  for (let i = 0; i < length; i++) {
    const ns = end[i] - begin[i];
    if (k < 0 || end[i] - to.begin[k] >= grain) {
      k = to.begin.push(begin[i]) - 1;
      to.end.push(end[i]);
      to.name.push(name[i]);
      longest = ns;
    } else {
      to.end[k] = end[i];
      if (ns > longest) [longest, to.name[k]] = [ns, name[i]];
    }
  }
  return {begin: Float64Array.from(to.begin), end: Float64Array.from(to.end), name: Uint32Array.from(to.name), length: k + 1, grain};
}

// A Curve has levels of a counter: level k has the least and the largest value of each
// group of 2^k samples.
class Curve {
  constructor({time, value, log}) {
    const usable = [new Float64Array(time.length), new Float64Array(time.length)];
    let n = 0;
    for (let i = 0; i < time.length; i++) {
      if (!Number.isFinite(value[i]) || (log && value[i] <= 0)) continue;
      usable[0][n] = time[i];
      usable[1][n++] = log ? Math.log10(value[i]) : value[i];
    }
    [this.time, this.value] = usable.map((list) => list.subarray(0, n));
    this.levels = [{low: this.value, high: this.value}];
    for (let last = this.levels[0]; last.low.length > fewBlocks; this.levels.push(last)) last = halve(last);
    const top = this.levels[this.levels.length - 1];
    this.low = top.low.reduce((a, b) => Math.min(a, b), Infinity);
    this.high = top.high.reduce((a, b) => Math.max(a, b), -Infinity);
  }

  // each calls draw with time, least, largest and last value of the groups from one time
  // to another, at least as many groups as wanted.
  each(from, to, wanted, draw) {
    const n = this.time.length, first = Math.max(0, after(this.time, n, from) - 1), last = Math.min(n, after(this.time, n, to) + 1);
    const k = Math.min(this.levels.length - 1, Math.max(0, Math.floor(Math.log2((last - first) / wanted))));
    const {low, high} = this.levels[k];
    for (let i = first >> k; i << k < last; i++) draw(this.time[i << k], low[i], high[i], this.value[Math.min(n, (i + 1) << k) - 1]);
  }
}

function halve({low, high}) {
  const n = (low.length + 1) >> 1, to = {low: new Float64Array(n), high: new Float64Array(n)};
  for (let i = 0; i < n; i++) {
    const other = Math.min(2 * i + 1, low.length - 1);
    to.low[i] = Math.min(low[2 * i], low[other]);
    to.high[i] = Math.max(high[2 * i], high[other]);
  }
  return to;
}
