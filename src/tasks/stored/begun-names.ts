import type { GraphReader } from '../../store/port.js';
import { choicesBeginning, CRATE_KEYS, isChangedCrate, plainName } from './graph-names.js';
import { handlesOf } from './handles.js';
import { loadRecordOf } from './load-records.js';

/** What a crate may be called on a command line. */
export interface BegunName {
  /** Its handle, name or IRI. */
  readonly text: string;
  /** Another one of these, for people who know the crate by it. */
  readonly alias: string;
}

/**
 * The handles, names and IRIs that begin with a text, of some crates of a store: a glance, which writes nothing. A name
 * that two of them have, or that a change of the store may have replaced, is left out.
 * @param most so many crates for each kind of name
 */
export async function begunNames(store: GraphReader, text: string, most: number): Promise<BegunName[]> {
  const found = await store.find(CRATE_KEYS, choicesBeginning(text), most);
  const crates = Array.from(found, ([graph, stored]) => ({ graph, records: stored.map(loadRecordOf) }));
  const handles = handlesOf(
    found.keys(),
    crates.flatMap(({ records }) => records),
  );
  const begun: BegunName[] = [];
  const named = new Map<string, number>();
  for (const { graph, records } of crates) {
    const handle = handles.get(graph) as string;
    const names = [...new Set(records.flatMap((record) => record.names.map(plainName)))];
    begun.push({ text: handle, alias: names[0] ?? graph });
    if (text !== '') begun.push({ text: graph, alias: names[0] ?? handle });
    for (const name of names) {
      named.set(name, (named.get(name) ?? 0) + 1);
      if (!isChangedCrate(records)) begun.push({ text: name, alias: handle });
    }
  }
  return begun.filter((one) => one.text.startsWith(text) && (named.get(one.text) ?? 1) === 1);
}
