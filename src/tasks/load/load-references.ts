import type { Remark } from '../../crate/read/report.js';
import { asCrateError, type CrateError } from '../../base/errors.js';
import type { ImportMode, GraphWrite } from '../../store/port.js';
import { withReferences, type LoadRecord } from '../stored/load-records.js';
import type { ReaderOptions } from './crate-readers.js';
import { ReferenceLines } from './crate-references.js';
import { FollowedCrates, type ReferringCrate, type Target } from './follow-references.js';
import type { KnownGraphs } from './known-graphs.js';
import type { CrateRdfLoad } from './load-crate-rdf.js';
import { failedCrate, planCrate, withNotes, type LoadResult, type PlannedCrate } from './plan-crate.js';
import type { FoundReferences, ReadCrate } from './read-crate.js';
import { Turns } from '../../base/threads/turns.js';

/** How to follow references. */
export interface ReferenceLoadOptions extends ReaderOptions {
  /** How far: 1 loads what the given crates refer to. */
  readonly follow: number;
  readonly mode?: ImportMode | undefined;
  /** Called with the number of crates that were read, and of those that are known. */
  readonly onRead?: ((done: number, known: number, name: string) => void) | undefined;
}

/** Notes of one crate on references that failed; the report of a crate has as many examples. */
const SAMPLES = 20;

/** What a crate of the load refers to, as far as it was found. */
interface Links {
  readonly by: ReferringCrate;
  readonly found: Map<string, string>;
  readonly failed: Set<string>;
}

/**
 * Loads what the crates of a load refer to, level by level, in the same commit: so a crate is at the smallest depth at
 * which it is referred to, and each is loaded once. Only the crate at hand and the places of others are in memory.
 */
export class ReferenceLoad {
  readonly #options: ReferenceLoadOptions;
  readonly #named: boolean;
  readonly #results: LoadResult[];
  readonly #rdf: CrateRdfLoad;
  readonly #crates: FollowedCrates;
  /** Graphs by everything that names them: source, address, IRI of the graph. */
  readonly #graphs = new Map<string, string>();
  readonly #links = new Map<string, Links>();
  readonly #notes = new Map<number, { readonly notes: Remark[]; count: number }[]>();
  /** Sources whose references are known: a crate that was found twice is followed once. */
  readonly #followed = new Set<string>();
  /** What became of each target: its graph, or why there is none. */
  readonly #outcomes = new Map<Target, string | CrateError>();

  /** @param results of the load, to which those of followed crates are added @param rdf loads their RDF files */
  constructor(options: ReferenceLoadOptions, results: LoadResult[], rdf: CrateRdfLoad) {
    this.#options = options;
    this.#rdf = rdf;
    this.#named = options.base !== undefined || options.arcp !== undefined;
    this.#results = results;
    this.#crates = new FollowedCrates(options);
  }

