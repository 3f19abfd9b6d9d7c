import type { ListedTerm } from './list-terms.js';
import type { TermRole } from './term-definition-entity.js';

/** A crate that uses a term. */
export interface TermUser extends Pick<ListedTerm, 'uses' | 'definition' | 'problems'> {
  readonly crate: string;
}

/** A term that at least one of several crates uses: its uses are those of all, its definition is that of the first. */
export interface UnitedTerm extends ListedTerm {
  readonly crates: readonly TermUser[];
}

/**
 * Unites the terms of several crates. A name that means two things is two terms.
 * @example
 * const names = ['data/crates/rainfall-survey', 'data/crates/coastal-atlas'];
 * const listed = await Promise.all(names.map(async (crate) => ({ crate, terms: await listTerms(crate) })));
 * for (const { name, crates } of uniteTerms(listed)) console.log(name, crates.length);
 */
export function uniteTerms(
  listed: readonly { readonly crate: string; readonly terms: readonly ListedTerm[] }[],
): UnitedTerm[] {
  const united = new Map<string, { first: ListedTerm; readonly crates: TermUser[] }>();
  for (const { crate, terms } of listed) {
    for (const term of terms) {
      const { name, iri, origin, uses, definition, problems } = term;
      const key = JSON.stringify([name, iri, origin]);
      const group = united.get(key) ?? { first: term, crates: [] };
      united.set(key, group);
      if (group.first.definition === undefined && definition !== undefined) group.first = term;
      group.crates.push({ crate, uses, definition, problems });
    }
  }
  return [...united.values()].map(({ first, crates }) => ({ ...first, ...summed(crates), crates }));
}

function summed(crates: readonly TermUser[]): Pick<ListedTerm, 'uses' | 'problems'> {
  const total = (role: TermRole) => crates.reduce((sum, { uses }) => sum + uses[role], 0);
  const problems = crates.flatMap((one) => one.problems);
  const isFirst = ({ message }: (typeof problems)[number], at: number) =>
    problems.findIndex((one) => one.message === message) === at;
  return {
    uses: { property: total('property'), class: total('class'), term: total('term') },
    problems: problems.filter(isFirst),
  };
}
