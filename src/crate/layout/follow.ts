import type { Node } from 'jsonc-parser';
import { ActiveContext } from '../context/active-context.js';
import { decodeUtf8, type ByteSource } from '../json/bytes.js';
import { type JsonObject } from '../json/parse.js';
import type { Window } from '../json/outline.js';
import { topEntities } from '../read/candidates.js';
import type { CrateDocument } from '../read/document.js';
import { Compactor } from '../write/compactor.js';
import { entityOf } from '../write/entity.js';
import { GraphIndex, type SubjectNode } from '../write/graph-index.js';
import { findLists } from '../write/lists.js';
import { IdWriter } from '../write/names.js';
import { withTerms } from './context-text.js';
import { editEntity } from './entity-text.js';
import { GraphLines, type Triples } from './graph-lines.js';
import { matchLater, matchLayout, type Match } from './match.js';
import { findRenames } from './renames.js';
import { withNames } from './respell.js';
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
import { DATA_TYPES, isData, survey, type Survey } from './survey.js';

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
  let document = original;
  let matched = await matchAll(document, later, triples);
  const names = await findRenames(document, matched.match);
  if (names.size > 0) {
    document = withNames(document, names);
    matched = await matchAll(document, later, triples);
  }
  const { match, verbatim, order } = matched;
  const { source } = document.json;
  if (match.touched.size === 0 && match.lines.open === 0 && verbatim.length === 0)
    return [source.read(0, source.length)];
  // Outside of the windows there is nothing that could be edited.
  const count = match.subjects.length - topEntities(document.json).length;
  if (count === 0 || [...match.touched.keys()].some((index) => index >= count)) return undefined;
  const added = await GraphIndex.of(await match.lines.rest(order));
  return new Follower(source, document, match, added).write(verbatim);
}

async function matchAll(document: CrateDocument, later: readonly CrateDocument[], triples: () => Triples) {
  const match = await matchLayout(document, await GraphLines.of(triples));
  const verbatim: JsonObject[] = [];
  const order: string[] = [];
  for (const other of later) {
    const sameContext = JSON.stringify(other.writtenContext) === JSON.stringify(document.writtenContext);
    const more = await matchLater(other, match, sameContext && other.base.iri === document.base.iri);
    verbatim.push(...more.verbatim);
    for (const line of more.order) order.push(line);
  }
  return { match, verbatim, order };
}

/** Writes the windows of a document, those that are touched anew. */
class Follower {
  readonly #source: ByteSource;
  readonly #document: CrateDocument;
  readonly #match: Match;
  readonly #added: GraphIndex;
  readonly #style: TextStyle;
  readonly #survey: Survey;
  readonly #compactor: Compactor;
  readonly #ids: IdWriter;
  readonly #cells: ReadonlySet<string>;

