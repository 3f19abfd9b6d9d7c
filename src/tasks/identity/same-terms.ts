import { CrateError } from '../../base/errors.js';
import { addToList } from '../../base/list-map.js';
import { IDENTITIES } from '../../store/graph-errors.js';
import { wholeLines } from '../../store/nquads-lines.js';
import { eachLine } from '../../store/pieces.js';
import type { GraphReader } from '../../store/port.js';
import { SAME_AS } from './identities-graph.js';
import { identityRecords, marksDigest } from './make-identities.js';

/** Terms that a query sees as one; all are IRIs as N-Quads writes them. */
export interface SameTerms {
  /** The term that stands for another one. */
  readonly standIns: ReadonlyMap<string, string>;
  /** All terms for which one stands, with itself. */
  readonly spellings: ReadonlyMap<string, readonly string[]>;
}

/**
 * Reads which terms are the same. A crate is called as before, because its name is that of its graph: in a class with
 * one crate all others are called as it is, and of several crates each stays what it is.
 * @throws CrateError ERR_GRAPH_NOT_FOUND if nobody has looked yet
 */
export async function sameTerms(store: GraphReader): Promise<SameTerms> {
  const graphs = await store.graphs();
  if (!graphs.has(IDENTITIES))
    throw new CrateError('ERR_GRAPH_NOT_FOUND', 'the store does not know yet what is the same across its crates', {
      hint: 'run `crategraph identities`',
      details: { graph: IDENTITIES },
    });
  const standIns = new Map<string, string>();
  const spellings = new Map<string, readonly string[]>();
  for (const same of await readClasses(store)) {
    const others = same.filter((term) => !graphs.has(term.slice(1, -1)));
    const crates = same.filter((term) => graphs.has(term.slice(1, -1)));
    const standIn = crates.length === 1 ? crates[0] : others[0];
    if (standIn === undefined) continue;
    spellings.set(standIn, [...new Set([standIn, ...others])]);
    for (const term of others) if (term !== standIn) standIns.set(term, standIn);
  }
  return { standIns, spellings };
}

/** The terms of each class, the one of the class first. */
async function readClasses(store: GraphReader): Promise<Iterable<string[]>> {
  const classes = new Map<string, string[]>();
  const between = ` <${SAME_AS}> `;
  const end = ` <${IDENTITIES}> .`.length;
  for await (const text of wholeLines(store.nquads(IDENTITIES)))
    eachLine(text, (line) => {
      const at = line.indexOf(between);
      if (at < 0 || !line.startsWith('<')) return;
      addToList(classes, line.slice(0, at), line.slice(at + between.length, -end));
    });
  return [...classes].map(([canonical, members]) => [canonical, ...members]);
}

/** Whether crates have changed since it was found out what is the same; false for a store where nobody has looked. */
export async function areIdentitiesStale(store: GraphReader): Promise<boolean> {
  const [record] = await identityRecords(store);
  return record !== undefined && (record.changed || record.marks !== (await marksDigest(store)));
}
