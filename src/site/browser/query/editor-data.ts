import type { BoundQuery } from '../../pages/bound-query.js';
import type { QueryTerms } from '../../pages/query-terms.js';
import type { ResultLink } from '../../pages/result-links.js';
import { QueryFailure } from './run-query.js';

/** What the editor knows about the store; undefined if the server does not say. */
export async function fetchTerms(home: string): Promise<QueryTerms | undefined> {
  const answer = await fetch(`${home}query/terms.json`).catch(() => undefined);
  if (answer?.ok !== true) return undefined;
  // An answer may break off.
  return answer.json().catch(() => undefined) as Promise<QueryTerms | undefined>;
}

const known = new Map<string, ResultLink | undefined>();

/** Finds out where IRIs lead on this website. Without an answer they lead to the outside, as if they were not known. */
export async function fetchLinks(home: string, iris: readonly string[]): Promise<ReadonlyMap<string, ResultLink>> {
  const wanted = iris.filter((iri) => !known.has(iri));
  if (wanted.length > 0) {
    const body = new URLSearchParams(wanted.map((iri) => ['iri', iri]));
    const answer = await fetch(`${home}crates.json`, { method: 'POST', body }).catch(() => undefined);
    if (answer?.ok === true) {
      const links = new Map(Object.entries((await answer.json()) as Record<string, ResultLink>));
      for (const iri of wanted) known.set(iri, links.get(iri));
    }
  }
  return new Map(iris.flatMap((iri) => (known.get(iri) === undefined ? [] : [[iri, known.get(iri) as ResultLink]])));
}

/** Has the server set the parameters of a query. @throws QueryFailure */
export async function boundText(
  home: string,
  query: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const body = new URLSearchParams({ query });
  for (const [name, value] of Object.entries(parameters)) body.append(`$${name}`, value);
  const answer = await fetch(`${home}query/bound.json`, { method: 'POST', body }).catch(() => undefined);
  if (answer === undefined) throw new QueryFailure('The server cannot be reached. Is it running, and are you online?');
  const bound = (await answer
    .json()
    .catch(() => ({ error: `The server answers ${String(answer.status)}` }))) as BoundQuery;
  if ('error' in bound) throw new QueryFailure(bound.error);
  return bound.text;
}
