import { asIsoDate } from '../../crate/iso-date.js';
import type { FactAgent, FactFile } from '../view/dataset-facts.js';
import type { CatalogueEntry } from './catalogue-entry.js';

const CR = 'http://mlcommons.org/croissant/';

/** The context that Croissant 1.0 recommends. Readers want a language, and a crate does not say that of its texts. */
const CONTEXT = {
  '@language': 'und',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: CR,
  rai: `${CR}RAI/`,
  dct: 'http://purl.org/dc/terms/',
  conformsTo: 'dct:conformsTo',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  examples: { '@id': 'cr:examples', '@type': '@json' },
  ...Object.fromEntries(
    'citeAs column extract field fileProperty fileObject fileSet format includes isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace separator source subField transform' // prettier-ignore
      .split(' ')
      .map((name) => [name, `cr:${name}`]),
  ),
};

/** A crate as Croissant 1.0 describes datasets; undefined for one without a file that it can describe. */
export function croissantDataset({ facts, files = [], page }: CatalogueEntry): object | undefined {
  const objects = files.filter(isDescribable).map(fileObject);
  if (objects.length === 0) return undefined;
  const url = page ?? facts.address;
  return {
    '@context': CONTEXT,
    '@type': 'sc:Dataset',
    '@id': facts.iri,
    conformsTo: `${CR}1.0`,
    name: facts.name,
    description: facts.description,
    url,
    license: several(facts.licences.map(({ address, name }) => address ?? name)),
    creator: several(facts.creators.map(agent)),
    publisher: several(facts.publishers.map(agent)),
    datePublished: asIsoDate(facts.published),
    dateModified: asIsoDate(facts.modified),
    version: facts.version,
    keywords: several(facts.keywords),
    identifier: several(facts.identifiers),
    distribution: objects,
  };
}

/** Whether Croissant can describe a file: it wants to know the media type. */
export function isDescribable({ format }: FactFile): boolean {
  return format !== undefined;
}

function fileObject({ id, name, description, place, format, size, sha256 }: FactFile): object {
  return {
    '@type': 'cr:FileObject',
    '@id': id.replace(/\s/g, encodeURIComponent),
    name: name ?? id,
    description,
    contentUrl: place,
    contentSize: size === undefined ? undefined : `${size} B`,
    encodingFormat: format,
    sha256,
  };
}

function agent({ name, kind, address }: FactAgent): object {
  return { '@type': kind && `sc:${kind}`, name, ...(address !== undefined && { '@id': address, url: address }) }; // prettier-ignore
}

function several<T>(values: readonly T[]): T | readonly T[] | undefined {
  return values.length > 1 ? values : values[0];
}
