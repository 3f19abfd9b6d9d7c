import fc from 'fast-check';
import type { ContextSource } from '../../src/crate/context/context-source.js';
import type { JsonObject, JsonValue } from '../../src/crate/json/lazy-document.js';
import { anyCharacter } from './characters.js';
import { BUNDLED, crate } from './read.js';

/** Generates metadata documents that combine everything found in real crates. */

/** The address of a small context that processors read fast. */
export const SMALL = 'https://example.org/small-context';

/** The contexts of generated documents: the bundled ones and the small one. */
export const GENERATED_CONTEXTS: ContextSource = {
  load: async (address) => (address === SMALL ? SMALL_CONTEXT : BUNDLED.load(address)),
};

const SMALL_CONTEXT = {
  '@base': null,
  about: 'http://schema.org/about',
  conformsTo: 'http://purl.org/dc/terms/conformsTo',
  CreativeWork: 'http://schema.org/CreativeWork',
  Dataset: 'http://schema.org/Dataset',
  Person: 'http://schema.org/Person',
  File: 'http://schema.org/MediaObject',
  name: 'http://schema.org/name',
  description: 'http://schema.org/description',
  author: 'http://schema.org/author',
  hasPart: 'http://schema.org/hasPart',
  license: 'http://schema.org/license',
  schema: 'http://schema.org/',
};

const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** Parts of an inline context that the flat lane reads itself. */
const FLAT_TERMS: JsonObject = {
  ex: 'http://example.org/terms#',
  xsd: XSD,
  note: 'ex:note',
  when: { '@id': 'ex:when', '@type': `${XSD}date` },
  size: { '@id': 'ex:size', '@type': 'xsd:decimal' }, // not double: the oracle reads strings as NaN
  link: { '@id': 'ex:link', '@type': '@id' },
  kind: { '@id': 'ex:kind', '@type': '@vocab' },
  titel: { '@id': 'ex:titel', '@language': 'de' },
  plain: { '@id': 'ex:plain', '@language': null },
  tags: { '@id': 'ex:tags', '@container': '@set' },
  steps: { '@id': 'ex:steps', '@container': '@list' },
  route: { '@id': 'ex:route', '@type': '@id', '@container': ['@list'] },
  'ex:own': { '@type': '@id' },
  nothing: null,
  id: '@id',
  type: '@type',
};

/** Parts that only the general lane reads. */
const GENERAL_TERMS: JsonObject = {
  labels: { '@id': 'http://example.org/terms#labels', '@container': '@language' },
  partOf: { '@reverse': 'http://schema.org/hasPart' },
  data: { '@id': 'http://example.org/terms#data', '@type': '@json' },
  indexed: { '@id': 'http://example.org/terms#indexed', '@container': '@index' },
  scoped: { '@id': 'http://example.org/terms#scoped', '@context': { name: 'http://example.org/terms#inner' } },
};

const subset = (terms: JsonObject): fc.Arbitrary<JsonObject> =>
  fc.subarray(Object.keys(terms)).map((keys) => {
    // A definition needs the terms that it refers to.
    const used = keys.length > 0 && 'ex' in terms ? ['ex', 'xsd', ...keys] : keys;
    return Object.fromEntries([...new Set(used)].map((key) => [key, terms[key] as JsonValue]));
  });

const crateContext = fc.constantFrom(
  SMALL,
  SMALL,
  SMALL,
  'https://w3id.org/ro/crate/1.1/context',
  'https://w3id.org/ro/crate/1.2/context',
);
const settings: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<JsonObject>({}) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<JsonObject[]>(
      { '@vocab': 'http://example.org/vocab/' },
      { '@vocab': 'http://schema.org/' },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<JsonObject[]>(
      { '@language': 'en' },
      { '@language': null },
      { name: 'http://example.org/terms#name' },
    ),
  },
);

const context: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 2, arbitrary: crateContext },
  {
    weight: 5,
    arbitrary: fc
      .tuple(
        crateContext,
        settings,
        subset(FLAT_TERMS),
        fc.oneof(
          { weight: 3, arbitrary: fc.constant<JsonObject>({}) },
          { weight: 1, arbitrary: subset(GENERAL_TERMS) },
        ),
      )
      .map(([address, ...parts]): JsonValue => [address, ...parts.filter((part) => Object.keys(part).length > 0)]),
  },
);

const tameId = fc.constantFrom(
  './', '#alice', '#bob', 'data/a.csv', 'data/', './data/b.csv', 'license', 'name', 'a.b/c-d_e~f', '?query', '//other.example/x',
  '/absolute', 'data/../c.txt', 'http://example.org/crate255/x', 'https://orcid.org/0000-0002-1825-0097', 'mailto:a@b.example',
  'urn:uuid:00000000-0000-4000-8000-000000000000', 'doi:10.1/x', 'ex:thing', 'schema:Person', 'caf\u00e9.txt', 'caf%C3%A9.txt', '_:b0', '_:b1',
  '_:x.y', 'data:text/plain,x',
); // prettier-ignore
const oddId = fc.oneof(
  fc.constantFrom(
    'my file.txt',
    '#p 1',
    'a|b.txt',
    '{x}.csv',
    'C:\\data\\x.txt',
    '50%.png',
    '',
    '/',
    '../up',
    '_:localid:a:b',
    '@context',
    'a#b#c',
    'http://h/a b',
    ' http://h/',
  ),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.string({ maxLength: 12 }),
);
/** An `@id`; most of them need no repair. */
const id = fc.oneof({ weight: 60, arbitrary: tameId }, { weight: 1, arbitrary: oddId });

