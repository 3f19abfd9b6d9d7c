import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isMetadataFileName, METADATA_FILE_NAMES } from '../../crate/metadata-names.js';
import { hasContent, wouldReplace } from '../../base/disk/existing-file.js';
import { isFolder } from '../../base/disk/read-file.js';
import { openPackage } from '../../package/open/open-package.js';
import { isAbsoluteIri } from '../../base/rdf/iri.js';
import { requireGraphs } from '../../store/graph-errors.js';
import type { GraphReader } from '../../store/port.js';
import { loadRecords } from '../stored/load-records.js';
import { namesInGraph } from '../stored/names-in-graph.js';

/** Documents above this size are not compared. */
const LARGEST = 256 * 1024 * 1024;

/**
 * Checks that an export replaces only a metadata document, or an archive or folder with one, of the same crate: one
 * that the graph was loaded from, or one whose root has the IRI of the graph or, if it is relative, a name of its root.
 * @param target the file or folder to write
 * @throws CrateError ERR_OUTPUT, ERR_GRAPH_NOT_FOUND
 */
export async function requireSameCrate(store: GraphReader, graph: string, target: string): Promise<void> {
  const files = (await isFolder(target)) ? METADATA_FILE_NAMES.map((name) => join(target, name)) : [target];
  for (const file of files) {
    if (!(await hasContent(file))) continue;
    requireGraphs(await store.graphs([graph]), [graph]);
    if (!(await isSameCrate(store, graph, file)))
      throw wouldReplace(file, ' and is not the metadata document of this crate');
  }
}

async function isSameCrate(store: GraphReader, graph: string, file: string): Promise<boolean> {
  const paths = [resolve(file), await realpath(file)];
  if ((await loadRecords(store, { graph })).some(({ source }) => paths.includes(source))) return true;
  const root = await rootOf(file).catch(() => undefined);
  if (root === undefined) return false;
  if (isAbsoluteIri(root.id)) return root.id === graph;
  const names = await namesInGraph(store, graph);
  return root.names.some((name) => names.includes(name));
}

/** Identifier and names of the root in the file as they are written; undefined if it is not an ordinary document. */
async function rootOf(file: string): Promise<{ readonly id: string; readonly names: readonly string[] } | undefined> {
  const opened = await openPackage(resolve(file), { verify: 'metadata' });
  try {
    const { content } = opened.metadata;
    if (content.length > LARGEST) return undefined;
    const { '@graph': entities } = JSON.parse(new TextDecoder().decode(content.bytes)) as { '@graph': Entity[] };
    const descriptor = entities.find(
      ({ '@id': id = '', about }) => about !== undefined && isMetadataFileName(String(id)),
    );
    const id = descriptor?.about?.['@id'];
    if (typeof id !== 'string') return undefined;
    const root = entities.find((entity) => entity['@id'] === id);
    return { id, names: [root?.name ?? []].flat().filter((name) => typeof name === 'string') };
  } finally {
    await opened.close();
  }
}

interface Entity {
  readonly '@id'?: unknown;
  readonly about?: { readonly '@id'?: unknown };
  readonly name?: unknown;
}
