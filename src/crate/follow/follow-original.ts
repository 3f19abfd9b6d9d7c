import { chunksOf } from '../json/byte-source.js';
import type { CrateDocument } from '../read/crate-document.js';
import { noteOf, type Note } from '../read/report.js';
import { topEntities } from '../json/lazy-document.js';
import { GraphIndex } from '../write/graph-index.js';
import { findLists } from '../write/rdf-lists.js';
import { ChangedDocument } from './changed-document.js';
import { GraphTriples, type NTriplesChunks } from './graph-triples.js';
import { translateMerged } from './merged-documents.js';
import { matchDocument, type Match } from './match-document.js';
import { matchMerged, type MergedMatch } from './match-merged.js';
import { findRenamed } from './find-renamed.js';
import { withRenamed } from './respell.js';
import type { OnLoss } from './translator.js';

/** How to follow an original. */
export interface FollowOptions {
  /** The new values of a property keep the order of their triples. Default: they are sorted. */
  readonly keepOrder?: boolean | undefined;
  /** Receives what RDF cannot represent and the result does not contain. */
  readonly onNote?: ((note: Note) => void) | undefined;
}

/**
 * Writes a graph as its original document. Whatever the graph still states keeps its exact text. New values follow the
 * old ones, new entities follow those of their kind, and removed entities leave no trace. An unchanged graph gives back
 * the original bytes.
 * @param original the original document, opened with the base and identity that the graph was loaded with
 * @param readTriples opens the present graph as N-Triples in chunks of whole lines; called several times
 * @param mergedDocuments the documents that were merged into the original, in load order
 * @returns the document in chunks of bytes; undefined if the original has no flat `@graph` to follow
 */
export async function followOriginal(
  original: CrateDocument,
  readTriples: () => NTriplesChunks,
  mergedDocuments: readonly CrateDocument[] = [],
  { keepOrder, onNote }: FollowOptions = {},
): Promise<Iterable<Uint8Array> | undefined> {
  const lost = new Set<string>();
  const onLoss = (what: string) => void lost.add(what);
  const { mergedContext, translated } = await translateMerged(original, mergedDocuments, onLoss);
  let documents: Documents = [original, ...translated];
  let matches = await matchAll(documents, readTriples, onLoss);
  for (const detail of lost) onNote?.(noteOf({ kind: 'layout-lost', detail }));
  const newNames = await findRenamed(documents, [matches.match, ...matches.mergedMatches]);
  if (newNames.size > 0) {
    const [first, ...others] = documents;
    documents = [withRenamed(first, newNames), ...others.map((document) => withRenamed(document, newNames))];
    matches = await matchAll(documents, readTriples, () => undefined);
  }
  const { match, mergedMatches } = matches;
  const [document] = documents;
  const { json } = document;
  const isUnchanged = match.changed.size === 0 && match.triples.unmatched === 0;
  if (isUnchanged && mergedDocuments.length === 0) return chunksOf(json.source);
  // We cannot edit a document whose entities share an embedded context, or entities outside `@graph`.
  const count = match.subjects.length - topEntities(json).length;
  if (json.sharesContext || count === 0 || [...match.changed.keys()].some((position) => position >= count)) {
    onNote?.(noteOf({ kind: 'layout-lost', detail: original.file ?? 'the first document' }));
    return undefined;
  }
  const order = keepOrder === true ? undefined : mergedMatches.flatMap(({ order }) => order);
  const unmatched = await match.triples.unmatchedQuads(order);
  const added = await GraphIndex.of(unmatched);
  const lists = await findLists(added);
  return new ChangedDocument({ document, match, added, lists, mergedContext, mergedMatches }).write();
}

/** The original and the documents merged into it, in load order. */
type Documents = readonly [CrateDocument, ...CrateDocument[]];

/** Matches all documents with one graph, in load order. */
async function matchAll(
  [first, ...others]: Documents,
  readTriples: () => NTriplesChunks,
  onLoss: OnLoss,
): Promise<{ match: Match; mergedMatches: MergedMatch[] }> {
  const match = await matchDocument(first, await GraphTriples.of(readTriples), onLoss);
  const described = new Set(match.subjects);
  const mergedMatches: MergedMatch[] = [];
  for (const document of others) {
    const mergedMatch = await matchMerged(document, match.triples, described, onLoss);
    mergedMatches.push(mergedMatch);
    for (const subject of mergedMatch.subjects) described.add(subject);
  }
  return { match, mergedMatches };
}
