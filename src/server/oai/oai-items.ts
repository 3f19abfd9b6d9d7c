import type { DirectoryEntry, DirectoryMoment } from '../discovery/crate-directory.js';
import type { ResumedList } from './resumption-token.js';

/** A crate of the store, or one that was removed, as the protocol lists it. */
export interface OaiItem {
  /** The IRI of its graph as a URI. */
  readonly identifier: string;
  /** The time of its load, its removal or its return, to the second. */
  readonly datestamp: string;
  /** Undefined for a crate that was removed. */
  readonly listed: DirectoryEntry | undefined;
}

/** The datestamp of a crate whose time nobody knows: no harvester that asks for what is new expects it. */
export const UNKNOWN_TIME = '1970-01-01T00:00:00Z';

/** The crates of a moment. */
export class OaiItems {
  /** The oldest first, so that what is loaded meanwhile comes at the end of a list. */
  readonly items: readonly OaiItem[];
  readonly knowsRemoved: boolean;
  readonly #byIdentifier: ReadonlyMap<string, OaiItem>;

  constructor({ entries, removals }: DirectoryMoment) {
    this.knowsRemoved = removals !== undefined;
    const notes = new Map(removals?.map((note) => [note.graph, note]));
    const gone = [...notes.values()].flatMap(({ graph, time, isThere }) => (isThere ? [] : [itemOf(graph, [time])]));
    const there = entries.flatMap((one) =>
      one.graph === undefined ? [] : [itemOf(one.graph, [one.loaded, notes.get(one.graph)?.time], one)],
    );
    this.#byIdentifier = new Map([...gone, ...there].map((item) => [item.identifier, item]));
    this.items = [...this.#byIdentifier.values()].sort(byTime);
  }

  item(identifier: string): OaiItem | undefined {
    return this.#byIdentifier.get(uriOf(identifier));
  }

  /** Those of a list, from where it goes on. */
  of({ from = '', until = '9999', after }: ResumedList): { readonly all: number; readonly rest: readonly OaiItem[] } {
    const all = this.items.filter(({ datestamp }) => datestamp >= from && datestamp <= until);
    if (after === undefined) return { all: all.length, rest: all };
    const [datestamp, identifier] = after;
    return { all: all.length, rest: all.filter((item) => byTime(item, { datestamp, identifier }) > 0) };
  }
}

/** An item with the last of some times. */
function itemOf(graph: string, times: readonly (string | undefined)[], listed?: DirectoryEntry): OaiItem {
  const known = times.filter((time) => time !== undefined).sort();
  const datestamp = known.at(-1)?.replace(/(?:\.\d+)?Z$/, 'Z') ?? UNKNOWN_TIME;
  return { identifier: uriOf(graph), datestamp, listed };
}

/** An IRI with the characters of URIs only. */
function uriOf(iri: string): string {
  return iri.toWellFormed().replace(/[^\x21-\x7e]/gu, encodeURIComponent);
}

type Timed = Pick<OaiItem, 'datestamp' | 'identifier'>;

function byTime(a: Timed, b: Timed): number {
  if (a.datestamp !== b.datestamp) return a.datestamp < b.datestamp ? -1 : 1;
  return a.identifier < b.identifier ? -1 : a.identifier > b.identifier ? 1 : 0;
}
