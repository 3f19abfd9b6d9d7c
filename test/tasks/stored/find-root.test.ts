import { Readable } from 'node:stream';
import type { Quad, Source, Term } from '@rdfjs/types';
import { Store } from 'n3';
import rdf from 'rdf-ext';
import { crate } from '../../cli/helpers/crates.js';
import { BASE, open, parseNQuads } from '../../helpers/read.js';
import { crateBase, type CrateBase } from '../../../src/crate/base.js';
import type { JsonObject } from '../../../src/crate/json/lazy-document.js';
import { findRoot, rootCandidates } from '../../../src/tasks/stored/find-root.js';
import { MemoryStore } from '../../../src/store/memory-store.js';

describe('a place that fails', () => {
  it.each([null, 'data/crates', {}])('is no place for a root: %p', async (place) => {
    await expect(findRoot(place as never)).rejects.toMatchObject({ code: 'ERR_USAGE' });
  });

  it('keeps its error', async () => {
    const store = new MemoryStore();
    await store.close();
    const source: Source = { match: (...terms) => store.match(...terms) };
    await expect(findRoot(source)).rejects.toMatchObject({ code: 'ERR_USAGE', message: 'the store is closed' });
    const broken: Source = {
      match: () => {
        throw new Error('broken');
      },
    };
    await expect(findRoot(broken)).rejects.toMatchObject({
      code: 'ERR_UNSUPPORTED',
      message: expect.stringContaining('broken') as string,
    });
  });
});

const descriptor = (id: string, root: string | string[]): JsonObject => ({
  '@id': id,
  '@type': 'CreativeWork',
  about: Array.isArray(root) ? root.map((one) => ({ '@id': one })) : { '@id': root },
});
const dataset = (id: string, type: string | string[] = 'Dataset'): JsonObject => ({ '@id': id, '@type': type });

const DOI = 'https://doi.org/10.1/x';
const WEB = 'https://example.org/web/';

interface Row {
  readonly name: string;
  readonly document: JsonObject;
  readonly base?: CrateBase;
  readonly root: string;
}

const ROWS: readonly Row[] = [
  { name: 'a plain crate', document: crate(), root: BASE.root },
  {
    name: 'a nested crate',
    document: crate({ entities: [descriptor('sub/ro-crate-metadata.json', 'sub/'), dataset('sub/')] }),
    root: BASE.root,
  },
  {
    name: 'look-alike names',
    document: crate({
      entities: [
        descriptor('old-ro-crate-metadata.json.bak', 'old/'),
        dataset('old/'),
        descriptor('my-ro-crate-metadata.json', 'my/'),
        dataset('my/'),
      ],
    }),
    root: BASE.root,
  },
  { name: 'a detached crate', document: crate({ root: WEB }), root: WEB },
  {
    name: 'a detached crate with prefix',
    document: crate({ root: WEB, descriptor: 'atlas-ro-crate-metadata.json' }),
    root: WEB,
  },
  {
    name: 'a descriptor with an absolute IRI',
    document: crate({ root: WEB, descriptor: `${WEB}ro-crate-metadata.json` }),
    root: WEB,
  },
  { name: 'a DOI as root', document: crate({ root: DOI }), root: DOI },
  {
    name: 'an array as about',
    document: {
      ...crate(),
      '@graph': [
        descriptor('ro-crate-metadata.json', ['./', '#not-a-dataset']),
        dataset('./'),
        { '@id': '#not-a-dataset', '@type': 'Thing' },
      ],
    },
    root: BASE.root,
  },
  {
    name: 'a root of two types',
    document: {
      ...crate(),
      '@graph': [descriptor('ro-crate-metadata.json', './'), dataset('./', ['RepositoryCollection', 'Dataset'])],
    },
    root: BASE.root,
  },
  { name: 'the name of RO-Crate 1.0', document: crate({ descriptor: 'ro-crate-metadata.jsonld' }), root: BASE.root },
  { name: 'the plain name', document: crate({ descriptor: 'crate-metadata.json' }), root: BASE.root },
  { name: 'the plain name of RO-Crate 1.0', document: crate({ descriptor: 'crate-metadata.jsonld' }), root: BASE.root },
  { name: 'schema.org with https', document: crate({ context: { ...terms('https://schema.org/') } }), root: BASE.root },
  {
    name: 'a descriptor of another name, known by its version',
    document: crate({ descriptor: 'about.json' }),
    root: BASE.root,
  },
  {
    name: 'a base with the file name',
    document: crate(),
    base: crateBase(`${BASE.root}ro-crate-metadata.json`, 'url'),
    root: BASE.root,
  },
];

