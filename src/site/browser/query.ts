/** The script of the query page: makes an editor of its form and shows the answers in the page. */
import { byId, element } from './query/element.js';
import { openEditor } from './query/editor.js';
import { placeIn } from './query/mark-error.js';
import { namespacesIn } from './query/names.js';
import { openOwnPanel } from './query/own-panel.js';
import { boundText, fetchTerms } from './query/editor-data.js';
import { openParameterFields } from './query/parameter-fields.js';
import { QueryFailure, runQuery } from './query/run-query.js';
import { fragmentOf, sharedQuery, type SharedQuery } from './query/shared-query.js';
import { amountOf, showAnswer } from './query/show-answer.js';

const form = byId('query-form', HTMLFormElement);
const area = byId('query-text', HTMLTextAreaElement);
const cancelButton = byId('query-cancel', HTMLButtonElement);
const shareButton = byId('query-share', HTMLButtonElement);
const status = byId('query-status', HTMLElement);
const results = byId('query-results', HTMLElement);
const home = form.dataset['home'] ?? './';
const parameters = openParameterFields(byId('query-parameters', HTMLElement));

let running: AbortController | undefined;
let terms: Awaited<ReturnType<typeof fetchTerms>>;
const coming = fetchTerms(home);
void coming.then((known) => (terms = known));
let pending: ReturnType<typeof setTimeout> | undefined;

const editor = openEditor(area, {
  terms: coming,
  run: () => form.requestSubmit(),
  cancel,
  change: (text) => {
    area.value = text;
    parameters.update(text);
    clearTimeout(pending);
    pending = setTimeout(remember, 400);
  },
});

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void run();
});
form.addEventListener('input', () => {
  clearTimeout(pending);
  pending = setTimeout(remember, 400);
});
// After the editor, the page may be left next.
form.addEventListener('focusout', remember);
cancelButton.addEventListener('click', cancel);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) cancel();
});
shareButton.addEventListener('click', () => {
  remember();
  // An address without TLS has no clipboard.
  const copied = 'clipboard' in navigator ? navigator.clipboard.writeText(location.href) : Promise.reject(new Error());
  copied.then(
    () => say('Copied the link to this query.'),
    () => say('The link is the address of this page: copy it from there.'),
  );
});
byId('query-saved', HTMLUListElement).addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const name = link === null || event.ctrlKey || event.metaKey ? null : new URL(link.href).searchParams.get('saved');
  const saved = terms?.queries.find((one) => one.name === name);
  if (saved === undefined) return; // the link leads to the page with this query
  event.preventDefault();
  open({ query: saved.text, values: {} });
  editor.focus();
});
addEventListener('hashchange', () => {
  const shared = sharedQuery(location.hash);
  if (shared !== undefined && shared.query !== editor.text) open(shared);
});

for (const id of ['query-keys', 'query-share']) byId(id, HTMLElement).hidden = false;
byId('query-format', HTMLElement).hidden = true;
openOwnPanel(byId('query-own', HTMLElement), {
  text: () => editor.text,
  open: (query) => (open({ query, values: {} }), editor.focus()),
  say,
});
parameters.update(editor.text);
const given = sharedQuery(location.hash);
if (given !== undefined) open(given);

/** Runs the query of the editor and shows its answer; a query that is running is cancelled. */
async function run(): Promise<void> {
  cancel();
  const mine = (running = new AbortController());
  const started = performance.now();
  begin();
  try {
    remember();
    const { values } = parameters;
    const query = values === undefined ? editor.text : await boundText(home, editor.text, values);
    const answer = await runQuery(home, query, mine.signal);
    const seconds = (performance.now() - started) / 1000;
    if (running !== mine) return;
    say(`${amountOf(answer)} in ${seconds.toFixed(2)} s`);
    showAnswer(
      results,
      { answer, query, home, prefixes: namespacesIn(query, { prefixes: terms?.prefixes ?? {} }) },
      say,
    );
  } catch (error) {
    if (running !== mine) return;
    if (mine.signal.aborted) say('Cancelled.');
    else fail(error);
  } finally {
    if (running === mine) end();
  }
}

function begin(): void {
  editor.showError(undefined);
  cancelButton.hidden = false;
  results.setAttribute('aria-busy', 'true');
  say('Running…');
}

function end(): void {
  running = undefined;
  cancelButton.hidden = true;
  results.removeAttribute('aria-busy');
}

/** Stops the running query; the server stops it too when the request goes away. */
function cancel(): boolean {
  if (running === undefined) return false;
  running.abort();
  end();
  say('Cancelled.');
  return true;
}

function fail(error: unknown): void {
  // Anything else is a mistake of this page, which the console should show.
  if (!(error instanceof QueryFailure)) reportError(error);
  const message = error instanceof Error ? error.message : String(error);
  results.hidden = true;
  say(message, true);
  const place = placeIn(message);
  if (place === undefined) return;
  editor.showError(place);
  editor.focus();
}

function say(message: string, isError = false): void {
  const lines = message.split('\n').map((line) => element('p', {}, line));
  status.replaceChildren(element('div', { class: isError ? 'notice warn' : 'query-note' }, ...lines));
}

function open(shared: SharedQuery): void {
  editor.text = shared.query;
  parameters.update(shared.query);
  parameters.set(shared.values);
}

/** Puts the query into the address, so that it can be shared and comes back with the page. */
function remember(): void {
  clearTimeout(pending);
  history.replaceState(
    null,
    '',
    location.pathname + fragmentOf({ query: editor.text, values: parameters.values ?? {} }),
  );
}
