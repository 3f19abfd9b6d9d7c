import { columnType, sortedRows } from './column-types.js';
import { actionButton, element } from './element.js';
import { rowFilter } from './filter-rows.js';
import type { AnswerTable, ResultTerm } from './run-query.js';
import { termCell, type CellContext } from './term-cell.js';

/** What a table needs besides its rows. */
export interface TableContext extends Omit<CellContext, 'links'> {
  /** Asks the server where IRIs lead. */
  linksOf(iris: readonly string[]): Promise<CellContext['links']>;
  /** What a row is called. */
  readonly rowName: 'row' | 'triple';
  /** Whether there are more rows than the table has. */
  readonly isCut: boolean;
  /** Called when other rows are shown, or the same ones in another order. */
  changed(rows: AnswerTable['rows']): void;
}

const ROWS_OF_A_PAGE = 100;

/** Shows rows page by page; a click on the name of a column sorts by it, a field filters. */
export function resultTable(table: AnswerTable, context: TableContext): HTMLElement {
  const body = element('tbody');
  const pages = element('nav', { class: 'pagination', 'aria-label': 'Pages of the results' });
  const heads = table.columns.map((column) => ({ column, ...headOf(table, column) }));
  const box = element(
    'div',
    { class: 'table-box', role: 'region', 'aria-label': 'Table of results', tabindex: 0 },
    element('table', {}, element('thead', {}, element('tr', {}, ...heads.map(({ head }) => head))), body),
  );
  let sorted = table.rows;
  let rows = sorted;
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
  const filter = filterField(table, context, () => update());
  const update = () => {
    rows = filter.rowsIn(sorted);
    context.changed(rows);
    show(1);
  };
  for (const { column, head, button } of heads)
    button.addEventListener('click', () => {
      const isDescending = head.getAttribute('aria-sort') === 'ascending';
      for (const other of heads) other.head.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', isDescending ? 'descending' : 'ascending');
      sorted = sortedRows(table, column, isDescending);
      update();
    });
  show(1);
  return element('div', {}, ...(table.rows.length > 1 ? [filter.node] : []), box, pages);
}

/** The field that filters, and how many rows it leaves. */
function filterField(table: AnswerTable, { prefixes, rowName, isCut }: TableContext, changed: () => void) {
  const found = rowFilter(table.rows, prefixes);
  const field = element('input', { type: 'search', autocomplete: 'off', spellcheck: 'false' });
  const count = element('span', { class: 'quiet', role: 'status' });
  field.addEventListener('input', changed);
  const all = `${isCut ? 'the first ' : ''}${table.rows.length.toLocaleString('en')} ${rowName}s`;
  return {
    node: element('div', { class: 'query-filter' }, element('label', {}, 'Filter ', field), count),
    /** The rows that are left, in the order of `sorted`. */
    rowsIn(sorted: AnswerTable['rows']): AnswerTable['rows'] {
      const left = new Set(found(field.value));
      const isAll = field.value.trim() === '';
      count.textContent = isAll ? '' : `${left.size.toLocaleString('en')} of ${all}`;
      return isAll ? sorted : sorted.filter((row) => left.has(row));
    },
  };
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
