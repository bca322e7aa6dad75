// The page: takes files, an example and options, lets a worker answer, and shows the
// report. All that is needed of the network is fetched once, so that a new worker after
// a cancel needs no request.
"use strict";

const $ = (id) => document.getElementById(id);
const captures = /\.(nrt|sqlite|nsys-rep|qdrep|qdstrm|nrs|xplane\.pb|json|bench\.txt)(\.gz)?$/i;
const quiet = 300; // ms without an answer, before the page shows that it works

let input = null; // {files: [File]} or {example}
let worker = null; // the running one

// once returns a function that calls f at its first call, and again after a failure.
function once(f) {
  let result = null;
  return () => (result ??= f().catch((error) => { result = null; throw error; }));
}

async function fetched(name) {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: the server answers ${response.status}`);
  return response;
}

// A program is compressed here, whatever the server does.
const program = (name) => once(async () => {
  const stream = (await fetched(name + ".wasm.gz")).body.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
});
const programs = { matrix: program("matrix"), capture: program("capture") };
const workerURL = once(async () => URL.createObjectURL(await (await fetched("worker.js")).blob()));

// options returns the options that are set, by name.
function options() {
  const all = {};
  for (const e of $("options").querySelectorAll("[name]")) {
    const value = e.type === "checkbox" ? (e.checked ? e.value : "") : e.value.trim();
    if (value) all[e.name] = value;
  }
  return all;
}

// The fragment of the address has the options, and the example: it makes a link.
function writeLink() {
  const link = new URLSearchParams({ ...(input?.example && { example: input.example }), ...options() });
  history.replaceState(null, "", link.size ? "#" + link : location.pathname + location.search);
}

function readLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  for (const e of $("options").querySelectorAll("[name]")) {
    const value = link.get(e.name) ?? "";
    if (e.type === "checkbox") e.checked = value === e.value;
    else if (e.type === "select-one" && ![...e.options].some((o) => o.value === value)) e.value = "";
    else e.value = value;
    if (value) $("options").open = true;
  }
  if (link.get("example")) start({ example: link.get("example") });
}

function stop() {
  worker?.terminate();
  worker = null;
  $("running").hidden = true;
  document.body.removeAttribute("aria-busy");
}

function fail(message, advice) {
  stop();
  $("report").replaceChildren();
  $("problem").textContent = [message, advice].filter(Boolean).join("\n");
  $("problem").hidden = false;
  $("status").textContent = "";
}

// clear removes the last result, with its files.
function clear() {
  for (const a of $("save").querySelectorAll("a")) URL.revokeObjectURL(a.href);
  $("save").replaceChildren();
  $("report").replaceChildren();
  $("result").hidden = $("problem").hidden = true;
  $("status").textContent = "";
}

// rehearse lets a worker answer an example before the first request. The browser compiles
// and optimizes the program meanwhile, and is ready when a visitor has chosen a file.
let endRehearsal = null;

async function rehearse() {
  const [compiled, url] = await Promise.all([programs.matrix(), workerURL()]);
  if (input) return;
  await new Promise((done) => {
    const rehearsal = new Worker(url);
    endRehearsal = () => { endRehearsal = null; rehearsal.terminate(); done(); };
    rehearsal.onerror = () => endRehearsal?.();
    rehearsal.onmessage = ({ data }) => { if (data.kind === "report" || data.kind === "failed") endRehearsal?.(); };
    rehearsal.postMessage({ program: compiled, files: [], request: { files: [], example: "grid", options: {} } });
  });
}

async function start(what) {
  endRehearsal?.();
  stop();
  clear();
  input = what;
  writeLink();
  const name = what.example ? "matrix" : what.files.every((f) => captures.test(f.name)) ? "capture" : "matrix";
  const title = what.example ?? (what.files.length === 1 ? what.files[0].name : `${what.files.length} files`);
  const began = performance.now();
  let step = "loading the program";
  $("bar").removeAttribute("value");
  const tell = () => ($("step").textContent = `${title}: ${step}, ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const clock = setInterval(() => { if (worker !== own) clearInterval(clock); else { $("running").hidden = false; tell(); } }, quiet);
  const own = (worker = { terminate() {} }); // until there is one
  document.body.setAttribute("aria-busy", "true");
  try {
    const files = await Promise.all((what.files ?? []).map(async (f) => ({ name: f.name, bytes: new Uint8Array(await f.arrayBuffer()) })));
    const compiled = await programs[name]();
    const url = await workerURL();
    if (worker !== own) return; // cancelled
    step = "reading";
    const real = new Worker(url);
    own.terminate = () => real.terminate();
    real.onerror = (event) => fail("internal error: " + event.message);
    real.onmessage = ({ data }) => {
      if (worker !== own) return;
      if (data.kind === "progress") {
        step = `${data.step} done`;
        $("bar").max = data.total;
        $("bar").value = data.done;
        tell();
      } else if (data.kind === "verdict") {
        step = "tables and drawings";
        if (insert(data.body)) $("status").textContent = `Verdict after ${((performance.now() - began) / 1000).toFixed(1)} s. Tables and drawings follow.`;
      } else if (data.kind === "file") offer(data);
      else if (data.kind === "failed") fail(data.message, data.advice);
      else show(data, began);
    };
    real.postMessage({ program: compiled, files, request: { files: files.map((f) => f.name), example: what.example ?? "", options: name === "matrix" ? options() : {} } }, files.map((f) => f.bytes.buffer));
  } catch (error) {
    if (worker === own) fail(error.message);
  }
}

