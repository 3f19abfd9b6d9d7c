import type { Quad } from '@rdfjs/types';
import type { Node } from 'jsonc-parser';
import { SCHEMA, SCHEMA_HTTPS } from '../../rdf/vocabulary.js';
import { ActiveContext } from '../context/active-context.js';
import { decodeUtf8, type ByteSource } from '../json/bytes.js';
import { type JsonObject, type JsonValue } from '../json/parse.js';
import type { Window } from '../json/outline.js';
import type { CrateDocument } from '../read/document.js';
import { originalLabel } from '../read/identifiers.js';
import { Compactor } from '../write/compactor.js';
import { namesIn } from '../write/context-forms.js';
import { entityOf } from '../write/entity.js';
import { GraphIndex, type SubjectNode } from '../write/graph-index.js';
import { findLists } from '../write/lists.js';
import { IdWriter } from '../write/names.js';
import { withTerms } from './context-text.js';
import { editEntity } from './entity-text.js';
import { isPlain, TYPE, writtenId } from './keys.js';
import { GraphLines } from './lines.js';
import { matchLater, matchLayout, type Match } from './match.js';
import {
  indentBefore,
  rebuild,
  styleBeside,
  styleOf,
  textOf,
  treeOf,
  valueText,
  type Item,
  type TextStyle,
} from './json-text.js';

const DATA_TYPES: ReadonlySet<string> = new Set(
  [SCHEMA, SCHEMA_HTTPS].flatMap((namespace) => [`${namespace}Dataset`, `${namespace}MediaObject`]),
);

/**
 * Writes a graph as its original document, changed only where the graph says something else: what the graph still says
 * keeps its very text; new values come after the old ones, new entities after their kind, and what is gone leaves no
 * trace. An untouched graph gives back the original bytes.
 * @param source bytes of the original document
 * @param document the same, opened with the base and identity that the graph was made with
 * @param quads the graph of today
 * @param later documents that were merged in later, in load order
 * @returns undefined when the document has no flat `@graph` to follow
 */
export async function followLayout(
  source: ByteSource,
  document: CrateDocument,
  quads: Iterable<Quad> | AsyncIterable<Quad>,
  later: readonly CrateDocument[] = [],
): Promise<string | undefined> {
  let match = await matchLayout(document, await GraphLines.of(quads));
  const verbatim: JsonObject[] = [];
  const order: string[] = [];
  for (const other of later) {
    const sameContext = JSON.stringify(other.writtenContext) === JSON.stringify(document.writtenContext);
    const more = await matchLater(other, match, sameContext && other.base.iri === document.base.iri);
    verbatim.push(...more.verbatim);
    order.push(...more.order);
  }
  const rest = match.lines.rest(order);
  const { windows } = document.json;
  const text = decodeUtf8(source.read(0, source.length)).text;
  if (match.touched.size === 0 && rest.length === 0 && verbatim.length === 0) return text;
  const last = windows.at(-1);
  const count = last === undefined ? 0 : last.first + document.json.entities(last).length;
  // Outside of the windows there is nothing that could be edited, and what is no object there was not walked.
  if (
    count === 0 ||
    (document.report.counts['not-an-entity'] ?? 0) > 0 ||
    [...match.touched.keys()].some((index) => index >= count)
  )
    return undefined;
  match = { ...match, entities: match.entities.slice(0, count) };
  const style = styleOf(text.slice(0, 1 << 16));
  return new Follower(source, document, match, await GraphIndex.of(rest, { keepOrder: true }), style).write(verbatim);
}

/** Writes the windows of a document, those that are touched anew. */
class Follower {
  readonly #source: ByteSource;
  readonly #document: CrateDocument;
  readonly #match: Match;
  readonly #added: GraphIndex;
  readonly #style: TextStyle;
  readonly #compactor: Compactor;
  readonly #ids: IdWriter;
  readonly #cells: ReadonlySet<string>;
  /** Position of the entity that new triples of a subject go to: one that still says something, or else one that did. */
  readonly #home = new Map<string, number>();

