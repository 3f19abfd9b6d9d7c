import type { WebPackageOptions } from '../../../package/package-options.js';
import type { Quad, Term } from '@rdfjs/types';
import { CrateError } from '../../../base/errors.js';
import { lastSegment } from '../../../base/rdf/iri.js';
import { DCTERMS, RDF_TYPE } from '../../../base/rdf/vocabulary.js';
import { archiveExtension, isArchiveMediaType } from '../../../package/container/archive-names.js';
import { isWebAddress } from '../../../package/package-options.js';
import { rdfQuads } from '../../../package/open/read-rdf.js';
import { cratesOfLinks, isSurelyCrate } from '../../../package/open/signposting.js';
import type { CatalogueItem, SourceKind, CatalogueReading } from '../catalogue.js';
import { invalidCatalogue } from '../source-document.js';
import { partAddress } from '../same-origin.js';
import { settledTime } from '../settled-time.js';

const DCAT_NS = 'http://www.w3.org/ns/dcat#';
const HYDRA = 'http://www.w3.org/ns/hydra/core#';

/**
 * A catalogue of datasets (DCAT 3, https://www.w3.org/TR/vocab-dcat-3/) in any RDF format. The crate of a dataset is its
 * distribution that says so, or else its landing page leads to it, or else its only archive is the crate.
 */
export const DCAT: SourceKind = {
  name: 'dcat',
  meaning: 'a DCAT catalogue in RDF',
  list: (place, reading) => Promise.resolve({ items: itemsOf(place, reading), isComplete: true, isMixed: true }),
};

/** The properties that are read: the others of a catalogue may be many. */
const PROPERTIES = {
  dataset: [`${DCAT_NS}dataset`],
  distribution: [`${DCAT_NS}distribution`],
  page: [`${DCAT_NS}landingPage`],
  download: [`${DCAT_NS}downloadURL`],
  access: [`${DCAT_NS}accessURL`],
  profile: [`${DCTERMS}conformsTo`],
  type: [`${DCAT_NS}mediaType`, `${DCTERMS}format`],
  modified: [`${DCTERMS}modified`],
  // What changes with the bytes.
  state: [`${DCAT_NS}version`, 'http://www.w3.org/2002/07/owl#versionInfo', `${DCAT_NS}byteSize`],
  checksum: ['http://spdx.org/rdf/terms#checksum'],
  checksumValue: ['http://spdx.org/rdf/terms#checksumValue'],
  next: [`${HYDRA}next`, `${HYDRA}nextPage`],
} as const;

type Property = keyof typeof PROPERTIES;

const PROPERTY_OF = new Map(
  Object.entries(PROPERTIES).flatMap(([property, iris]) => iris.map((iri) => [iri as string, property as Property])),
);

/** Part of a catalogue: what it says of each node. */
class CatalogueGraph {
  readonly #nodes = new Map<string, Map<Property, Term[]>>();
  readonly datasets = new Map<string, Term>();
  isCatalogue = false;

  add({ subject, predicate, object }: Quad): void {
    if (predicate.value === RDF_TYPE && object.value === `${DCAT_NS}Catalog`) this.isCatalogue = true;
    const property = PROPERTY_OF.get(predicate.value);
    if (property === undefined) return;
    if (property === 'dataset') return void this.datasets.set(keyOf(object), object);
    const values = this.#nodes.get(keyOf(subject)) ?? new Map<Property, Term[]>();
    this.#nodes.set(keyOf(subject), values);
    const known = values.get(property);
    if (known === undefined) values.set(property, [object]);
    else known.push(object);
  }

  /** Values of a node. */
  of(node: Term, property: Property): readonly Term[] {
    return this.#nodes.get(keyOf(node))?.get(property) ?? [];
  }

