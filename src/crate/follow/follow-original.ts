import { chunksOf } from '../json/byte-source.js';
import type { CrateDocument } from '../read/crate-document.js';
import type { Note } from '../read/report.js';
import { topEntities } from '../json/lazy-document.js';
import { GraphIndex } from '../write/graph-index.js';
import { Follower } from './changed-document.js';
import { GraphLines, type Triples } from './graph-triples.js';
import { laterDocuments } from './merged-documents.js';
import { matchLayout, type Match } from './match-document.js';
import { matchLater, type LaterMatch } from './match-merged.js';
import { findRenames } from './find-renamed.js';
import { withNames } from './respell.js';
import type { OnLoss } from './translator.js';

/**
 * Writes a graph as its original document, changed only where the graph says something else: what the graph still says
 * keeps its very text; new values come after the old ones, new entities after their kind, and what is gone leaves no
 * trace. An untouched graph gives back the original bytes.
 * @param original the original document, opened with the base and identity that the graph was made with
 * @param triples reads the graph of today, as N-Triples in pieces of whole lines; called again when it has changed
 * @param later documents that were merged in later, in load order
 * @param onNote told of what RDF does not hold and is not written
 * @returns bytes in pieces; undefined when the document has no flat `@graph` to follow
 */
export async function followLayout(
  original: CrateDocument,
  triples: () => Triples,
  later: readonly CrateDocument[] = [],
  onNote: (note: Note) => void = () => undefined,
): Promise<Iterable<Uint8Array> | undefined> {
  const lost = new Set<string>();
  const onLoss = (what: string) => void lost.add(what);
  const { merged, documents: translated } = await laterDocuments(original, later, onLoss);
  let documents: Documents = [original, ...translated];
  let matched = await matchAll(documents, triples, onLoss);
  for (const detail of lost) onNote({ kind: 'layout-lost', detail });
  const names = await findRenames(documents, [matched.match, ...matched.later]);
  if (names.size > 0) {
    const [first, ...more] = documents;
    documents = [withNames(first, names), ...more.map((document) => withNames(document, names))];
    matched = await matchAll(documents, triples, () => undefined);
  }
  const { match } = matched;
  const { json } = documents[0];
  if (match.touched.size === 0 && match.lines.open === 0 && later.length === 0) return chunksOf(json.source);
  // What is new would need a shared context too; outside of the windows there is nothing that could be edited.
  const count = match.subjects.length - topEntities(json).length;
  if (json.sharesContext || count === 0 || [...match.touched.keys()].some((index) => index >= count)) {
    onNote({ kind: 'layout-lost', detail: original.file ?? 'the first document' });
    return undefined;
  }
  const rest = await match.lines.rest(matched.later.flatMap(({ order }) => order));
  const added = await GraphIndex.of(rest);
  return new Follower({ ...matched, document: documents[0], added, merged }).write();
}

/** A document and those that were merged into it, in load order. */
type Documents = readonly [CrateDocument, ...CrateDocument[]];

async function matchAll(
  [first, ...more]: Documents,
  triples: () => Triples,
  onLoss: OnLoss,
): Promise<{ match: Match; later: LaterMatch[] }> {
  const match = await matchLayout(first, await GraphLines.of(triples));
  const described = new Set(match.subjects);
  const later: LaterMatch[] = [];
  for (const document of more) {
    const other = await matchLater(document, match.lines, described, onLoss);
    later.push(other);
    for (const subject of other.subjects) described.add(subject);
  }
  return { match, later };
}
