import fc from 'fast-check';
import { Store } from 'n3';
import type { JsonObject, JsonValue } from '../../../src/crate/json/lazy-document.js';
import { findRoot } from '../../../src/tasks/stored/find-root.js';
import { BASE, open, parseNQuads } from '../../helpers/read.js';
import { tries } from '../../helpers/seed.js';

const ROOT = BASE.root;
const NAME = 'ro-crate-metadata.json';
const VERSION = 'https://w3id.org/ro/crate/1.1';
const CONTEXT: JsonValue = [
  `${VERSION}/context`,
  {
    menge: '@set',
    nest: '@nest',
    kennung: '@id',
    bezugVon: { '@reverse': 'http://schema.org/about' },
    bezug: { '@id': 'http://schema.org/about', '@type': '@id' },
    wort: { '@id': 'http://schema.org/about', '@type': '@vocab' },
    nachId: { '@id': 'http://schema.org/about', '@container': '@id' },
    nachTyp: { '@id': 'http://schema.org/about', '@container': '@type' },
    nachIndex: { '@id': 'http://schema.org/about', '@container': '@index' },
    liste: { '@id': 'http://schema.org/about', '@container': '@list' },
    art: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type',
    json: { '@id': 'http://x.example/json', '@type': '@json' },
    vor: { '@id': `${ROOT}ro-crate-`, '@prefix': true },
  },
];

const ENTRIES: Readonly<Record<string, JsonObject>> = {
  'a reference': { about: { '@id': './' } },
  'an array': { about: [{ '@id': './' }] },
  'a set': { about: { '@set': [{ '@id': './' }] } },
  'an alias of @set': { about: { menge: [{ '@id': './' }] } },
  'arrays in arrays': { about: [[{ '@id': './' }]] },
  'a string under @id': { bezug: './' },
  'a string under @vocab': { wort: './' },
  'plain text': { about: './' },
  '@nest': { nest: { about: { '@id': './' } } },
  'an id map': { nachId: { './': {} } },
  'a type map': { nachTyp: { Dataset: { '@id': './' } } },
  'an index map': { nachIndex: { a: { '@id': './' } } },
  'a list': { liste: [{ '@id': './' }] },
  'a context of its own': { '@context': { hier: { '@id': 'http://schema.org/about', '@type': '@id' } }, hier: './' },
  'several identifiers': { about: { '@id': ['./', './b/'] } },
  'two references': { about: [{ '@id': './' }, { '@id': './b/' }] },
  'a nested node': { about: { '@id': './', '@type': 'Dataset' } },
  'a nested node without identifier': { about: { '@type': 'Dataset', name: 'N' } },
  'a label': { about: { '@id': '_:r' } },
  'a person': { about: { '@id': '#p' } },
  'nothing': {},
}; // prettier-ignore

const ROOTS: Readonly<Record<string, JsonObject>> = {
  'a Dataset': { '@id': './', '@type': 'Dataset' },
  'a Dataset by alias': { kennung: './', '@type': ['RepositoryCollection', 'Dataset'] },
  'a Dataset by a term for rdf:type': { '@id': './', art: { '@id': 'http://schema.org/Dataset' } },
  'of no type': { '@id': './', '@type': null, name: 'N' },
  'with @reverse': { '@id': './', '@type': 'Dataset', '@reverse': { about: { '@id': NAME } } },
  'with a term for @reverse': { '@id': './', '@type': 'Dataset', bezugVon: { '@id': NAME } },
  'next to a blank one': { '@id': '_:r', '@type': 'Dataset' },
};

const NAMES = [
  NAME,
  NAME,
  'meta.json',
  'my-ro-crate-metadata.json',
  'old-ro-crate-metadata.json.bak',
  `sub/${NAME}`,
  'vor:metadata.json',
  `${NAME}#x`,
];
const CONFORMS: readonly JsonValue[] = [
  { '@id': VERSION },
  { '@id': 'http://w3id.org/ro/crate/1.1' },
  { '@id': 'https://www.researchobject.org/ro-crate/1.1/' },
  VERSION,
  ` ${VERSION}/ `,
  { '@id': 'https://w3id.org/ro/crate/profile' },
  { '@id': `${VERSION}/context` },
  null,
];
const OTHERS: readonly JsonObject[] = [
  { '@id': './b/', '@type': 'Dataset' },
  { '@id': 'old/', '@type': 'Dataset' },
  { '@id': '#p', '@type': 'Person' },
  { '@id': '#n', author: { name: 'a blank node' } },
  { '@id': '#m', about: { '@type': 'Dataset' } },
  {
    '@id': '#x',
    json: [
      { '@id': NAME, about: { '@id': './b/' } },
      { '@id': './b/', '@type': 'Dataset' },
    ],
  },
  { '@id': '#y', undefinedKey: { '@id': NAME, about: { '@id': './b/' } } },
  { '@id': './b/', '@reverse': { about: { '@id': NAME } } },
];