// offer adds a file to those that can be saved.
function offer({ name, type, bytes }) {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(new Blob([bytes], { type }));
  a.download = a.textContent = name;
  $("save").append(a, " ");
}

// insert shows a report or the begin of one, and returns whether it may be shown.
function insert(body) {
  const parsed = new DOMParser().parseFromString(body, "text/html").querySelector("main");
  const wrong = unexpected(parsed);
  if (wrong) fail("internal error: the report has " + wrong);
  else $("report").replaceChildren(document.adoptNode(parsed));
  return !wrong;
}

// show shows a report with all that belongs to it.
function show({ command, body }, began) {
  if (!insert(body)) return;
  stop();
  $("command").textContent = command;
  $("same").hidden = !command;
  $("result").hidden = false;
  $("status").textContent = `Done in ${((performance.now() - began) / 1000).toFixed(1)} s.`;
  document.title = $("report").querySelector("h1").textContent + " – nrkit";
}

// unexpected returns what a report may not have, or "": the policy of the page forbids
// scripts anyway.
function unexpected(root) {
  const names = /^(main|section|nav|h[12]|p|ul|ol|li|dl|dt|dd|a|div|table|thead|tbody|tr|th|td|figure|figcaption|svg|g|path|text|image)$/;
  for (const e of [root, ...root.querySelectorAll("*")]) {
    if (!names.test(e.localName)) return "an element " + e.localName;
    for (const { name, value } of e.attributes) {
      if (/^(on|style$|src)/i.test(name)) return "an attribute " + name;
      if (/href$/i.test(name) && !/^(#s\d+|data:image\/png;base64,.*)$/s.test(value)) return "a link " + value;
    }
  }
  return "";
}

$("files").onchange = () => { if ($("files").files.length) start({ files: [...$("files").files] }); $("files").value = ""; };
$("examples").onclick = (event) => { if (event.target.value) start({ example: event.target.value }); };
$("options").onchange = () => (input ? start(input) : writeLink());
$("form").onsubmit = (event) => event.preventDefault();
$("cancel").onclick = () => { stop(); $("status").textContent = "Cancelled."; };
onkeydown = (event) => { if (event.key === "Escape" && worker) $("cancel").click(); };
onhashchange = readLink;
ondragover = (event) => { event.preventDefault(); document.body.classList.add("over"); };
ondragleave = (event) => { if (!event.relatedTarget) document.body.classList.remove("over"); };
ondrop = (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  if (event.dataTransfer.files.length) start({ files: [...event.dataTransfer.files] });
};
// Links to sections leave the fragment, which has the options.
$("report").onclick = (event) => {
  const link = event.target.closest("a[href^='#']");
  if (!link) return;
  event.preventDefault();
  const section = $("report").querySelector(link.getAttribute("href"));
  section.tabIndex = -1;
  section.focus({ preventScroll: true });
  section.scrollIntoView();
};

readLink();
const rehearsed = rehearse().catch(() => {}); // start says so
