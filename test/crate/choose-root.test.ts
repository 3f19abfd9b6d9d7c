import type { JsonObject, JsonValue } from '../../src/crate/json/lazy-document.js';
import { chooseRoot, type RootCandidate } from '../../src/crate/choose-root.js';
import { BASE, crate, open } from '../helpers/read.js';

const at = (descriptor: string, root: string): RootCandidate => ({ descriptor, root });
const R = 'http://example.org/crate/';

describe('chooseRoot', () => {
  it('takes the only candidate, whatever its name', () => {
    for (const name of ['ro-crate-metadata.json', 'x-ro-crate-metadata.json', 'old-ro-crate-metadata.json.bak']) {
      expect(chooseRoot([at(R + name, R)]).root).toBe(R);
    }
  });

  it('prefers exact names to prefixed ones, and those to look-alikes', () => {
    const bak = at(`${R}old-ro-crate-metadata.json.bak`, `${R}bak/`);
    const prefixed = at(`${R}x-ro-crate-metadata.json`, `${R}x/`);
    const exact = at(`${R}ro-crate-metadata.json`, R);
    expect(chooseRoot([bak, prefixed, exact]).root).toBe(R);
    expect(chooseRoot([bak, prefixed]).root).toBe(`${R}x/`);
  });

  it('prefers the descriptor in the folder of the base', () => {
    const candidates = [at(`${R}sub/ro-crate-metadata.json`, `${R}sub/`), at(`${R}ro-crate-metadata.json`, R)];
    expect(chooseRoot(candidates, BASE).root).toBe(R);
    expect(chooseRoot(candidates, { ...BASE, root: `${R}sub/` }).root).toBe(`${R}sub/`);
  });

  it('without a base takes the descriptor above all others', () => {
    expect(
      chooseRoot([at(`${R}a/b/ro-crate-metadata.json`, 'http://x/b'), at(`${R}a/ro-crate-metadata.json`, 'http://x/a')])
        .root,
    ).toBe('http://x/a');
  });

  it('two descriptors of one root do not conflict', () => {
    expect(
      chooseRoot([at(`http://x/ro-crate-metadata.json`, R), at(`http://y/ro-crate-metadata.jsonld`, R)]).root,
    ).toBe(R);
  });

  it('lists all candidates when nothing decides', () => {
    const candidates = [
      at('http://x/ro-crate-metadata.json', 'http://x/'),
      at('http://y/ro-crate-metadata.json', 'http://y/'),
    ];
    expect(() => chooseRoot(candidates, BASE)).toThrow(
      expect.objectContaining({
        code: 'ERR_ROOT_AMBIGUOUS',
        details: { candidates },
        message: expect.stringContaining('<http://y/> by') as string,
      }),
    );
  });

  it('fails without a candidate', () => {
    expect(() => chooseRoot([])).toThrow(expect.objectContaining({ code: 'ERR_ROOT_NOT_FOUND' }));
  });
});

