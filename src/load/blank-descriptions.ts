import { createHash } from 'node:crypto';
import { eachStatement, isBlankTerm, type ReadLines } from './statements.js';

/**
 * What a graph says of its blank nodes, so that the same node is found in another graph, where it has another label. Only
 * a node whose description is unlike all others is found, and none whose description leads back to itself.
 */
export class BlankDescriptions {
  /** Property and object of each blank node. */
  readonly #stated = new Map<string, (readonly [property: string, object: string])[]>();
  /** SHA-256 of each description; undefined for one that leads back to itself. */
  readonly #descriptions = new Map<string, string | undefined>();
  readonly #labels = new Map<string, string[]>();

  /** Reads the blank nodes of a graph. */
  static async of(lines: ReadLines): Promise<BlankDescriptions> {
    const nodes = new BlankDescriptions();
    await eachStatement(lines, ({ subject, property, object }) => {
      if (isBlankTerm(object) && !nodes.#stated.has(object)) nodes.#stated.set(object, []);
      if (!isBlankTerm(subject)) return;
      const own = nodes.#stated.get(subject);
      if (own === undefined) nodes.#stated.set(subject, [[property, object]]);
      else own.push([property, object]);
    });
    for (const label of nodes.#stated.keys()) nodes.#describe(label);
    for (const [label, description] of nodes.#descriptions) {
      if (description === undefined) continue;
      const same = nodes.#labels.get(description);
      if (same === undefined) nodes.#labels.set(description, [label]);
      else same.push(label);
    }
    return nodes;
  }

  has(label: string): boolean {
    return this.#stated.has(label);
  }

  /** The description of a node; undefined if it cannot be compared. */
  descriptionOf(label: string): string | undefined {
    return this.#descriptions.get(label);
  }

  /** The node of another graph that is this one; undefined if that is not certain. */
  counterpart(label: string, other: BlankDescriptions): string | undefined {
    const description = this.#descriptions.get(label);
    if (description === undefined || this.#labels.get(description)?.length !== 1) return undefined;
    const [found, ...more] = other.#labels.get(description) ?? [];
    return more.length === 0 ? found : undefined;
  }

  /** Describes a node after the nodes that it refers to, without recursion: a list may be long. */
  #describe(start: string): void {
    const open = [start];
    const isOpen = new Set<string>();
    for (let label = open.at(-1); label !== undefined; label = open.at(-1)) {
      const stated = this.#stated.get(label) ?? [];
      const inner = stated.map(([, object]) => object).filter(isBlankTerm);
      const unknown = inner.filter((object) => !this.#descriptions.has(object));
      if (this.#descriptions.has(label)) open.pop();
      else if (unknown.length === 0 || isOpen.has(label)) {
        this.#descriptions.set(label, unknown.length === 0 ? this.#textOf(stated) : undefined);
        isOpen.delete(label);
        open.pop();
      } else {
        isOpen.add(label);
        for (const object of unknown) if (!isOpen.has(object)) open.push(object);
      }
    }
  }

  #textOf(stated: readonly (readonly [string, string])[]): string | undefined {
    const lines: string[] = [];
    for (const [property, object] of stated) {
      const text = isBlankTerm(object) ? this.#descriptions.get(object) : object;
      if (text === undefined) return undefined;
      lines.push(`${property} ${isBlankTerm(object) ? `[${text}]` : text}\n`);
    }
    return createHash('sha256').update(lines.sort().join('')).digest('hex');
  }
}
