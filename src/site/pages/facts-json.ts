import { CrateError } from '../../base/errors.js';
import { datasetFacts } from '../view/dataset-facts.js';
import type { PageData } from './page-data.js';
import { jsonPage } from './json-page.js';
import type { RenderedPage, SaidFacts, StoreFacts } from './page-request.js';
import { plainText } from './prose/plain-text.js';

/** What crates say of themselves, as JSON. */
export async function saidFacts(keys: readonly string[], data: PageData): Promise<RenderedPage> {
  const all: SaidFacts[] = [];
  for (const key of keys) all.push(await factsOf(key, data));
  return jsonPage(all);
}

async function factsOf(key: string, data: PageData): Promise<SaidFacts> {
  const crate = data.index.crate(key);
  if (crate === undefined) return null;
  try {
    return datasetFacts(await data.view(crate, false), plainText);
  } catch (error) {
    if (error instanceof CrateError) return { problem: error.message };
    throw error;
  }
}

/** How much the store contains, as JSON: what the page of statistics and the query editor know already. */
export async function storeFacts(data: PageData): Promise<RenderedPage> {
  const { statistics, pending } = await data.sumOfStatistics();
  // Of a store without an index, or with a part of it, it is not known.
  const terms = data.index.pending === 0 ? await data.index.usedTerms() : undefined;
  const facts: StoreFacts = {
    pending,
    triples: statistics.triples,
    entities: statistics.entities,
    types: statistics.types.map(({ type, entities }) => ({ iri: type, count: entities })),
    properties: terms?.properties.map(({ iri, uses }) => ({ iri, count: uses })),
  };
  return jsonPage(facts);
}
