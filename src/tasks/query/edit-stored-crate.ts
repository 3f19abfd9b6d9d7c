import { crateOf, type Crate } from '../../crate/entities/crate.js';
import { CrateError } from '../../base/errors.js';
import { iriToNQuads } from '../../base/rdf/nquads.js';
import type { CrateDocument } from '../../crate/read/crate-document.js';
import { openDocument } from '../../crate/read/open-document.js';
import { DocumentBytes } from '../../package/bytes/document-bytes.js';
import { readAll } from '../../package/limits.js';
import type { GraphStore } from '../../store/port.js';
import { withSnapshot } from '../../store/store-snapshots.js';
import { exportOf } from '../export/export-crate.js';
import { StoredGraph } from '../export/stored-graph.js';
import type { OriginalOptions } from '../stored/originals.js';
import { updateStore } from './update-store.js';

/** What an edit of a crate makes of its metadata document. */
export interface EditedText {
  readonly before: string;
  readonly after: string;
}

/** How to edit a crate of a store. */
export interface EditStoredOptions extends OriginalOptions {
  /** Change nothing. Default false. */
  readonly trial?: boolean | undefined;
}

/**
 * Edits a crate of a store as entities. The triples that the edit adds and removes are an update of its graph, all of it
 * or nothing; an export follows it in the text of the original.
 * @returns the document as an export writes it, before and after
 * @throws CrateError ERR_GRAPH_NOT_FOUND, ERR_UNSUPPORTED for an edit of a node without a name, which no update can
 * name, and for one that RDF cannot represent; what the edit throws; then the store is unchanged
 */
export async function editStoredCrate(
  store: GraphStore,
  graph: string,
  edit: (crate: Crate) => void,
  { trial = false, ...options }: EditStoredOptions = {},
): Promise<EditedText> {
  const { opened, read } = await withSnapshot(store, async (snapshot) => {
    const stored = await StoredGraph.open(snapshot, graph, options);
    const base = await stored.base();
    const bytes = await readAll(exportOf(snapshot, graph, { ...options, exact: true }), Infinity, graph);
    // With one identity, both documents have the same labels for the same nodes.
    const readDocument = (document: Uint8Array) =>
      openDocument(DocumentBytes.inMemory(document), {
        base: { remembered: base.iri },
        contexts: stored.contexts,
        identity: 'edited',
      });
    return { opened: await readDocument(bytes), read: readDocument };
  });
  const crate = crateOf(opened);
  const before = crate.toString();
  edit(crate);
  const after = crate.toString();
  if (before === after) return { before, after };
  const lines = { old: await linesOf(opened), new: await linesOf(await read(new TextEncoder().encode(after))) };
  const removed = [...lines.old].filter((line) => !lines.new.has(line));
  const added = [...lines.new].filter((line) => !lines.old.has(line));
  const unnamed = [...removed, ...added].find((line) => /^_:| _:\S+ \.$/.test(line));
  if (unnamed !== undefined || removed.length + added.length === 0)
    throw new CrateError('ERR_UNSUPPORTED', `the store cannot make this edit: ${whyNot(unnamed)}`, {
      hint: 'export the crate to a folder, edit it there, and load it again',
    });
  if (!trial) await updateStore(store, `DELETE DATA ${dataOf(graph, removed)} ; INSERT DATA ${dataOf(graph, added)}`);
  return { before, after };
}

function whyNot(unnamed: string | undefined): string {
  return unnamed === undefined
    ? 'nothing of it is in the graph, because no context defines the property, or because only the order differs'
    : `it changes a node without an identifier: ${unnamed}`;
}

/** The triples of a document as N-Triples. */
async function linesOf(document: CrateDocument): Promise<Set<string>> {
  let text = '';
  for await (const chunk of document.nquads()) text += chunk;
  return new Set(text.split('\n').filter((line) => line !== ''));
}

function dataOf(graph: string, lines: readonly string[]): string {
  return `{ GRAPH ${iriToNQuads(graph)} {\n${lines.join('\n')}\n} }`;
}
