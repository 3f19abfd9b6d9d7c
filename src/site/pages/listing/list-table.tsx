import type { Child } from 'hono/jsx';
import { markParts, wordsOfFilter } from '../../view/arrange-rows.js';
import { Pagination, TableBox } from '../parts.js';
import type { ListRequest } from './list-request.js';

/** A column of a list; the first one has the names of the rows. */
export interface ListColumn<T> {
  /** As addresses have it. */
  readonly key: string;
  readonly label: string;
  readonly isNumber?: boolean;
  readonly cell: (row: T) => Child;
}

/** Rows that stand together, under a heading of their own where they have one. */
export interface ListGroup<T> {
  readonly title: string | undefined;
  readonly rows: readonly T[];
}

interface ListTableProps<T> {
  readonly label: string;
  readonly className: string;
  readonly columns: readonly ListColumn<T>[];
  readonly groups: readonly ListGroup<T>[];
  readonly rowClass?: (row: T) => string | undefined;
  /** The heads of its columns sort the list; undefined for a table without that. */
  readonly request?: ListRequest | undefined;
}

/** A page of a list as a table; the heads of the columns are links that sort the list. */
export function ListTable<T>({ label, className, columns, groups, rowClass, request }: ListTableProps<T>) {
  return (
    <TableBox label={label}>
      <table class={`list-table ${className}`}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head column={column} request={request} />
            ))}
          </tr>
        </thead>
        {groups.map(({ title, rows }) => (
          <tbody>
            {title === undefined ? null : (
              <tr class="list-group">
                <th colspan={columns.length} scope="rowgroup">
                  {title}
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <tr class={rowClass?.(row)}>
                {columns.map(({ key, isNumber, cell }, at) =>
                  at === 0 ? (
                    <th scope="row" class={`${key}-cell`}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td class={isNumber === true ? `${key}-cell number` : `${key}-cell`}>{cell(row)}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </TableBox>
  );
}

interface HeadProps<T> {
  readonly column: ListColumn<T>;
  readonly request: ListRequest | undefined;
}

function Head<T>({ column: { key, label, isNumber }, request }: HeadProps<T>) {
  const className = isNumber === true ? `${key}-cell number` : `${key}-cell`;
  if (request?.isSortable(key) !== true)
    return (
      <th scope="col" class={className}>
        {label}
      </th>
    );
  const { sort, isDescending } = request.order;
  const isCurrent = sort === key;
  const next = isCurrent && !isDescending ? `-${key}` : key;
  return (
    <th scope="col" class={className} {...(isCurrent && { 'aria-sort': isDescending ? 'descending' : 'ascending' })}>
      <a href={request.href({ sort: next })}>
        {label}
        {isCurrent ? <span aria-hidden="true"> {isDescending ? '▼' : '▲'}</span> : null}
      </a>
    </th>
  );
}

interface FilterFormProps {
  readonly request: ListRequest;
  /** What is filtered, by what. */
  readonly label: string;
}

/** The field that filters a list. */
export function FilterForm({ request, label }: FilterFormProps) {
  const { words } = request.order;
  return (
    <form class="list-filter" action={`#${request.anchor}`} method="get">
      <HiddenFields fields={request.hidden('q')} />
      <label>
        {label}
        <input type="search" name="q" value={words} maxlength={200} />
      </label>
      <button type="submit">Filter</button>
      {words === '' ? null : <a href={request.href({ q: '' })}>Show all</a>}
    </form>
  );
}

interface ListPagesProps {
  readonly request: ListRequest;
  readonly page: number;
  readonly pages: number;
  /** What a page begins with, for readers who look for something. */
  readonly begin: (page: number) => string;
}

/** Pages with fewer neighbours than this need no other way to them. */
const FEW_PAGES = 5;
/** Pages that the way to a far one offers; from there the links to neighbours lead on. */
const MOST_STOPS = 100;

/** The ways to the other pages of a list: links to the neighbours, and a choice by what the pages begin with. */
export function ListPages({ request, page, pages, begin }: ListPagesProps) {
  return (
    <div class="list-pages">
      <Pagination page={page} pages={pages} href={(to) => request.href({ page: to })} />
      {pages <= FEW_PAGES ? null : <Jump request={request} page={page} pages={pages} begin={begin} />}
    </div>
  );
}

function Jump({ request, page, pages, begin }: ListPagesProps) {
  const step = Math.ceil(pages / MOST_STOPS);
  const stops = Array.from({ length: Math.ceil(pages / step) }, (_, at) => at * step + 1);
  const nearest = stops.findLast((stop) => stop <= page);
  return (
    <form class="list-filter" action={`#${request.anchor}`} method="get">
      <HiddenFields fields={request.hidden('page')} />
      <label>
        Go to the page that begins with
        <select name="page">
          {stops.map((stop) => (
            <option value={String(stop)} selected={stop === nearest}>
              {`${stop.toLocaleString('en')}: ${shortBegin(begin(stop))}`}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">Go</button>
    </form>
  );
}

function HiddenFields({ fields }: { readonly fields: readonly (readonly [string, string])[] }) {
  return (
    <>
      {fields.map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

/** Characters of what a page begins with. */
const LONGEST = 40;

function shortBegin(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST).toWellFormed()}…`;
}

/** A text with the words of a filter marked. */
export function FilteredText({ text, words }: { readonly text: string; readonly words: string }) {
  return (
    <bdi>
      {markParts(text, wordsOfFilter(words)).map((part) => (part.isMatch ? <mark>{part.text}</mark> : part.text))}
    </bdi>
  );
}
