import { createHash } from 'node:crypto';
import { judgeBase } from '../../crate/judge-base.js';
import { IDENTITIES } from '../../store/graph-errors.js';
import { ifWritable } from '../../store/if-writable.js';
import type { QuadIndex } from '../../store/index/quad-index.js';
import { snapshotQuads } from '../../store/index/quad-source.js';
import { MemoryStore } from '../../store/memory-store.js';
import type { GraphReader, GraphStore, IndexWork } from '../../store/port.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import { loadRecords, toStored, type LoadRecord, type UnloadedRecord } from '../stored/load-records.js';
import { crateGraphs, crateMarks } from '../stored/reference-graphs.js';
import { IDENTITIES_NAME, identitiesPieces } from './identities-graph.js';
import {
  byCodeUnits,
  joinIdentities,
  type IdentityConflict,
  type IdentityKind,
  type IdentityReason,
} from './identity-classes.js';
import { cratesWithTerm, readClaims } from './read-claims.js';

/** How to find what is the same. */
export interface MakeIdentitiesOptions extends Pick<IndexWork, 'onProgress' | 'signal'> {
  /** Find and report it, and write nothing. Default false. */
  readonly dryRun?: boolean | undefined;
}

/** A class with the number of crates that have some of its IRIs. */
export interface FoundIdentity {
  readonly kind: IdentityKind;
  /** The best identifier in its one form; without one, the first IRI. */
  readonly canonical: string;
  readonly crates: number;
  readonly members: readonly FoundMember[];
}

/** An IRI of a class, and why it is in it. */
export interface FoundMember {
  readonly iri: string;
  readonly crates: number;
  readonly reasons: readonly {
    readonly identifier: string;
    readonly reason: IdentityReason;
  }[];
}

/** How much of one kind is the same. */
export interface IdentityCount {
  readonly kind: IdentityKind;
  /** People, organisations … that have several IRIs. */
  readonly classes: number;
  readonly iris: number;
  readonly crates: number;
}

/** What is the same across the crates of a store. */
export interface IdentityReport {
  readonly graph: string;
  readonly status: 'written' | 'unchanged' | 'not written';
  /** The crates that were read. */
  readonly crates: number;
  readonly quads: number;
  /** Nodes without a name that say what they are, which no other graph can name. */
  readonly blank: number;
  readonly kinds: readonly IdentityCount[];
  readonly classes: readonly FoundIdentity[];
  readonly conflicts: readonly IdentityConflict[];
}

const KINDS: readonly IdentityKind[] = ['person', 'organisation', 'licence', 'work', 'file'];

/**
 * Finds what is the same across the crates of a store (people by ORCID and e-mail, organisations by ROR, works by DOI,
 * licences by SPDX, files by checksum; nothing by its name), and writes it into the graph `urn:crategraph:identities`,
 * in one commit. No crate changes, and the graph can be removed like any other.
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * const { kinds, conflicts } = await makeIdentities(store);
 * console.log(kinds, conflicts.length);
 * @throws CrateError as a load
 */
export async function makeIdentities(store: GraphStore, options: MakeIdentitiesOptions = {}): Promise<IdentityReport> {
  const { dryRun = false, onProgress, signal } = options;
  await ifWritable(store.index({ onProgress, signal }));
  const found = await withSnapshot(store, async (snapshot) => {
    const graphs = await crateGraphs(snapshot);
    const marks = await marksDigest(snapshot);
    const [record] = await identityRecords(snapshot);
    const joined = await withIndex(snapshot, [...graphs.keys()], (index) => findIdentities(index, graphs));
    return { ...joined, marks, record, crates: graphs.size };
  });
  const { classes, conflicts, blank, kinds, marks, record, crates } = found;
  const { pieces, quads, sha256 } = identitiesPieces(found.joined);
  const isSame = record?.sha256 === sha256 && !record.changed;
  const report = { graph: IDENTITIES, crates, quads, blank, kinds, classes, conflicts };
  if (dryRun) return { ...report, status: 'not written' };
  if (isSame && record.marks === marks) return { ...report, status: 'unchanged' };
  const unloaded = await recordOf(sha256, { marks, classes: classes.length });
  const stored = toStored(unloaded, new Date().toISOString(), undefined);
  signal?.throwIfAborted();
  await store.put([
    {
      graph: IDENTITIES,
      mode: 'replace',
      pieces,
      record: isSame ? { ...stored, dataOnly: true } : stored,
      apart: store.capabilities.keepsApart, // other queries are about the crates alone
    },
  ]);
  return { ...report, status: isSame ? 'unchanged' : 'written' };
}

