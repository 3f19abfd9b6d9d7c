import { addToList } from '../../base/list-map.js';
import { createHash } from 'node:crypto';
import { eachStatement, isBlankTerm, type ReadLines } from './statements.js';

/** What a graph states about a node in one triple: the property, and the term at its other end. */
type Link = readonly [property: string, other: string];

/**
 * What a graph says of its blank nodes, so that the same node is found in another graph, where it has another label. A
 * node is what is stated about it, and where: who refers to it by which property, up to nodes with a name. Only a node
 * that is unlike all others is found, and none that leads back to itself.
 */
export class BlankDescriptions {
  /** Property and object of each blank node. */
  readonly #stated = new Map<string, Link[]>();
  /** Property and subject of what refers to a blank node. */
  readonly #referrers = new Map<string, Link[]>();
  /** SHA-256 of what each node states; undefined for one that leads back to itself. */
  readonly #descriptions = new Map<string, string | undefined>();
  readonly #labels = new Map<string, string[]>();
  /** SHA-256 of description and place of each node; undefined for one that cannot be compared. */
  readonly #identities = new Map<string, string | undefined>();

  /** Reads the blank nodes of a graph. */
  static async of(lines: ReadLines): Promise<BlankDescriptions> {
    const nodes = new BlankDescriptions();
    await eachStatement(lines, ({ subject, property, object }) => {
      if (isBlankTerm(subject)) nodes.#linksOf(subject).stated.push([property, object]);
      if (isBlankTerm(object)) nodes.#linksOf(object).referrers.push([property, subject]);
    });
    const labels = [...nodes.#stated.keys()];
    describeInOrder(labels, nodes.#stated, nodes.#descriptions, () => '');
    describeInOrder(labels, nodes.#referrers, nodes.#identities, (label) => nodes.#descriptions.get(label));
    for (const [label, identity] of nodes.#identities) {
      if (identity === undefined) continue;
      addToList(nodes.#labels, identity, label);
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
    const identity = this.#identities.get(label);
    if (identity === undefined || this.#labels.get(identity)?.length !== 1) return undefined;
    const [found, ...more] = other.#labels.get(identity) ?? [];
    return more.length === 0 ? found : undefined;
  }

  #linksOf(label: string): { readonly stated: Link[]; readonly referrers: Link[] } {
    const known = { stated: this.#stated.get(label) ?? [], referrers: this.#referrers.get(label) ?? [] };
    this.#stated.set(label, known.stated);
    this.#referrers.set(label, known.referrers);
    return known;
  }
}

/**
 * Describes each node by its links, after the nodes at their other ends, without recursion: a list may be long.
 * @param found gets the SHA-256 of each node; undefined for one that leads back to itself
 * @param start what the description of a node begins with; undefined if it cannot be described
 */
function describeInOrder(
  labels: readonly string[],
  links: ReadonlyMap<string, readonly Link[]>,
  found: Map<string, string | undefined>,
  start: (label: string) => string | undefined,
): void {
  const isOpen = new Set<string>();
  for (const first of labels) {
    const open = [first];
    for (let label = open.at(-1); label !== undefined; label = open.at(-1)) {
      const own = links.get(label) ?? [];
      const unknown = own.map(([, other]) => other).filter((other) => isBlankTerm(other) && !found.has(other));
      if (found.has(label)) open.pop();
      else if (unknown.length === 0 || isOpen.has(label)) {
        found.set(label, unknown.length === 0 ? describe(start(label), own, found) : undefined);
        isOpen.delete(label);
        open.pop();
      } else {
        isOpen.add(label);
        for (const other of unknown) if (!isOpen.has(other)) open.push(other);
      }
    }
  }
}

function describe(
  start: string | undefined,
  links: readonly Link[],
  found: ReadonlyMap<string, string | undefined>,
): string | undefined {
  if (start === undefined) return undefined;
  const lines: string[] = [];
  for (const [property, other] of links) {
    const text = isBlankTerm(other) ? found.get(other) : other;
    if (text === undefined) return undefined;
    lines.push(`${property} ${isBlankTerm(other) ? `[${text}]` : text}\n`);
  }
  return createHash('sha256')
    .update(`${start}\n${lines.sort().join('')}`)
    .digest('hex');
}
