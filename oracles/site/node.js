// Answers requests as the page does, in node: node node.js SITE PROGRAM <REQUESTS. A
// line of standard input is JSON with `paths`, and `options`; for each, a line of
// standard output has its messages, with the bytes of files as text in base64.
"use strict";

const { readFileSync } = require("fs");
const { basename } = require("path");
const { gunzipSync } = require("zlib");
const vm = require("vm");
const node = process; // the worker has another one

const [site, name] = node.argv.slice(2);
const run = vm.runInThisContext(readFileSync(site + "/worker.js", "utf8") + "\nrun", { filename: "worker.js" });
const lines = readFileSync(0, "utf8").split("\n").filter(Boolean);

(async () => {
  const program = await WebAssembly.compile(gunzipSync(readFileSync(`${site}/${name}.wasm.gz`)));
  for (const line of lines) {
    const { paths, options, example } = JSON.parse(line);
    const files = paths.map((path) => ({ name: basename(path), bytes: new Uint8Array(readFileSync(path)) }));
    const messages = [];
    const begin = performance.now();
    await run({ program, files, request: { files: files.map((f) => f.name), example: example ?? "", options: options ?? {} } }, (m) => {
      if (m.kind !== "progress") messages.push({ ...m, bytes: m.bytes && Buffer.from(m.bytes).toString("base64") });
    });
    node.stdout.write(JSON.stringify({ ms: performance.now() - begin, messages }) + "\n");
  }
})();
