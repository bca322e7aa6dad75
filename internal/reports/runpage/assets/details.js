// What the page says of a range.

// argumentsOf returns the arguments of a range as names and texts.
function argumentsOf(data, track, range) {
  const list = [];
  for (const {name, at, value: values} of track.args) {
    const i = after(at, at.length, range) - 1;
    if (i < 0 || at[i] !== range) continue;
    const label = name < 0 ? "number" : data.about.names[name];
    list.push([label, label === "blocked_by" && data.about.blocked[values[i]] || value(values[i])]);
  }
  return list;
}

// describe returns the facts of a range as names and texts.
function describe(timeline, {group, depth, range, begin, end}) {
  const {track} = group, {data, layout} = timeline, name = (r) => data.about.names[track.name[r]];
  const facts = [["name", name(range)], ["duration", duration(end - begin)], ["begin", duration(begin)], ["track", track.label]];
  if (track.never.has(range)) facts.push(["end", "never; drawn up to the last known time"]);
  const around = [];
  for (let d = 0; d < depth; d++) {
    const i = layout.around(group, d, begin);
    if (i < 0) continue;
    const outer = group.rows[d].range[i], number = argumentsOf(data, track, outer).find(([label]) => label === "number");
    around.push(number ? `${name(outer)} ${number[1]}` : name(outer));
  }
  if (around.length) facts.push(["inside", around.join(" ▸ ")]);
  return facts.concat(argumentsOf(data, track, range));
}

// showDetails writes the facts of the selected range.
function showDetails(box, timeline) {
  if (!timeline.selected) {
    box.replaceChildren(element("p", {class: "note"}, "Click a range, or press . for the first range in view."));
    return;
  }
  const list = element("dl");
  for (const [name, text] of describe(timeline, timeline.selected)) list.append(element("div", {}, element("dt", {}, name), element("dd", {}, text)));
  box.replaceChildren(list);
}
