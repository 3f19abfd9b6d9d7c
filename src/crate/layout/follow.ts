import type { Quad } from '@rdfjs/types';
import type { Node } from 'jsonc-parser';
import { SCHEMA, SCHEMA_HTTPS } from '../../rdf/vocabulary.js';
import { decodeUtf8, type ByteSource } from '../json/bytes.js';
import { isObject, type JsonObject, type JsonValue } from '../json/parse.js';
import type { Window } from '../json/outline.js';
import type { CrateDocument } from '../read/document.js';
import { Compactor } from '../write/compactor.js';
import { entityOf } from '../write/entity.js';
import { GraphIndex, type SubjectNode } from '../write/graph-index.js';
import { findLists } from '../write/lists.js';
import { IdWriter } from '../write/names.js';
import { editEntity } from './entity-text.js';
import { GraphLines } from './lines.js';
import { matchLater, matchLayout, type Match, type TouchedEntity } from './match.js';
import { indentBefore, rebuild, styleOf, textOf, treeOf, valueText, type Item, type TextStyle } from './json-text.js';

const DATA_TYPES: ReadonlySet<string> = new Set([SCHEMA, SCHEMA_HTTPS].flatMap((namespace) => [`${namespace}Dataset`, `${namespace}MediaObject`]));

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
  const match = await matchLayout(document, await GraphLines.of(quads));
  const text = () => decodeUtf8(source.read(0, source.length)).text;
  const verbatim: JsonObject[] = [];
  const order: string[] = [];
  for (const other of later) {
    const more = await matchLater(other, match, JSON.stringify(other.writtenContext) === JSON.stringify(document.writtenContext));
    verbatim.push(...more.verbatim);
    order.push(...more.order);
  }
  const rest = match.lines.rest(order);
  if (match.touched.size === 0 && rest.length === 0 && verbatim.length === 0) return text();
  const count = document.json.windows.reduce((sum, window) => sum + document.json.entities(window).length, 0);
  if (document.json.windows.length === 0 || match.entities.length !== count) return undefined;
  const style = styleOf(text().slice(0, 1 << 16));
  return new Follower(source, document, match, await GraphIndex.of(rest, { keepOrder: true }), verbatim, style).write();
}

/** Writes the windows of a document, those that are touched anew. */
class Follower {
  readonly #source: ByteSource;
  readonly #document: CrateDocument;
  readonly #match: Match;
  readonly #added: GraphIndex;
  /** Entities of crates merged in later, as they stood there. */
  readonly #verbatim: readonly JsonObject[];
  readonly #style: TextStyle;
  readonly #compactor: Compactor;
  readonly #ids: IdWriter;
  readonly #cells: ReadonlySet<string>;
  /** Position of the entity that new triples of a subject go to. */
  readonly #home = new Map<string, number>();

