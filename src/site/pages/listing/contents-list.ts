import { arrangeRows, type RowTexts } from '../../view/arrange-rows.js';
import { contentFacts, type ContentRow } from '../../view/files/content-row.js';
import type { ContentFolder, ContentTree } from '../../view/files/content-tree.js';
import { FewPer } from '../../view/once-per.js';
import { ListRequest } from './list-request.js';

/** Rows of one page. */
export const CONTENTS_OF_PAGE = 100;

const PLACE = { kept: ['view', 'folder'], sorts: ['name', 'type', 'size', 'format', 'licence'], anchor: 'contents' };

/** What an address asks for of the contents of a crate. */
export interface ContentsList {
  readonly folder: ContentFolder;
  readonly request: ListRequest;
  /** What is in the folder, or what the filter finds in it and below it, in the order that is asked for. */
  readonly all: readonly ContentRow[];
}

/** The contents that an address asks for (`folder`, `q`, `sort`); undefined if there is no such folder. */
export function contentsList(tree: ContentTree, search: URLSearchParams): ContentsList | undefined {
  const folder = tree.folder(search.get('folder') ?? '');
  if (folder === undefined) return undefined;
  const request = new ListRequest(search, PLACE);
  const { order, key } = request;
  const all = LISTS.of(tree, key, () =>
    arrangeRows(order.words === '' ? folder.rows : below(folder, tree), order, contentTexts(tree)),
  );
  return { folder, request, all };
}

/** The lists that readers turn the pages of. */
const LISTS = new FewPer<ContentTree, readonly ContentRow[]>();

/** What is in a folder and in the folders below it. */
function below(folder: ContentFolder, tree: ContentTree): readonly ContentRow[] {
  if (folder.key === '') return tree.rows;
  const isLocal = tree.below(folder.key) !== undefined;
  const inside = tree.rows.filter(({ key, kind }) => kind !== 'part' && kind !== 'web' && key.startsWith(folder.key));
  const loose = folder.rows.filter(({ kind }) => kind === 'part' || kind === 'web');
  return isLocal ? [...inside.filter(({ key }) => key !== folder.key), ...loose] : folder.rows;
}

const ORDER: Readonly<Record<ContentRow['kind'], number>> = { folder: 0, file: 1, part: 2, web: 3 };

/** What the list knows of its rows. */
export function contentTexts(tree: ContentTree): RowTexts<ContentRow> {
  const facts = contentFacts(tree.view);
  const title = ({ entity }: ContentRow) => entity && facts.of(entity).title;
  const types = ({ entity }: ContentRow) => entity?.types.join(', ') || undefined;
  return {
    group: ({ kind }) => ORDER[kind],
    text: (row) => [row.key, title(row), types(row), facts.format(row)].join('\n'),
    value: (row, column) => {
      switch (column) {
        case 'type':
          return types(row);
        case 'size':
          return tree.size(row);
        case 'format':
          return facts.format(row);
        case 'licence':
          return row.entity && facts.of(row.entity).licence;
        default:
          return row.key;
      }
    },
  };
}
