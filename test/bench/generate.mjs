import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { Buffer } from 'node:buffer';
import { dirname, join } from 'node:path';

/** Generates crates that resemble real ones: the same on every machine and in every run. */

export const CONTEXT = 'https://w3id.org/ro/crate/1.1/context';
/** The base of the generated crates. */
export const BASE = 'https://example.org/crate/';

const SCHEMA = 'http://schema.org/';
/** The terms that the generated crates use, for peers that cannot load a context separately. */
const TERMS = {
  ...Object.fromEntries(
    'name description author affiliation about hasPart contentSize encodingFormat dateModified datePublished license keywords address addressLocality Dataset Person Organization CreativeWork PostalAddress'
      .split(' ')
      .map((term) => [term, SCHEMA + term]),
  ),
  File: `${SCHEMA}MediaObject`,
  conformsTo: 'http://purl.org/dc/terms/conformsTo',
};

const FORMATS = [
  ['text/csv', 'x-fmt/18'],
  ['image/tiff', 'fmt/353'],
  ['application/json', 'fmt/817'],
  ['application/x-hdf5', 'fmt/807'],
];
const PEOPLE = 50;

const ref = (id) => ({ '@id': id });
const number = (index) => String(index).padStart(6, '0');
const orcid = (index) => `https://orcid.org/0000-0002-1825-${String(index % PEOPLE).padStart(4, '0')}`;
const pronom = (format) => `https://www.nationalarchives.gov.uk/PRONOM/${format}`;

const DESCRIPTOR = {
  '@id': 'ro-crate-metadata.json',
  '@type': 'CreativeWork',
  about: ref('./'),
  conformsTo: ref('https://w3id.org/ro/crate/1.1'),
};

function root(parts) {
  return {
    '@id': './',
    '@type': 'Dataset',
    name: 'Measurements of the northern transect',
    description: 'Raw and derived data of one season: tables, images and the settings of the instruments.',
    datePublished: '2023-05-17',
    license: ref('https://creativecommons.org/licenses/by/4.0/'),
    author: [ref(orcid(0)), ref(orcid(1))],
    hasPart: parts,
  };
}

function person(index) {
  return {
    '@id': orcid(index),
    '@type': 'Person',
    name: `Researcher Number ${index}`,
    affiliation: ref('https://ror.org/02mhbdp94'),
  };
}

const ORGANISATION = {
  '@id': 'https://ror.org/02mhbdp94',
  '@type': 'Organization',
  name: 'Institute of Coastal Studies',
};

function file(index, id = `data/measurement-${number(index)}.dat`) {
  const [type, format] = FORMATS[index % FORMATS.length];
  return {
    '@id': id,
    '@type': 'File',
    name: `Measurement ${index} of the northern transect`,
    description: `Readings of sensor ${index % 97} at station ${index % 31}, from the "logger".`,
    author: [ref(orcid(index)), ref(orcid(index * 7 + 1))],
    contentSize: String(1024 + ((index * 7919) % 10_000_000)),
    encodingFormat: [type, ref(pronom(format))],
    dateModified: `2023-05-${String(1 + (index % 28)).padStart(2, '0')}T12:00:00Z`,
    license: ref('https://creativecommons.org/licenses/by/4.0/'),
  };
}

const people = (count) => Array.from({ length: count }, (_, index) => person(index));
const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/** The shapes by name. Each yields the entities of `@graph` for a size. */
export const SHAPES = {
  /** Files with authors, sizes and formats, all of them parts of the root. */
  *files(size) {
    yield DESCRIPTOR;
    yield root(times(size, (index) => ref(file(index)['@id'])));
    for (let index = 0; index < size; index += 1) yield file(index);
    yield* people(Math.min(PEOPLE - 1, size));
    yield ORGANISATION;
  },
  /** A root with very many parts that have no entities. */
  *parts(size) {
    yield DESCRIPTOR;
    yield root(times(size, (index) => ref(`data/${number(index)}.dat`)));
  },
  /** One entity with very many values, about 100 bytes each. */
  *entity(size) {
    yield DESCRIPTOR;
    const keyword = (index) =>
      `keyword ${number(index)} of a very long list that nobody will ever read from end to end, or is it`;
    yield { ...root([]), keywords: times(size, keyword) };
  },
  /** Every identifier contains spaces and needs a repair. */
  *repairs(size) {
    yield DESCRIPTOR;
    const id = (index) => `my data/run ${index}/measurement ${number(index)}.dat`;
    yield root(times(size, (index) => ref(id(index))));
    for (let index = 0; index < size; index += 1) yield file(index, id(index));
  },
  /** Nested entities and lists, which need full JSON-LD. */
  *nested(size) {
    yield DESCRIPTOR;
    yield root(times(size, (index) => ref(file(index)['@id'])));
    for (let index = 0; index < size; index += 1) {
      const author = {
        '@type': 'Person',
        name: `Guest ${index}`,
        address: { '@type': 'PostalAddress', addressLocality: 'Here' },
      };
      yield { ...file(index), author: { '@list': [author, ref(orcid(index))] } };
    }
  },
};

/** A tiny crate: 8 entities, 2.5 kB. */
export function tinyCrate(index) {
  const ids = times(3, (part) => file(index * 3 + part));
  const entities = [DESCRIPTOR, { ...root(ids.map((part) => ref(part['@id']))), name: `Tiny crate ${index}` }, ...ids];
  return document([...entities, person(0), person(1), ORGANISATION]);
}

function document(entities) {
  return JSON.stringify({ '@context': CONTEXT, '@graph': entities });
}

/** The same document with the terms embedded instead of the address of the context. */
export function withTerms(text) {
  return text.replace(JSON.stringify(CONTEXT), JSON.stringify(TERMS));
}

/** Yields the text of a document in chunks, indented like real crates. */
function* chunks(entities, embed) {
  yield `{\n "@context": ${JSON.stringify(embed ? TERMS : CONTEXT)},\n "@graph": [\n`;
  let first = true;
  for (const entity of entities) {
    yield `${first ? '' : ',\n'}  ${JSON.stringify(entity, null, 1).replaceAll('\n', '\n  ')}`;
    first = false;
  }
  yield '\n ]\n}\n';
}

/** Writes a document of a shape in chunks, so that it may be larger than memory. */
export function writeShape(path, shape, size, embed = false) {
  mkdirSync(dirname(path), { recursive: true });
  const output = openSync(path, 'w');
  let text = '';
  for (const chunk of chunks(SHAPES[shape](size), embed)) {
    text += chunk;
    if (text.length < 1 << 20) continue;
    writeAll(output, text);
    text = '';
  }
  writeAll(output, text);
  closeSync(output);
}

/** Writes a folder tree of tiny crates, a thousand to a folder. */
export function writeTinyCrates(folder, count) {
  for (let index = 0; index < count; index += 1) {
    const path = join(folder, String(Math.floor(index / 1000)), String(index), 'ro-crate-metadata.json');
    mkdirSync(dirname(path), { recursive: true });
    const output = openSync(path, 'w');
    writeAll(output, tinyCrate(index));
    closeSync(output);
  }
}

function writeAll(output, text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(output, bytes, at);
}
