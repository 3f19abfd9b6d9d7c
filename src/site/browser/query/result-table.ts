import { columnType, sortedRows } from './column-types.js';
import { actionButton, element } from './element.js';
import type { AnswerTable, ResultTerm } from './run-query.js';
import { isWebIri } from '../../../base/rdf/iri.js';
import { XSD } from '../../../base/rdf/vocabulary.js';
import type { ResultLink } from '../../pages/result-links.js';
import { prefixedName, type Prefixes } from './names.js';

/** What a table needs besides its rows. */
export interface TableContext extends Omit<CellContext, 'links'> {
  /** Asks the server where IRIs lead. */
  linksOf(iris: readonly string[]): Promise<CellContext['links']>;
  /** Called when the rows have another order. */
  sorted(rows: AnswerTable['rows']): void;
}

const ROWS_OF_A_PAGE = 100;

/** Shows rows page by page; a click on the name of a column sorts by it. */
export function resultTable(table: AnswerTable, context: TableContext): HTMLElement {
  const body = element('tbody');
  const pages = element('nav', { class: 'pagination', 'aria-label': 'Pages of the results' });
  const heads = table.columns.map((column) => ({ column, ...headOf(table, column) }));
  const box = element(
    'div',
    { class: 'table-box', role: 'region', 'aria-label': 'Table of results', tabindex: 0 },
    element('table', {}, element('thead', {}, element('tr', {}, ...heads.map(({ head }) => head))), body),
  );
  let rows = table.rows;
  let turn = 0;
  const show = (page: number) => {
    const shown = rows.slice((page - 1) * ROWS_OF_A_PAGE, page * ROWS_OF_A_PAGE);
    const fill = (links: CellContext['links']) =>
      body.replaceChildren(...shown.map((row) => rowOf(row, heads, { ...context, links })));
    pages.replaceChildren(...pageButtons(page, Math.ceil(rows.length / ROWS_OF_A_PAGE), turnTo));
    fill(new Map());
    const mine = (turn += 1);
    // Links come a moment later; a page that has gone needs none.
    void context.linksOf(irisOf(shown)).then((links) => {
      if (mine === turn && links.size > 0) fill(links);
    });
  };
  /** The button that was pressed has gone, so the focus goes to what it showed. */
  const turnTo = (page: number) => {
    show(page);
    box.focus();
  };
  for (const { column, head, button } of heads)
    button.addEventListener('click', () => {
      const isDescending = head.getAttribute('aria-sort') === 'ascending';
      for (const other of heads) other.head.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', isDescending ? 'descending' : 'ascending');
      rows = sortedRows(table, column, isDescending);
      context.sorted(rows);
      show(1);
    });
  show(1);
  return element('div', {}, box, pages);
}

interface ColumnHead {
  readonly column: string;
  readonly isNumber: boolean;
}

function headOf(table: AnswerTable, column: string) {
  const type = columnType(table, column);
  const isNumber = type === 'number';
  const button = element('button', { type: 'button', class: 'query-sort', title: `Sort by ${column}` }, column);
  const kind = element('span', { class: 'query-column-type' }, type);
  return { isNumber, button, head: element('th', { scope: 'col', class: isNumber && 'number' }, button, ' ', kind) };
}

function rowOf(row: AnswerTable['rows'][number], heads: readonly ColumnHead[], context: CellContext): HTMLElement {
  const cells = heads.map(({ column, isNumber }) => {
    const term: ResultTerm | undefined = row[column];
    return element('td', { class: isNumber && 'number' }, ...(term === undefined ? [] : [termCell(term, context)]));
  });
  return element('tr', {}, ...cells);
}

function irisOf(rows: AnswerTable['rows']): string[] {
  const terms = rows.flatMap((row) => Object.values(row));
  return [...new Set(terms.filter(({ type }) => type === 'uri').map(({ value }) => value))];
}

function pageButtons(page: number, pages: number, show: (page: number) => void): Node[] {
  if (pages <= 1) return [];
  const to = (next: number, label: string) =>
    element(
      'li',
      {},
      actionButton(label, () => show(next), { disabled: next < 1 || next > pages }),
    );
  const where = element('li', {}, element('span', {}, `Page ${String(page)} of ${pages.toLocaleString('en')}`));
  return [element('ul', {}, to(1, 'First'), to(page - 1, 'Previous'), where, to(page + 1, 'Next'), to(pages, 'Last'))];
}

/** What a cell needs to know besides its term. */
interface CellContext {
  readonly home: string;
  readonly prefixes: Prefixes;
  readonly links: ReadonlyMap<string, ResultLink>;
}

const XSD_STRING = `${XSD}string`;

/** Shows a term: IRIs as links into this website or to the outside, literals with their language or datatype. */
function termCell(term: ResultTerm, context: CellContext): Node {
  if (term.type === 'uri') return iriCell(term.value, context);
  if (term.type === 'bnode') return element('span', { class: 'quiet' }, `_:${term.value}`);
  if (term.type === 'triple') return element('code', {}, JSON.stringify(term.value));
  const cell = element('span', { class: 'query-literal' }, term.value);
  const language = term['xml:lang'];
  if (language !== undefined) cell.lang = language;
  const { datatype } = term;
  const said =
    language ?? (datatype === undefined || datatype === XSD_STRING ? undefined : shortName(datatype, context));
  if (said === undefined || isPlain(datatype)) return cell;
  return element('span', {}, cell, ' ', element('span', { class: 'query-datatype' }, said));
}

function iriCell(iri: string, context: CellContext): Node {
  const link = context.links.get(iri);
  const text = shortName(iri, context);
  if (link === undefined) return outsideLink(iri, text);
  const isOutside = link.kind === 'mentions';
  const title = isOutside ? `Crates that mention ${iri}` : iri;
  const shown = element('a', { href: context.home + link.path, title }, link.name ?? text);
  const parts = [
    ...(isOutside && isWebIri(iri) ? [' ', outsideLink(iri, '↗')] : []),
    ...(link.name === undefined ? [] : [element('span', { class: 'query-iri' }, text)]),
  ];
  return parts.length === 0 ? shown : element('span', {}, shown, ...parts);
}

/** A link out of this website; text where an IRI is no web address, such as `javascript:`. */
function outsideLink(iri: string, text: string): Node {
  if (!isWebIri(iri)) return element('span', { title: iri }, text);
  const label = text === '↗' ? `Open ${iri}` : undefined;
  return element('a', { href: iri, rel: 'external noopener noreferrer', title: iri, 'aria-label': label }, text);
}

function shortName(iri: string, { prefixes }: Pick<CellContext, 'prefixes'>): string {
  return prefixedName(iri, prefixes) ?? iri;
}

/** Numbers need no word about their datatype: that they are numbers is said above their column. */
function isPlain(datatype: string | undefined): boolean {
  return datatype !== undefined && /XMLSchema#(?:integer|decimal|double|boolean|date|dateTime)$/.test(datatype);
}
