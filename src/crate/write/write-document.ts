import type { Quad } from '@rdfjs/types';
import { CHUNK_LENGTH, termId } from '../../base/rdf/nquads.js';
import { DCTERMS, schemaOrg } from '../../base/rdf/vocabulary.js';
import type { CrateBase } from '../base.js';
import { resolveContext } from '../context/resolve-context.js';
import type { ContextSource } from '../context/context-source.js';
import type { JsonObject, JsonValue } from '../json/lazy-document.js';
import type { RootCandidate } from '../choose-root.js';
import { stoppable, turn, type StopSignal } from '../read/stop-signal.js';
import { Compactor } from './compactor.js';
import { entityOf, nameKeys } from './entity-json.js';
import { GraphIndex, type SubjectNode } from './graph-index.js';
import { findLists } from './rdf-lists.js';
import { IdWriter } from './id-writer.js';
import { NewTerms } from './new-terms.js';

/** How to write a metadata document. */
export interface WriteOptions {
  /** What identifiers are made relative to. */
  readonly base: CrateBase;
  /** The graph was loaded with this base, so identifiers must resolve to the same IRIs. Default false. */
  readonly exact?: boolean | undefined;
  /** Identifiers by IRI that keep their spelling. Default: none. */
  readonly spelled?: Iterable<readonly [iri: string, text: string]> | undefined;
  /** Write absolute identifiers only. Default false. */
  readonly absolute?: boolean | undefined;
  /** Compare doubles by value, because the engine of a store changed their spelling. Default false. */
  readonly byValue?: boolean | undefined;
  /** The `@context` to compact with, as the crate declares it. */
  readonly context: JsonValue;
  readonly contexts: ContextSource;
  /** Descriptor and root, which come first, before the parts of the root. Without it entities keep their order. */
  readonly root?: RootCandidate | undefined;
  /** Sort entities and values, because the order of the quads is arbitrary. Default false. */
  readonly sorted?: boolean | undefined;
  /** Aborts the work, which then throws the reason of the signal. */
  readonly signal?: StopSignal | undefined;
}

const HAS_PART = [...schemaOrg('hasPart'), `${DCTERMS}hasPart`];

/** A document whose entities are built on each iteration. */
export interface ArrangedDocument {
  readonly context: JsonValue;
  readonly entities: Iterable<JsonObject>;
}

/**
 * Writes the flattened, compacted, relative metadata document of one graph: descriptor, root, data entities along
 * `hasPart`, then the others; keys `@id @type name description`, then by name. Otherwise entities and values keep the
 * order of the quads, unless they are to be sorted.
 * @throws CrateError ERR_CONTEXT_UNAVAILABLE, ERR_CONTEXT_INVALID
 */
export async function writeDocument(
  quads: Iterable<Quad> | AsyncIterable<Quad>,
  options: WriteOptions,
): Promise<JsonObject> {
  const { context, entities } = await arrangeDocument(quads, options);
  const written: JsonObject[] = [];
  for await (const entity of stoppable(entities, options.signal)) written.push(entity);
  return { '@context': context, '@graph': written };
}

/** An arranged document as one JSON object. */
export function documentOf({ context, entities }: ArrangedDocument): JsonObject {
  return { '@context': context, '@graph': [...entities] };
}

/** The same document, entity by entity. @throws CrateError as {@link writeDocument} */
export async function arrangeDocument(
  quads: Iterable<Quad> | AsyncIterable<Quad>,
  options: WriteOptions,
): Promise<ArrangedDocument> {
  const { base, contexts, signal } = options;
  const context = await resolveContext(options.context, contexts, base.root);
  const index = await GraphIndex.of(stoppable(quads, signal));
  if (options.sorted === true) index.sortObjects();
  const lists = await findLists(index, signal);
  const vocabulary = index.vocabulary();
  await turn(signal);
  const terms = new NewTerms(context, base.root, (iri) => vocabulary.has(iri));
  const ids = new IdWriter(context, base, index.nodes(), { ...options, terms });
  const compactor = new Compactor({ context, ids, lists, root: base.root, byValue: options.byValue });
  const nodes = inOrder(index, ids, options).filter(({ id }) => !lists.cells.has(id));
  for await (const node of stoppable(nodes, signal)) nameKeys(node, compactor, ids);
  const entities = {
    *[Symbol.iterator]() {
      for (const node of nodes) yield entityOf(node, compactor, ids);
    },
  };
  return { context: contextValue(options.context, terms), entities };
}

/** The JSON text of an arranged document, indented by two spaces, in chunks of whole entities. */
export function* documentText({ context, entities }: ArrangedDocument): Generator<string> {
  const indented = (value: JsonValue, indent: string) => JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
  let text = `{\n  "@context": ${indented(context, '  ')},\n  "@graph": [`;
  let end = ']';
  for (const entity of entities) {
    text += `${end === ']' ? '' : ','}\n    ${indented(entity, '    ')}`;
    end = '\n  ]';
    if (text.length < CHUNK_LENGTH) continue;
    yield text;
    text = '';
  }
  yield `${text}${end}\n}\n`;
}

function inOrder(index: GraphIndex, ids: IdWriter, { root, sorted }: WriteOptions): SubjectNode[] {
  const order = new Set<string>();
  const add = (id: string) => index.subjects.has(id) && order.add(id);
  if (root !== undefined) {
    add(root.descriptor);
    add(root.root);
    for (const id of hasPartClosure(root.root, index)) add(id);
  }
  const rest = [...index.subjects.keys()].filter((id) => !order.has(id));
  for (const id of sorted === true ? byWrittenId(rest, ids) : rest) order.add(id);
  return [...order].map((id) => index.subjects.get(id) as SubjectNode);
}

/** By written `@id`, blank nodes last. */
function byWrittenId(subjects: readonly string[], ids: IdWriter): string[] {
  const keyed = subjects.map((id) => ({ id, key: id.startsWith('_:') ? `1${id}` : `0${ids.write(id)}` }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ id }) => id);
}

/** The direct and indirect parts of the root, breadth first. */
function hasPartClosure(root: string, index: GraphIndex): Set<string> {
  const parts = new Set<string>([root]);
  for (const id of parts)
    for (const predicate of HAS_PART)
      for (const part of index.objects(id, predicate)) if (part.termType !== 'Literal') parts.add(termId(part));
  parts.delete(root);
  return parts;
}

/** The context as the crate declares it, and the new terms as objects of their own. */
function contextValue(context: JsonValue, { before, after }: NewTerms): JsonValue {
  if (before.size + after.size === 0) return context;
  // A `null` removes the contexts before it, and must stay.
  const declared = context === null ? [] : [context].flat();
  const start = declared.lastIndexOf(null) + 1;
  const asObject = (terms: ReadonlyMap<string, JsonValue>) => (terms.size === 0 ? [] : [Object.fromEntries(terms)]);
  return [...declared.slice(0, start), ...asObject(before), ...declared.slice(start), ...asObject(after)];
}
