import { CHUNK_LENGTH, literalToNQuads } from '../../base/rdf/nquads.js';
import type { JsonObject } from '../json/value.js';
import { isAnonymous } from '../follow/newly-named.js';
import { TripleWriter } from '../follow/triple-lines.js';
import type { CrateDocument } from '../read/crate-document.js';
import type { ReadEntity } from '../read/lanes.js';
import type { DocumentEdit } from './document-edit.js';
import { predicatesOf, undefinedNames, withAbsoluteNames } from './property-iris.js';

/** Subject, predicate and object in N-Triples. */
export type Triple = readonly [subject: string, predicate: string, object: string];

/** The triples that stay after an edit, with the names that they had before. */
export interface KeptTriples {
  readonly triples: readonly Triple[];
  /** The entities that the flat lane could not read. */
  readonly general: readonly ReadEntity[];
  /** How many blank nodes the document minted, at most. */
  readonly minted: number;
}

/** Reads a document without what an edit drops. */
export async function keptTriples(document: CrateDocument, { drop }: DocumentEdit): Promise<KeptTriples> {
  const writer = new Triples();
  const kept: Triple[] = [];
  const general: ReadEntity[] = [];
  const dropped = new Map([...drop].map(([iri, names]) => [nodeTerm(iri), predicateSet(names, document)]));
  const reading = document.readEntities(writer, (entity) => {
    const own = writer.take();
    for (const triple of dropped.size === 0 ? own : withoutDropped(own, dropped)) kept.push(triple);
    if (!entity.flat) general.push(entity);
  });
  for await (const _ of reading); // the callback does the work
  let minted = 0;
  for (const label of writer.labels)
    if (isAnonymous(label)) minted = Math.max(minted, Number(/n(\d+)$/.exec(label)?.[1] ?? 0));
  return { triples: kept, general, minted };
}

/** The predicates that go away with their values; undefined: all. */
type Dropped = ReadonlyMap<string, ReadonlySet<string> | undefined>;

function predicateSet(names: readonly string[] | 'all', document: CrateDocument): ReadonlySet<string> | undefined {
  if (names === 'all') return undefined;
  return new Set(names.flatMap((name) => predicatesOf(name, document)).map((iri) => `<${iri}>`));
}

/** The triples of an entity without those that go away: with a value go the nodes without name in it. */
function withoutDropped(own: readonly Triple[], dropped: Dropped): readonly Triple[] {
  const isDropped = ([subject, predicate]: Triple) =>
    dropped.has(subject) && dropped.get(subject)?.has(predicate) !== false;
  const gone = new Set<Triple>(own.filter(isDropped));
  if (gone.size === 0) return own;
  const about = new Map<string, Triple[]>();
  for (const triple of own) {
    const others = about.get(triple[0]);
    if (others === undefined) about.set(triple[0], [triple]);
    else others.push(triple);
  }
  for (const [, , object] of gone)
    // triples that it adds follow
    if (object.startsWith('_:') && isAnonymous(object.slice(2)))
      for (const triple of about.get(object) ?? []) gone.add(triple);
  return own.filter((triple) => !gone.has(triple));
}

/**
 * Names the nodes of entities that the flat lane cannot read, whose contexts may give identifiers another meaning:
 * reads each under both bases.
 */
export async function nameGeneral(
  general: readonly ReadEntity[],
  [document, moved]: readonly [before: CrateDocument, after: CrateDocument],
  iris: Map<string, string>,
): Promise<Map<string, string>> {
  const predicates = new Map<string, string>();
  for (const entity of general) {
    const before = await triplesOf(document, entity);
    const after = await triplesOf(moved, entity);
    if (before.length !== after.length) continue; // the entity is rewritten from its triples
    before.forEach((triple, index) => {
      triple.forEach((term, position) => {
        const other = after[index]?.[position] as string;
        if (term === other || !term.startsWith('<') || !other.startsWith('<')) return;
        if (position === 1) predicates.set(term, other);
        else if (!iris.has(term.slice(1, -1))) iris.set(term.slice(1, -1), other.slice(1, -1));
      });
    });
  }
  return predicates;
}

async function triplesOf(document: CrateDocument, entity: ReadEntity): Promise<Triple[]> {
  const writer = new Triples();
  await document.entityWriter(writer, entity)(entity.value);
  return writer.take();
}

/** The triples that an edit adds. @param moved the document with the context and base that it has after the edit */
export async function addedTriples(
  add: readonly JsonObject[],
  moved: CrateDocument,
  minted: number,
): Promise<Triple[]> {
  const writer = new Triples();
  const write = moved.entityWriter(writer, { minted, flat: true });
  const names = undefinedNames(add, moved);
  for (const entity of add) await write(withAbsoluteNames(entity, names, moved) as JsonObject);
  return writer.take();
}

/** N-Triples in chunks, under new names. */
export function triplesText(
  triples: readonly Triple[],
  iris: ReadonlyMap<string, string> = new Map(),
  predicates: ReadonlyMap<string, string> = new Map(),
): string[] {
  const names = new Map([...iris].map(([iri, name]) => [`<${iri}>`, `<${name}>`]));
  const node = (term: string) => names.get(term) ?? term;
  const chunks: string[] = [];
  let text = '';
  for (const [subject, predicate, object] of triples) {
    text += `${node(subject)} ${predicates.get(predicate) ?? predicate} ${node(object)} .\n`;
    if (text.length < CHUNK_LENGTH) continue;
    chunks.push(text);
    text = '';
  }
  return [...chunks, text];
}

/** The IRIs of the subjects. */
export function subjectsOf(triples: readonly Triple[]): Set<string> {
  const subjects = new Set<string>();
  for (const [subject] of triples) if (subject.startsWith('<')) subjects.add(subject.slice(1, -1));
  return subjects;
}

function nodeTerm(id: string): string {
  return id.startsWith('_:') ? id : `<${id}>`;
}

/** Collects triples with their literals as written. */
class Triples extends TripleWriter<Triple> {
  quad(subject: string, predicate: string, object: string): void {
    this.written.push([subject, predicate, object]);
  }

  override literal(value: string, datatype: string | undefined, language: string | undefined): string {
    return literalToNQuads(value, datatype, language);
  }
}