describe('the root of a document', () => {
  const CONTEXT = 'https://w3id.org/ro/crate/1.1/context';
  const descriptor = (id: string, about: JsonValue): JsonObject => ({
    '@id': id,
    '@type': 'CreativeWork',
    about,
    conformsTo: { '@id': 'https://w3id.org/ro/crate/1.1' },
  });
  const dataset = (id: string, type: JsonValue = 'Dataset'): JsonObject => ({ '@id': id, '@type': type });
  const rootOf = async (...graph: object[]) => (await open({ '@context': CONTEXT, '@graph': graph })).root.root;

  it.each([
    ['ro-crate-metadata.json'],
    ['./ro-crate-metadata.json'],
    ['ro-crate-metadata.jsonld'],
    ['crate-metadata.json'],
    ['crate-metadata.jsonld'],
    ['my-ro-crate-metadata.json'],
    ['http://example.org/crate/ro-crate-metadata.json'],
    ['https://elsewhere.example/x/ro-crate-metadata.json'],
  ])('by a descriptor called %s', async (name) => {
    expect(await rootOf(descriptor(name, { '@id': './' }), dataset('./'))).toBe(R);
  });

  it('by a descriptor that stands last, among many', async () => {
    const files = Array.from({ length: 5_000 }, (_, index) => ({
      '@id': `f${index}.txt`,
      '@type': 'File',
      name: 'x'.repeat(50),
    }));
    expect(await rootOf(dataset('./'), ...files, descriptor('ro-crate-metadata.json', { '@id': './' }))).toBe(R);
  });

  it.each([['https://doi.org/10.1/x'], ['urn:uuid:1'], ['#root'], ['.'], ['sub/']])('whose `@id` is %s', async (id) => {
    const expected = id === '.' ? R : /^[#s]/.test(id) ? R + id : id;
    expect(await rootOf(descriptor('ro-crate-metadata.json', { '@id': id }), dataset(id))).toBe(expected);
  });

  it('by `about` given as array, as nested node, and with several types', async () => {
    expect(
      await rootOf(
        descriptor('ro-crate-metadata.json', [{ '@id': './' }]),
        dataset('./', ['Dataset', 'RepositoryCollection']),
      ),
    ).toBe(R);
    expect(await rootOf(descriptor('ro-crate-metadata.json', { '@id': './', '@type': 'Dataset' }))).toBe(R);
  });

  it('not of nested crates, which are candidates', async () => {
    const document = await open(crate([dataset('sub/'), descriptor('sub/ro-crate-metadata.json', { '@id': 'sub/' })]));
    expect(document.root.root).toBe(R);
    expect(document.candidates.map(({ root }) => root).sort()).toEqual([R, `${R}sub/`]);
  });

  it('not of files that only look like a descriptor', async () => {
    const document = await open(
      crate([dataset('old/'), descriptor('old-ro-crate-metadata.json.bak', { '@id': 'old/' })]),
    );
    expect(document.root.root).toBe(R);
    expect(document.candidates.length).toBe(2);
  });

  it('by an alias of `@id`', async () => {
    const document = await open({
      '@context': [CONTEXT, { id: '@id', type: '@type' }],
      '@graph': [
        { id: 'ro-crate-metadata.json', about: { id: './' } },
        { id: './', type: 'Dataset' },
      ],
    });
    expect(document.root.root).toBe(R);
  });

  it('by its type in the context of its own', async () => {
    const own = { '@context': { Dataset: 'https://x.example/Dataset' } };
    const candidates = [descriptor('ro-crate-metadata.json', { '@id': './' }), { ...own, ...dataset('./') }];
    await expect(rootOf(...candidates)).rejects.toMatchObject({ code: 'ERR_ROOT_NOT_FOUND' });
    const other = { '@context': { Folder: 'http://schema.org/Dataset' }, ...dataset('./', 'Folder') };
    expect(await rootOf(descriptor('ro-crate-metadata.json', { '@id': './' }), other)).toBe(R);
  });

  it('by the version alone when no descriptor has a metadata file name', async () => {
    expect(await rootOf(descriptor('metadata.json', { '@id': './' }), dataset('./'))).toBe(R);
  });

  it('is missing without a descriptor', async () => {
    await expect(rootOf(dataset('./'))).rejects.toMatchObject({ code: 'ERR_ROOT_NOT_FOUND' });
  });

  it('has the version that conformsTo names, whatever the context says', async () => {
    const graph = [
      {
        ...descriptor('ro-crate-metadata.json', { '@id': './' }),
        conformsTo: [{ '@id': 'https://w3id.org/profile' }, { '@id': 'https://w3id.org/ro/crate/1.0/' }],
      },
      dataset('./'),
    ];
    expect((await open({ '@context': CONTEXT, '@graph': graph })).version).toBe('1.0');
  });
});

describe('the root of a document', () => {
  it.each<[string, JsonValue, JsonValue]>([
    [
      'a string where the context makes an identifier of it',
      { '@id': 'http://schema.org/about', '@type': '@id' },
      './',
    ],
    ['a node', 'http://schema.org/about', { '@id': './' }],
  ])('is what the descriptor is about: %s', async (_, about, value) => {
    const context = ['https://w3id.org/ro/crate/1.1/context', { about }];
    const document = await open({
      '@context': context,
      '@graph': [
        { '@id': 'ro-crate-metadata.json', about: value },
        { '@id': './', '@type': 'Dataset' },
      ],
    });
    expect(document.root.root).toBe(BASE.root);
  });

  it('is not plain text', async () => {
    const text = { '@id': 'ro-crate-metadata.json', about: './' };
    const document = await open({ '@context': 'https://w3id.org/ro/crate/1.1/context', '@graph': [text] });
    expect(() => document.root).toThrow(expect.objectContaining({ code: 'ERR_ROOT_NOT_FOUND' }));
  });
});