const text = fc.oneof(
  fc.constantFrom(
    '',
    'x',
    'Line\nbreak\r\n\ttab',
    '"quoted" \\ back',
    '\u0000\u0001\u007f',
    '\u{1F600}',
    '{"@id": "#a"}',
    '[',
    '2020-01-01',
    '\u2028',
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
/** Without numbers such as 1e-7, with an exponent but no point: the oracle writes them as the integer 0. */
const number = fc
  .oneof(
    fc.constantFrom(0, 1, -33.883, 1.5, 1e3, 1e20, 1e21, 1e22, Number('10000000000000001'), 1.5e-300, 0.1, 4.5e300, -1),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  .filter((value) => !/^-?\de-/.test(String(value)));
const type = fc.constantFrom(
  'Person',
  'File',
  'Dataset',
  'Unheard',
  'ex:Thing',
  'http://example.org/Type',
  '_:type',
  'Not/Here',
);
const types = fc.oneof({ weight: 4, arbitrary: type }, { weight: 1, arbitrary: fc.array(type, { maxLength: 3 }) });

const valueObject: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ '@value': text, '@language': fc.constantFrom('fr', 'en-GB', 'de') }),
  fc.record({ '@value': text, '@type': fc.constantFrom(`${XSD}date`, 'http://example.org/datatype', 'Person') }),
  fc.record({ '@value': fc.oneof<fc.Arbitrary<JsonValue>[]>(text, number, fc.boolean(), fc.constant(null)) }),
  fc.record({ '@value': number, '@type': fc.constantFrom(`${XSD}double`, `${XSD}decimal`) }),
  fc.record({ '@value': text, '@index': fc.constant('i') }),
);

const keys = [
  'name', 'description', 'author', 'hasPart', 'license', 'http://example.org/p', 'ex:note', 'note', 'when', 'size', 'link', 'kind', 'titel',
  'plain', 'tags', 'steps', 'route', 'ex:own', 'nothing', 'undefinedKey', '@unknown', 'schema:name', 'unknown:name',
] as const; // prettier-ignore

interface Generated {
  readonly value: JsonValue;
  readonly list: JsonObject;
  readonly node: JsonObject;
  readonly entity: JsonObject;
}

const { entity } = fc.letrec<Generated>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'value' },
    { weight: 6, arbitrary: text as fc.Arbitrary<JsonValue> },
    { weight: 4, arbitrary: id.map((target): JsonValue => ({ '@id': target })) },
    { weight: 2, arbitrary: number },
    { weight: 1, arbitrary: fc.boolean() },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: valueObject },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3, depthIdentifier: 'value' }) },
    { weight: 1, arbitrary: tie('node') },
    { weight: 1, arbitrary: tie('list') },
    {
      weight: 1,
      arbitrary: fc.array(tie('value'), { maxLength: 3 }).map((set): JsonValue => ({ '@set': set as JsonValue[] })),
    },
  ) as fc.Arbitrary<JsonValue>,
  // Without arrays and sets inside `@list`: the oracle flattens only some of them.
  list: fc
    .array(
      fc.oneof(
        { maxDepth: 3, depthIdentifier: 'value' },
        { weight: 3, arbitrary: text as fc.Arbitrary<JsonValue> },
        { weight: 3, arbitrary: id.map((target): JsonValue => ({ '@id': target })) },
        { weight: 1, arbitrary: fc.constantFrom<JsonValue[]>(null, 7, true, { '@value': null }) },
        { weight: 2, arbitrary: valueObject },
        { weight: 2, arbitrary: tie('node') },
        { weight: 1, arbitrary: tie('list') },
      ),
      { maxLength: 4, depthIdentifier: 'value' },
    )
    .map((list): JsonObject => ({ '@list': list as JsonValue[] })),
  node: fc
    .tuple(fc.option(id), fc.option(types), fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 3 }))
    .map(([own, kind, rest]): JsonObject => ({
      ...(own === null ? {} : { '@id': own }),
      ...(kind === null ? {} : { '@type': kind }),
      ...rest,
    })),
  entity: fc
    .tuple(
      id,
      fc.option(types, { freq: 9 }),
      fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 5 }),
      general(),
    )
    .map(([own, kind, rest, more]): JsonObject => ({
      '@id': own,
      ...(kind === null ? {} : { '@type': kind }),
      ...rest,
      ...more,
    })),
}));

/** Keys that send most entities to the general lane. */
function general(): fc.Arbitrary<JsonObject> {
  const node = id.map((target): JsonValue => ({ '@id': target, name: 'n' }));
  const some = fc.oneof(
    fc.array(node, { maxLength: 2 }).map((nodes): JsonObject => ({ '@reverse': { hasPart: nodes } })),
    node.map((included): JsonObject => ({ '@included': [included] })),
    text.map((label): JsonObject => ({ labels: { en: label, de: [label] } })),
    node.map((whole): JsonObject => ({ partOf: whole })),
    fc.jsonValue({ maxDepth: 2 }).map((data): JsonObject => ({ data: data as JsonValue })),
    text.map((name): JsonObject => ({ indexed: { a: name, b: [name] } })),
    text.map((name): JsonObject => ({ scoped: { name } })),
    text.map((name): JsonObject => ({ '@context': { name: 'http://example.org/terms#local' }, name })),
  );
  return fc.oneof({ weight: 5, arbitrary: fc.constant<JsonObject>({}) }, { weight: 1, arbitrary: some });
}

/** A complete document with a descriptor and a root. */
export const metadataDocument: fc.Arbitrary<JsonObject> = fc
  .tuple(context, fc.array(entity, { maxLength: 6 }))
  .map(([written, entities]) => crate(entities, written, { name: 'A crate' }) as JsonObject);
