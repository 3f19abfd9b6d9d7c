/** The script of the query page: makes an editor of its form, keeps several queries open and shows their answers. */
import { byId, element } from './query/element.js';
import { openEditor, type EditorDocument } from './query/editor.js';
import { placeIn } from './query/mark-error.js';
import { namespacesIn } from './query/names.js';
import { openHistoryPanel } from './query/history-panel.js';
import { browserKeeper } from './query/kept-value.js';
import { openOwnPanel } from './query/own-panel.js';
import { boundText, fetchTerms } from './query/editor-data.js';
import { openParameterFields } from './query/parameter-fields.js';
import { QueryHistory } from './query/query-history.js';
import { MOST_TABS, QueryTabs, type QueryTab } from './query/query-tabs.js';
import { QueryFailure, runQuery, type QueryAnswer } from './query/run-query.js';
import { openSavedFilter } from './query/saved-filter.js';
import { fragmentOf, sharedQuery, type SharedQuery } from './query/shared-query.js';
import { amountOf, showAnswer } from './query/show-answer.js';
import { openTabBar } from './query/tab-bar.js';
import { openUpdateNote } from './query/update-note.js';

/** A tab with what this page knows of it while it is open. */
interface PageTab extends QueryTab {
  /** What is in the editor; undefined before it was there. */
  document: EditorDocument | undefined;
  /** The last answer; empty if there is none. */
  readonly results: HTMLElement;
  note: { readonly message: string; readonly isError: boolean } | undefined;
  running: AbortController | undefined;
}

const form = byId('query-form', HTMLFormElement);
const area = byId('query-text', HTMLTextAreaElement);
const cancelButton = byId('query-cancel', HTMLButtonElement);
const shareButton = byId('query-share', HTMLButtonElement);
const status = byId('query-status', HTMLElement);
const results = byId('query-results', HTMLElement);
const saved = byId('query-saved', HTMLElement);
const home = form.dataset['home'] ?? './';
const parameters = openParameterFields(byId('query-parameters', HTMLElement));
const updates = openUpdateNote(
  byId('query-update', HTMLElement),
  new URL(`${home}sparql`, location.href).href,
  (text) =>
    copy(text, 'Copied the command.', 'This browser copies only on secure pages: select the command, and copy it.'),
);

let terms: Awaited<ReturnType<typeof fetchTerms>>;
const coming = fetchTerms(home);
void coming.then((known) => (terms = known));
let pending: ReturnType<typeof setTimeout> | undefined;

const history = new QueryHistory(browserKeeper('localStorage'), location.pathname);
// A query of the address comes before those that were open.
const first = { query: area.value, values: {} };
const given = sharedQuery(location.hash) ?? (location.search === '' ? undefined : first);
const tabs = new QueryTabs<PageTab>(browserKeeper('sessionStorage'), location.pathname, given ?? first, (tab) => ({
  ...tab,
  document: undefined,
  results: element('div'),
  note: undefined,
  running: undefined,
}));
const editor = openEditor(area, {
  terms: coming,
  run: () => form.requestSubmit(),
  cancel: () => cancel(tabs.current),
  change: (text) => {
    area.value = text;
    tabs.current.query = text;
    parameters.update(text);
    updates.update(text);
    showTabs();
    rememberSoon();
  },
});

form.addEventListener('submit', (event) => {
  event.preventDefault();
  void run(tabs.current);
});
form.addEventListener('input', rememberSoon);
// After the editor, the page may be left next.
form.addEventListener('focusout', remember);
cancelButton.addEventListener('click', () => cancel(tabs.current));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.defaultPrevented) cancel(tabs.current);
});
shareButton.addEventListener('click', () => {
  remember();
  copy(location.href, 'Copied the link to this query.', 'The link is the address of this page: copy it from there.');
});
saved.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const name = link === null || event.ctrlKey || event.metaKey ? null : new URL(link.href).searchParams.get('saved');
  const found = terms?.queries.find((one) => one.name === name);
  if (found === undefined) return; // the link leads to the page with this query
  event.preventDefault();
  open({ query: found.text, values: {} });
});
addEventListener('hashchange', () => {
  const shared = sharedQuery(location.hash);
  if (shared !== undefined && shared.query !== editor.text) open(shared);
});

for (const id of ['query-keys', 'query-share']) byId(id, HTMLElement).hidden = false;
byId('query-format', HTMLElement).hidden = true;
openSavedFilter(saved);
openOwnPanel(byId('query-own', HTMLElement), {
  text: () => editor.text,
  open: (query) => open({ query, values: {} }),
  say,
});
const showHistory = openHistoryPanel(byId('query-history', HTMLElement), history, { open, say });
const showTabs = openTabBar(byId('query-tabs', HTMLElement), tabs, {
  choose: (tab) => {
    leave();
    tabs.choose(tab);
    enter();
  },
  close: (tab) => {
    cancel(tab);
    leave();
    tabs.close(tab);
    enter();
  },
  add: () => open({ query: '', values: {} }),
});
if (given !== undefined) tabs.open(given);
enter();

