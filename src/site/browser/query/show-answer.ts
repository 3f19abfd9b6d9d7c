import { ROW_FORMATS } from '../../../base/rdf/row-formats.js';
import { JSONLD, NTRIPLES, TURTLE } from '../../../base/rdf/syntaxes.js';
import { resultChart, type ResultChart } from './chart.js';
import { downloadForm } from './download-form.js';
import { element } from './element.js';
import type { Prefixes } from './names.js';
import { fetchLinks } from './editor-data.js';
import { graphAnswer } from './graph-answer.js';
import { resultTable } from './result-table.js';
import type { QueryAnswer } from './run-query.js';

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

/** Shows an answer with its downloads. */
export function showAnswer(box: HTMLElement, answered: Answered): void {
  const { answer, prefixes, home } = answered;
  const context = {
    home,
    prefixes,
    isCut: answer.kind !== 'boolean' && answer.isCut,
    linksOf: (iris: readonly string[]) => fetchLinks(home, iris),
  };
  if (answer.kind === 'boolean') {
    box.replaceChildren(element('p', { class: 'query-boolean' }, answer.value ? 'Yes' : 'No'));
  } else if (sizeOf(answer) === 0) {
    const title = element('p', { class: 'empty-title' }, 'Nothing matches');
    const advice = 'Check the spelling of names: Ctrl+Space lists those that the crates use.';
    box.replaceChildren(element('div', { class: 'empty' }, title, element('p', {}, advice)));
  } else if (answer.kind === 'graph') {
    box.replaceChildren(downloadForm(answered, GRAPH_FORMATS), graphAnswer(answer.triples, context));
  } else {
    const chart: ResultChart | undefined = resultChart(answer, prefixes);
    const table = resultTable(answer, { ...context, rowName: 'row', changed: (rows) => chart?.sorted(rows) });
    box.replaceChildren(downloadForm(answered, TABLE_FORMATS), ...(chart === undefined ? [] : [chart.node]), table);
  }
}

/** How much an answer is, in words. */
export function amountOf(answer: QueryAnswer): string {
  if (answer.kind === 'boolean') return answer.value ? 'Yes' : 'No';
  const size = sizeOf(answer);
  const amount = size.toLocaleString('en');
  const name = answer.kind === 'graph' ? 'triple' : 'row';
  if (answer.isCut) return `The first ${amount} ${name}s`;
  return `${amount} ${name}${size === 1 ? '' : 's'}`;
}

function sizeOf(answer: Exclude<QueryAnswer, { readonly kind: 'boolean' }>): number {
  return answer.kind === 'graph' ? answer.triples.length : answer.rows.length;
}
