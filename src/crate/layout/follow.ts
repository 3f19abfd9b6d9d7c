import type { CrateDocument } from '../read/document.js';
import { topEntities } from '../read/entities.js';
import { GraphIndex } from '../write/graph-index.js';
import { Follower } from './follower.js';
import { GraphLines, type Triples } from './graph-lines.js';
import { matchLayout, type Match } from './match.js';
import { matchLater, type LaterMatch } from './match-later.js';
import { alikeIn, mergeContexts, type MergedContext } from './merged-context.js';
import { findRenames } from './renames.js';
import { withNames } from './respell.js';

/**
 * Writes a graph as its original document, changed only where the graph says something else: what the graph still says
 * keeps its very text; new values come after the old ones, new entities after their kind, and what is gone leaves no
 * trace. An untouched graph gives back the original bytes.
 * @param original the original document, opened with the base and identity that the graph was made with
 * @param triples reads the graph of today, as N-Triples in pieces of whole lines; called again when it has changed
 * @param later documents that were merged in later, in load order
 * @returns bytes in pieces; undefined when the document has no flat `@graph` to follow
 */
export async function followLayout(
  original: CrateDocument,
  triples: () => Triples,
  later: readonly CrateDocument[] = [],
): Promise<Iterable<Uint8Array> | undefined> {
  let documents: Documents = [original, ...later];
  const merged = await mergeContexts(original, later);
  let matched = await matchAll(documents, triples, merged);
  const names = await renamesOf(documents, [matched.match, ...matched.later]);
  if (names.size > 0) {
    const [first, ...more] = documents;
    documents = [withNames(first, names), ...more.map((document) => withNames(document, names))];
    matched = await matchAll(documents, triples, merged);
  }
  const { match } = matched;
  const { json } = documents[0];
  if (match.touched.size === 0 && match.lines.open === 0 && later.length === 0)
    return [json.source.read(0, json.source.length)];
  if (json.sharesContext) return undefined; // what is new would need that context too
  // Outside of the windows there is nothing that could be edited.
  const count = match.subjects.length - topEntities(json).length;
  if (count === 0 || [...match.touched.keys()].some((index) => index >= count)) return undefined;
  const rest = await match.lines.rest(matched.later.flatMap(({ order }) => order));
  const added = await GraphIndex.of(rest);
  return new Follower({ ...matched, document: documents[0], added, merged }).write();
}

/** A document and those that were merged into it, in load order. */
type Documents = readonly [CrateDocument, ...CrateDocument[]];

async function matchAll(
  [first, ...more]: Documents,
  triples: () => Triples,
  { context }: MergedContext,
): Promise<{ match: Match; later: LaterMatch[] }> {
  const match = await matchLayout(first, await GraphLines.of(triples));
  const described = new Set(match.subjects);
  const later: LaterMatch[] = [];
  for (const document of more) {
    const alike = document.base.iri === first.base.iri ? alikeIn(document, context) : () => false;
    const other = await matchLater(document, match.lines, described, alike);
    later.push(other);
    for (const subject of other.subjects) described.add(subject);
  }
  return { match, later };
}

/** Names that nodes of any of the documents have now: new IRI by the old one. */
async function renamesOf(documents: Documents, matches: readonly Match[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  if (matches.every(({ touched }) => touched.size === 0)) return names;
  const described = new Set(matches.flatMap(({ subjects }) => subjects));
  for (const [index, document] of documents.entries())
    for (const [old, name] of await findRenames(document, matches[index] as Match, described)) names.set(old, name);
  return names;
}
