import { basename, dirname } from 'node:path';
import { outsideHref } from '../../../base/net/outside-href.js';
import type { LoadRecord } from '../../../tasks/stored/load-records.js';
import { Badge } from '../parts.js';
import { Day } from './glance.js';

/** Where a crate of the store was loaded from and when, and whether it was changed since; nothing of a graph without a load. */
export function CrateOrigin({ records }: { readonly records: readonly LoadRecord[] }) {
  const last = records.at(-1);
  if (last === undefined) return null;
  const others = records.length - 1;
  return (
    <p class="origin">
      Loaded from <Source source={last.location ?? last.source} />
      {others === 0
        ? null
        : ` and ${others === 1 ? 'another place' : `${others.toLocaleString('en')} other places`}`}{' '}
      on <Day moment={last.loaded} />,{' '}
      {records.some(({ changed }) => changed) ? <Badge kind="warn">changed since</Badge> : 'unchanged since'}
    </p>
  );
}

/** An address, or the end of a path: where the folders of a machine are is nobody's business. */
function Source({ source }: { readonly source: string }) {
  const href = outsideHref(source);
  if (href !== undefined) return <a href={href}>{href.replace(/^https?:\/\//, '')}</a>;
  if (source === '-') return <span>standard input</span>;
  const folder = basename(dirname(source));
  return <code>{folder === '' || folder === '.' ? basename(source) : `${folder}/${basename(source)}`}</code>;
}
