import { actionButton, element } from './element.js';
import { browserKeeper } from './kept-value.js';
import { forgetQuery, keepQuery, ownQueries, renameQuery } from './own-queries.js';
import { saveFile } from './save-file.js';

/** What the panel needs from the page. */
export interface OwnPanelEvents {
  text(): string;
  open(text: string): void;
  say(message: string): void;
}

/** Fills the panel with the queries that this browser keeps: save, open, rename, delete, and download as `.rq`. */
export function openOwnPanel(panel: HTMLElement, events: OwnPanelEvents): void {
  const keeper = browserKeeper('localStorage');
  const list = element('ul', { class: 'query-list' });
  const name = element('input', { type: 'text', name: 'name', required: true, autocomplete: 'off', maxlength: 80 });
  const form = element(
    'form',
    { class: 'query-save' },
    element('label', {}, element('span', { class: 'hidden-text' }, 'Name of the query'), name),
    element('button', { type: 'submit' }, 'Save'),
  );
  name.placeholder = 'Name of this query';
  const done = (problem: string | undefined, message: string) => {
    events.say(problem ?? message);
    fill();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const chosen = name.value.trim();
    if (chosen === '') return;
    const isThere = Object.hasOwn(ownQueries(keeper), chosen);
    const problem = keepQuery(keeper, chosen, events.text());
    done(problem, isThere ? `Saved ${chosen}, in the place of what had this name.` : `Saved ${chosen}.`);
    if (problem === undefined) name.value = '';
  });

  const item = (query: string, text: string) => {
    const row = element('li');
    const act = (verb: string, run: () => void) => actionButton(verb, run, { 'aria-label': `${verb} ${query}` });
    row.append(
      actionButton(query, () => events.open(text), { class: 'query-open' }),
      element(
        'span',
        { class: 'query-acts' },
        act('Rename', () => row.replaceChildren(renameForm(query))),
        act('Download', () => saveFile(fileName(query), new Blob([text], { type: 'application/sparql-query' }))),
        act('Delete', () => done(forgetQuery(keeper, query), `Deleted ${query}.`)),
      ),
    );
    return row;
  };
  const renameForm = (query: string) => {
    const next = element('input', { type: 'text', required: true, maxlength: 80, value: query });
    const hidden = element('span', { class: 'hidden-text' }, `New name of ${query}`);
    const buttons = [element('button', { type: 'submit' }, 'Rename'), actionButton('Keep', fill)];
    const made = element('form', { class: 'query-save' }, element('label', {}, hidden, next), ...buttons);
    made.addEventListener('submit', (event) => {
      event.preventDefault();
      const chosen = next.value.trim();
      if (chosen !== '') done(renameQuery(keeper, query, chosen), `Renamed ${query} to ${chosen}.`);
    });
    queueMicrotask(() => next.select());
    return made;
  };
  const fill = () => {
    const all = Object.entries(ownQueries(keeper)).sort(([a], [b]) => a.localeCompare(b));
    list.replaceChildren(...all.map(([query, text]) => item(query, text)));
  };
  panel.append(element('h2', {}, 'Your queries'), form, list);
  panel.hidden = false;
  fill();
}

function fileName(query: string): string {
  return `${query.replace(/[^\p{L}\p{N}._-]+/gu, '-')}.rq`;
}