  /** The next parts that any node names. */
  *nextPages(): Generator<string> {
    for (const values of this.#nodes.values()) for (const { value } of values.get('next') ?? []) yield value;
  }
}

function keyOf({ termType, value }: Term): string {
  return `${termType} ${value}`;
}

async function* itemsOf(place: string, reading: CatalogueReading): AsyncGenerator<CatalogueItem> {
  const parts = new Set([place]);
  const known = new Map<string, string>();
  let placed = 0;
  for (const part of parts) {
    const graph = await readPart(part, reading);
    if (!graph.isCatalogue && graph.datasets.size === 0) throw invalidCatalogue(part, 'it has no dcat:Catalog');
    for (const dataset of graph.datasets.values()) {
      const item = itemOf(dataset, graph, part);
      if (item === undefined) continue;
      placed += 1;
      const before = known.get(item.source);
      if (before !== undefined && before !== keyOf(dataset))
        throw invalidCatalogue(part, `two datasets are at ${item.source}`);
      known.set(item.source, keyOf(dataset));
      yield item;
    }
    if (graph.datasets.size > 0 && placed === 0) throw invalidCatalogue(part, 'none of its datasets has an address');
    // A set keeps each page once, and the loop goes on with those that are new.
    for (const next of graph.nextPages()) parts.add(partAddress(next, place, undefined));
  }
}

async function readPart(part: string, { client, signal }: CatalogueReading): Promise<CatalogueGraph> {
  const graph = new CatalogueGraph();
  try {
    const packages: WebPackageOptions = { client, signal };
    for await (const quad of rdfQuads(part, { packages })) graph.add(quad);
  } catch (error) {
    if (!(error instanceof CrateError) || !['ERR_RDF_SYNTAX', 'ERR_JSON_SYNTAX'].includes(error.code)) throw error;
    throw invalidCatalogue(part, error.message, { cause: error });
  }
  return graph;
}

/** @returns undefined for a dataset that has no address at all */
function itemOf(dataset: Term, graph: CatalogueGraph, part: string): CatalogueItem | undefined {
  const addresses = (node: Term, property: Property) =>
    graph.of(node, property).flatMap(({ value }) => addressOf(value, part));
  const profiles = graph.of(dataset, 'profile');
  const links = graph.of(dataset, 'distribution').flatMap((distribution) => {
    const [target] = [...addresses(distribution, 'download'), ...addresses(distribution, 'access')];
    if (target === undefined) return [];
    const profile = [...profiles, ...graph.of(distribution, 'profile')].map(({ value }) => value).join(' ');
    const parameters = new Map([['rel', 'item'], ['type', typeOf(distribution, target, graph)], ['profile', profile]]); // prettier-ignore
    return [{ distribution, target, parameters }];
  });
  // All addresses are absolute; the base is for the type alone.
  const base = new URL('http://localhost/');
  const [sure] = cratesOfLinks(links, base, isSurelyCrate);
  const archives = cratesOfLinks(links, base, (rank) => !isSurelyCrate(rank));
  const [page] = addresses(dataset, 'page');
  const own = dataset.termType === 'NamedNode' ? addressOf(dataset.value, part)[0] : undefined;
  const crate = sure?.href ?? page ?? (archives.length === 1 ? archives[0]?.href : undefined) ?? own;
  if (crate === undefined) return undefined;
  const version = versionOf([dataset, ...links.map(({ distribution }) => distribution)], graph);
  return { source: own ?? page ?? crate, crate, version };
}

/** An address, or none for an IRI of another scheme. @throws CrateError for an address that is malformed */
function addressOf(value: string, part: string): string[] {
  if (!isWebAddress(value)) return [];
  if (URL.canParse(value)) return [value.trim()];
  throw invalidCatalogue(part, `it lists ${JSON.stringify(value)}, which is no address`);
}

/** The media type of a distribution, from the IRI of IANA or a text, or else from the name of what it leads to. */
function typeOf(distribution: Term, target: string, graph: CatalogueGraph): string {
  const types = graph
    .of(distribution, 'type')
    .map(({ value }) => value.replace(/^https?:\/\/www\.iana\.org\/assignments\/media-types\//, '').trim());
  const known = types.find((type) => /^[\w.+-]+\/[\w.+-]+/.test(type));
  if (known !== undefined) return known;
  const isArchive = archiveExtension(lastSegment(target)) !== undefined || types.some((type) => isArchiveMediaType(`application/${lastSegment(type).toLowerCase()}`)); // prettier-ignore
  return isArchive ? 'application/zip' : '';
}

/** All that is said of the state of a dataset; undefined if that cannot tell whether it has changed. */
function versionOf(nodes: readonly Term[], graph: CatalogueGraph): string | undefined {
  const times = nodes.flatMap((node) => graph.of(node, 'modified').map(({ value }) => value));
  const checksums = nodes.flatMap((node) =>
    graph.of(node, 'checksum').flatMap((sum) => graph.of(sum, 'checksumValue').map(({ value }) => value)),
  );
  if (times.length + checksums.length === 0) return undefined;
  if (checksums.length === 0 && times.some((time) => settledTime(time) === undefined)) return undefined;
  const states = nodes.flatMap((node) => graph.of(node, 'state').map(({ value }) => value));
  return [times, checksums, states].map((values) => [...new Set(values)].sort().join(',')).join(' ');
}