  constructor(source: ByteSource, document: CrateDocument, match: Match, added: GraphIndex, verbatim: readonly JsonObject[], style: TextStyle) {
    this.#source = source;
    this.#document = document;
    this.#match = match;
    this.#added = added;
    this.#verbatim = verbatim;
    this.#style = style;
    match.entities.forEach(({ subject }, index) => {
      const touched = match.touched.get(index);
      if (!this.#home.has(subject) && touched?.gone !== true) this.#home.set(subject, index);
    });
    const lists = findLists(added);
    this.#cells = lists.cells;
    const spelled = match.entities.flatMap(({ subject, value }) => (typeof value['@id'] === 'string' ? [[subject, value['@id']] as const] : []));
    this.#ids = new IdWriter(document.context, document.base, new Set([...this.#home.keys(), ...added.subjects.keys()]), { exact: true, spelled });
    this.#compactor = new Compactor(document.context, this.#ids, lists, document.base.root);
  }

  write(): string {
    const { windows } = this.#document.json;
    const edited = windows.map((window) => this.#window(window)).filter((text) => text.trim() !== '');
    const first = windows[0] as Window;
    const last = windows.at(-1) as Window;
    const before = this.#read(0, first.start);
    const after = this.#read(last.end, this.#source.length);
    const inside = edited.join(',');
    if (this.#compactor.extraTerms.size === 0) return before + inside + after;
    return this.#withExtraTerms(before, inside, after);
  }

  #window(window: Window): string {
    const text = this.#read(window.start, window.end);
    const end = window.first + this.#document.json.entities(window).length;
    const fresh = this.#newAfter(window.first, end);
    if (fresh.size === 0 && !this.#isTouched(window.first, end)) return text;
    const wrapped = `[${text}]`;
    const tree = treeOf(wrapped);
    const items: Item[] = [];
    (tree.children ?? []).forEach((child, offset) => {
      const index = window.first + offset;
      const own = this.#entity(wrapped, child, index);
      if (own !== undefined) items.push({ text: own, from: child });
      for (const value of fresh.get(index) ?? []) items.push({ text: valueText(value, indentBefore(wrapped, child.offset), this.#style) });
    });
    return items.length === 0 ? '' : rebuild(wrapped, tree, items, this.#style).slice(1, -1);
  }

  /** The text of one entity; undefined when it is gone. */
  #entity(text: string, node: Node, index: number): string | undefined {
    const touched = this.#match.touched.get(index);
    const entity = this.#match.entities[index];
    const added = entity !== undefined && this.#home.get(entity.subject) === index ? this.#added.subjects.get(entity.subject) : undefined;
    if (touched?.gone === true) return undefined;
    if (touched === undefined && added === undefined) return textOf(text, node);
    if (entity === undefined || (touched !== undefined && touched.values === undefined)) return this.#anew(touched, added, text, node);
    return editEntity({ text, node, entity, values: touched?.values, added, compactor: this.#compactor, ids: this.#ids, style: this.#style, document: this.#document });
  }

  /** An entity of the general lane is written anew from what the graph says of it. */
  #anew(touched: TouchedEntity | undefined, added: SubjectNode | undefined, text: string, node: Node): string | undefined {
    if (touched === undefined || added === undefined) return undefined;
    return valueText(entityOf(added, this.#compactor, this.#ids), indentBefore(text, node.offset), this.#style);
  }


  #isTouched(start: number, end: number): boolean {
    for (let index = start; index < end; index += 1) {
      if (this.#match.touched.has(index)) return true;
      const { subject } = this.#match.entities[index] as { subject: string };
      if (this.#added.subjects.has(subject) && this.#home.get(subject) === index) return true;
    }
    return false;
  }

  /** New entities that follow an entity of the window: data entities after the last one, the others at the end. */
  #newAfter(start: number, end: number): Map<number, JsonObject[]> {
    const after = new Map<number, JsonObject[]>();
    const put = (index: number, entity: () => JsonObject) => {
      if (index >= start && index < end) after.set(index, [...(after.get(index) ?? []), entity()]);
    };
    const last = this.#match.entities.length - 1;
    const lastData = this.#match.entities.findLastIndex(({ value }) => this.#isData(value['@type']));
    for (const node of this.#added.subjects.values()) {
      if (this.#home.has(node.id) || this.#cells.has(node.id)) continue;
      const data = this.#added.hasType(node.id, DATA_TYPES);
      put(data && lastData >= 0 ? lastData : last, () => entityOf(node, this.#compactor, this.#ids));
    }
    for (const entity of this.#verbatim) put(this.#isData(entity['@type']) && lastData >= 0 ? lastData : last, () => entity);
    return after;
  }

  #isData(type: JsonValue | undefined): boolean {
    return [type].flat().some((name) => {
      const expanded = typeof name === 'string' ? this.#document.context.expandVocab(name) : undefined;
      return expanded?.kind === 'absolute' && DATA_TYPES.has(expanded.iri);
    });
  }

  /** New terms go into the context of the document, as one more object at its end. */
  #withExtraTerms(before: string, inside: string, after: string): string {
    const skeleton = before + after;
    const root = treeOf(skeleton);
    const extra = Object.fromEntries(this.#compactor.extraTerms);
    const properties = (root.children ?? []).map((property): Item => {
      const [key, value] = property.children ?? [];
      if (key === undefined || value === undefined) return { text: textOf(skeleton, property), from: property };
      const lead = skeleton.slice(property.offset, value.offset);
      if (key.value === '@context') return { text: lead + this.#contextText(skeleton, value, extra), from: property };
      if (key.value === '@graph' && value.type === 'array') return { text: `${lead}[${inside}]`, from: property };
      return { text: textOf(skeleton, property), from: property };
    });
    return skeleton.slice(0, root.offset) + rebuild(skeleton, root, properties, this.#style) + skeleton.slice(root.offset + root.length);
  }

  #contextText(text: string, value: Node, extra: Record<string, string>): string {
    const indent = indentBefore(text, value.offset);
    if (value.type === 'array') {
      const items = (value.children ?? []).map((child): Item => ({ text: textOf(text, child), from: child }));
      const inner = value.children?.[0] === undefined ? indent : indentBefore(text, value.children[0].offset);
      return rebuild(text, value, [...items, { text: valueText(extra, inner, this.#style) }], this.#style);
    }
    const parts = [JSON.parse(textOf(text, value)) as JsonValue, extra].filter((part) => isObject(part) || typeof part === 'string');
    return valueText(parts, indent, this.#style);
  }

  #read(start: number, end: number): string {
    return decodeUtf8(this.#source.read(start, end)).text;
  }
}
