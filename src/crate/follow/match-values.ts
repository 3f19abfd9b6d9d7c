import type { NodeId } from '../../base/rdf/checked-text.js';
import { RDF_TYPE, RDFS } from '../../base/rdf/vocabulary.js';
import { isObject, type JsonObject, type JsonValue } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';
import type { ReadEntity } from '../read/lanes.js';
import type { GraphTriples } from './graph-triples.js';
import { isPlain, keywordOf, predicateOf, writtenId } from './written-keys.js';
import { LineWriter } from './triple-lines.js';
import { mentions } from './newly-named.js';

/** Whether the graph still states a value of an entity, and how much of it. */
export interface ValueMatch {
  /** The graph states the value, or at least the reference to it. */
  readonly matched: boolean;
  /** IRI or `_:label` of a nested node whose own description has changed. */
  readonly reference?: string | undefined;
  readonly nested?: NodeMatch | undefined;
  /** A map of which only some values match: the match of each value by key. */
  readonly byKey?: ReadonlyMap<string, readonly ValueMatch[]> | undefined;
}

/** How much of a nested node the graph still states. */
export interface NodeMatch {
  /** The graph states nothing of it. */
  readonly removed: boolean;
  readonly values: ValueMatches;
}

/** The match of each value by key. If the values of a key cannot be told apart, one match stands for all of them. */
export type ValueMatches = Map<string, ValueMatch[]>;

/** Predicate and object of the triple that keeps an entity without statements in the graph. */
export const KEPT_AS_RESOURCE = `<${RDF_TYPE}> <${RDFS}Resource>`;

/** What {@link matchValues} matches an entity against. */
export interface Matching {
  readonly document: CrateDocument;
  readonly triples: GraphTriples;
  /** Labels of nodes without `@id` that need a name now. */
  readonly named: ReadonlySet<string>;
  /**
   * Set for entities of a merged document; `onLoss` only if an earlier document describes the entity too. Then values
   * that the earlier one states are dropped, and it receives the keys of those that contain more than RDF can hold.
   */
  readonly merged?: { readonly onLoss: ((key: string) => void) | undefined };
}

/**
 * Matches each value of an entity with the graph, and marks the triples of matched values.
 * @returns undefined if the keys of the entity need its own or a scoped context
 */
export async function matchValues(entity: ReadEntity, matching: Matching): Promise<ValueMatches | undefined> {
  const { value: node, subject } = entity;
  const { document, triples, named, merged } = matching;
  if (!isPlain(node, document)) return undefined;
  const id = writtenId(node, document) as string;
  const whole = new ValueLines(document, entity, id);
  // A key with a syntax of its own is written twice: as a whole and value by value. Equal lines
  // show that it can be split.
  const single = Object.entries(node).some(([key, value]) => isSplittable(key, value, document))
    ? new ValueLines(document, entity, id)
    : undefined;
  const match = (lines: readonly string[], link?: string) =>
    matchValue(lines, { link, triples, isNamed: mentions(lines, named) });
  const isDuplicate = (lines: readonly string[]) =>
    merged?.onLoss !== undefined && lines.length > 0 && triples.isMatched(triples.numbersOf(lines));
  const dropped = (key: string, value: JsonValue): ValueMatch => {
    if (exceedsRdf(value, document)) merged?.onLoss?.(key);
    return { matched: false };
  };
  const matches: ValueMatches = new Map();
  for (const [key, value] of inReadingOrder(node, entity.flat)) {
    if (keywordOf(key, document) === '@id') continue;
    const predicate = predicateOf(key, document);
    if (predicate === undefined) {
      const lines = await whole.write(key, value);
      if (merged?.onLoss !== undefined && lines.length > 0) {
        await single?.write(key, value);
        matches.set(
          key,
          [value].flat().map((item) => dropped(key, item)),
        );
        continue;
      }
      const values = single && (await writeSingly(single, key, value, isSplittable(key, value, document)));
      const all = match(lines);
      const isWhole = all.matched || values === undefined || !hasSameLines(lines, values);
      matches.set(key, isWhole ? [all] : matchSingly(values, match));
      continue;
    }
    const linkStart = `${subject.startsWith('_:') ? subject : `<${subject}>`} <${predicate}> `;
    const ofKey: ValueMatch[] = [];
    for (const item of Array.isArray(value) ? value : [value]) {
      const { minted } = whole;
      const lines = await whole.write(key, item);
      await single?.write(key, item);
      const nested = predicate !== RDF_TYPE && isNode(item, document) ? item : undefined;
      if (isDuplicate(lines)) ofKey.push(dropped(key, item));
      else if (nested === undefined) ofKey.push(match(lines));
      else {
        const link = linkingLine(nested, linkStart, lines, document);
        const one = match(lines, link);
        const inner = { value: nested, subject: one.reference as NodeId, flat: entity.flat, minted };
        const isMatchable = one.reference !== undefined && merged === undefined;
        const values = isMatchable ? await matchValues(inner, matching) : undefined;
        const removed = !triples.hasAny(triples.numbersOf(lines.filter((line) => line !== link)));
        ofKey.push({ ...one, nested: values && { removed, values } });
      }
    }
    matches.set(key, ofKey);
  }
  return matches;
}

/** Whether a value contains something that RDF cannot represent: `null`, `[]`, undefined properties. */
export function exceedsRdf(value: JsonValue, document: CrateDocument): boolean {
  if (Array.isArray(value)) return value.length === 0 || value.some((item) => exceedsRdf(item, document));
  if (!isObject(value)) return value === null;
  const isUndefined = (key: string) => document.context.expandVocab(key).kind === 'relative';
  return Object.entries(value).some(([key, item]) => isUndefined(key) || exceedsRdf(item, document));
}

