import type { DataFactory, Quad } from '@rdfjs/types';
import { dataFactory } from '../../base/rdf/data-factory.js';
import { serializeRdf } from '../../base/rdf/serialize-rdf.js';
import type { RdfSyntax } from '../../base/rdf/syntaxes.js';
import { turtlePrefixes, writeTurtle } from '../../base/rdf/turtle/write-turtle.js';
import type { CatalogueEntry } from './catalogue-entry.js';
import { dcatDataset } from './dcat-dataset.js';
import { DCAT_CONTEXT, DCAT_PREFIXES, dcatQuads, type DcatNode } from './dcat-terms.js';
import { jsonList } from './json-list.js';

/** Writes a catalogue in DCAT 3, crate by crate. @param catalogue without its crates */
export async function* dcatText(
  catalogue: DcatNode & { readonly '@id': string },
  entries: AsyncIterable<CatalogueEntry>,
  syntax: RdfSyntax,
): AsyncGenerator<string> {
  if (syntax.writer === 'jsonld')
    return yield* jsonList({ '@context': DCAT_CONTEXT, ...catalogue }, 'dataset', datasets(entries));
  const parts = catalogueQuads(catalogue, entries, syntax.writer === 'xml' ? await xmlFactory() : await dataFactory());
  if (syntax.writer !== 'turtle') return yield* serializeRdf(flat(parts), syntax, DCAT_PREFIXES);
  yield turtlePrefixes(DCAT_PREFIXES);
  for await (const quads of parts) yield [...writeTurtle(quads, { prefixes: DCAT_PREFIXES, isPart: true })].join('');
}

async function* datasets(entries: AsyncIterable<CatalogueEntry>): AsyncGenerator<DcatNode> {
  for await (const entry of entries) yield dcatDataset(entry);
}

/** The triples of the catalogue itself, then those of each crate. */
async function* catalogueQuads(
  catalogue: DcatNode & { readonly '@id': string },
  entries: AsyncIterable<CatalogueEntry>,
  factory: DataFactory,
): AsyncGenerator<readonly Quad[]> {
  yield dcatQuads(catalogue, factory, 'c');
  let number = 0;
  for await (const entry of entries) {
    const dataset = dcatDataset(entry);
    const link = dcatQuads({ '@id': catalogue['@id'], dataset: [entry.facts.iri] }, factory, '');
    yield [...link, ...dcatQuads(dataset, factory, `d${(number += 1)}`)];
  }
}

/** Makes literals that XML can hold: a character in the name of one crate must not end the catalogue of all. */
async function xmlFactory(): Promise<DataFactory> {
  const factory = await dataFactory();
  const { withXmlCharacters } = await import('../../base/rdf/xml-characters.js');
  const literal: DataFactory['literal'] = (value, kind) => factory.literal(withXmlCharacters(value), kind);
  return { ...factory, literal };
}

async function* flat<T>(parts: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const part of parts) yield* part;
}
