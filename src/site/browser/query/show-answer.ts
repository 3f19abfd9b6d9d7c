import { ROW_FORMATS } from '../../../base/rdf/row-formats.js';
import { JSONLD, NTRIPLES, TURTLE, type Format } from '../../../base/rdf/syntaxes.js';
import { resultChart, type ResultChart } from './chart.js';
import { actionButton, element } from './element.js';
import type { Prefixes } from './names.js';
import { fetchLinks } from './editor-data.js';
import { resultTable } from './result-table.js';
import { downloadAnswer, type QueryAnswer } from './run-query.js';
import { saveFile } from './save-file.js';

/** An answer, and the question that it answers. */
export interface Answered {
  readonly answer: QueryAnswer;
  /** The text as the server got it. */
  readonly query: string;
  readonly home: string;
  readonly prefixes: Prefixes;
}

/** What can be saved: texts for spreadsheets first. */
const TABLE_FORMATS = (['csv', 'tsv', 'json', 'xml'] as const).flatMap((name) =>
  ROW_FORMATS.filter((format) => format.name === name),
);
/** A result has no graphs. */
const GRAPH_FORMATS = [TURTLE, NTRIPLES, JSONLD];

/** Shows an answer with its downloads. @param say tells how a download went */
export function showAnswer(
  box: HTMLElement,
  answered: Answered,
  say: (message: string, isError?: boolean) => void,
): void {
  const { answer, prefixes, home } = answered;
  const downloads = downloadButtons(answered, say);
  if (answer.kind === 'boolean') {
    box.replaceChildren(element('p', { class: 'query-boolean' }, answer.value ? 'Yes' : 'No'));
  } else if (answer.kind === 'graph') {
    const text = answer.turtle === '' ? '# no triples' : answer.turtle;
    box.replaceChildren(downloads, element('pre', { tabindex: 0, 'aria-label': 'Result as Turtle' }, text));
  } else if (answer.rows.length === 0) {
    const title = element('p', { class: 'empty-title' }, 'Nothing matches');
    const advice = 'Check the spelling of names: Ctrl+Space lists those that the crates use.';
    box.replaceChildren(element('div', { class: 'empty' }, title, element('p', {}, advice)));
  } else {
    const chart: ResultChart | undefined = resultChart(answer, prefixes);
    const table = resultTable(answer, {
      home,
      prefixes,
      linksOf: (iris) => fetchLinks(home, iris),
      sorted: (rows) => chart?.sorted(rows),
    });
    box.replaceChildren(downloads, ...(chart === undefined ? [] : [chart.node]), table);
  }
  box.hidden = false;
}

/** How much an answer is, in words. */
export function amountOf(answer: QueryAnswer): string {
  if (answer.kind === 'boolean') return answer.value ? 'Yes' : 'No';
  if (answer.kind === 'graph') return 'A graph';
  const { length } = answer.rows;
  return `${length.toLocaleString('en')} ${length === 1 ? 'row' : 'rows'}`;
}

function downloadButtons(
  { answer, query, home }: Answered,
  say: (message: string, isError?: boolean) => void,
): HTMLElement {
  const formats = answer.kind === 'graph' ? GRAPH_FORMATS : TABLE_FORMATS;
  const buttons = formats.map(({ label: name, mediaType, extensions }: Format) =>
    actionButton(
      name,
      () => {
        // The last ending of rows tells SPARQL results from any JSON and XML.
        const file = `results.${answer.kind === 'graph' ? extensions[0] : extensions.at(-1)}`;
        downloadAnswer(home, query, mediaType).then(
          (content) => (saveFile(file, content), say(`Saved ${file}.`)),
          (error: unknown) => say(error instanceof Error ? error.message : String(error), true),
        );
      },
      { 'aria-label': `Download as ${name}` },
    ),
  );
  return element(
    'div',
    { class: 'buttons query-downloads' },
    element('span', { class: 'quiet small' }, 'Download'),
    ...buttons,
  );
}
