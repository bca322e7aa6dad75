// Hands the trace to the Perfetto UI: opens it in a tab, sends PING until it
// answers PONG, and posts the trace to it.
const viewer = 'https://ui.perfetto.dev';
const pingEvery = 100; // ms
const answerWithin = 20000; // ms, after which the page says that it still waits

const button = document.getElementById('open');
const status = document.getElementById('status');

let about = null; // what the trace is called, and its size
let trace = null; // promise of the ArrayBuffer; null when it was given away
let tab = null;
let timer = 0;
let opened = 0; // when the tab was opened
let posting = false;

function say(text, isError) {
  status.textContent = text;
  status.className = isError ? 'error' : '';
}

// offer shows the button, which is a gesture that lets a page open a tab.
function offer(text, isError) {
  clearInterval(timer);
  tab = null;
  say(text, isError);
  button.hidden = false;
  button.focus();
}

async function get(path) {
  const answer = await fetch(path, {cache: 'no-store'});
  if (!answer.ok) throw new Error(`nrprof answered ${answer.status} ${answer.statusText}`);
  return answer;
}

// load starts to fetch the trace. What goes wrong is told when it is needed.
function load() {
  trace = get('trace').then((answer) => answer.arrayBuffer());
  trace.catch(() => {});
}

function openViewer() {
  if (trace === null) load();
  posting = false;
  tab = window.open(viewer);
  if (tab === null) {
    offer('The browser did not open a new tab. Press the button or Enter.', false);
    return;
  }
  button.hidden = true;
  opened = Date.now();
  say('Waiting for the Perfetto UI …', false);
  clearInterval(timer);
  timer = setInterval(ping, pingEvery);
}

function ping() {
  if (tab.closed) {
    offer('The tab was closed before it received the trace. Press the button to open it again.', true);
    return;
  }
  if (Date.now() - opened > answerWithin) {
    say(`${viewer} does not answer yet. Check that the new tab shows the Perfetto UI, which is loaded from the internet.`, true);
  }
  tab.postMessage('PING', viewer);
}

async function post() {
  clearInterval(timer);
  posting = true;
  const target = tab;
  try {
    say('Reading the trace from nrprof …', false);
    const buffer = await trace;
    trace = null; // it is moved, not copied
    target.postMessage({perfetto: {buffer, title: about.name, fileName: about.name}}, viewer, [buffer]);
  } catch (error) {
    trace = null;
    offer(`The trace could not be sent: ${error.message}. Check that nrprof view is still running.`, true);
    return;
  }
  try {
    const answer = await fetch('posted', {method: 'POST', keepalive: true});
    if (!answer.ok) throw new Error(`it answered ${answer.status} ${answer.statusText}`);
    say('The Perfetto UI has the trace, and nrprof has ended. You can close this page.', false);
  } catch (error) {
    say(`The Perfetto UI has the trace. nrprof could not be notified (${error.message}): end it with Ctrl-C.`, true);
  }
}

window.addEventListener('message', (event) => {
  if (event.origin === viewer && event.source === tab && event.data === 'PONG' && !posting) post();
});

button.addEventListener('click', openViewer);

async function start() {
  try {
    about = await (await get('about.json')).json();
  } catch (error) {
    say(`The trace could not be loaded: ${error.message}. Check that nrprof view is still running.`, true);
    return;
  }
  document.getElementById('name').textContent = about.name;
  document.title = `${about.name} – nrprof view`;
  openViewer();
}

start();
