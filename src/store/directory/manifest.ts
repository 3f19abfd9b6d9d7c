import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CrateError } from '../../errors.js';
import { codeOf, writeFileDurably } from './durable.js';

/** A file of N-Quads in `segments/`, never changed once the manifest names it. */
export interface SegmentFile {
  readonly file: string;
  readonly bytes: number;
  readonly quads: number;
}

/** One commit. To replay it: drop the graphs (`''` is the default graph), take out the deleted quads, add the others. */
export interface Segment {
  readonly dropped?: readonly string[];
  readonly deleted?: SegmentFile;
  readonly added?: SegmentFile;
}

/** What the store holds: the commits in order. */
export interface Manifest {
  readonly format: 1;
  /** Counts the manifests; two with one number are the same. */
  readonly generation: number;
  /** Number of the next segment; a number is never used twice. */
  readonly next: number;
  readonly segments: readonly Segment[];
}

/** File name of the manifest. */
export const MANIFEST = 'manifest.json';

/** The manifest of a store without quads. */
export const EMPTY: Manifest = { format: 1, generation: 0, next: 1, segments: [] };

/** Path of a segment file. */
export function segmentPath(store: string, { file }: SegmentFile): string {
  return join(store, 'segments', file);
}

/** The files of the segments. */
export function segmentFiles({ segments }: Manifest): SegmentFile[] {
  return segments.flatMap(({ added, deleted }) => [added, deleted].filter((file) => file !== undefined));
}

/**
 * Reads the manifest of a store.
 * @throws CrateError ERR_STORE_NOT_FOUND (no folder, or an empty one), ERR_STORE_INVALID
 */
export async function readManifest(store: string): Promise<Manifest> {
  const path = join(store, MANIFEST);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw await withoutManifest(store, error);
  }
  const manifest = parse(text);
  if (!manifest) throw new CrateError('ERR_STORE_INVALID', `damaged store: ${path}`, { details: { file: path } });
  if (manifest.format === 1) return manifest;
  throw new CrateError('ERR_STORE_INVALID', `the store ${store} has format ${manifest.format}, known is 1`, {
    hint: 'use the version of crategraph that wrote it, or a newer one',
  });
}

/** Makes the manifest the one that counts. @throws CrateError ERR_OUTPUT */
export async function writeManifest(store: string, manifest: Manifest): Promise<void> {
  await writeFileDurably(join(store, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`);
}

/** Entries that a store without manifest may have: its making was interrupted. */
const UNFINISHED = /^(?:segments|manifest\.json\.tmp|writer\.(?:lock|gate|json))$/;

async function withoutManifest(store: string, error: unknown): Promise<unknown> {
  const code = codeOf(error);
  if (code !== 'ENOENT' && code !== 'ENOTDIR') {
    return new CrateError('ERR_STORE_INVALID', `cannot read the store ${store}: ${code}`, { cause: error });
  }
  const entries = code === 'ENOENT' ? await readdir(store).catch(() => []) : ['a file'];
  const foreign = entries.some((entry) => !UNFINISHED.test(entry));
  if (!foreign) return new CrateError('ERR_STORE_NOT_FOUND', `there is no store at ${store}`);
  return new CrateError('ERR_STORE_INVALID', `${store} is not a store: it has no ${MANIFEST}`, { details: { store } });
}

function parse(text: string): Manifest | undefined {
  try {
    const value = JSON.parse(text) as Manifest;
    const sound =
      Number.isInteger(value.format) &&
      Number.isInteger(value.generation) &&
      Number.isInteger(value.next) &&
      value.segments.every(isSegment);
    return sound ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSegment({ dropped = [], deleted, added }: Segment): boolean {
  return dropped.every((graph) => typeof graph === 'string') && isFile(deleted) && isFile(added);
}

/** Names are checked, for a manifest must not point outside its folder. */
function isFile(file: SegmentFile | undefined): boolean {
  if (file === undefined) return true;
  return SEGMENT_NAME.test(file.file) && Number.isInteger(file.bytes) && Number.isInteger(file.quads);
}

const SEGMENT_NAME = /^\d{6,}(?:\.deleted)?\.nq$/;

/** Whether the name is one that we give to files in `segments/`, finished or not. */
export function isOurs(name: string): boolean {
  return SEGMENT_NAME.test(name.replace(/\.tmp$/, ''));
}
