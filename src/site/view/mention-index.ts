import { nextTurn } from '../../crate/read/stop-signal.js';
import type { Mention, ViewEntity } from './crate-view.js';

/** So many entities are read between two turns of the event loop. */
const SLICE = 500;

/** What refers to each IRI: numbers instead of objects, because a large crate has a million references. */
export class MentionIndex {
  /** Places of entities and of keys, in turn. */
  #found: Map<string, number[]> | undefined;
  readonly #keys: string[] = [];
  readonly #numbers = new Map<string, number>();
  #reading: Promise<void> | undefined;

  /** Reads the entities; other events happen meanwhile. */
  prepare(entities: readonly ViewEntity[]): Promise<void> {
    return (this.#reading ??= this.#read(entities).catch((error: unknown) => {
      this.#reading = undefined;
      throw error;
    }));
  }

  /** What refers to an IRI, in order. An entity that refers to it twice under one key counts once. */
  of(iri: string, entities: readonly ViewEntity[]): Mention[] {
    if (this.#found === undefined) {
      const found = new Map<string, number[]>();
      entities.forEach((entity, at) => this.#add(entity, at, found));
      this.#found = found;
    }
    const places = this.#found.get(iri) ?? [];
    return Array.from({ length: places.length / 2 }, (_, at) => ({
      entity: entities[places[2 * at] as number] as ViewEntity,
      key: this.#keys[places[2 * at + 1] as number] as string,
    }));
  }

  async #read(entities: readonly ViewEntity[]): Promise<void> {
    const found = new Map<string, number[]>();
    for (const [at, entity] of entities.entries()) {
      this.#add(entity, at, found);
      if (at % SLICE === SLICE - 1) await nextTurn();
    }
    this.#found ??= found;
  }

  #add({ properties }: ViewEntity, at: number, found: Map<string, number[]>): void {
    for (const { key, values } of properties)
      for (const value of values) {
        if (!('reference' in value)) continue;
        const number = this.#number(key);
        const known = found.get(value.iri);
        if (known === undefined) found.set(value.iri, [at, number]);
        else if (known.at(-2) !== at || known.at(-1) !== number) known.push(at, number);
      }
  }

  #number(key: string): number {
    let number = this.#numbers.get(key);
    if (number === undefined) this.#numbers.set(key, (number = this.#keys.push(key) - 1));
    return number;
  }
}
