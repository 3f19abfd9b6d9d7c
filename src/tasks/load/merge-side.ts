import { eachStatement, isBlankTerm, type ReadLines, type Statement } from './statements.js';

/** What changes are about, in the terms of one side. */
export interface Concerned {
  readonly entities: ReadonlySet<string>;
  /** Those that lost something. */
  readonly reduced: ReadonlySet<string>;
  /** What they lost: see {@link valueKey}. */
  readonly lost: ReadonlySet<string>;
}

/** What one side of a merge says of the entities that the changes are about. */
export class Side {
  /** Their values, by entity and property. */
  readonly values = new Map<string, Map<string, string[]>>();
  /** Where those that lost something are values. */
  readonly mentions = new Map<string, Set<string>>();
  /** Every entity that has a value which one of them lost. */
  readonly holders = new Map<string, Set<string>>();

  static async of(lines: ReadLines, { entities, reduced, lost }: Concerned): Promise<Side> {
    const side = new Side();
    await eachStatement(lines, (statement) => {
      const { subject, property, object } = statement;
      if (entities.has(subject)) {
        const own = side.values.get(subject) ?? new Map<string, string[]>();
        side.values.set(subject, own);
        const values = own.get(property);
        if (values === undefined) own.set(property, [object]);
        else values.push(object);
      }
      if (reduced.has(object)) addTo(side.mentions, object, `${subject} ${property}`);
      if (lost.size > 0 && lost.has(valueKey(statement))) addTo(side.holders, valueKey(statement), subject);
    });
    return side;
  }

  /** The values of a property of an entity. */
  valuesOf({ subject, property }: Pick<Statement, 'subject' | 'property'>): readonly string[] {
    return this.values.get(subject)?.get(property) ?? [];
  }

  /**
   * The entities that have a value here and not on another side. Nodes without a name cannot be told apart by their
   * labels: they count only if they are more than there.
   */
  newHolders(value: string, before: Side, valueBefore = value): string[] {
    const now = this.holders.get(value) ?? [];
    const then = before.holders.get(valueBefore) ?? new Set<string>();
    const blank = [...now].filter(isBlankTerm);
    const more = blank.length > [...then].filter(isBlankTerm).length;
    return [...[...now].filter((one) => !isBlankTerm(one) && !then.has(one)), ...(more ? blank : [])].sort();
  }
}

/** A value with its property. */
export function valueKey({ property, object }: Pick<Statement, 'property' | 'object'>): string {
  return `${property} ${object}`;
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}

/** What is in one list and not in the other, each as often as there. */
export function difference(
  before: readonly string[],
  after: readonly string[],
): { readonly added: readonly string[]; readonly removed: readonly string[] } {
  return { added: missing(after, before), removed: missing(before, after) };
}

function missing(values: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
  return values.filter((value) => {
    const count = left.get(value) ?? 0;
    left.set(value, count - 1);
    return count <= 0;
  });
}

/** Whether two lists contain the same, in any order. */
export function isSame(some: readonly string[], others: readonly string[]): boolean {
  const { added, removed } = difference(some, others);
  return added.length + removed.length === 0;
}
