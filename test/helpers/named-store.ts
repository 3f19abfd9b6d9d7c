import { createHash } from 'node:crypto';
import { MemoryStore } from '../../src/store/memory-store.js';
import type { GraphStore } from '../../src/store/port.js';

/** What a test says about a crate of a store. */
export interface NamedCrateParts {
  readonly graph: string;
  /** Undefined: an update made the graph, and there is no load record. */
  readonly source?: string | undefined;
  readonly location?: string | undefined;
  readonly names?: readonly string[];
  readonly sha256?: string;
}

/** The SHA-256 of a text, in hexadecimal. */
export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The data of a load record with all fields that every record has. */
export function recordData(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const required = {
    descriptor: 'urn:descriptor',
    baseReason: 'given',
    names: [],
    entities: 1,
    repairs: 0,
    context: [],
  };
  return { ...required, loaded: '2026-01-02T03:04:05.000Z', ...fields };
}

/** A store of small crates with load records. @param store gets them. Default: one in memory */
export async function namedStore(
  crates: Iterable<NamedCrateParts>,
  store: GraphStore = new MemoryStore(),
): Promise<GraphStore> {
  const writes = [...crates].map(
    ({ graph, source, location, names = [], sha256 = sha256Of(`document of ${graph}`) }) => ({
      graph,
      mode: 'create' as const,
      nquads: [`<${graph}> <http://schema.org/identifier> "1" <${graph}> .\n`, ...names.map((name) => `<${graph}> <http://schema.org/name> ${JSON.stringify(name)} <${graph}> .\n`)], // prettier-ignore
      record: source === undefined ? undefined : { source, sha256, data: recordData({ location, names, base: graph }) },
    }),
  );
  await store.put(writes);
  return store;
}
