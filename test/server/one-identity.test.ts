import { Parser } from 'n3';
import { loadCrates } from '../../src/tasks/load/load-crates.js';
import { openStore } from '../../src/store/open-store.js';
import { handlesOf } from '../../src/tasks/stored/handles.js';
import { crate, writeCrate } from '../cli/helpers/crates.js';
import { BUNDLED } from '../helpers/read.js';
import { startServer } from '../helpers/server.js';
import { quadsOf } from '../helpers/stored.js';
import { scratch } from '../package/helpers/crate-forms.js';

/** A person with a fragment, whose IRI tells the base, beside a file and a folder. */
const described = (more: Parameters<typeof crate>[0] = {}) =>
  crate({
    more: { author: { '@id': '#zoe' }, hasPart: [{ '@id': 'a b.txt' }, { '@id': 'sub/' }] },
    entities: [
      { '@id': '#zoe', '@type': 'Person', name: 'Zoe' },
      { '@id': 'a b.txt', '@type': 'File', name: 'A file' },
      { '@id': 'sub/', '@type': 'Dataset', name: 'A folder' },
    ],
    ...more,
  });

/** The crates of the two servers: key, graph, and the IRI of the person. */
interface ServedCrate {
  readonly address: string;
  readonly key: string;
  readonly graph: string;
  readonly zoe: string;
}

const CONTEXT = 'https://w3id.org/ro/crate/1.1/context';
const crates = new Map<string, ServedCrate>();

beforeAll(async () => {
  const folder = await scratch();
  const plain = await writeCrate(`${folder}/plain one`, described());
  const prefixed = await writeCrate(`${folder}/prefixed`, described({ descriptor: 'x-ro-crate-metadata.json' }), 'x-ro-crate-metadata.json'); // prettier-ignore
  const named = await writeCrate(`${folder}/named`, described({ context: [CONTEXT, { '@base': 'https://own.example/n/' }] })); // prettier-ignore
  const inside = await writeCrate(`${folder}/inside`, described({ context: [CONTEXT, { '@base': 'deep/' }] }));
  const { address } = await startServer({ folders: [plain, prefixed, named, inside] });
  const served = (key: string, name: string, graph?: string) => {
    const root = `${address}crates/${key}/`;
    crates.set(`the folder ${key}`, { address, key, graph: graph ?? root, zoe: `${graph ?? root + name}#zoe` });
  };
  served('plain%20one', 'ro-crate-metadata.json');
  served('prefixed', 'x-ro-crate-metadata.json');
  served('named', '', 'https://own.example/n/');
  served('inside', '', `${address}crates/inside/deep/`);

  const place = `${folder}/store.db`;
  const store = await openStore(place, { mode: 'write', create: true });
  const load = async (what: string, document: unknown, base?: string) => {
    const [loaded] = await loadCrates(store, await writeCrate(`${folder}/${what}`, document as never), { contexts: BUNDLED, base }); // prettier-ignore
    return loaded?.graph as string;
  };
  const arcp = await load('arcp', described({ name: 'local' }));
  const based = await load('based', described({ name: 'based' }), 'https://based.example/c/');
  const located = await load('located', described({ name: 'located' }), 'https://located.example/c/ro-crate-metadata.json'); // prettier-ignore
  const own = await load('own', described({ context: [CONTEXT, { '@base': 'https://own.example/o/' }] }));
  const changed = await load('changed', described({ name: 'changed' }), 'https://changed.example/c/ro-crate-metadata.json'); // prettier-ignore
  await store.update(`INSERT DATA { GRAPH <${changed}> { <${changed}#twin> a <http://schema.org/Person> } }`);
  const unloaded = 'https://unloaded.example/c/';
  const file = `${unloaded}ro-crate-metadata.json`;
  await store.update(`PREFIX s: <http://schema.org/> INSERT DATA { GRAPH <${unloaded}> {
    <${file}> s:about <${unloaded}> ; <http://purl.org/dc/terms/conformsTo> <https://w3id.org/ro/crate/1.1> .
    <${unloaded}> a s:Dataset ; s:name "x" ; s:author <${file}#zoe>, <${unloaded}#other> .
    <${file}#zoe> a s:Person ; s:name "Zoe" . <${unloaded}#other> a s:Person } }`);
  const keys = handlesOf((await store.graphs()).keys(), []);
  await store.close();
  const { address: stored } = await startServer({ store: place });
  for (const [name, graph, zoe] of [
    ['arcp', arcp, `${arcp}#zoe`],
    ['based', based, `${based}#zoe`],
    ['located', located, `${located}ro-crate-metadata.json#zoe`],
    ['own', own, 'https://own.example/o/#zoe'],
    ['changed', changed, `${changed}ro-crate-metadata.json#zoe`],
    ['unloaded', unloaded, `${file}#zoe`],
  ] as const)
    crates.set(`the stored crate ${name}`, { address: stored, key: keys.get(graph) as string, graph, zoe });
});

