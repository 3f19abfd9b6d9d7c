import { basename, dirname } from 'node:path';
import type { Child } from 'hono/jsx';
import { outsideHref } from '../../../base/net/outside-href.js';
import { isMetadataFileName } from '../../../crate/metadata-names.js';
import type { LoadRecord } from '../../../tasks/stored/load-records.js';
import { Badge } from '../parts.js';
import { Day } from './glance.js';

interface OriginProps {
  readonly records: readonly LoadRecord[];
  /** What else is to be known of its state. */
  readonly children?: Child;
}

/** Where a crate of the store was loaded from and when, and whether it was changed since. */
export function CrateOrigin({ records, children }: OriginProps) {
  const last = records.at(-1);
  // A graph that no load has written.
  if (last === undefined) return <p class="origin">{children}</p>;
  const others = records.length - 1;
  return (
    <p class="origin">
      Loaded from <Source source={last.location ?? last.source} />
      {others === 0
        ? null
        : ` and ${others === 1 ? 'another place' : `${others.toLocaleString('en')} other places`}`}{' '}
      on <Day moment={last.loaded} />,{' '}
      {records.some(({ changed }) => changed) ? <Badge kind="warn">changed since</Badge> : 'unchanged since'} ·{' '}
      {children}
    </p>
  );
}

/** An address, or the end of a path: where the folders of a machine are is nobody's business. */
function Source({ source }: { readonly source: string }) {
  const href = outsideHref(source);
  if (href !== undefined) return <a href={href}>{href.replace(/^https?:\/\//, '')}</a>;
  if (source === '-') return <span>standard input</span>;
  const file = basename(source);
  return <code>{isMetadataFileName(file) ? basename(dirname(source)) : file}</code>;
}
