import type { NodeId } from '../../rdf/checked-text.js';
import { RDF, RDFS } from '../../rdf/vocabulary.js';
import { isObject, type JsonObject, type JsonValue } from '../json/lazy-document.js';
import type { CrateDocument } from '../read/crate-document.js';
import type { WalkedEntity } from '../read/lanes.js';
import type { GraphLines } from './graph-triples.js';
import { isPlain, keywordOf, predicateOf, TYPE, writtenId } from './written-keys.js';
import { LineWriter, printsOf } from './triple-lines.js';
import { mentions } from './newly-named.js';

/** Whether the graph still says a value of an entity. */
export interface MatchedValue {
  readonly kept: boolean;
  /** A nested node whose own description changed: the reference to it stays, and of its values what can be told apart. */
  readonly reference?: string | undefined;
  readonly nested?: MatchedNode | undefined;
  /** A map of which only a part is left: by key, the fate of each value. */
  readonly parts?: ReadonlyMap<string, readonly MatchedValue[]> | undefined;
}

/** What became of a node. */
export interface MatchedNode {
  /** Nothing of what it said is left. */
  readonly gone: boolean;
  readonly values: MatchedValues;
}

/** By key, the fate of each value. A key whose values cannot be told apart has one fate for all of them. */
export type MatchedValues = Map<string, MatchedValue[]>;

/** The predicate and object that are there for an entity that says nothing. */
export const KEPT = `<${RDF}type> <${RDFS}Resource>`;

/**
 * The fate of each value of an entity; undefined when its values cannot be told apart.
 * @param later for a document that was merged in later; `onLoss` for an entity that an earlier document describes, too:
 * only what is not said there stays, and by plain keys; called with the keys of others that hold what RDF does not
 */
export async function matchValues(
  document: CrateDocument,
  entity: WalkedEntity,
  lines: GraphLines,
  named: ReadonlySet<string>,
  later?: { readonly onLoss: ((key: string) => void) | undefined },
): Promise<MatchedValues | undefined> {
  const { value: node, subject } = entity;
  if (!isPlain(node, document)) return undefined;
  const id = writtenId(node, document) as string;
  const whole = new Sayings(document, entity, id);
  // Where a key has a syntax of its own, its values are written once more, one by one: that shows whether they may be.
  const single = Object.entries(node).some(([key, value]) => isMany(key, value, document))
    ? new Sayings(document, entity, id)
    : undefined;
  const fate = (own: readonly string[], reference?: string): MatchedValue =>
    matchValue(own, reference, lines, mentions(own, named));
  const isSaid = (own: readonly string[]) =>
    later?.onLoss !== undefined && own.length > 0 && lines.covers(printsOf(own));
  const lost = (key: string, value: JsonValue): MatchedValue => {
    if (holdsMore(value, document)) later?.onLoss?.(key);
    return { kept: false };
  };
  const values: MatchedValues = new Map();
  for (const [key, value] of inWrittenOrder(node, entity.flat)) {
    if (keywordOf(key, document) === '@id') continue;
    const predicate = predicateOf(key, document);
    if (predicate === undefined) {
      const own = await whole.say(key, value);
      if (later?.onLoss !== undefined && own.length > 0) {
        await single?.say(key, value);
        values.set(
          key,
          [value].flat().map((item) => lost(key, item)),
        );
        continue;
      }
      const parts = single && (await partsOf(single, key, value, isMany(key, value, document)));
      const kept = fate(own);
      const matched = kept.kept || parts === undefined || !alike(own, parts) ? [kept] : matchParts(parts, fate);
      values.set(key, matched);
      continue;
    }
    const link = `${subject.startsWith('_:') ? subject : `<${subject}>`} <${predicate}> `;
    const matched: MatchedValue[] = [];
    for (const item of Array.isArray(value) ? value : [value]) {
      const { minted } = whole;
      const own = await whole.say(key, item);
      await single?.say(key, item);
      const node = predicate !== TYPE && isNode(item, document) ? item : undefined;
      if (isSaid(own)) matched.push(lost(key, item));
      else if (node === undefined) matched.push(fate(own));
      else {
        const line = lineTo(node, link, own, document);
        const one = fate(own, line);
        const inner = { value: node, subject: one.reference as NodeId, flat: entity.flat, minted };
        const inside = one.reference === undefined || later !== undefined ? undefined : await matchValues(document, inner, lines, named); // prettier-ignore
        const gone = !lines.some(printsOf(own.filter((other) => other !== line)));
        matched.push({ ...one, nested: inside && { gone, values: inside } });
      }
    }
    values.set(key, matched);
  }
  return values;
}

/** Whether a value holds what RDF does not: `null`, `[]`, undefined properties. */
function holdsMore(value: JsonValue, document: CrateDocument): boolean {
  if (Array.isArray(value)) return value.length === 0 || value.some((item) => holdsMore(item, document));
  if (!isObject(value)) return value === null;
  const isUndefined = (key: string) => document.context.expandVocab(key).kind === 'relative';
  return Object.entries(value).some(([key, item]) => isUndefined(key) || holdsMore(item, document));
}

