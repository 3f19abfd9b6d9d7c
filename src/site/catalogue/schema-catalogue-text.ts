import { datasetDescription } from '../view/dataset-description.js';
import type { CatalogueEntry } from './catalogue-entry.js';
import { jsonList } from './json-list.js';

/** Writes a `DataCatalog` of schema.org in JSON-LD, crate by crate. @param catalogue its own properties */
export function schemaCatalogueText(catalogue: object, entries: AsyncIterable<CatalogueEntry>): AsyncGenerator<string> {
  const head = { '@context': 'https://schema.org/', '@type': 'DataCatalog', ...catalogue };
  return jsonList(head, 'dataset', datasets(entries));
}

async function* datasets(entries: AsyncIterable<CatalogueEntry>): AsyncGenerator<object> {
  for await (const { facts, page, downloads } of entries)
    yield datasetDescription(facts, {
      title: facts.name,
      text: facts.description,
      website: undefined,
      address: page ?? facts.iri,
      downloads,
    });
}