function terms(schema: string): JsonObject {
  const names = ['about', 'Dataset', 'CreativeWork', 'name'];
  return {
    ...Object.fromEntries(names.map((name) => [name, `${schema}${name}`])),
    conformsTo: 'http://purl.org/dc/terms/conformsTo',
  };
}

/** Only what RDF/JS demands of a Source: `match` returns a stream, here of unknown length. */
class BareSource implements Source {
  constructor(readonly quads: readonly Quad[]) {}
  match(s?: Term | null, p?: Term | null, o?: Term | null, g?: Term | null) {
    const fits = (wanted: Term | null | undefined, term: Term) =>
      wanted === null || wanted === undefined || wanted.equals(term);
    return Readable.from(
      this.quads.filter(
        (quad) => fits(s, quad.subject) && fits(p, quad.predicate) && fits(o, quad.object) && fits(g, quad.graph),
      ),
    ) as never;
  }
}

describe.each(ROWS)('the root of $name', ({ document, base = BASE, root }) => {
  let quads: Quad[];
  const options = { base: base.iri };

  beforeAll(async () => {
    let text = '';
    for await (const chunk of (await open(document, { base })).nquads()) text += chunk;
    quads = parseNQuads(text) as Quad[];
  });

  it('is found in the JSON document', async () => {
    expect((await open(document, { base })).root.root).toBe(root);
  });

  it('is found in an rdf-ext dataset', async () => {
    expect((await findRoot(rdf.dataset(quads as never) as never, options)).root).toBe(root);
  });

  it('is found in an N3 store, and without the base', async () => {
    expect((await findRoot(new Store(quads) as never, options)).root).toBe(root);
    expect((await findRoot(new Store(quads) as never)).root).toBe(root);
  });

  it('is found in a source that only streams', async () => {
    expect((await findRoot(new BareSource(quads), options)).root).toBe(root);
  });

  it('is found in a graph store, among other crates', async () => {
    const store = new MemoryStore();
    let nquads = '';
    for await (const chunk of (await open(document, { base })).nquads('urn:g')) nquads += chunk;
    const line = (s: string, p: string, o: string) => `<${s}> <${p}> <${o}> <urn:other> .\n`;
    const noise =
      line('urn:x/ro-crate-metadata.json', 'http://schema.org/about', 'urn:x/') +
      line('urn:x/', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', 'http://schema.org/Dataset');
    await store.put([
      { graph: 'urn:g', mode: 'create', nquads: [nquads] },
      { graph: 'urn:other', mode: 'create', nquads: [noise] },
    ]);
    expect((await findRoot(store, { ...options, graphs: ['urn:g'] })).root).toBe(root);
    await store.close();
  });
});

describe('without an answer', () => {
  it('reports that there is no root', async () => {
    await expect(findRoot(new Store() as never)).rejects.toMatchObject({ code: 'ERR_ROOT_NOT_FOUND' });
    const quads = [rdf.quad(rdf.namedNode('urn:a'), rdf.namedNode('http://schema.org/about'), rdf.namedNode('urn:b'))];
    await expect(findRoot(rdf.dataset(quads) as never)).rejects.toMatchObject({ code: 'ERR_ROOT_NOT_FOUND' });
  });

  it('lists the candidates when nothing decides between them', async () => {
    const iri = (value: string) => rdf.namedNode(value);
    const quads = ['http://a.example/', 'http://b.example/'].flatMap((root) => [
      rdf.quad(iri(`${root}ro-crate-metadata.json`), iri('http://schema.org/about'), iri(root)),
      rdf.quad(iri(root), iri('http://www.w3.org/1999/02/22-rdf-syntax-ns#type'), iri('http://schema.org/Dataset')),
    ]);
    const both = rdf.dataset(quads) as never;
    await expect(findRoot(both)).rejects.toMatchObject({
      code: 'ERR_ROOT_AMBIGUOUS',
      details: { candidates: [{ root: 'http://a.example/' }, { root: 'http://b.example/' }] },
    });
    expect(await rootCandidates(both)).toHaveLength(2);
    expect((await findRoot(both, { base: 'http://b.example/' })).root).toBe('http://b.example/');
  });
});