  constructor(source: ByteSource, document: CrateDocument, match: Match, added: GraphIndex, style: TextStyle) {
    this.#source = source;
    this.#document = document;
    this.#match = match;
    this.#added = added;
    this.#style = style;
    for (const gone of [false, true]) {
      match.entities.forEach(({ subject }, index) => {
        if (!this.#home.has(subject) && (match.touched.get(index)?.gone === true) === gone && this.#takesMore(index))
          this.#home.set(subject, index);
      });
    }
    const lists = findLists(added);
    this.#cells = lists.cells;
    const subjects = new Set([...this.#home.keys(), ...added.subjects.keys()]);
    this.#ids = new IdWriter(document.context, document.base, subjects, { exact: true, spelled: this.#spelled() });
    this.#compactor = new Compactor(this.#contextForNew(), this.#ids, lists, document.base.root);
  }

  /** @param verbatim entities of crates merged in later, as they stood there */
  write(verbatim: readonly JsonObject[]): string {
    const { windows } = this.#document.json;
    const fresh = this.#newEntities(verbatim);
    const edited = windows.map((window, at) =>
      this.#window(window, windows[at + 1]?.first ?? this.#match.entities.length, fresh),
    );
    const [first, last] = [windows[0], windows.at(-1)] as [Window, Window];
    const trail = edited.at(-1) === '' ? (/\s*$/.exec(this.#read(last.start, last.end))?.[0] ?? '') : '';
    const inside = edited.filter((text) => text !== '').join(',') + trail;
    const before = this.#read(0, first.start);
    const after = this.#read(last.end, this.#source.length);
    const { extraTerms } = this.#compactor;
    if (extraTerms.size === 0) return before + inside + after;
    return withTerms(before + after, inside, Object.fromEntries(extraTerms), this.#style);
  }

  /** The text of a window; '' when nothing is left of it. @param end position of the first entity after it */
  #window(window: Window, end: number, fresh: ReadonlyMap<number, readonly JsonObject[]>): string {
    const text = this.#read(window.start, window.end);
    const indexes = Array.from({ length: end - window.first }, (_, offset) => window.first + offset);
    if (
      !indexes.some((index) => fresh.has(index) || this.#match.touched.has(index) || this.#addedTo(index) !== undefined)
    )
      return text;
    const wrapped = `[${text}]`;
    const tree = treeOf(wrapped);
    const children = tree.children ?? [];
    const style = styleBeside(wrapped, children.slice(0, 1), this.#style);
    const items: Item[] = [];
    children.forEach((child, from) => {
      const own = this.#entity(wrapped, child, window.first + from);
      if (own !== undefined) items.push({ text: own, from });
      for (const value of fresh.get(window.first + from) ?? [])
        items.push({ text: valueText(value, indentBefore(wrapped, child.offset), style) });
    });
    return rebuild(wrapped, tree, items, style).slice(1, -1);
  }

  /** The text of one entity; undefined when it is gone. */
  #entity(text: string, node: Node, index: number): string | undefined {
    const touched = this.#match.touched.get(index);
    const added = this.#addedTo(index);
    if (touched?.gone === true && added === undefined) return undefined;
    if (touched === undefined && added === undefined) return textOf(text, node);
    const [compactor, ids, document] = [this.#compactor, this.#ids, this.#document];
    if (touched === undefined || touched.values !== undefined) {
      return editEntity({ text, node, values: touched?.values, added, compactor, ids, style: this.#style, document });
    }
    // Its values cannot be told apart: it is written anew from what the graph says of it.
    return added === undefined
      ? undefined
      : valueText(
          entityOf(added, compactor, ids),
          indentBefore(text, node.offset),
          styleBeside(text, [node], this.#style),
        );
  }

  /** New triples that go into the entity at a position. */
  #addedTo(index: number): SubjectNode | undefined {
    const { subject } = this.#match.entities[index] as { subject: string };
    return this.#home.get(subject) === index ? this.#added.subjects.get(subject) : undefined;
  }

  /** Whether new triples can be written into an entity. */
  #takesMore(index: number): boolean {
    const touched = this.#match.touched.get(index);
    const { subject, value } = this.#match.entities[index] as Match['entities'][number];
    if (touched?.gone === true && !this.#added.subjects.has(subject)) return false;
    if (touched !== undefined && touched.values === undefined) return true;
    return (
      isPlain(value, this.#document) &&
      this.#added.objects(subject, TYPE).every(({ termType }) => termType !== 'Literal')
    );
  }

  /** New entities by the position of the one that they follow: data entities after the last of them, others at the end. */
  #newEntities(verbatim: readonly JsonObject[]): Map<number, JsonObject[]> {
    const fresh = new Map<number, JsonObject[]>();
    const last = this.#match.entities.length - 1;
    const lastData = this.#match.entities.findLastIndex(({ value }) => this.#isData(value['@type']));
    const put = (isData: boolean, entity: JsonObject) => {
      const position = isData && lastData >= 0 ? lastData : last;
      const others = fresh.get(position);
      if (others === undefined) fresh.set(position, [entity]);
      else others.push(entity);
    };
    for (const node of this.#added.subjects.values()) {
      if (this.#home.has(node.id) || this.#cells.has(node.id)) continue;
      put(this.#added.hasType(node.id, DATA_TYPES), entityOf(node, this.#compactor, this.#ids));
    }
    for (const entity of verbatim) put(this.#isData(entity['@type']), entity);
    return fresh;
  }

  #isData(type: JsonValue | undefined): boolean {
    return [type].flat().some((name) => {
      const expanded = typeof name === 'string' ? this.#document.context.expandVocab(name) : undefined;
      return expanded?.kind === 'absolute' && DATA_TYPES.has(expanded.iri);
    });
  }

  /** How the document spells its entities and its blank nodes. */
  *#spelled(): Generator<readonly [string, string]> {
    for (const label of this.#match.labels) {
      const original = originalLabel(label);
      if (original?.label !== undefined && label.includes('_')) yield [`_:${label}`, `_:${original.label}`];
    }
    for (const { subject, value } of this.#match.entities) {
      const id = writtenId(value, this.#document);
      if (id !== undefined) yield [subject, id];
    }
  }

  /** The context for what is new: names in the document mean what they do now, and nothing if they mean nothing. */
  #contextForNew(): ActiveContext {
    const { context, base } = this.#document;
    const names = new Set<string>();
    if (this.#added.subjects.size > 0) for (const { value } of this.#match.entities) namesIn(value, names);
    const undefinedNames = [...names].filter((name) => !/^@|:/.test(name) && context.term(name) === undefined);
    if (undefinedNames.length === 0) return context;
    const meanings = undefinedNames.map((name): [string, string | null] => {
      const expanded = context.expandVocab(name);
      return [name, expanded.kind === 'absolute' ? expanded.iri : null];
    });
    return new ActiveContext([...context.layers, Object.fromEntries(meanings)], base.root);
  }

  #read(start: number, end: number): string {
    return decodeUtf8(this.#source.read(start, end)).text;
  }
}
