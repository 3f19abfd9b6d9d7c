import { keptTexts, KeptValue, type Keeper } from './kept-value.js';

/** The queries that a user keeps in this browser, by name. */
export type OwnQueries = Readonly<Record<string, string>>;

/** Reads the kept queries; none if the browser keeps nothing. */
export function ownQueries(keeper: Keeper | undefined): OwnQueries {
  return kept(keeper).value;
}

/** Keeps a query under a name. @returns why it was not kept; undefined if it was */
export function keepQuery(keeper: Keeper | undefined, name: string, text: string): string | undefined {
  return kept(keeper).keep({ ...ownQueries(keeper), [name]: text });
}

/** Gives a kept query another name, which no other query may have. @returns why it has not; undefined if it has */
export function renameQuery(keeper: Keeper | undefined, from: string, to: string): string | undefined {
  const queries = ownQueries(keeper);
  if (from === to) return undefined;
  if (Object.hasOwn(queries, to)) return `There is a query named ${to} already.`;
  const renamed = Object.entries(queries).map(([name, text]) => [name === from ? to : name, text]);
  return kept(keeper).keep(Object.fromEntries(renamed) as OwnQueries);
}

/** Forgets a kept query. @returns why it is still there; undefined if it has gone */
export function forgetQuery(keeper: Keeper | undefined, name: string): string | undefined {
  const others = Object.entries(ownQueries(keeper)).filter(([other]) => other !== name);
  return kept(keeper).keep(Object.fromEntries(others));
}

function kept(keeper: Keeper | undefined): KeptValue<OwnQueries> {
  return new KeptValue(keeper, 'crategraph.queries', keptTexts);
}
