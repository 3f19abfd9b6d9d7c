/** An entity of a crate, or what it refers to. */
type Entity = Readonly<Record<string, unknown>>;

/** A crate as JSON, and the IRI of its root. */
export interface AskedCrate {
  readonly base: string;
  readonly json: string;
}

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const TERMS = 'https://example.org/terms#';

/** Values by their names: the spelling and the datatype, as in `"007"^^xsd:integer`. */
const VALUES: Readonly<Record<string, readonly [text: string, type: string]>> = {
  'integer-7': ['007', 'integer'],
  'integer-10': ['10', 'integer'],
  'decimal-1.5': ['1.50', 'decimal'],
  'decimal-7': ['7.0', 'decimal'],
  'double-1000': ['1e3', 'double'],
  'double-1000-again': ['1000.0E0', 'double'],
  'double-tiny': ['2.5E-3', 'double'],
  'float-0.5': ['0.5', 'float'],
  nan: ['NaN', 'double'],
  infinity: ['INF', 'double'],
  true: ['true', 'boolean'],
  one: ['1', 'boolean'],
  false: ['false', 'boolean'],
  string: ['12', 'string'],
};

/** Dates and times by their names. */
const MOMENTS: Readonly<Record<string, readonly [text: string, type: string]>> = {
  'date-good': ['2024-02-29', 'date'],
  'date-zone': ['2024-03-01Z', 'date'],
  'date-bad': ['2024-13-45', 'date'],
  'time-zone': ['2023-05-06T07:08:09+02:00', 'dateTime'],
  'time-utc': ['2023-05-06T05:08:09Z', 'dateTime'],
  'time-bare': ['2023-05-06T07:08:09', 'dateTime'],
  'time-bad': ['yesterday', 'dateTime'],
  year: ['2022', 'gYear'],
  text: ['2021-01-01', 'string'],
};

const ref = (id: string) => ({ '@id': id });
const typed = ([text, type]: readonly [string, string]) => ({ '@value': text, '@type': `${XSD}${type}` });

/** Three crates with what queries stumble over. One triple is in two of them. */
export const ASKED_CRATES: readonly AskedCrate[] = [
  crateOf('https://example.org/rivers/', 'Rivers', [
    {
      ...ref('./'),
      author: [ref('https://example.org/p/ada'), ref('#bo')],
      creator: [ref('https://example.org/p/ada'), ref('https://example.org/p/cy')],
      hasPart: [ref('a.csv'), ref('b.csv'), ref('sub/')],
      license: ref('https://creativecommons.org/licenses/by/4.0/'),
      keywords: ['water', 'Water', 'flood'],
    },
    { ...ref('sub/'), '@type': 'Dataset', name: 'Sub', hasPart: [ref('sub/c.txt'), ref('sub/deep/')] },
    { ...ref('sub/deep/'), '@type': 'Dataset', name: 'Deep', hasPart: ref('sub/deep/d.txt') },
    { ...ref('a.csv'), '@type': 'File', name: 'A', contentSize: '100', encodingFormat: 'text/csv' },
    { ...ref('b.csv'), '@type': 'File', name: 'B', contentSize: 20, encodingFormat: 'text/csv' },
    { ...ref('sub/c.txt'), '@type': 'File', name: 'C', contentSize: '3', author: ref('#bo') },
    { ...ref('sub/deep/d.txt'), '@type': 'File', name: 'D' },
    {
      ...ref('https://example.org/p/ada'),
      '@type': 'Person',
      name: 'Ada',
      affiliation: ref('https://example.org/org'),
    },
    { ...ref('#bo'), '@type': 'Person', name: 'Bo Ångström' },
    {
      ...ref('https://example.org/p/cy'),
      '@type': 'Person',
      name: 'Cy',
      affiliation: [ref('https://example.org/org'), ref('#lab')],
    },
    { ...ref('#lab'), '@type': 'Organization', name: 'Lab', parentOrganization: ref('https://example.org/org') },
    { ...ref('https://example.org/org'), '@type': 'Organization', name: 'Org', memberOf: ref('#lab') },
    { '@type': 'GeoCoordinates', '@id': '_:here', latitude: 48.25, longitude: 16.5 },
    { ...ref('https://example.org/both'), '@type': 'Intangible', identifier: 'one of two' },
    { ...ref('#place'), '@type': 'Place', name: 'Donau', geo: ref('_:here') },
  ]),
  crateOf('https://example.org/words/', 'Words', [
    {
      ...ref('./'),
      author: [ref('https://example.org/p/cy'), 'Dora without a page'],
      isBasedOn: ref('https://example.org/rivers/'),
      description: `${'long text '.repeat(3000)}end`,
      alternateName: [
        { '@value': 'Wörter', '@language': 'de' },
        { '@value': 'Words', '@language': 'en' },
        { '@value': 'Words', '@language': 'en-GB' },
        'Words',
        '言葉 🌊',
      ],
    },
    { ...ref('https://example.org/p/cy'), '@type': 'Thing', jobTitle: { '@value': 'Chef', '@language': 'fr' } },
    { ...ref('https://example.org/both'), '@type': 'Thing', identifier: 'one of two' },
    { ...ref('#quote'), '@type': 'CreativeWork', name: 'say "hi"\\n', text: 'line 1\nline 2\ttab' },
    { ...ref('#empty'), '@type': 'CreativeWork', name: '' },
    { ...ref('#nobody'), '@type': 'CreativeWork', name: 'nobody', author: ref('https://example.org/p/none') },
    { ...ref('#self'), '@type': 'CreativeWork', name: 'self', isBasedOn: ref('#self') },
  ]),
  crateOf('https://example.org/values/', 'Values', [
    { ...ref('./'), version: '1.0', isBasedOn: ref('https://example.org/words/') },
    ...Object.entries(VALUES).map(([name, value]) => ({
      ...ref(`#${name}`),
      '@type': 'PropertyValue',
      size: typed(value),
    })),
    ...Object.entries(MOMENTS).map(([name, value]) => ({ ...ref(`#${name}`), '@type': 'Event', moment: typed(value) })),
  ]),
];

function crateOf(base: string, name: string, entities: readonly Entity[]): AskedCrate {
  const [root, ...others] = entities;
  const graph = [
    {
      ...ref('ro-crate-metadata.json'),
      '@type': 'CreativeWork',
      about: ref('./'),
      conformsTo: ref('https://w3id.org/ro/crate/1.1'),
    },
    { '@type': 'Dataset', name, datePublished: '2024-01-01', ...root },
    ...others,
  ];
  const terms = { size: `${TERMS}size`, moment: `${TERMS}moment` };
  return {
    base,
    json: JSON.stringify({ '@context': ['https://w3id.org/ro/crate/1.1/context', terms], '@graph': graph }),
  };
}
