import { humanSize } from '../../package/limits.js';
import type { Branding } from '../branding/branding.js';
import { Layout } from './layout.js';
import { Breadcrumb, TableBox } from './parts.js';
import { websitePage } from './website-page.js';

/** A file or folder in a listing. */
export interface ListedEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
  /** In bytes; of files only. */
  readonly size: number;
  readonly changed: Date;
}

/**
 * The beginning and the end of the list of a folder; its rows stand between them.
 * @param crate the name of the crate in addresses
 * @param inside the folders that lead from the crate to this one
 */
export function listingFrame(
  crate: string,
  inside: readonly string[],
  branding: Branding,
): readonly [before: string, after: string] {
  const title = [crate, ...inside].join('/');
  const home = '../'.repeat(inside.length + 2);
  const trail = [crate, ...inside].map((label, at) => ({
    label,
    href: at === inside.length ? undefined : '../'.repeat(inside.length - at),
  }));
  const page = (
    <Layout title={title} home={home} current="crates">
      <Breadcrumb trail={[{ label: 'Crates', href: home }, ...trail]} />
      <header class="page-header">
        <h1>{title}</h1>
      </header>
      <TableBox label={`Files of ${title}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" class="number">
                Size
              </th>
              <th scope="col">Changed</th>
            </tr>
          </thead>
          <tbody>
            <template></template>
          </tbody>
        </table>
      </TableBox>
    </Layout>
  );
  const [before = '', after = ''] = websitePage(page, branding).split('<template></template>');
  return [before, after];
}

/** The rows of some entries. Links are relative to the folder. */
export function listingRows(entries: readonly ListedEntry[]): string {
  return entries.map((entry) => String(<Row {...entry} />)).join('');
}

function Row({ name, kind, size, changed }: ListedEntry) {
  const slash = kind === 'folder' ? '/' : '';
  const time = changed.toISOString().replace(/\.\d+Z$/, 'Z');
  return (
    <tr>
      <th scope="row">
        <a href={`./${encodeURIComponent(name)}${slash}`}>{`${name}${slash}`}</a>
      </th>
      <td class="number">
        {kind === 'file' ? <span title={`${size.toLocaleString('en')} bytes`}>{humanSize(size)}</span> : ''}
      </td>
      <td>
        <time datetime={time}>{time.slice(0, 16).replace('T', ' ')}</time>
      </td>
    </tr>
  );
}
