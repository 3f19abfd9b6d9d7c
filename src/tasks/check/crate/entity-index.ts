import { CheckedEntity } from './checked-entity.js';
import type { Names } from './meanings.js';
import { documentNodes, type Node } from './nodes.js';

/** What is kept of an entity while rules go through the others. */
interface Entry {
  pointer: string;
  types: readonly string[];
  /** Number of its descriptions directly in `@graph`. */
  descriptions: number;
  /** Entities that it refers to. */
  readonly targets: string[];
  /** Entities that it refers to by `hasPart`. */
  readonly parts: string[];
  reachable: boolean;
  part: boolean;
}

/** An identifier as the document writes it. */
export interface Identifier {
  readonly id: string;
  readonly iri: string;
  /** JSON pointer of the description, or of the first reference if there is none. */
  readonly pointer: string;
  /** `@id` of the entity at that place. */
  readonly entity: string | undefined;
  /** Number of references to it. */
  readonly references: number;
}

/** So many windows stay parsed for rules that look at other entities. */
const MOST_WINDOWS = 24;

/** All entities of a crate by IRI, without their properties: a large crate is never in memory as a whole. */
export class EntityIndex {
  readonly #names: Names;
  readonly #entries = new Map<string, Entry>();
  readonly #windows = new Map<number, ReadonlyMap<string, Node>>();
  readonly #identifiers = new Map<string, { -readonly [K in keyof Identifier]: Identifier[K] }>();

  constructor(names: Names) {
    this.#names = names;
  }

  /** Adds a description of an entity. Objects without an `@id` count for the entity that they are in. */
  add(entity: CheckedEntity): void {
    const { id, iri, pointer, types, nested } = entity;
    const entry = iri === '' ? undefined : this.#entryOf(entity);
    if (entry !== undefined && !nested) entry.descriptions += 1;
    if (entry?.types.length === 0) Object.assign(entry, { pointer, types });
    if (id !== undefined) this.#identifier(id, iri).pointer = `${pointer}/@id`;
    if (id !== undefined) this.#identifier(id, iri).entity = id;
    for (const reference of entity.allReferences(entry !== undefined)) {
      if (entry !== undefined && reference.iri !== iri) entry.targets.push(reference.iri);
      const found = this.#identifier(reference.id, reference.iri);
      found.references += 1;
      if (found.pointer === '') Object.assign(found, { pointer: reference.pointer, entity: id });
    }
    if (entry !== undefined) for (const part of entity.references('hasPart')) entry.parts.push(part.iri);
  }

  #entryOf({ iri, pointer, types }: CheckedEntity): Entry {
    let entry = this.#entries.get(iri);
    if (entry === undefined) {
      entry = { pointer, types, descriptions: 0, targets: [], parts: [], reachable: false, part: false };
      this.#entries.set(iri, entry);
    }
    return entry;
  }

  #identifier(id: string, iri: string) {
    let found = this.#identifiers.get(id);
    if (found === undefined) {
      found = { id, iri, pointer: '', entity: undefined, references: 0 };
      this.#identifiers.set(id, found);
    }
    return found;
  }

  /** All identifiers of entities and references, each spelling once. */
  identifiers(): Iterable<Identifier> {
    return this.#identifiers.values();
  }

  isIdentifier(id: string): boolean {
    return this.#identifiers.has(id);
  }

  isDescribed(iri: string): boolean {
    return this.#entries.has(iri);
  }

  /** How often an entity is described directly in `@graph`. */
  descriptionsOf(iri: string): number {
    return this.#entries.get(iri)?.descriptions ?? 0;
  }

  /** IRIs of the types of an entity; none if it is not described. */
  typesOf(iri: string): readonly string[] {
    return this.#entries.get(iri)?.types ?? [];
  }

  pointerTo(iri: string): string | undefined {
    return this.#entries.get(iri)?.pointer;
  }

  /** The `@id` of the entity at a pointer, or around it, as written. */
  idAt(pointer: string | undefined): string | undefined {
    const [, entity] = /^(\/@graph\/\d+)/.exec(pointer ?? '') ?? [];
    return entity === undefined ? undefined : this.read(entity)?.id;
  }

  /** Whether references lead from the root or the descriptor to an entity. */
  isReachable(iri: string): boolean {
    return this.#entries.get(iri)?.reachable === true;
  }

  /** Whether `hasPart` leads from the root to an entity. */
  isPart(iri: string): boolean {
    return this.#entries.get(iri)?.part === true;
  }

  /** Marks what can be reached from the root and the descriptor, and the parts of the root. */
  reachFrom(root: string | undefined, descriptor: string | undefined): void {
    this.#mark([root, descriptor], 'reachable', 'targets');
    this.#mark([root], 'part', 'parts');
  }

  #mark(starts: readonly (string | undefined)[], mark: 'reachable' | 'part', along: 'targets' | 'parts'): void {
    const rest = starts.filter((iri) => iri !== undefined);
    for (let iri = rest.pop(); iri !== undefined; iri = rest.pop()) {
      const entry = this.#entries.get(iri);
      if (entry === undefined || entry[mark]) continue;
      entry[mark] = true;
      for (const target of entry[along]) rest.push(target);
    }
  }

  /** Reads the entity at a pointer again. */
  read(pointer: string): CheckedEntity | undefined {
    const { windows } = this.#names.document.json;
    const place = Number(/^\/@graph\/(\d+)/.exec(pointer)?.[1] ?? -1);
    const window = place < 0 ? -1 : windows.findLastIndex(({ first }) => first <= place);
    let nodes = this.#windows.get(window);
    if (nodes === undefined) {
      nodes = new Map([...documentNodes(this.#names.document, undefined, window)].map((node) => [node.pointer, node]));
      const [oldest] = this.#windows.keys();
      if (this.#windows.size >= MOST_WINDOWS && oldest !== undefined) this.#windows.delete(oldest);
    } else this.#windows.delete(window);
    this.#windows.set(window, nodes);
    const node = nodes.get(pointer);
    return node === undefined ? undefined : new CheckedEntity(this.#names, node);
  }
}
