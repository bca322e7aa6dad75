// The columns of the page, as columns.go writes them.

// unpack returns the bytes of a text in base64 that holds compressed bytes.
async function unpack(text) {
  const packed = atob(text), bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; i++) bytes[i] = packed.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// A Reader reads columns one after the other.
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
    this.at = 0;
  }

  number() {
    const bytes = this.bytes;
    let b = bytes[this.at++], v = b & 127;
    for (let scale = 128; b > 127; scale *= 128) {
      b = bytes[this.at++];
      v += (b & 127) * scale;
    }
    return v;
  }

  count(n, list) {
    for (let i = 0; i < n; i++) list[i] = this.number();
    return list;
  }

  whole(n) {
    const list = new Float64Array(n);
    for (let i = 0, last = 0; i < n; i++) {
      const v = this.number();
      last += v % 2 ? -(v + 1) / 2 : v / 2;
      list[i] = last;
    }
    return list;
  }

  real(n) {
    const list = new Float64Array(n);
    for (let i = 0; i < n; i++, this.at += 8) list[i] = this.view.getFloat64(this.at, true);
    return list;
  }

  values(n) { return this.bytes[this.at++] ? this.real(n) : this.whole(n); }

  track(about) {
    const n = about.ranges, begin = this.whole(n), end = this.count(n, new Float64Array(n));
    for (let i = 0; i < n; i++) end[i] += begin[i];
    const track = {
      number: about.track, label: about.name, begin, end,
      name: this.count(n, new Uint32Array(n)), depth: this.count(n, new Uint8Array(n)), never: new Set(about.never),
    };
    track.args = about.args.map(({name, count}) => ({name, at: this.whole(count), value: this.values(count)}));
    return track;
  }

  // solutions returns the columns of time steps or of iterations.
  solutions(n) {
    const list = {};
    for (const field of ["track", "step", "iteration", "its", "rejected", "begin", "ns"]) list[field] = this.whole(n);
    list.log = this.real(n);
    list.length = n;
    return list;
  }
}

// decode returns everything that the page draws.
async function decode() {
  const about = JSON.parse(document.getElementById("about").textContent);
  const reader = new Reader(await unpack(document.getElementById("columns").textContent));
  const tracks = about.tracks.map((t) => reader.track(t));
  const counters = about.counters.map((c) => ({...c, time: reader.whole(c.count), value: reader.real(c.count)}));
  const steps = reader.solutions(about.steps), iterations = reader.solutions(about.iterations);
  return {about, tracks, counters, steps, iterations, rest: reader.bytes.length - reader.at};
}
