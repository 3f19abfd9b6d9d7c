import type { Node } from 'jsonc-parser';
import { RDF_TYPE } from '../../base/rdf/vocabulary.js';
import { decodeUtf8, type ByteSource } from '../json/byte-source.js';
import type { JsonObject } from '../json/lazy-document.js';
import type { Window } from '../json/outline.js';
import type { CrateDocument } from '../read/crate-document.js';
import { Compactor } from '../write/compactor.js';
import { entityOf } from '../write/entity-json.js';
import type { GraphIndex, SubjectNode } from '../write/graph-index.js';
import type { Lists } from '../write/rdf-lists.js';
import { IdWriter, placeClash } from '../write/id-writer.js';
import { NewTerms } from '../write/new-terms.js';
import { withContext } from './context-text.js';
import { editedWindows } from './edited-windows.js';
import { editEntity } from './entity-text.js';
import { joinEntities, reindent } from './join-entities.js';
import {
  indentBefore,
  rebuild,
  localStyle,
  styleOf,
  nodeText,
  treeOf,
  valueText,
  type Item,
  type TextStyle,
} from './json-text.js';
import { isPlain, saysNothing } from './written-keys.js';
import { mergedTexts, type MergedText } from './merged-text.js';
import type { Match } from './match-document.js';
import type { MergedMatch } from './match-merged.js';
import { contextForAdditions, type MergedContext } from './merged-context.js';
import { DATA_TYPES, findEntityPlaces, findMergedSpellings, type EntityPlaces } from './entity-places.js';

/** Writes the text of a new entity, for a line with this indentation. */
type NewEntity = (indent: string, style: TextStyle) => string;

/** A document and everything that changes in it. */
export interface DocumentChanges {
  readonly document: CrateDocument;
  readonly match: Match;
  /** The triples that no document matches, and their lists. */
  readonly added: GraphIndex;
  readonly lists: Lists;
  readonly mergedContext: MergedContext;
  readonly mergedMatches: readonly MergedMatch[];
}

/** A document with its changes: copies unchanged windows and rewrites the others. */
export class ChangedDocument {
  readonly #source: ByteSource;
  readonly #document: CrateDocument;
  readonly #match: Match;
  readonly #added: GraphIndex;
  readonly #style: TextStyle;
  readonly #places: EntityPlaces;
  readonly #compactor: Compactor;
  readonly #ids: IdWriter;
  readonly #mergedContext: MergedContext;
  readonly #mergedMatches: readonly MergedMatch[];
  /** Nodes that become new entities. */
  readonly #newNodes: Map<string, SubjectNode>;
  /** New triples of nested nodes that are not yet written. */
  readonly #nested: Map<string, SubjectNode>;
  /** What merged documents add to entities of the document, by their position. */
  readonly #mergedTexts = new Map<number, MergedText[]>();

