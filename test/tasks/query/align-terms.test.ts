import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Store } from 'oxigraph';
import { iriToSparql, movedTerms } from '../../../src/tasks/query/align-terms.js';
import { ActiveContext } from '../../../src/crate/context/active-context.js';
import type { JsonObject } from '../../../src/crate/json/lazy-document.js';
import { exportCrate } from '../../../src/tasks/export/export-crate.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { queryStore } from '../../../src/tasks/query/query-store.js';
import { openStore } from '../../../src/store/open-store.js';
import { BUNDLED } from '../../helpers/read.js';

const VERSIONS = ['1.0', '1.1', '1.2', '1.3'] as const;
const address = (version: string) => `https://w3id.org/ro/crate/${version}/context`;

/** The context of a version, and the IRI of each of its terms. */
async function termsOf(version: string): Promise<Map<string, string>> {
  const value = (await BUNDLED.load(address(version))) as JsonObject | JsonObject[];
  const context = new ActiveContext([value].flat(), 'http://example.org/');
  const names = [value].flat().flatMap((layer) => Object.keys(layer));
  return new Map(names.flatMap((name) => (context.term(name)?.iri ? [[name, context.term(name)?.iri as string]] : [])));
}

describe('terms that moved between versions', () => {
  it('the table agrees with the contexts', async () => {
    const versions = await Promise.all(VERSIONS.map(termsOf));
    const derived: string[] = [];
    for (const name of new Set(versions.flatMap((terms) => [...terms.keys()]))) {
      const iris = versions.flatMap((terms) => terms.get(name) ?? []);
      const newest = iris.at(-1);
      for (const iri of new Set(iris)) if (iri !== newest) derived.push(`${name} ${iri} ${newest}`);
    }
    const table = (await movedTerms()).map(({ term, from, to }) => `${term} ${from} ${to}`);
    expect(derived.filter((row) => !table.includes(row))).toEqual([]);
    for (const term of ['input', 'output', 'ComputationalWorkflow', 'FormalParameter', 'cite-as', 'RepositoryObject']) {
      expect(table.some((row) => row.startsWith(`${term} `))).toBe(true);
    }
  });

  it('no term moves twice, or to itself', async () => {
    const moved = await movedTerms();
    const from = new Set(moved.map((term) => term.from));
    expect(moved.filter(({ to }) => from.has(to))).toEqual([]);
    expect(from.size).toBe(moved.length);
  });

  it('one query joins crates of all versions, and exports never see it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'crategraph-align-'));
    const location = join(folder, 'store');
    const contexts = BUNDLED;
    const store = await openStore(location, { mode: 'write', create: true });
    const written = new Map<string, string>();
    for (const version of [...VERSIONS, 'https'] as const) {
      const context =
        version === 'https'
          ? [
              address('1.1'),
              {
                '@vocab': 'https://schema.org/',
                ...Object.fromEntries(['name', 'about', 'Dataset'].map((name) => [name, `https://schema.org/${name}`])),
              },
            ]
          : address(version);
      const text = JSON.stringify(
        {
          '@context': context,
          '@graph': [
            {
              '@id': 'ro-crate-metadata.json',
              '@type': 'CreativeWork',
              about: { '@id': './' },
              conformsTo: { '@id': `https://w3id.org/ro/crate/${version === 'https' ? '1.1' : version}` },
            },
            {
              '@id': './',
              '@type': ['Dataset', 'RepositoryObject'],
              name: version,
              'cite-as': 'https://doi.org/10.1/x',
              mainEntity: { '@id': 'w.cwl' },
            },
            {
              '@id': 'w.cwl',
              '@type': ['File', 'ComputationalWorkflow'],
              name: `workflow ${version}`,
              input: { '@id': '#in' },
              output: { '@id': '#out' },
            },
            { '@id': '#in', '@type': 'FormalParameter', name: 'in' },
          ],
        },
        null,
        2,
      );
      const file = join(folder, `${version}-ro-crate-metadata.json`);
      await writeFile(file, text);
      const base = `http://example.org/${version}/`;
      const [result] = await loadCrates(store, [file], { contexts, base });
      expect(result?.error).toBeUndefined();
      written.set(base, text);
    }
    await store.close();

    const prefixes = 'PREFIX s: <http://schema.org/> PREFIX b: <https://bioschemas.org/terms/>';
    const workflows = `${prefixes} SELECT ?name { ?w a b:ComputationalWorkflow, s:MediaObject ; s:name ?name ; b:input ?in ; b:output ?out . ?in a b:FormalParameter } ORDER BY ?name`;
    const roots = `${prefixes} SELECT ?name { ?root a <http://pcdm.org/models#Object> ; <http://www.iana.org/assignments/relation/cite-as> ?doi ; s:name ?name ; s:mainEntity ?w } ORDER BY ?name`;
    const scratch = await openStore(location, { mode: 'scratch' });
    const names = async (sparql: string) =>
      String(await queryStore(scratch, sparql, { format: 'csv', align: true }))
        .trim()
        .split(/\s*\n/)
        .slice(1);
    // 1.0 has no terms for workflows.
    expect(await names(workflows)).toEqual(['1.1', '1.2', '1.3', 'https'].map((version) => `workflow ${version}`));
    expect(await names(roots)).toEqual(['1.0', '1.1', '1.2', '1.3', 'https']);
    await scratch.close();

    const again = await openStore(location, { mode: 'read' });
    expect(await queryStore(again, workflows, { format: 'csv' })).not.toContain('workflow 1.1');
    for (const [graph, text] of written) expect(await exportCrate(again, graph, { contexts })).toBe(text);
    await again.close();
    await rm(folder, { recursive: true });
  });
});

