import type { Child } from 'hono/jsx';
import type { LoadRecord } from '../../../tasks/stored/load-records.js';
import { Badge } from '../parts.js';
import { SourceLink } from '../source-link.js';
import { Day } from './glance.js';

interface OriginProps {
  readonly records: readonly LoadRecord[];
  /** The metadata file is another one than was loaded. */
  readonly isEdited: boolean;
  /** What else is to be known of its state. */
  readonly children?: Child;
}

/** Where a crate of the store was loaded from and when, and whether it was changed since. */
export function CrateOrigin({ records, isEdited, children }: OriginProps) {
  const last = records.at(-1);
  // A graph that no load has written.
  if (last === undefined) return <p class="origin">{children}</p>;
  const others = records.length - 1;
  return (
    <p class="origin">
      Loaded from <SourceLink source={last.location ?? last.source} />
      {others === 0
        ? null
        : ` and ${others === 1 ? 'another place' : `${others.toLocaleString('en')} other places`}`}{' '}
      on <Day moment={last.loaded} />,{' '}
      <Changes isChanged={records.some(({ changed }) => changed)} isEdited={isEdited} />
      <Missing records={records} /> · {children}
    </p>
  );
}

/** What was changed since the load: the graph by an update, or the file by its owner. */
function Changes({ isChanged, isEdited }: { readonly isChanged: boolean; readonly isEdited: boolean }) {
  if (isEdited) return <Badge kind="warn">its metadata file was changed since: load it again</Badge>;
  return isChanged ? <Badge kind="warn">changed since</Badge> : <>unchanged since</>;
}

/** Whether `sync` misses it in its catalogue. */
function Missing({ records }: Pick<OriginProps, 'records'>) {
  const since = records.every(({ gone }) => gone !== undefined) ? records[0]?.gone : undefined;
  if (since === undefined) return null;
  return (
    <>
      , <Badge kind="warn">its catalogue has it no more</Badge> since <Day moment={since} />
    </>
  );
}