/** Runs the query of a tab and shows its answer there; a query that is running there is cancelled. */
async function run(tab: PageTab): Promise<void> {
  cancel(tab);
  remember();
  if (updates.update(tab.query)) {
    note(tab, 'This is an update. It was not sent: this page only asks. How to run it is said above.', true);
    return;
  }
  const { query, values } = tab;
  const mine = (tab.running = new AbortController());
  const started = performance.now();
  editor.showError(undefined);
  note(tab, 'Running…');
  try {
    const text = parameters.values === undefined ? query : await boundText(home, query, values);
    const answer = await runQuery(home, text, mine.signal);
    const seconds = (performance.now() - started) / 1000;
    if (tab.running !== mine) return;
    showAnswer(tab.results, {
      answer,
      query: text,
      home,
      prefixes: namespacesIn(text, { prefixes: terms?.prefixes ?? {} }),
    });
    note(tab, `${amountOf(answer)} in ${seconds.toFixed(2)} s${restOf(answer)}`);
    history.add({ query, values, time: Date.now(), amount: amountOf(answer), seconds });
    showHistory();
  } catch (error) {
    if (tab.running !== mine) return;
    if (mine.signal.aborted) note(tab, 'Cancelled.');
    else fail(tab, error);
  } finally {
    if (tab.running === mine) tab.running = undefined;
    showState();
  }
}

function restOf(answer: QueryAnswer): string {
  if (answer.kind === 'boolean' || !answer.isCut) return '';
  return answer.kind === 'graph'
    ? '; the download has all.'
    : '. Sorting, filter and chart see only these; the download has all.';
}

/** Stops the query of a tab; the server stops it too when the request goes away. */
function cancel(tab: PageTab): boolean {
  if (tab.running === undefined) return false;
  tab.running.abort();
  tab.running = undefined;
  note(tab, 'Cancelled.');
  return true;
}

function fail(tab: PageTab, error: unknown): void {
  // Anything else is a mistake of this page, which the console should show.
  if (!(error instanceof QueryFailure)) reportError(error);
  const message = error instanceof Error ? error.message : String(error);
  tab.results.replaceChildren();
  note(tab, message, true);
  const place = placeIn(message);
  if (place === undefined || tab !== tabs.current) return;
  editor.showError(place);
  editor.focus();
}

function say(message: string): void {
  note(tabs.current, message);
}

function note(tab: PageTab, message: string, isError = false): void {
  tab.note = { message, isError };
  showState();
}

/** Shows what the current tab says and has found. */
function showState(): void {
  const { note: said, running, results: found } = tabs.current;
  const lines = said?.message.split('\n').map((line) => element('p', {}, line)) ?? [];
  const box = element('div', { class: said?.isError === true ? 'notice warn' : 'query-note' }, ...lines);
  status.replaceChildren(...(said === undefined ? [] : [box]));
  cancelButton.hidden = running === undefined;
  results.toggleAttribute('aria-busy', running !== undefined);
  if (running !== undefined) results.setAttribute('aria-busy', 'true');
  if (!results.contains(found)) results.replaceChildren(found);
  results.hidden = !found.hasChildNodes();
}

/** Opens a query in a tab: in the current one, if nobody has done anything with that. */
function open({ query, values }: SharedQuery): void {
  const before = tabs.current;
  const isUnused = before.query === before.opened && before.note === undefined;
  leave();
  if (tabs.open({ query, values }) === undefined) {
    note(before, `${String(MOST_TABS)} queries are open: close one first.`, true);
    return;
  }
  if (isUnused && tabs.current !== before) tabs.close(before);
  enter();
  editor.focus();
}

/** Keeps what the editor has of the current tab. */
function leave(): void {
  remember();
  tabs.current.document = editor.document;
}

/** Shows the current tab. */
function enter(): void {
  const { query, values, document: before } = tabs.current;
  editor.document = before ?? editor.newDocument(query);
  area.value = query;
  parameters.update(query);
  parameters.set(values);
  updates.update(query);
  showTabs();
  showState();
  remember();
}

function rememberSoon(): void {
  clearTimeout(pending);
  pending = setTimeout(remember, 400);
}

/** Puts the query into the address, so that it can be shared and comes back with the page. */
function remember(): void {
  clearTimeout(pending);
  const { current } = tabs;
  current.values = parameters.values ?? {};
  tabs.keep();
  window.history.replaceState(null, '', location.pathname + fragmentOf(current));
}

function copy(text: string, done: string, otherwise: string): void {
  // An address without TLS has no clipboard.
  const copied = 'clipboard' in navigator ? navigator.clipboard.writeText(text) : Promise.reject(new Error());
  copied.then(
    () => say(done),
    () => say(otherwise),
  );
}
