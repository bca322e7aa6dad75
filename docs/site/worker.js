// Runs one request: the page sends the compiled program, the files and the request, and
// gets messages in turn: progress, verdict, file, and at the end report or failed. scripts/site
// puts Go's wasm_exec.js and memory.js in front of this file.
"use strict";

// run answers a request by a program of internal/browser. Say takes each message.
async function run({ program, files, request }, say) {
  const output = [];
  const disk = memoryFiles((bytes) => output.push(new TextDecoder().decode(bytes)));
  for (const { name, bytes } of files) disk.put(name, bytes);
  globalThis.fs = disk.fs;
  globalThis.path = { resolve: (...parts) => disk.absolute(parts.join("/")) };
  globalThis.process = { pid: 1, ppid: 1, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], umask: () => 0o22, cwd: () => "/", chdir: () => {} };
  let ended = false;
  const last = (message) => { ended = true; say(message); };
  globalThis.nrkit = {
    request: JSON.stringify(request),
    progress: (done, total, step) => say({ kind: "progress", done, total, step }),
    verdict: (body) => say({ kind: "verdict", body }),
    file: (name, type, bytes) => say({ kind: "file", name, type, bytes }),
    report: (command, body) => last({ kind: "report", command, body }),
    failed: (message, advice) => last({ kind: "failed", message, advice }),
  };
  const go = new Go();
  go.exit = () => {};
  try {
    await go.run(await WebAssembly.instantiate(program, go.importObject));
  } catch (error) {
    output.push(String(error));
  }
  for (const timer of go._scheduledTimeouts.values()) clearTimeout(timer); // of goroutines that slept
  if (!ended) say({ kind: "failed", message: crash(output.join("")), advice: "" });
}

// crash says why the program ended without an answer, from what it wrote.
function crash(output) {
  if (/out of memory|cannot allocate memory/.test(output)) return "out of memory: a browser gives a page at most 4 GiB; the program in a terminal has no such limit";
  return "internal error: " + (output.trim().split("\n").find((line) => /^(panic|fatal error|runtime)/.test(line)) || "the program ended without an answer") + "\n" + output;
}

if (typeof importScripts === "function") {
  // The program needs no network. Files stay here even if it had a fault.
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "importScripts", "WebTransport"]) globalThis[name] = undefined;
  onmessage = (event) => run(event.data, (message) => postMessage(message));
}
