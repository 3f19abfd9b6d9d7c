import { humanSize } from '../../../package/limits.js';
import { shortName } from '../../view/entity-label.js';
import type { ContentRow } from '../../view/files/content-row.js';
import type { ContentFolder, ContentTree } from '../../view/files/content-tree.js';
import { folderAround } from '../../view/files/described-contents.js';
import { linkText, type CrateScene } from '../crate/scene.js';
import { Badge, Breadcrumb, EmptyState, Notice } from '../parts.js';
import { ContentsTable, nameOfRow, sizeText } from './contents-table.js';
import { CONTENTS_OF_PAGE, contentTexts, type ContentsList } from './contents-list.js';
import type { ListRequest } from './list-request.js';
import { FilterForm, ListPages } from './list-table.js';
import { pageOf } from './page-of.js';

interface ContentsViewProps {
  readonly tree: ContentTree;
  readonly list: ContentsList;
  readonly scene: CrateScene;
  readonly search: URLSearchParams;
}

/** The address of a folder of the contents. @param inside a path with a final `/`, or an identifier; empty for the crate */
export function contentsHref(inside: string): string {
  return inside === '' ? '?view=files' : `?view=files&folder=${encodeURIComponent(inside.toWellFormed())}`;
}

/** All that a crate contains, folder by folder, or what a filter finds in all of them. */
export function ContentsView({ tree, list, scene, search }: ContentsViewProps) {
  const { folder, request, all } = list;
  const { items, page, pages } = pageOf(all, search, CONTENTS_OF_PAGE);
  const isHere = request.order.words === '' ? folder.key : undefined;
  return (
    <section class="contents" aria-labelledby="contents">
      <Trail folder={folder} tree={tree} />
      <h2 id="contents">
        {folder.key === '' ? 'Contents' : nameOfFolder(folder.key)}{' '}
        <span class="count">{all.length.toLocaleString('en')}</span>
      </h2>
      <Summary folder={folder} tree={tree} />
      {folder.entity === undefined || folder.key === '' ? null : (
        <p>
          Described as <a href={scene.links.entity(folder.entity)}>{linkText(folder.entity)}</a>
        </p>
      )}
      {folder.rows.length === 0 ? (
        <EmptyState title="Nothing is in here">
          The description names nothing in it, and nothing in it is listed.
        </EmptyState>
      ) : (
        <>
          <FilterForm request={request} label={filterLabel(folder)} />
          {items.length === 0 ? (
            <EmptyState title="Nothing has these words">
              See <a href={request.href({ q: '' })}>all</a>.
            </EmptyState>
          ) : (
            <ContentsTable
              label="Contents"
              rows={items}
              scene={scene}
              folder={isHere}
              insideHref={contentsHref}
              size={(row) => tree.size(row)}
              request={request}
            />
          )}
          <ListPages
            request={request}
            page={page}
            pages={pages}
            begin={(at) => beginText(all[(at - 1) * CONTENTS_OF_PAGE] as ContentRow, { tree, request, folder: isHere })}
          />
        </>
      )}
    </section>
  );
}

interface BeginPlace {
  readonly tree: ContentTree;
  readonly request: ListRequest;
  readonly folder: string | undefined;
}

/** What a page begins with, in the column that decides about the order. */
function beginText(row: ContentRow, { tree, request, folder }: BeginPlace): string {
  const { sort } = request.order;
  const name = nameOfRow(row, folder);
  if (sort === undefined || sort === 'name') return name;
  const value = sort === 'size' ? sizeText(tree.size(row)) : contentTexts(tree).value(row, sort);
  return value === undefined || value === '' ? name : `${value}, ${name}`;
}

function filterLabel({ key }: ContentFolder): string {
  const where = key === '' ? 'all files' : `all in ${nameOfFolder(key)}`;
  return `Filter ${where} by name, title, type or format`;
}

/** The way from the crate to the folder, with what is below each. */
function Trail({ folder: { key }, tree }: { readonly folder: ContentFolder; readonly tree: ContentTree }) {
  if (key === '') return null;
  const folders: string[] = [];
  if (tree.below(key) !== undefined) for (let at = key; at !== ''; at = folderAround(at)) folders.unshift(at);
  else folders.push(key);
  const trail = ['', ...folders].map((path) => {
    const sum = tree.below(path);
    const files =
      sum === undefined ? '' : ` (${counted(sum.files, 'file')}${sum.sized === 0 ? '' : `, ${humanSize(sum.bytes)}`})`;
    const label = `${path === '' ? 'Contents' : nameOfFolder(path)}${files}`;
    return { label, href: path === key ? undefined : contentsHref(path) };
  });
  return <Breadcrumb trail={trail} label="Folders" />;
}

/** The last part of a path. */
function nameOfFolder(path: string): string {
  return shortName(path.slice(folderAround(path).length));
}

interface SummaryProps {
  readonly folder: ContentFolder;
  readonly tree: ContentTree;
}

function Summary({ folder: { key, rows }, tree }: SummaryProps) {
  const { files, folders, bytes, sized } = tree.below(key) ?? { files: 0, folders: 0, bytes: 0, sized: 0 };
  const all = key === '' ? tree.rows : rows;
  const web = all.filter(({ kind }) => kind === 'web').length;
  const parts = all.filter(({ kind }) => kind === 'part').length;
  const facts = [
    counted(files, 'file'),
    ...(folders === 0 ? [] : [counted(folders, 'folder')]),
    ...(sized === 0 ? [] : [humanSize(bytes) + (sized < files ? ' where the size is known' : '')]),
    ...(parts === 0 ? [] : [counted(parts, 'other part')]),
    ...(web === 0 ? [] : [`${counted(web, 'item')} on the web`]),
  ];
  const count = (problem: ContentRow['problem']) =>
    tree.rows.filter((row) => row.problem === problem && row.key.startsWith(key)).length;
  const undescribed = count('undescribed');
  const missing = count('missing');
  return (
    <>
      <p class="contents-summary">
        {facts.join(', ')}.{' '}
        {undescribed === 0 ? null : <Badge kind="warn">{undescribed.toLocaleString('en')} not described</Badge>}{' '}
        {missing === 0 ? null : <Badge kind="warn">{missing.toLocaleString('en')} missing</Badge>}{' '}
        {tree.hasFolder ? null : (
          <span class="quiet">This server has the description of the crate, without its files.</span>
        )}
      </p>
      {tree.isCut ? (
        <Notice kind="warn">The folder has more files than are listed here: only some of them are counted.</Notice>
      ) : null}
    </>
  );
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