  /** Adds a crate whose result is the last one. @param given it was given, so it is followed also if it is RDF */
  add(read: ReadCrate, source: string, given = false): void {
    const { graph, record } = read;
    for (const name of [source, record.source, record.location, graph])
      if (name !== undefined && name !== '-') this.#graphs.set(plainName(name), graph);
    const key = `${graph} ${source}`;
    const references = read.references ?? (given ? referencesIn(read) : undefined);
    if (references === undefined || this.#followed.has(key)) return;
    this.#followed.add(key);
    const by = { index: this.#results.length - 1, graph, source };
    this.#links.set(key, { by, found: new Map(), failed: new Set() });
    const unlisted = this.#crates.add(by, references, (id, error) => this.#fail(by, id, asCrateError(error, id)));
    for (const path of unlisted) this.#note(by.index, { kind: 'nested-crate', detail: path });
  }

  /** Reads the crates that were referred to, and yields what to write; last the links between all of them. */
  async *writes(known: KnownGraphs): AsyncGenerator<GraphWrite> {
    const { follow, signal, onRead } = this.#options;
    const turns = new Turns();
    for (let depth = 1; depth <= follow; depth += 1) {
      const targets = this.#crates.take();
      await known.addSources(targets.map(({ source }) => source));
      for await (const { target, read, skip } of this.#crates.readings(targets, depth < follow)) {
        await turns.give();
        signal?.throwIfAborted();
        const graph = this.#graphOf(target);
        if (graph === undefined) yield* await this.#load(target, read, known);
        else {
          skip();
          this.#outcomes.set(target, graph);
        }
        onRead?.(this.#results.length, this.#crates.size, target.source);
      }
    }
    for (const [target, outcome] of this.#outcomes) this.#settle(target, outcome); // all who refer to it are known now
    yield* this.#linkWrites(known);
  }

  /** Adds to the results the notes, and which crates refer to each. */
  finish(): void {
    for (const [index, kinds] of this.#notes)
      for (const { notes, count } of kinds) {
        const result = withNotes(this.#results[index] as LoadResult, notes);
        const [kind = 'reference-failed'] = notes.map((note) => note.kind);
        const more = count - notes.length;
        this.#results[index] = { ...result, counts: { ...result.counts, [kind]: (result.counts?.[kind] ?? 0) + more } };
      }
    const parents = new Map<string, Set<string>>();
    for (const { by, found } of this.#links.values())
      for (const graph of found.values()) parents.set(graph, (parents.get(graph) ?? new Set()).add(by.graph));
    for (const [index, result] of this.#results.entries()) {
      const own = result.graph === undefined ? undefined : parents.get(result.graph);
      if (own !== undefined) this.#results[index] = { ...result, parents: [...own] };
    }
  }

  async #load(target: Target, read: (knownBase?: string) => Promise<ReadCrate>, known: KnownGraphs) {
    const { source, nested } = target;
    try {
      const knownBase = this.#named && nested !== undefined ? undefined : known.lastRecordOf(source)?.base;
      const crate = await read(knownBase);
      const { mode, contexts, signal } = this.#options;
      const load = { known, mode, named: this.#named && nested !== undefined, contexts, signal };
      const planned = await planCrate(source, crate, () => Promise.resolve(crate), load);
      this.#results.push(planned.result);
      if (planned.record !== undefined) known.addPlanned(planned.record, planned.others ?? []);
      this.#outcomes.set(target, crate.graph);
      this.add(crate, source);
      return [...planned.writes, ...(await this.#rdf.plan(crate, load))];
    } catch (error) {
      this.#options.signal?.throwIfAborted();
      const failure = asCrateError(error, source);
      if (target.declared || !isAbsent(failure)) this.#outcomes.set(target, failure);
      return [];
    }
  }

  /** The graph of a target that this load has read already. */
  #graphOf({ source, spots, referrers }: Target): string | undefined {
    const addresses = spots.flatMap((spot) => (spot.kind === 'web' ? [spot.address] : []));
    const names = [source, ...addresses, ...referrers.map(({ id }) => id)];
    return names.map((name) => this.#graphs.get(plainName(name))).find((graph) => graph !== undefined);
  }

  #settle({ referrers }: Target, outcome: string | CrateError): void {
    for (const { by, id } of referrers)
      if (typeof outcome !== 'string') this.#fail(by, id, outcome);
      else if (outcome !== by.graph) this.#links.get(`${by.graph} ${by.source}`)?.found.set(id, outcome);
  }

  /** A reference that cannot be followed: a note on the crate, and with `strict` a failure of the load. */
  #fail(by: ReferringCrate, id: string, error: CrateError): void {
    this.#links.get(`${by.graph} ${by.source}`)?.failed.add(id);
    this.#note(by.index, { kind: 'reference-failed', detail: `${id}: ${error.message}` });
    if (this.#options.strict === true) this.#results.push(failedCrate({ file: id }, error).result);
  }

  #note(index: number, remark: Remark): void {
    const kinds = this.#notes.get(index) ?? [];
    this.#notes.set(index, kinds);
    const same = kinds.find(({ notes: [first] }) => first?.kind === remark.kind);
    if (same === undefined) kinds.push({ notes: [remark], count: 1 });
    else {
      same.count += 1;
      if (this.#options.allNotes === true || same.notes.length < SAMPLES) same.notes.push(remark);
    }
  }

  /** Writes the links into the records of the crates that refer to others. The other records stay as they are. */
  async *#linkWrites(known: KnownGraphs): AsyncGenerator<GraphWrite> {
    for (const { by, found, failed } of this.#links.values()) {
      const records = await known.recordsOf(by.graph);
      const record = records.find(({ source }) => source === by.source) ?? records[0];
      if (record === undefined) continue;
      // What cannot be reached today stays where it was found before.
      const earlier = (record.references ?? []).filter(({ id }) => failed.has(id));
      const references = [...[...found].map(([id, graph]) => ({ id, graph })), ...earlier];
      if (isSame(record, references)) continue;
      yield { graph: by.graph, mode: 'merge', pieces: [], record: withReferences(record, references) };
    }
  }
}

function isSame(record: LoadRecord, references: NonNullable<LoadRecord['references']>): boolean {
  return JSON.stringify(record.references ?? []) === JSON.stringify(references);
}

/** A name without the `/` at its end: both spellings name one crate. */
function plainName(name: string): string {
  return name.replace(/\/+$/, '');
}

/** Whether a folder on the web is just not a crate. */
function isAbsent({ code, details }: CrateError): boolean {
  const { status } = details as { readonly status?: unknown };
  return code === 'ERR_NOT_A_CRATE' || (code === 'ERR_HTTP' && typeof status === 'number' && status < 500);
}

/** What a crate of an RDF file refers to; it has no package. */
function referencesIn({ graph, record, pieces }: ReadCrate): FoundReferences {
  const lines = new ReferenceLines();
  for (const { content } of pieces) lines.read(content.bytes);
  return { all: lines.references({ root: graph, descriptor: record.descriptor }), place: undefined, nested: [] };
}

/** The crate that a planned result belongs to, if it can refer to others. */
export function canRefer(planned: PlannedCrate, read: object): read is ReadCrate {
  return planned.result.status !== 'failed' && 'record' in read;
}
