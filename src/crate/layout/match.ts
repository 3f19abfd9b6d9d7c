import { RDF, RDFS } from '../../rdf/vocabulary.js';
import { isObject, type JsonObject, type JsonValue } from '../json/parse.js';
import type { CrateDocument, WalkedEntity } from '../read/document.js';
import { GraphLines, LineWriter } from './lines.js';

/** One value of an entity, and whether the graph still says it. */
export interface MatchedValue {
  readonly kept: boolean;
  /** Predicate, as in a line: `<iri>`; undefined for what RDF does not hold. */
  readonly predicate: string | undefined;
  /** A nested node whose own description changed: only the reference to it stays. */
  readonly reference?: string | undefined;
}

/** An entity of the original document that the graph no longer says as it stands there. */
export interface TouchedEntity {
  readonly entity: WalkedEntity;
  /** Nothing of it is left. */
  readonly gone: boolean;
  /** By key, the fate of each value; undefined for entities that have to be written anew. */
  readonly values: ReadonlyMap<string, readonly MatchedValue[]> | undefined;
}

/** How the original document and the graph of today agree. */
export interface Match {
  /** By position in `@graph`. */
  readonly touched: ReadonlyMap<number, TouchedEntity>;
  /** Entities of the document, in order. */
  readonly entities: readonly WalkedEntity[];
  /** Triples that the document does not account for are left in here. */
  readonly lines: GraphLines;
}

const KEPT = `<${RDF}type> <${RDFS}Resource>`;

/** Compares the original document with a graph, entity by entity and value by value. */
export async function matchLayout(document: CrateDocument, lines: GraphLines): Promise<Match> {
  const writer = new LineWriter();
  const entities: WalkedEntity[] = [];
  const changed: { index: number; own: string[] }[] = [];
  const walk = document.walk(writer, (entity) => {
    const own = writer.take();
    if (own.every((line) => lines.has(line))) lines.cover(own);
    else changed.push({ index: entities.length, own });
    entities.push(entity);
  });
  for await (const _ of walk); // the work is done in the callback
  const touched = new Map<number, TouchedEntity>();
  for (const { index, own } of changed) {
    const entity = entities[index] as WalkedEntity;
    const gone = !own.some((line) => lines.has(line));
    touched.set(index, { entity, gone, values: gone ? undefined : await matchValues(document, entity, lines) });
  }
  return { touched, entities, lines };
}

/**
 * Takes the entities of a crate that was merged in later: those that the graph says as they stand, and that the first
 * crate does not describe, keep their JSON; of the others the order of their triples is remembered.
 */
export async function matchLater(later: CrateDocument, match: Match, sameContext: boolean): Promise<{ verbatim: JsonObject[]; order: string[] }> {
  const described = new Set(match.entities.map(({ subject }) => subject));
  const writer = new LineWriter();
  const verbatim: JsonObject[] = [];
  const order: string[] = [];
  const walk = later.walk(writer, ({ subject, value }) => {
    const own = writer.take();
    const whole = sameContext && !described.has(subject) && !subject.startsWith('_:') && own.every((line) => match.lines.has(line));
    if (!whole) order.push(...own);
    else {
      match.lines.cover(own);
      verbatim.push(value);
    }
  });
  for await (const _ of walk); // the work is done in the callback
  return { verbatim, order };
}

/** The fate of each value of an entity; undefined when its values cannot be told apart. */
async function matchValues(document: CrateDocument, entity: WalkedEntity, lines: GraphLines): Promise<Map<string, MatchedValue[]> | undefined> {
  const { '@id': id, '@context': own } = entity.value;
  if (typeof id !== 'string' || own !== undefined || document.context.aliases.size > 0) return undefined;
  if (!entity.flat && hasScope(entity.value['@type'], document)) return undefined;
  const writer = new LineWriter();
  const write = document.entityWriter(writer, entity.minted);
  const values = new Map<string, MatchedValue[]>();
  for (const [key, value] of Object.entries(entity.value)) {
    if (key === '@id') continue;
    const matched: MatchedValue[] = [];
    for (const item of Array.isArray(value) ? value : [value]) {
      await write({ '@id': id, [key]: item } satisfies JsonObject);
      matched.push(matchValue(key, item, writer.take(), lines));
    }
    values.set(key, matched);
  }
  return values;
}

/** Whether a context is scoped to one of the types, which then says what the other keys mean. */
function hasScope(type: JsonValue | undefined, { context }: CrateDocument): boolean {
  return context.complex || [type].flat().some((name) => typeof name === 'string' && context.term(name)?.complex === true);
}

function matchValue(key: string, value: JsonValue, written: readonly string[], lines: GraphLines): MatchedValue {
  const own = written.filter((line) => key === '@type' || !line.endsWith(KEPT));
  const [link] = own;
  if (link === undefined) return { kept: true, predicate: undefined };
  const [, predicate, object = ''] = /^\S+ (\S+) (.*)$/s.exec(link) ?? [];
  if (own.every((line) => lines.has(line))) {
    lines.cover(own);
    return { kept: true, predicate };
  }
  if (own.length > 1 && lines.has(link) && isObject(value) && !key.startsWith('@')) {
    lines.cover([link]);
    return { kept: true, predicate, reference: object.startsWith('<') ? object.slice(1, -1) : object };
  }
  return { kept: false, predicate };
}