const NAMES = [
  ...['plain%20one', 'prefixed', 'named', 'inside'].map((name) => `the folder ${name}`),
  ...['arcp', 'based', 'located', 'own', 'changed', 'unloaded'].map((name) => `the stored crate ${name}`),
];

/** All IRIs of subjects and objects. */
function irisOf(quads: readonly { readonly subject: Term; readonly object: Term }[]): string[] {
  const terms = quads.flatMap(({ subject, object }) => [subject, object]);
  return [...new Set(terms.filter(({ termType }) => termType === 'NamedNode').map(({ value }) => value))].sort();
}

interface Term {
  readonly termType: string;
  readonly value: string;
}

describe.each(NAMES)('%s has one set of IRIs', (name) => {
  it('by every route', async () => {
    const { address, key, graph, zoe } = crates.get(name) as ServedCrate;
    const text = async (path: string, accept = '*/*') => {
      const answer = await fetch(`${address}${path}`, { headers: { accept } });
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.text();
    };
    const parsed = async (path: string, accept?: string) => irisOf(new Parser().parse(await text(path, accept)));
    const construct = `CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <${graph}> { ?s ?p ?o } }`;
    const expected = await parsed(`sparql?query=${encodeURIComponent(construct)}`, 'application/n-triples');
    expect(expected).toContain(zoe);

    const routes = new Map<string, readonly string[]>();
    for (const extension of ['nq', 'nt', 'ttl', 'trig']) routes.set(extension, await parsed(`crates/${key}.${extension}`)); // prettier-ignore
    for (const type of ['text/turtle', 'application/n-quads', 'application/n-triples', 'application/trig'])
      routes.set(type, await parsed(`crates/${key}/`, type));
    routes.set('graphs', await parsed(`graphs?graph=${encodeURIComponent(graph)}`, 'application/n-triples'));
    for (const path of ['/', '/ro-crate-metadata.jsonld', '.jsonld', '.nq', '.nt', '.ttl', '.trig']) {
      if (name.includes('prefixed') && path.startsWith('/ro-crate')) continue; // it has no such name
      const store = await openStore('memory:');
      const rdf = { '.nq': 'nquads', '.nt': 'ntriples', '.ttl': 'turtle', '.trig': 'trig' }[path];
      const options = { contexts: BUNDLED, packages: { http: { allowPrivate: true } }, from: rdf as never };
      const [loaded] = await loadCrates(store, `${address}crates/${key}${path}`, options);
      expect(loaded).toMatchObject({ status: 'loaded', graph });
      routes.set(`load ${path}`, irisOf(await quadsOf(store, graph)));
    }
    for (const [route, iris] of routes) expect([route, iris]).toEqual([route, expected]);
    expect(await text(`crates/?graph=${encodeURIComponent(zoe)}`)).toContain('Zoe'); // the page of the person
  });
});
