const KEY = 'crategraph.queries';

/** The queries that a user keeps in this browser, by name. */
export type OwnQueries = Readonly<Record<string, string>>;

/** Where a browser keeps things: `localStorage`, or what stands for it. */
export type Keeper = Pick<Storage, 'getItem' | 'setItem'>;

/** Reads the kept queries; none if the browser keeps nothing. */
export function ownQueries(keeper: Keeper | undefined): OwnQueries {
  try {
    const kept: unknown = JSON.parse(keeper?.getItem(KEY) ?? '{}');
    const entries = typeof kept === 'object' && kept !== null ? Object.entries(kept) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}

/** Keeps a query under a name. @returns why it was not kept; undefined if it was */
export function keepQuery(keeper: Keeper | undefined, name: string, text: string): string | undefined {
  return write(keeper, { ...ownQueries(keeper), [name]: text });
}

/** Gives a kept query another name, which no other query may have. @returns why it has not; undefined if it has */
export function renameQuery(keeper: Keeper | undefined, from: string, to: string): string | undefined {
  const queries = ownQueries(keeper);
  if (from === to) return undefined;
  if (Object.hasOwn(queries, to)) return `There is a query named ${to} already.`;
  const renamed = Object.entries(queries).map(([name, text]) => [name === from ? to : name, text]);
  return write(keeper, Object.fromEntries(renamed) as OwnQueries);
}

/** Forgets a kept query. @returns why it is still there; undefined if it has gone */
export function forgetQuery(keeper: Keeper | undefined, name: string): string | undefined {
  return write(keeper, Object.fromEntries(Object.entries(ownQueries(keeper)).filter(([other]) => other !== name)));
}

function write(keeper: Keeper | undefined, queries: OwnQueries): string | undefined {
  try {
    if (keeper === undefined) return 'This browser keeps nothing for websites.';
    keeper.setItem(KEY, JSON.stringify(queries));
    return undefined;
  } catch {
    return 'This browser has no room left for this website.';
  }
}