/** The load records of the graph; none if there is none. */
export async function identityRecords(store: GraphReader): Promise<LoadRecord[]> {
  return loadRecords(store, { graph: IDENTITIES });
}

/** A text that changes with any crate. */
export async function marksDigest(store: GraphReader): Promise<string> {
  const lines = [...(await crateMarks(store))].map(([graph, mark]) => `${graph} ${mark}\n`).sort(byCodeUnits);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

async function recordOf(
  sha256: string,
  { marks, classes }: { readonly marks: string; readonly classes: number },
): Promise<UnloadedRecord> {
  const { base } = await judgeBase({ node: IDENTITIES });
  return {
    graph: IDENTITIES,
    source: IDENTITIES,
    base: base.iri,
    baseReason: base.reason,
    sha256,
    descriptor: IDENTITIES,
    names: [IDENTITIES_NAME],
    version: undefined,
    entities: classes,
    repairs: 0,
    context: null,
    kind: 'identities',
    marks,
  };
}

/** Reads the index of a snapshot, or of a copy in memory of the crates of a store that has none. */
async function withIndex<T>(
  snapshot: GraphReader,
  graphs: readonly string[],
  work: (index: QuadIndex) => Promise<T>,
): Promise<T> {
  const index = snapshotQuads(snapshot, 'all');
  if (index !== undefined) return work(index);
  const copy = new MemoryStore();
  try {
    await copy.put(graphs.map((graph) => ({ graph, mode: 'create', nquads: snapshot.nquads(graph) })));
    return await withSnapshot(copy, (copied) => work(snapshotQuads(copied, 'all') as QuadIndex));
  } finally {
    await copy.close();
  }
}

async function findIdentities(index: QuadIndex, graphs: ReadonlyMap<string, number>) {
  const marks = new Uint8Array(index.graphNumbers);
  for (const graph of graphs.keys()) marks[index.graphOf(index.idOf(`<${graph}>`))] = 1;
  marks[0] = 0; // no graph
  const isCrate = (graph: number): boolean => marks[graph] === 1;
  const { entities, blank } = await readClaims(index, isCrate);
  const { classes: joined, conflicts } = joinIdentities(entities);
  const counts = new Map(KINDS.map((kind) => [kind, { classes: 0, iris: 0, crates: new Set<number>() }]));
  const classes = joined.map(({ members, ...one }): FoundIdentity => {
    const count = counts.get(one.kind);
    const crates = new Set<number>();
    const found = members.map(({ iri, claims }): FoundMember => {
      const own = cratesWithTerm(index, index.idOf(`<${iri}>`), isCrate);
      for (const crate of own) {
        crates.add(crate);
        count?.crates.add(crate);
      }
      const reasons = claims.map(({ identifier, reason }) => ({ identifier: identifier.iri, reason }));
      return { iri, crates: own.size, reasons };
    });
    if (count !== undefined) {
      count.classes += 1;
      count.iris += members.length;
    }
    return { ...one, crates: crates.size, members: found };
  });
  const kinds = [...counts].map(([kind, { crates, ...count }]): IdentityCount => ({
    kind,
    ...count,
    crates: crates.size,
  }));
  return { joined, classes, conflicts, blank, kinds };
}