/** The root, or the code of the error. */
async function answer(find: () => unknown): Promise<unknown> {
  try {
    const { root, descriptor } = (await find()) as { root: string; descriptor: string };
    return { root, descriptor };
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === undefined) throw error;
    return code;
  }
}

/** The root according to the document and according to its graph. */
async function bothAnswers(graph: readonly JsonObject[]): Promise<{ document: unknown; graph: unknown }> {
  const document = await open({ '@context': CONTEXT, '@graph': graph as JsonValue[] });
  let nquads = '';
  for await (const chunk of document.nquads()) nquads += chunk;
  const quads = new Store(parseNQuads(nquads)) as never;
  return {
    document: await answer(() => document.root),
    graph: await answer(() => findRoot(quads, { base: BASE.iri })),
  };
}

const descriptor = (entry: JsonObject, id = NAME, conformsTo: JsonValue = { '@id': VERSION }): JsonObject => ({
  '@id': id,
  '@type': 'CreativeWork',
  conformsTo,
  ...entry,
});
const [DATASET] = Object.values(ROOTS) as [JsonObject];

describe('the root of a document and of its graph are one', () => {
  it.each(Object.entries(ENTRIES))('where `about` is %s', async (name, entry) => {
    const others = OTHERS.slice(0, 3);
    const found = await bothAnswers([descriptor(entry), DATASET, ...others]);
    expect(found.document).toEqual(found.graph);
    const none = ['plain text', 'a list', 'a label', 'a person', 'nothing'];
    const several = ['several identifiers', 'two references'];
    if (none.includes(name)) expect(found.graph).toBe('ERR_ROOT_NOT_FOUND');
    else if (several.includes(name)) expect(found.graph).toBe('ERR_ROOT_AMBIGUOUS');
    else if (name === 'a nested node without identifier')
      expect(found.graph).toMatchObject({ root: expect.stringMatching(/^_:c[0-9a-f]{32}n1$/) as string });
    else expect(found.graph).toMatchObject({ root: ROOT });
  });

  it.each(Object.entries(ROOTS))('where the root is %s', async (name, root) => {
    const entry = name.startsWith('with ') ? 'nothing' : name === 'next to a blank one' ? 'a label' : 'a reference';
    const found = await bothAnswers([descriptor(ENTRIES[entry] as JsonObject), root]);
    expect(found.document).toEqual(found.graph);
    if (name === 'of no type') expect(found.graph).toBe('ERR_ROOT_NOT_FOUND');
    else
      expect(found.graph).toMatchObject({ root: name === 'next to a blank one' ? expect.stringMatching(/^_:/) : ROOT });
  });

  it.each<[JsonValue, boolean]>(CONFORMS.map((value, index) => [value, index < 5]))(
    'where a descriptor of another name conforms to %j',
    async (conformsTo, isVersion) => {
      const found = await bothAnswers([descriptor({ about: { '@id': './' } }, 'meta.json', conformsTo), DATASET]);
      expect(found.document).toEqual(found.graph);
      if (isVersion) expect(found.graph).toMatchObject({ root: ROOT });
      else expect(found.graph).toBe('ERR_ROOT_NOT_FOUND');
    },
  );

  it('however a document states it', async () => {
    const described = fc
      .tuple(fc.constantFrom(...Object.values(ENTRIES)), fc.constantFrom(...NAMES), fc.constantFrom(...CONFORMS))
      .map(([entry, id, conformsTo]) => descriptor(entry, id, conformsTo));
    const entity = fc.constantFrom(...Object.values(ROOTS), ...OTHERS);
    const graphs = fc.tuple(
      fc.array(described, { minLength: 1, maxLength: 3 }),
      fc.array(entity, { minLength: 1, maxLength: 5 }),
      fc.boolean(),
    );
    await fc.assert(
      fc.asyncProperty(graphs, async ([descriptors, entities, first]) => {
        const found = await bothAnswers(first ? [...descriptors, ...entities] : [...entities, ...descriptors]);
        expect(found.document).toEqual(found.graph);
      }),
      tries(1_000),
    );
  });
});