  constructor(source: ByteSource, document: CrateDocument, match: Match, added: GraphIndex) {
    this.#source = source;
    this.#document = document;
    this.#match = match;
    this.#added = added;
    this.#style = styleOf(this.#text(0, Math.min(source.length, 1 << 16)));
    this.#survey = survey(document, match, added);
    const { spelled } = this.#survey;
    const lists = findLists(added);
    this.#cells = lists.cells;
    this.#ids = new IdWriter(document.context, document.base, new Set(), { exact: true, spelled });
    const vocabulary = added.vocabulary();
    this.#compactor = new Compactor(this.#contextForNew(), this.#ids, lists, document.base.root, (iri) =>
      vocabulary.has(iri),
    );
  }

  /**
   * What is touched is made first, for it may need terms at the top; the rest are the original bytes.
   * @param verbatim entities of crates merged in later, as they stood there
   */
  *write(verbatim: readonly JsonObject[]): Generator<Uint8Array> {
    const { windows } = this.#document.json;
    const fresh = this.#newEntities(verbatim);
    const edited = windows.map((window, at) => this.#window(window, at, fresh));
    const [first, last] = [windows[0], windows.at(-1)] as [Window, Window];
    const [before, after] = this.#around(first.start, last.end);
    yield encode(before);
    let separator = '';
    for (const [at, text] of edited.entries()) {
      if (text === '') continue;
      if (separator !== '') yield encode(separator);
      separator = ',';
      const { start, end } = windows[at] as Window;
      yield text === undefined ? this.#source.read(start, end) : encode(text);
    }
    if (edited.at(-1) === '') yield encode(/\s*$/.exec(this.#text(last.start, last.end))?.[0] ?? '');
    yield encode(after);
  }

  /** What stands before and after the entities, with the terms that the context lacks. */
  #around(start: number, end: number): readonly [string, string] {
    const [before, after] = [this.#text(0, start), this.#text(end, this.#source.length)];
    const { extraTerms } = this.#compactor;
    if (extraTerms.size === 0) return [before, after];
    const place = '\0'; // no JSON text holds it
    const text = withTerms(before + after, place, Object.fromEntries(extraTerms), this.#style);
    const at = text.indexOf(place);
    return [text.slice(0, at), text.slice(at + 1)];
  }

  /** The new text of a window, '' when nothing is left of it, undefined when it stays. */
  #window({ start, end }: Window, at: number, fresh: ReadonlyMap<number, readonly JsonObject[]>): string | undefined {
    const [first, after] = this.#survey.firsts.slice(at, at + 2) as [number, number];
    const indexes = Array.from({ length: after - first }, (_, offset) => first + offset);
    if (
      !indexes.some((index) => fresh.has(index) || this.#match.touched.has(index) || this.#addedTo(index) !== undefined)
    )
      return undefined;
    const wrapped = `[${this.#text(start, end)}]`;
    return this.#items(wrapped, treeOf(wrapped), indexes.values(), fresh)?.slice(1, -1) ?? '';
  }

  /** The text of an array in `@graph`, undefined when nothing is left of it; what is no entity stays as it is. */
  #items(
    text: string,
    array: Node,
    indexes: Iterator<number>,
    fresh: ReadonlyMap<number, readonly JsonObject[]>,
  ): string | undefined {
    const children = array.children ?? [];
    const style = styleBeside(text, children.slice(0, 1), this.#style);
    const items: Item[] = [];
    children.forEach((child, from) => {
      if (child.type === 'array' && child.children?.length !== 0) {
        const inner = this.#items(text, child, indexes, fresh);
        if (inner !== undefined) items.push({ text: inner, from });
      } else if (child.type !== 'object') {
        items.push({ text: textOf(text, child), from });
      } else {
        const index = indexes.next().value as number;
        const own = this.#entity(text, child, index);
        if (own !== undefined) items.push({ text: own, from });
        for (const value of fresh.get(index) ?? [])
          items.push({ text: valueText(value, indentBefore(text, child.offset), style) });
      }
    });
    return items.length === 0 ? undefined : rebuild(text, array, items, style);
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
    const subject = this.#match.subjects[index] as string;
    return this.#survey.home.get(subject) === index ? this.#added.subjects.get(subject) : undefined;
  }

  /** New entities by the position of the one that they follow: data entities after the last of them, others at the end. */
  #newEntities(verbatim: readonly JsonObject[]): Map<number, JsonObject[]> {
    const fresh = new Map<number, JsonObject[]>();
    const { home, lastData, firsts } = this.#survey;
    const put = (ofData: boolean, entity: JsonObject) => {
      const position = ofData && lastData >= 0 ? lastData : (firsts.at(-1) as number) - 1;
      const others = fresh.get(position);
      if (others === undefined) fresh.set(position, [entity]);
      else others.push(entity);
    };
    for (const node of this.#added.subjects.values()) {
      if (home.has(node.id) || this.#cells.has(node.id)) continue;
      put(this.#added.hasType(node.id, DATA_TYPES), entityOf(node, this.#compactor, this.#ids));
    }
    for (const entity of verbatim) put(isData(entity['@type'], this.#document), entity);
    return fresh;
  }

  /** The context for what is new: names in the document mean what they do now, and nothing if they mean nothing. */
  #contextForNew(): ActiveContext {
    const { context, base } = this.#document;
    const { names } = this.#survey;
    const undefinedNames = [...names].filter((name) => !/^@|:/.test(name) && context.term(name) === undefined);
    if (undefinedNames.length === 0) return context;
    const meanings = undefinedNames.map((name): [string, string | null] => {
      const expanded = context.expandVocab(name);
      return [name, expanded.kind === 'absolute' ? expanded.iri : null];
    });
    return new ActiveContext([...context.layers, Object.fromEntries(meanings)], base.root);
  }

  #text(start: number, end: number): string {
    return decodeUtf8(this.#source.read(start, end)).text;
  }
}

const encoder = new TextEncoder();

function encode(text: string): Uint8Array {
  return encoder.encode(text);
}
