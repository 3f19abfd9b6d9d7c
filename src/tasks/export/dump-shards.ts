import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { NQUADS } from '../../base/rdf/syntaxes.js';
import { stoppable } from '../../crate/read/stop-signal.js';
import { temporaryPath } from '../../base/disk/temporary-path.js';
import { withOutputError, writeNewFile } from '../../base/disk/write-file.js';
import { CrateError } from '../../base/errors.js';
import { through } from '../../package/bytes/through.js';
import { skolemizeNQuads } from '../../base/rdf/skolem.js';
import { requireGraphs } from '../../store/graph-errors.js';
import type { GraphReader, GraphStore, WorkOptions } from '../../store/port.js';
import type { LoaderCommands } from '../../store/endpoint/protocol/engine-facts.js';
import { ENGINES } from '../../store/endpoint/protocol/engines.js';
import { planShards, type Shard } from './plan-shards.js';

/** How to write the shards of a store. */
export interface ShardOptions extends WorkOptions {
  /** Number of files. */
  readonly shards: number;
  /** IRIs of the graphs. Default: all. */
  readonly graphs?: readonly string[] | undefined;
  /** Write blank nodes as IRIs `urn:crategraph:blank:LABEL`, so that a shard can be loaded twice. Default false. */
  readonly skolem?: boolean | undefined;
  /** Replace a folder with an earlier dump. Default false. */
  readonly force?: boolean | undefined;
  /** The program and its version, for the manifest. */
  readonly generator?: string | undefined;
}

/** One file of a dump. */
export interface ShardFile {
  readonly file: string;
  readonly crates: number;
  readonly quads: number;
  /** Size of the compressed file. */
  readonly bytes: number;
  /** SHA-256 of the compressed file, in hexadecimal. */
  readonly sha256: string;
}

/** What a folder of shards contains: its `manifest.json`. */
export interface ShardManifest {
  readonly type: 'crategraph dump';
  readonly generator?: string | undefined;
  readonly format: typeof NQUADS.mediaType;
  readonly compression: 'gzip';
  /** `labels`: `_:label`, which each file has for itself; `iris`: `urn:crategraph:blank:LABEL`. */
  readonly blankNodes: 'labels' | 'iris';
  readonly crates: number;
  readonly quads: number;
  readonly files: readonly ShardFile[];
  /** Shell commands that load the files, by engine, to run in the folder. */
  readonly load: LoaderCommands;
}

const MANIFEST = 'manifest.json';

/**
 * Writes the crates of a store as gzip N-Quads in several files of about the same number of quads, with a manifest, for
 * bulk loaders: all of the folder or nothing, from one snapshot and without load records. Each crate is in one file.
 * The same crates give the same bytes.
 * @param folder a new or empty folder, or with `force` one with an earlier dump
 * @example
 * const store = await openStore('memory:');
 * await loadCrates(store, 'data/crates');
 * const { files } = await dumpShards(store, 'example-shards', { shards: 2 });
 * for (const { file, quads } of files) console.log(file, quads);
 * @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_USAGE, ERR_OUTPUT
 */
export async function dumpShards(store: GraphStore, folder: string, options: ShardOptions): Promise<ShardManifest> {
  const { shards, graphs, signal } = options;
  signal?.throwIfAborted();
  if (!Number.isSafeInteger(shards) || shards < 1 || shards > 10_000)
    throw new CrateError('ERR_USAGE', `${shards} is no number of shards`, { hint: 'give a number from 1 to 10000' });
  const target = resolve(folder);
  const isThere = await checkFolder(target, options.force === true);
  const snapshot = store.snapshot();
  const temporary = temporaryPath(dirname(target));
  try {
    const sizes = await snapshot.graphs(graphs);
    requireGraphs(sizes, graphs ?? []);
    return await withOutputError(folder, async () => {
      await mkdir(temporary.path);
      const files: ShardFile[] = [];
      for (const shard of planShards(sizes, shards))
        files.push(await writeShard(snapshot, temporary.path, shard, options));
      const manifest = manifestOf(files, options);
      await writeNewFile(join(temporary.path, MANIFEST), [`${JSON.stringify(manifest, null, 2)}\n`]);
      await moveInto(target, temporary.path, isThere);
      return manifest;
    });
  } finally {
    snapshot.close();
    await temporary.remove();
  }
}

function manifestOf(files: readonly ShardFile[], { skolem, generator }: ShardOptions): ShardManifest {
  const sum = (field: 'crates' | 'quads') => files.reduce((total, file) => total + file[field], 0);
  return {
    type: 'crategraph dump',
    generator,
    format: NQUADS.mediaType,
    compression: 'gzip',
    blankNodes: skolem === true ? 'iris' : 'labels',
    crates: sum('crates'),
    quads: sum('quads'),
    files,
    load: Object.assign({}, ...ENGINES.map(({ loaders }) => loaders)) as LoaderCommands,
  };
}

async function writeShard(
  snapshot: GraphReader,
  folder: string,
  { file, graphs, quads }: Shard,
  { skolem, signal }: ShardOptions,
): Promise<ShardFile> {
  async function* lines(): AsyncGenerator<Uint8Array> {
    for (const graph of graphs)
      for await (const bytes of stoppable(snapshot.nquads(graph), signal))
        yield skolem === true ? skolemizeNQuads(bytes) : bytes;
  }
  const hash = createHash('sha256');
  let bytes = 0;
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of through(Readable.from(lines()), createGzip())) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  await writeNewFile(join(folder, file), hashed());
  return { file, crates: graphs.length, quads, bytes, sha256: hash.digest('hex') };
}

/** @returns whether there is a folder already @throws CrateError ERR_OUTPUT if it may not be replaced */
async function checkFolder(target: string, force: boolean): Promise<boolean> {
  const found = await stat(target).catch(() => undefined);
  if (found === undefined) return false;
  const refuse = (problem: string, hint: string): never => {
    throw new CrateError('ERR_OUTPUT', `${target} ${problem}; nothing was written`, {
      hint,
      details: { file: target },
    });
  };
  if (!found.isDirectory()) return refuse('is not a folder', 'give the output another name');
  const names = await readdir(target);
  if (names.length === 0) return true;
  const known = await filesOfDump(target);
  if (!names.every((name) => known.includes(name)))
    return refuse('contains other files than those of a dump', 'give the output another name');
  if (!force) return refuse('contains an earlier dump', 'give the output another name, or add --force to replace it');
  return true;
}

/** The files that the manifest of a folder names, with the manifest itself. */
async function filesOfDump(folder: string): Promise<readonly string[]> {
  try {
    const { type, files } = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as ShardManifest;
    return type === 'crategraph dump' ? [MANIFEST, ...files.map(({ file }) => file)] : [];
  } catch {
    return [];
  }
}

/** Puts a folder in the place of another one, which is removed after that. */
async function moveInto(target: string, made: string, isThere: boolean): Promise<void> {
  if (!isThere) return rename(made, target);
  const old = temporaryPath(dirname(target));
  try {
    await rename(target, old.path);
    await rename(made, target).catch(async (error: unknown) => {
      await rename(old.path, target);
      throw error;
    });
  } finally {
    await old.remove();
  }
}