  constructor({ document, match, added, lists, mergedContext, mergedMatches }: DocumentChanges) {
    this.#source = document.json.source;
    this.#document = document;
    this.#match = match;
    this.#added = added;
    this.#mergedContext = mergedContext;
    this.#style = styleOf(this.#text(0, Math.min(this.#source.length, 1 << 16)));
    const mergedSubjects = new Set(mergedMatches.flatMap(({ subjects }) => subjects));
    this.#places = findEntityPlaces(document, match, added, mergedSubjects);
    const merged = findMergedSpellings(document, mergedMatches);
    const spelled = new Map([...merged.spellings, ...this.#places.spellings]);
    const { root } = document.base;
    const usedNames = new Set([...this.#places.usedNames, ...merged.usedNames]);
    const context = contextForAdditions(mergedContext.context, usedNames, root);
    const vocabulary = added.vocabulary();
    const terms = new NewTerms(context, root, (iri) => vocabulary.has(iri));
    this.#ids = new IdWriter(mergedContext.context, document.base, new Set(), { exact: true, spelled, terms });
    this.#compactor = new Compactor({ context, ids: this.#ids, lists, root, byValue: true });
    this.#nested = new Map(this.#places.nested);
    const isTaken = (id: string) => this.#places.targets.has(id) || this.#nested.has(id) || lists.cells.has(id);
    this.#newNodes = new Map([...added.subjects].filter(([id]) => !isTaken(id)));
    this.#mergedMatches = mergedMatches;
  }

  /** Writes changed windows first, because they may need new terms in the context at the top. */
  *write(): Generator<Uint8Array> {
    const { windows } = this.#document.json;
    const newEntities = this.#newEntities();
    const edited = windows.map((window, index) => this.#window(window, index, newEntities));
    const [first, last] = [windows[0], windows.at(-1)] as [Window, Window];
    yield* editedWindows(this.#document.json, this.#aroundEntities(first.start, last.end), edited);
  }

  /** The text before and after the entities, with new terms in the context. */
  #aroundEntities(start: number, end: number): readonly [string, string] {
    const before = this.#text(0, start);
    const after = this.#text(end, this.#source.length);
    const [clash] = this.#ids.terms.before.values();
    if (clash !== undefined) throw placeClash(clash);
    const contexts = this.#mergedContext.added;
    const terms = Object.fromEntries(this.#ids.terms.after);
    if (contexts.length + this.#ids.terms.after.size === 0) return [before, after];
    const entities = '\0'; // stands for the entities; cannot occur in JSON text
    const text = withContext(before + after, entities, { contexts, terms }, this.#style);
    const at = text.indexOf(entities);
    return [text.slice(0, at), text.slice(at + 1)];
  }

  /** The new text of a window: '' if nothing is left of it, undefined if it does not change. */
  #window(
    { start, end }: Window,
    index: number,
    newEntities: ReadonlyMap<number, readonly NewEntity[]>,
  ): string | undefined {
    const [first, after] = this.#places.firstPositions.slice(index, index + 2) as [number, number];
    const positions = Array.from({ length: after - first }, (_, offset) => first + offset);
    const isChanged = (position: number) =>
      newEntities.has(position) ||
      this.#mergedTexts.has(position) ||
      this.#match.changed.has(position) ||
      this.#addedTo(position) !== undefined;
    if (!positions.some(isChanged)) return undefined;
    const wrapped = `[${this.#text(start, end)}]`;
    return this.#items(wrapped, treeOf(wrapped), positions.values(), newEntities)?.slice(1, -1) ?? '';
  }

  /** The text of an array in `@graph`, undefined if nothing is left of it. Keeps items that are not entities. */
  #items(
    text: string,
    array: Node,
    positions: Iterator<number>,
    newEntities: ReadonlyMap<number, readonly NewEntity[]>,
  ): string | undefined {
    const children = array.children ?? [];
    const style = localStyle(text, children.slice(0, 1), this.#style);
    const items: Item[] = [];
    children.forEach((child, from) => {
      if (child.type === 'array' && child.children?.length !== 0) {
        const inner = this.#items(text, child, positions, newEntities);
        if (inner !== undefined) items.push({ text: inner, from });
      } else if (child.type !== 'object') {
        items.push({ text: nodeText(text, child), from });
      } else {
        const position = positions.next().value as number;
        const indent = indentBefore(text, child.offset);
        const own = this.#withMerged(position, this.#entity(text, child, position), indent);
        if (own !== undefined) items.push({ text: own, from });
        for (const newEntity of newEntities.get(position) ?? []) items.push({ text: newEntity(indent, style) });
      }
    });
    return items.length === 0 ? undefined : rebuild(text, array, items, style);
  }

  /** The text of one entity; undefined if it is removed, or only contained another one that the graph still states. */
  #entity(text: string, node: Node, position: number): string | undefined {
    const changed = this.#match.changed.get(position);
    const added = this.#addedTo(position);
    if (changed?.removed === true && added === undefined) return undefined;
    if (changed === undefined && added === undefined) return nodeText(text, node);
    const compactor = this.#compactor;
    const ids = this.#ids;
    const document = this.#document;
    if (changed === undefined || changed.values !== undefined) {
      const { values } = changed ?? {};
      const addedWithin = (subject: string) => this.#addedWithin(subject);
      const edit = { text, node, values, added, addedWithin, compactor, ids, style: this.#style, document };
      const edited = editEntity(edit);
      return changed !== undefined && added === undefined && saysNothing(edited, document) ? undefined : edited;
    }
    // We cannot match its values one by one, so we rewrite it from the graph.
    return added === undefined
      ? undefined
      : valueText(
          entityOf(added, compactor, ids),
          indentBefore(text, node.offset),
          localStyle(text, [node], this.#style),
        );
  }

  /** New triples for the entity at a position. */
  #addedTo(position: number): SubjectNode | undefined {
    const subject = this.#match.subjects[position] as string;
    return this.#places.targets.get(subject) === position ? this.#added.subjects.get(subject) : undefined;
  }

  /** New triples for a nested node, which only its first occurrence takes. */
  #addedWithin(subject: string): SubjectNode | undefined {
    const node = this.#nested.get(subject);
    this.#nested.delete(subject);
    return node;
  }

  /** The text of an entity with what merged documents add to it. */
  #withMerged(position: number, own: string | undefined, indent: string): string | undefined {
    return (this.#mergedTexts.get(position) ?? []).reduce<string | undefined>((text, merged) => {
      const more = reindent(merged.text, merged.indent, indent, this.#style);
      return text === undefined ? more : joinEntities(text, more, this.#mergedContext, this.#style);
    }, own);
  }

  /** New entities by the position that they follow: data entities follow the last data entity, others go to the end. */
  #newEntities(): Map<number, NewEntity[]> {
    const newEntities = new Map<number, NewEntity[]>();
    const { lastDataEntity, firstPositions } = this.#places;
    const put = (isData: boolean, entity: NewEntity) => {
      const position = isData && lastDataEntity >= 0 ? lastDataEntity : (firstPositions.at(-1) as number) - 1;
      const others = newEntities.get(position);
      if (others === undefined) newEntities.set(position, [entity]);
      else others.push(entity);
    };
    const mergedEntities = this.#mergedEntities(); // takes the new nodes that belong to them
    for (const node of this.#newNodes.values()) {
      const entity = entityOf(node, this.#compactor, this.#ids);
      put(this.#added.hasType(node.id, DATA_TYPES), (indent, style) => valueText(entity, indent, style));
    }
    for (const { text, indent, isData } of mergedEntities) put(isData, (to) => reindent(text, indent, to, this.#style));
    return newEntities;
  }

  /** The entities that only merged documents describe. Additions to other entities go into `#mergedTexts`. */
  #mergedEntities(): MergedText[] {
    const { mergeTargets } = this.#places;
    const entities: MergedText[] = [];
    const [compactor, ids, { context }] = [this.#compactor, this.#ids, this.#mergedContext];
    const added = (subject: string) => {
      const node = this.#newNodes.get(subject);
      if (node?.properties.get(RDF_TYPE)?.some(({ termType }) => termType === 'Literal') === true) return undefined;
      this.#newNodes.delete(subject);
      return node;
    };
    for (const match of this.#mergedMatches) {
      const earlierIndexes = new Map(entities.map((entity, index) => [entity.subject, index]));
      for (const merged of mergedTexts(match, { compactor, ids, context, added })) {
        const target = mergeTargets.get(merged.subject);
        const index = earlierIndexes.get(merged.subject);
        const earlier = index === undefined ? undefined : (entities[index] as MergedText);
        if (target !== undefined) this.#mergedTexts.set(target, [...(this.#mergedTexts.get(target) ?? []), merged]);
        else if (earlier !== undefined && isPlain(JSON.parse(earlier.text) as JsonObject, this.#mergedContext)) {
          const more = reindent(merged.text, merged.indent, earlier.indent, this.#style);
          const text = joinEntities(earlier.text, more, this.#mergedContext, this.#style);
          entities[index as number] = { ...earlier, text };
        } else entities.push(merged);
      }
    }
    return entities;
  }

  #text(start: number, end: number): string {
    return decodeUtf8(this.#source.read(start, end)).text;
  }
}
