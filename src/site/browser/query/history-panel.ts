import { actionButton, element } from './element.js';
import { queryTitle } from './query-tabs.js';
import type { PastQuery, QueryHistory } from './query-history.js';

/** What the panel needs from the page. */
export interface HistoryEvents {
  open(past: PastQuery): void;
  say(message: string): void;
}

/** Fills a panel with the queries that ran, and a button that forgets them. @returns what fills it anew */
export function openHistoryPanel(panel: HTMLElement, history: QueryHistory, events: HistoryEvents): () => void {
  const list = element('ul', { class: 'query-list' });
  const none = element('p', { class: 'quiet small' }, 'The queries that you run are listed here, in this browser.');
  const clear = actionButton('Clear', () => {
    events.say(history.clear() ?? 'The history is empty now.');
    fill();
  });
  const acts = element('p', { class: 'query-acts' }, clear);
  const fill = (): void => {
    const { all } = history;
    list.replaceChildren(...all.map((past) => pastItem(past, () => events.open(past))));
    none.hidden = all.length > 0;
    acts.hidden = all.length === 0;
  };
  // Another window of this website ran a query.
  addEventListener('storage', ({ key }) => {
    if (key === history.key) fill();
  });
  const heading = element('summary', {}, element('h2', {}, 'History'));
  panel.append(element('details', {}, heading, none, list, acts));
  panel.hidden = false;
  fill();
  return fill;
}

function pastItem(past: PastQuery, open: () => void): HTMLElement {
  const { query, values, time, amount, seconds } = past;
  const title = queryTitle(query) ?? query.replaceAll(/\s+/g, ' ').trim().slice(0, 80);
  const words = [
    ...Object.entries(values).map(([name, value]) => `${name}: ${value}`),
    `${amount} in ${seconds.toFixed(2)} s`,
    new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' }),
  ];
  const button = actionButton(title, open, { class: 'query-open', title: query.slice(0, 1000) });
  return element('li', {}, button, element('span', {}, words.join(', ')));
}