it('a query of aligned crates knows their prefixes and their load records', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'crategraph-align-'));
  const location = join(folder, 'store');
  const store = await openStore(location, { mode: 'write', create: true });
  const context = [address('1.1'), { ex: 'http://example.org/terms#' }];
  const descriptor = { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } };
  const crate = { '@context': context, '@graph': [descriptor, { '@id': './', '@type': 'Dataset', 'ex:depth': '7' }] };
  await loadCrates(store, JSON.stringify(crate), { contexts: BUNDLED, base: 'http://example.org/a/' });
  await store.close();
  for (const [query, rows] of [
    ['SELECT ?depth { ?s ex:depth ?depth }', ['7']],
    ['SELECT ?g { GRAPH <urn:crategraph:catalogue> { ?record prov:generated ?g } }', ['http://example.org/a/']],
  ] as const) {
    const scratch = await openStore(location, { mode: 'scratch' });
    const csv = String(await queryStore(scratch, query, { format: 'csv', align: true }));
    expect(csv.trim().split(/\r?\n/).slice(1)).toEqual(rows); // prettier-ignore
    await scratch.close();
  }
  await rm(folder, { recursive: true });
});

describe('identifiers that begin with #', () => {
  const ROOT = 'http://example.org/crate/';
  const FILE = `${ROOT}ro-crate-metadata.json`;

  /** Loads a crate with these entities under a base, and returns whom its authors name, after alignment or without. */
  async function authors(loads: readonly (readonly [base: string, entities: JsonObject[]])[], align: boolean) {
    const folder = await mkdtemp(join(tmpdir(), 'crategraph-align-'));
    const location = join(folder, 'store');
    const store = await openStore(location, { mode: 'write', create: true });
    for (const [base, entities] of loads) {
      const file = join(await mkdtemp(join(folder, 'crate-')), 'ro-crate-metadata.json');
      const descriptor = { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', about: { '@id': './' } };
      await writeFile(file, JSON.stringify({ '@context': address('1.1'), '@graph': [descriptor, ...entities] }));
      const [result] = await loadCrates(store, [file], { contexts: BUNDLED, base });
      expect(result?.error).toBeUndefined();
    }
    await store.close();
    const opened = await openStore(location, { mode: align ? 'scratch' : 'read' });
    const text = await queryStore(
      opened,
      'PREFIX s: <http://schema.org/> SELECT DISTINCT ?a ?name { ?root s:author ?a . OPTIONAL { ?a s:name ?name } } ORDER BY ?a ?name',
      { format: 'csv', align },
    );
    await opened.close();
    await rm(folder, { recursive: true });
    return String(text).trim().split(/\s*\n/).slice(1); // prettier-ignore
  }
  const alice = [
    { '@id': './', '@type': 'Dataset', author: { '@id': '#alice' } },
    { '@id': '#alice', name: 'Alice' },
  ];

  it('join, whether the base is the root or the metadata file', async () => {
    const other = [{ '@id': './', '@type': 'Dataset', author: { '@id': `${ROOT}#alice` } }];
    for (const base of [FILE, ROOT]) {
      const loads = [[base, alice], ['http://example.org/other/', other]] as const; // prettier-ignore
      expect(await authors(loads, false)).toEqual(
        base === ROOT ? [`${ROOT}#alice,Alice`] : [`${ROOT}#alice,`, `${FILE}#alice,Alice`],
      );
      expect(await authors(loads, true)).toEqual([`${ROOT}#alice,Alice`]);
    }
  });

  it('stay apart if a crate describes both forms', async () => {
    const two = [
      { '@id': './', '@type': 'Dataset', author: [{ '@id': '#alice' }, { '@id': './#alice' }] },
      { '@id': '#alice', name: 'Alice' },
      { '@id': './#alice', name: 'Another Alice' },
    ];
    expect(await authors([[FILE, two]], true)).toEqual([`${ROOT}#alice,Another Alice`, `${FILE}#alice,Alice`]);
  });

  it('of other files stay as they are', async () => {
    const other = ['my-ro-crate-metadata.json#a', 'x.json#ro-crate-metadata.json#a', 'ro-crate-metadata.json/b#a'];
    const entities = [{ '@id': './', '@type': 'Dataset', author: other.map((id) => ({ '@id': id })) }];
    const found = await authors([[FILE, entities]], true);
    expect(found).toEqual(await authors([[FILE, entities]], false));
    expect(found).toHaveLength(3);
  });
});

const HOSTILE = [
  'http://x.example/> } ; DROP ALL #',
  'http://x.example/a b',
  'http://x.example/\n}',
  'http://x.example/\\u003e',
  'http://x.example/{}|^`"<',
  '',
];

describe('an IRI in SPARQL', () => {
  it('does not change if it is valid', () => {
    expect(iriToSparql({ value: 'arcp://ni,sha-256;x-_/a.txt#é' })).toBe('<arcp://ni,sha-256;x-_/a.txt#é>');
  });

  it.each(HOSTILE)('cannot end its term: %j', (value) => {
    expect(iriToSparql({ value })).toMatch(/^<[^\u0000-\u0020<>"{}|^`\\]*>$/);
  });

  it('cannot change a query in a VALUES block', () => {
    const store = new Store();
    store.load('<http://x.example/ok> <urn:p> "o" .', { format: 'application/n-triples' });
    const iris = [...HOSTILE.filter((value) => value !== ''), 'http://x.example/ok'];
    const values = iris.map((value) => iriToSparql({ value })).join(' ');
    expect(store.query(`SELECT ?o { VALUES ?s { ${values} } ?s <urn:p> ?o }`)).toHaveLength(1);
  });
});