/** Keys in the order in which a lane reads them: expansion sorts them (JSON-LD 1.1 API, section 5.1.2 step 13). */
function inReadingOrder(node: JsonObject, flat: boolean): [string, JsonValue][] {
  const entries = Object.entries(node);
  return flat ? entries : entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Writes an entity as lines, key by key. Leaves out the triple that only keeps it in the graph. */
class ValueLines {
  /** Number of blank nodes minted so far. */
  minted: number;
  readonly #id: string;
  readonly #writer = new LineWriter();
  readonly #write: (entity: JsonObject) => Promise<number>;
  readonly #typeKey: string | undefined;

  constructor(document: CrateDocument, entity: ReadEntity, id: string) {
    this.minted = entity.minted;
    this.#id = id;
    this.#write = document.entityWriter(this.#writer, entity);
    this.#typeKey = Object.keys(entity.value).find((key) => keywordOf(key, document) === '@type');
  }

  async write(key: string, value: JsonValue): Promise<string[]> {
    this.minted = await this.#write({ '@id': this.#id, [key]: value });
    return this.#writer.take().filter((line) => key === this.#typeKey || !line.endsWith(KEPT_AS_RESOURCE));
  }
}

/** Whether a key with a syntax of its own may have independent values: `@reverse`, reverse terms, language maps. */
function isSplittable(key: string, value: JsonValue, document: CrateDocument): boolean {
  if (predicateOf(key, document) !== undefined) return false;
  const complex = keywordOf(key, document) === '@reverse' || document.context.term(key)?.complex === true;
  return complex && typeof value === 'object' && value !== null;
}

interface SingleValue {
  /** Its key in a map, undefined in an array. */
  readonly mapKey: string | undefined;
  readonly lines: readonly string[];
}

async function writeSingly(
  single: ValueLines,
  key: string,
  value: JsonValue,
  splittable: boolean,
): Promise<SingleValue[]> {
  const values: SingleValue[] = [];
  if (!splittable)
    await single.write(key, value); // keeps the labels of later keys equal to those of the whole
  else if (isObject(value)) {
    for (const [mapKey, items] of Object.entries(value))
      for (const item of [items].flat()) values.push({ mapKey, lines: await single.write(key, { [mapKey]: item }) });
  } else
    for (const item of value as JsonValue[]) values.push({ mapKey: undefined, lines: await single.write(key, item) });
  return values;
}

/** Whether the values state together what the whole states. This is not so for lists and JSON literals. */
function hasSameLines(whole: readonly string[], values: readonly SingleValue[]): boolean {
  const one = new Set(whole);
  const other = new Set(values.flatMap(({ lines }) => lines));
  return one.size === other.size && [...one].every((line) => other.has(line));
}

function matchSingly(values: readonly SingleValue[], match: (lines: readonly string[]) => ValueMatch): ValueMatch[] {
  const matches = values.map(({ mapKey, lines }) => ({ mapKey, match: match(lines) }));
  if (values[0]?.mapKey === undefined) return matches.map((one) => one.match);
  const byKey = new Map<string, ValueMatch[]>();
  for (const { mapKey = '', match } of matches) byKey.set(mapKey, [...(byKey.get(mapKey) ?? []), match]);
  return [{ matched: matches.some(({ match }) => match.matched), byKey }];
}

/** Whether a value is a single node, which may have more statements than the reference to it. */
function isNode(value: JsonValue, document: CrateDocument): value is JsonObject {
  if (!isObject(value)) return false;
  return !Object.keys(value).some((key) => {
    const keyword = keywordOf(key, document);
    return ['@value', '@list', '@set'].includes(keyword) || (keyword === '@id' && Array.isArray(value[key]));
  });
}

/**
 * Finds the line that links an entity to a nested node.
 * @param start how the line starts: subject and predicate
 * @returns undefined if several lines qualify, because the nested node states more about the entity by the same key
 */
function linkingLine(
  node: JsonObject,
  start: string,
  lines: readonly string[],
  document: CrateDocument,
): string | undefined {
  const id = writtenId(node, document);
  const target = id === undefined ? undefined : document.resolveId(id);
  const link = target === undefined ? `${start}_:` : start + (target.startsWith('_:') ? target : `<${target}>`);
  const found = new Set(lines.filter((line) => (target === undefined ? line.startsWith(link) : line === link)));
  return found.size === 1 ? [...found][0] : undefined;
}

interface LinkedValue {
  /** The line that links the entity to the value, if the value is a node. */
  readonly link: string | undefined;
  readonly triples: GraphTriples;
  /** The value contains a node that needs a name now. */
  readonly isNamed: boolean;
}

/** Matches all lines of a value or, for a node, at least the link to it. */
function matchValue(lines: readonly string[], { link, triples, isNamed }: LinkedValue): ValueMatch {
  const all = triples.numbersOf(lines);
  if (triples.hasAll(all) && !isNamed) {
    triples.match(all);
    return { matched: true };
  }
  if (link === undefined || lines.length === 1) return { matched: false };
  const number = triples.numbersOf([link]);
  if (!triples.hasAll(number)) return { matched: false };
  triples.match(number);
  const [, target = ''] = /^\S+ \S+ (.*)$/s.exec(link) ?? [];
  return { matched: true, reference: target.replace(/^<(.*)>$/s, '$1') };
}