/** The order in which a lane makes blank nodes: expansion sorts the keys (JSON-LD 1.1 API, section 5.1.2 step 13). */
function inWrittenOrder(node: JsonObject, flat: boolean): [string, JsonValue][] {
  const entries = Object.entries(node);
  return flat ? entries : entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Writes what an entity says, key by key, without the type that it has because it says nothing. */
class Sayings {
  /** How many blank nodes were made before the next one. */
  minted: number;
  readonly #id: string;
  readonly #writer = new LineWriter();
  readonly #write: (entity: JsonObject) => Promise<number>;
  readonly #typeKey: string | undefined;

  constructor(document: CrateDocument, entity: WalkedEntity, id: string) {
    this.minted = entity.minted;
    this.#id = id;
    this.#write = document.entityWriter(this.#writer, entity);
    this.#typeKey = Object.keys(entity.value).find((key) => keywordOf(key, document) === '@type');
  }

  async say(key: string, value: JsonValue): Promise<string[]> {
    this.minted = await this.#write({ '@id': this.#id, [key]: value });
    return this.#writer.take().filter((line) => key === this.#typeKey || !line.endsWith(KEPT));
  }
}

/** Whether a value may hold several that stand each for itself: those of `@reverse`, of reverse terms, of language maps. */
function isMany(key: string, value: JsonValue, document: CrateDocument): boolean {
  if (predicateOf(key, document) !== undefined) return false;
  const complex = keywordOf(key, document) === '@reverse' || document.context.term(key)?.complex === true;
  return complex && typeof value === 'object' && value !== null;
}

interface Part {
  /** The key in a map. */
  readonly key: string | undefined;
  readonly own: readonly string[];
}

async function partsOf(single: Sayings, key: string, value: JsonValue, many: boolean): Promise<Part[]> {
  const parts: Part[] = [];
  if (!many)
    await single.say(key, value); // what comes after it has the same labels
  else if (isObject(value)) {
    for (const [inner, items] of Object.entries(value))
      for (const item of [items].flat()) parts.push({ key: inner, own: await single.say(key, { [inner]: item }) });
  } else for (const item of value as JsonValue[]) parts.push({ key: undefined, own: await single.say(key, item) });
  return parts;
}

/** Whether the parts say together what the whole says: not so for lists and JSON literals. */
function alike(whole: readonly string[], parts: readonly Part[]): boolean {
  const [one, other] = [new Set(whole), new Set(parts.flatMap(({ own }) => own))];
  return one.size === other.size && [...one].every((line) => other.has(line));
}

function matchParts(parts: readonly Part[], fate: (own: readonly string[]) => MatchedValue): MatchedValue[] {
  const matched = parts.map(({ key, own }) => ({ key, ...fate(own) }));
  if (parts[0]?.key === undefined) return matched;
  const byKey = new Map<string, MatchedValue[]>();
  for (const { key = '', ...one } of matched) byKey.set(key, [...(byKey.get(key) ?? []), one]);
  return [{ kept: matched.some(({ kept }) => kept), parts: byKey }];
}

/** Whether a value is one node, which may have more to say than its identifier. */
function isNode(value: JsonValue, document: CrateDocument): value is JsonObject {
  if (!isObject(value)) return false;
  return !Object.keys(value).some((key) => {
    const keyword = keywordOf(key, document);
    return ['@value', '@list', '@set'].includes(keyword) || (keyword === '@id' && Array.isArray(value[key]));
  });
}

/**
 * The line that leads from an entity to a node, undefined where it cannot be told: what is nested in the node may say
 * more of the entity by the same key.
 * @param link how the line begins
 */
function lineTo(node: JsonObject, link: string, own: readonly string[], document: CrateDocument): string | undefined {
  const id = writtenId(node, document);
  const target = id === undefined ? undefined : document.resolveId(id);
  const ends = target === undefined ? `${link}_:` : link + (target.startsWith('_:') ? target : `<${target}>`);
  const found = new Set(own.filter((line) => (target === undefined ? line.startsWith(ends) : line === ends)));
  return found.size === 1 ? [...found][0] : undefined;
}

/**
 * @param reference the line that leads from the entity to the value, if it is a node
 * @param opens a node in the value needs a name now
 */
function matchValue(
  own: readonly string[],
  reference: string | undefined,
  lines: GraphLines,
  opens: boolean,
): MatchedValue {
  const prints = printsOf(own);
  if (lines.every(prints) && !opens) {
    lines.cover(prints);
    return { kept: true };
  }
  if (reference === undefined || own.length === 1) return { kept: false };
  const print = printsOf([reference]);
  if (!lines.every(print)) return { kept: false };
  lines.cover(print);
  const [, target = ''] = /^\S+ \S+ (.*)$/s.exec(reference) ?? [];
  return { kept: true, reference: target.replace(/^<(.*)>$/s, '$1') };
}
