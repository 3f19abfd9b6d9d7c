import { CheckedEntity } from './checked-entity.js';
import type { Names } from './names.js';
import { documentNodes, type Node } from './nodes.js';

/** What is kept of an entity while rules go through the others. */
interface Entry {
  pointer: string;
  types: readonly string[];
  /** Number of its descriptions. */
  descriptions: number;
  /** Entities that it refers to. */
  readonly targets: string[];
  reachable: boolean;
}

/** So many windows stay parsed for rules that look at other entities. */
const MOST_WINDOWS = 24;

/** All entities of a crate by IRI, without their properties: a large crate is never in memory as a whole. */
export class EntityIndex {
  readonly #names: Names;
  readonly #entries = new Map<string, Entry>();
  readonly #windows = new Map<number, ReadonlyMap<string, Node>>();

  constructor(names: Names) {
    this.#names = names;
  }

  /** Adds a description of an entity. Objects without an `@id` count for the entity that they are in. */
  add(entity: CheckedEntity): void {
    if (entity.iri === '') return;
    let entry = this.#entries.get(entity.iri);
    if (entry === undefined) {
      entry = { pointer: entity.pointer, types: entity.types, descriptions: 1, targets: [], reachable: false };
      this.#entries.set(entity.iri, entry);
    } else {
      entry.descriptions += 1;
      if (entry.types.length === 0) Object.assign(entry, { pointer: entity.pointer, types: entity.types });
    }
    for (const { iri } of entity.allReferences(true)) if (iri !== entity.iri) entry.targets.push(iri);
  }

  isDescribed(iri: string): boolean {
    return this.#entries.has(iri);
  }

  /** How often an entity is described. */
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

  /** Marks what can be reached from some entities. */
  reachFrom(starts: readonly (string | undefined)[]): void {
    const rest = starts.filter((iri) => iri !== undefined);
    for (let iri = rest.pop(); iri !== undefined; iri = rest.pop()) {
      const entry = this.#entries.get(iri);
      if (entry === undefined || entry.reachable) continue;
      entry.reachable = true;
      for (const target of entry.targets) rest.push(target);
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
