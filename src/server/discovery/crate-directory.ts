import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { nextTurn } from '../../crate/read/stop-signal.js';
import type { GraphStore, RemovalNote } from '../../store/port.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import { crateKeys, type KeyedFolder } from '../../tasks/stored/crate-keys.js';
import { eachLoadRecord } from '../../tasks/stored/load-records.js';
import { crateGraphs } from '../../tasks/stored/reference-graphs.js';
import type { ServedFolder } from '../packages/served-folders.js';

/** A crate of the server, as lists for machines need it. */
export interface DirectoryEntry {
  readonly key: string;
  /** Its graph; undefined for a folder that the store does not have. */
  readonly graph: string | undefined;
  /** Differs after every change of the graph. */
  readonly mark: string;
  /** As its load record has it. */
  readonly name: string | undefined;
  /** Time of the last load, or of the last change of the metadata file of a folder, ISO 8601; undefined if none is known. */
  readonly loaded: string | undefined;
  /** Whether the graph was changed since, at a time that nobody knows. */
  readonly isChanged: boolean;
}

/** All crates of a moment. */
export interface DirectoryMoment {
  /** By their keys. */
  readonly entries: readonly DirectoryEntry[];
  /** The graphs that were removed, or came back after it; undefined if the store does not keep that. */
  readonly removals: readonly RemovalNote[] | undefined;
  /** Differs after every change. */
  readonly tag: string;
}

/** What a directory lists. */
export interface ListedCrates {
  readonly store: GraphStore;
  readonly packages: readonly (ServedFolder & KeyedFolder)[];
}

/** Load records that are read before other requests are answered. */
const AT_ONCE = 200;

interface KnownLoad {
  readonly sha256: string[];
  name: string | undefined;
  loaded: string;
  isChanged: boolean;
}

/** All crates with the times of their loads, from load records alone: no graph is read. They are read again after a change. */
export class CrateDirectory {
  readonly #listed: ListedCrates;
  #known: { readonly tag: string; readonly listed: Promise<Omit<DirectoryMoment, 'tag'>> } | undefined;

  constructor(listed: ListedCrates) {
    this.#listed = listed;
  }

  async now(): Promise<DirectoryMoment> {
    const { store, packages } = this.#listed;
    const hash = createHash('sha256');
    const marks = await store.marks();
    for (const [graph, mark] of marks) hash.update(`${graph} ${mark}\n`);
    const changes = new Map<string, string>();
    for (const { name, folder, metadata } of packages) {
      const changed = await stat(join(folder, metadata)).catch(() => undefined);
      if (changed !== undefined) changes.set(name, changed.mtime.toISOString());
      hash.update(`${name} ${changed?.mtimeMs ?? ''}\n`);
    }
    const tag = hash.digest('base64url').slice(0, 27);
    if (this.#known?.tag !== tag) this.#known = { tag, listed: this.#read(changes, marks) };
    const { listed } = this.#known;
    listed.catch(() => (this.#known = undefined));
    return { tag, ...(await listed) };
  }

  async #read(
    changes: ReadonlyMap<string, string>,
    marks: ReadonlyMap<string, string>,
  ): Promise<Omit<DirectoryMoment, 'tag'>> {
    const { store, packages } = this.#listed;
    const folders = new Set(packages.map(({ name }) => name));
    return withSnapshot(store, async (snapshot) => {
      const loads = new Map<string, KnownLoad>();
      let records = 0;
      for await (const { graph, sha256, names, loaded, changed } of eachLoadRecord(snapshot)) {
        const load = loads.get(graph) ?? { sha256: [], name: undefined, loaded: '', isChanged: false };
        loads.set(graph, load);
        load.sha256.push(sha256);
        load.name ??= names[0];
        if (loaded > load.loaded) load.loaded = loaded;
        load.isChanged ||= changed;
        if ((records += 1) % AT_ONCE === 0) await nextTurn();
      }
      const hashes = [...loads].flatMap(([graph, { sha256 }]) => sha256.map((one) => ({ graph, sha256: one })));
      const entries: DirectoryEntry[] = [];
      for (const [graph, key] of crateKeys((await crateGraphs(snapshot)).keys(), hashes, packages)) {
        if (folders.has(key)) continue;
        const { name, loaded, isChanged = false } = loads.get(graph) ?? {};
        entries.push({ key, graph, mark: marks.get(graph) ?? '', name, loaded, isChanged });
      }
      for (const { name: key, graph } of packages) {
        const { name, isChanged = false } = loads.get(graph ?? '') ?? {};
        // Another process may have removed it from the store.
        const mark = marks.get(graph ?? '');
        entries.push({
          key,
          graph: mark === undefined ? undefined : graph,
          mark: mark ?? '',
          name,
          loaded: changes.get(key),
          isChanged,
        });
      }
      entries.sort((a, b) => (a.key < b.key ? -1 : 1));
      return { entries, removals: await snapshot.removals() };
    });
  }
}
