import type { Node } from 'jsonc-parser';
import { decodeUtf8, type ByteSource } from '../json/byte-source.js';
import type { JsonObject } from '../json/lazy-document.js';
import type { Window } from '../json/outline.js';
import type { CrateDocument } from '../read/crate-document.js';
import { Compactor } from '../write/compactor.js';
import { entityOf } from '../write/entity-json.js';
import type { GraphIndex, SubjectNode } from '../write/graph-index.js';
import { findLists } from '../write/rdf-lists.js';
import { IdWriter, placeClash } from '../write/id-writer.js';
import { NewTerms } from '../write/new-terms.js';
import { withContext } from './context-text.js';
import { editEntity } from './entity-text.js';
import { joinEntities, placed } from './join-entities.js';
import { indentBefore, rebuild, styleBeside, styleOf, textOf, treeOf, valueText, type Item, type TextStyle } from './json-text.js'; // prettier-ignore
import { isPlain, TYPE } from './written-keys.js';
import { laterTexts, type LaterText } from './merged-text.js';
import type { Match } from './match-document.js';
import type { LaterMatch } from './match-merged.js';
import { contextForNew, type MergedContext } from './merged-context.js';
import { DATA_TYPES, survey, surveyLater, type Survey } from './entity-places.js';

/** The text of a new entity on a line that is indented so. */
type Fresh = (indent: string, style: TextStyle) => string;

/** All that a document is written from. */
export interface Following {
  readonly document: CrateDocument;
  readonly match: Match;
  /** What no document accounts for. */
  readonly added: GraphIndex;
  readonly merged: MergedContext;
  readonly later: readonly LaterMatch[];
}

/** Writes the windows of a document, those that are touched anew. */
export class Follower {
  readonly #source: ByteSource;
  readonly #document: CrateDocument;
  readonly #match: Match;
  readonly #added: GraphIndex;
  readonly #style: TextStyle;
  readonly #survey: Survey;
  readonly #compactor: Compactor;
  readonly #ids: IdWriter;
  readonly #merged: MergedContext;
  readonly #later: readonly LaterMatch[];
  /** New nodes that no entity of the document takes. */
  readonly #free: Map<string, SubjectNode>;
  /** New triples of nodes that are nested in entities, until they are written. */
  readonly #nested: Map<string, SubjectNode>;
  /** What later documents add to entities of the document, by their position. */
  readonly #joined = new Map<number, LaterText[]>();

