import { shortName } from '../view/entity-label.js';
import { humanSize } from '../../package/limits.js';
import type { FileRow, FileTree } from '../view/files/file-tree.js';
import { Badge, EmptyState, Pagination, TableBox } from './parts.js';

const ROWS = 200;
/** Deeper folders are not indented more: there would be no room for names. */
const DEEPEST = 8;

/** The files of a crate as a tree, one page of it. Its links are relative to the address of the crate. */
export function FilesView({ tree, page = 1 }: { readonly tree: FileTree; readonly page?: number }) {
  const rows = [...tree.local, ...tree.web];
  if (rows.length === 0) return <EmptyState title="No files">This crate describes no files and no folders.</EmptyState>;
  const pages = Math.ceil(rows.length / ROWS);
  const current = Math.min(Math.max(1, page), pages);
  const shown = rows.slice((current - 1) * ROWS, current * ROWS);
  const first = shown[0] as FileRow;
  const parent = isWeb(first) ? '' : folderOf(first.path);
  return (
    <section class="files" aria-label="Files">
      <Summary tree={tree} />
      <TableBox label="Files of this crate">
        <table class="file-table">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" class="number">
                Size
              </th>
              <th scope="col">Format</th>
              <th scope="col">Licence</th>
              <th scope="col">File</th>
            </tr>
          </thead>
          <tbody>
            {parent === '' ? null : (
              <tr class="file-context">
                <td colspan={5}>
                  in <code>{parent}</code>
                </td>
              </tr>
            )}
            {shown.map((row) => (
              <Row row={row} />
            ))}
          </tbody>
        </table>
      </TableBox>
      <Pagination page={current} pages={pages} href={(to) => `?view=files&page=${to}`} />
    </section>
  );
}

function Summary({ tree: { local, web, hasFolder } }: { readonly tree: FileTree }) {
  const files = local.filter(({ isFolder }) => !isFolder);
  const sized = files.filter(({ size }) => size !== undefined);
  const bytes = sized.reduce((sum, { size = 0 }) => sum + size, 0);
  const count = (problem: FileRow['problem']) => local.filter((row) => row.problem === problem).length;
  const facts = [
    counted(files.length, 'file'),
    counted(local.length - files.length, 'folder'),
    ...(sized.length === 0 ? [] : [humanSize(bytes) + (sized.length < files.length ? ' where the size is known' : '')]),
    ...(web.length === 0 ? [] : [`${counted(web.length, 'item')} on the web`]),
  ];
  const undescribed = count('undescribed');
  const missing = count('missing');
  return (
    <p class="file-summary">
      {facts.join(', ')}.{' '}
      {undescribed === 0 ? null : <Badge kind="warn">{undescribed.toLocaleString('en')} not described</Badge>}{' '}
      {missing === 0 ? null : <Badge kind="warn">{missing.toLocaleString('en')} missing</Badge>}{' '}
      {hasFolder ? null : <span class="quiet">This server has the description of the crate, without its files.</span>}
    </p>
  );
}

function Row({ row }: { readonly row: FileRow }) {
  const { path, isFolder, entity, href, size, format, licence, problem } = row;
  const name = isWeb(row) ? path : path.slice(folderOf(path).length);
  const depth = isWeb(row) ? 0 : Math.min(DEEPEST, folderOf(path).split('/').length - 1);
  return (
    <tr class={isFolder ? 'folder' : undefined}>
      <th scope="row" class={`file-name depth-${depth}`}>
        {entity === undefined ? name : <a href={`?entity=${encodeURIComponent(entity.id)}`}>{name}</a>}
        {problem === 'undescribed' ? <Badge kind="warn">not described</Badge> : null}
        {problem === 'missing' ? <Badge kind="warn">missing</Badge> : null}
        {entity?.name === undefined || entity.name === name ? null : (
          <span class="file-title">{shortName(entity.name)}</span>
        )}
      </th>
      <td class="number">{size === undefined ? '' : humanSize(size)}</td>
      <td>{format ?? ''}</td>
      <td>{licence ?? ''}</td>
      <td>
        {href === undefined ? (
          ''
        ) : (
          <a href={href} aria-label={`Open ${name}`} {...(isWeb(row) ? { rel: 'noreferrer' } : {})}>
            open
          </a>
        )}
      </td>
    </tr>
  );
}

function isWeb({ path }: FileRow): boolean {
  return /^[a-z]+:\/\//i.test(path);
}

/** The folder that a path is in, with a final `/`; empty at the top. */
function folderOf(path: string): string {
  return path.slice(0, path.replace(/\/$/, '').lastIndexOf('/') + 1);
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