  constructor({ document, match, added, merged, later }: Following) {
    this.#source = document.json.source;
    this.#document = document;
    this.#match = match;
    this.#added = added;
    this.#merged = merged;
    this.#style = styleOf(this.#text(0, Math.min(this.#source.length, 1 << 16)));
    this.#survey = survey(document, match, added, new Set(later.flatMap(({ subjects }) => subjects)));
    const others = surveyLater(document, later);
    const spelled = new Map([...others.spelled, ...this.#survey.spelled]);
    const lists = findLists(added);
    const { root } = document.base;
    const context = contextForNew(merged.context, new Set([...this.#survey.names, ...others.names]), root);
    const vocabulary = added.vocabulary();
    const terms = new NewTerms(context, root, (iri) => vocabulary.has(iri));
    this.#ids = new IdWriter(merged.context, document.base, new Set(), { exact: true, spelled, terms });
    this.#compactor = new Compactor({ context, ids: this.#ids, lists, root, byValue: true });
    this.#nested = new Map(this.#survey.nested);
    const isTaken = (id: string) => this.#survey.home.has(id) || this.#nested.has(id) || lists.cells.has(id);
    this.#free = new Map([...added.subjects].filter(([id]) => !isTaken(id)));
    this.#later = later;
  }

  /** What is touched is made first, for it may need terms at the top; the rest are the original bytes. */
  *write(): Generator<Uint8Array> {
    const { windows } = this.#document.json;
    const fresh = this.#newEntities();
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
    if (edited.at(-1) === '') yield encode(this.#text(last.start, last.end).replace(/^.*\S/s, ''));
    yield encode(after);
  }

  /** What stands before and after the entities, with what the context lacks. */
  #around(start: number, end: number): readonly [string, string] {
    const [before, after] = [this.#text(0, start), this.#text(end, this.#source.length)];
    const [odd] = this.#ids.terms.before.values();
    if (odd !== undefined) throw placeClash(odd);
    const [parts, terms] = [this.#merged.parts, Object.fromEntries(this.#ids.terms.after)];
    if (parts.length + this.#ids.terms.after.size === 0) return [before, after];
    const place = '\0'; // no JSON text holds it
    const text = withContext(before + after, place, { parts, terms }, this.#style);
    const at = text.indexOf(place);
    return [text.slice(0, at), text.slice(at + 1)];
  }

  /** The new text of a window, '' when nothing is left of it, undefined when it stays. */
  #window({ start, end }: Window, at: number, fresh: ReadonlyMap<number, readonly Fresh[]>): string | undefined {
    const [first, after] = this.#survey.firsts.slice(at, at + 2) as [number, number];
    const indexes = Array.from({ length: after - first }, (_, offset) => first + offset);
    if (
      !indexes.some(
        (index) =>
          fresh.has(index) ||
          this.#joined.has(index) ||
          this.#match.touched.has(index) ||
          this.#addedTo(index) !== undefined,
      )
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
    fresh: ReadonlyMap<number, readonly Fresh[]>,
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
        const own = this.#joinedTo(index, this.#entity(text, child, index), indentBefore(text, child.offset));
        if (own !== undefined) items.push({ text: own, from });
        for (const value of fresh.get(index) ?? [])
          items.push({ text: value(indentBefore(text, child.offset), style) });
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
      const { values } = touched ?? {};
      const addedWithin = (subject: string) => this.#addedWithin(subject);
      return editEntity({ text, node, values, added, addedWithin, compactor, ids, style: this.#style, document });
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

  /** New triples that go into a nested node, given out once. */
  #addedWithin(subject: string): SubjectNode | undefined {
    const node = this.#nested.get(subject);
    this.#nested.delete(subject);
    return node;
  }

  /** The text of an entity with what later documents say of it. */
  #joinedTo(index: number, own: string | undefined, indent: string): string | undefined {
    return (this.#joined.get(index) ?? []).reduce<string | undefined>((text, later) => {
      const more = placed(later.text, later.indent, indent, this.#style);
      return text === undefined ? more : joinEntities(text, more, this.#merged, this.#style);
    }, own);
  }

  /** New entities by the position of the one that they follow: data entities after the last of them, others at the end. */
  #newEntities(): Map<number, Fresh[]> {
    const fresh = new Map<number, Fresh[]>();
    const { lastData, firsts } = this.#survey;
    const put = (ofData: boolean, entity: Fresh) => {
      const position = ofData && lastData >= 0 ? lastData : (firsts.at(-1) as number) - 1;
      const others = fresh.get(position);
      if (others === undefined) fresh.set(position, [entity]);
      else others.push(entity);
    };
    const later = this.#laterEntities();
    for (const node of this.#free.values()) {
      const entity = entityOf(node, this.#compactor, this.#ids);
      put(this.#added.hasType(node.id, DATA_TYPES), (indent, style) => valueText(entity, indent, style));
    }
    for (const { text, indent, isData } of later) put(isData, (to) => placed(text, indent, to, this.#style));
    return fresh;
  }

  /** The entities that only later documents describe; what they say of the others is kept for those. */
  #laterEntities(): LaterText[] {
    const { joins } = this.#survey;
    const entities: LaterText[] = [];
    const [compactor, ids, { context }] = [this.#compactor, this.#ids, this.#merged];
    const added = (subject: string) => {
      const node = this.#free.get(subject);
      if (node?.properties.get(TYPE)?.some(({ termType }) => termType === 'Literal') === true) return undefined;
      this.#free.delete(subject);
      return node;
    };
    for (const match of this.#later) {
      const before = new Map(entities.map((entity, at) => [entity.subject, at]));
      for (const later of laterTexts(match, { compactor, ids, context, added })) {
        const index = joins.get(later.subject);
        const at = before.get(later.subject);
        const earlier = at === undefined ? undefined : (entities[at] as LaterText);
        if (index !== undefined) this.#joined.set(index, [...(this.#joined.get(index) ?? []), later]);
        else if (earlier !== undefined && isPlain(JSON.parse(earlier.text) as JsonObject, this.#merged)) {
          const more = placed(later.text, later.indent, earlier.indent, this.#style);
          entities[at as number] = { ...earlier, text: joinEntities(earlier.text, more, this.#merged, this.#style) };
        } else entities.push(later);
      }
    }
    return entities;
  }

  #text(start: number, end: number): string {
    return decodeUtf8(this.#source.read(start, end)).text;
  }
}

const encoder = new TextEncoder();

function encode(text: string): Uint8Array {
  return encoder.encode(text);
}
