import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IDENTITIES } from '../../../src/store/graph-errors.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphStore } from '../../../src/store/port.js';
import { areIdentitiesStale } from '../../../src/tasks/identity/same-terms.js';
import { makeIdentities } from '../../../src/tasks/identity/make-identities.js';
import { storeStatistics } from '../../../src/tasks/inspect/crate-statistics.js';
import { listCrates } from '../../../src/tasks/inspect/list-crates.js';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { removeCrates } from '../../../src/tasks/load/remove-crates.js';
import { queryStore } from '../../../src/tasks/query/query-store.js';
import { verifyStore } from '../../../src/tasks/stored/check-store.js';
import { crate } from '../../cli/helpers/crates.js';
import { startOxigraph } from '../../helpers/oxigraph-endpoint.js';
import { BUNDLED } from '../../helpers/read.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const ORCID = 'https://orcid.org/0000-0002-1825-0097';
const OLD_ORCID = 'http://orcid.org/0000-0002-1825-0097';
const SHA = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
const SHA256 = 'https://w3id.org/ro/terms/workflow-run#sha256';
const CC_BY = 'http://creativecommons.org/licenses/by/4.0/deed.en';
const at = (number: number, path = '') => `https://example.org/${number}/${path}`;

const CRATES = [
  crate({
    name: 'North',
    more: { author: { '@id': ORCID }, license: { '@id': 'https://spdx.org/licenses/CC-BY-4.0' } },
    entities: [
      { '@id': ORCID, '@type': 'Person', name: 'Ada Brook' },
      { '@id': 'a.txt', '@type': 'File', [SHA256]: SHA, contentSize: 3 },
    ],
  }),
  crate({
    name: 'South',
    more: { author: [{ '@id': OLD_ORCID }, { '@id': '#joe' }], license: { '@id': CC_BY } },
    entities: [
      { '@id': OLD_ORCID, '@type': 'Person', name: 'Brook, A.' },
      { '@id': '#joe', '@type': 'Person', name: 'Joe', email: 'Joe@example.org' },
      { '@id': 'b.txt', '@type': 'File', [SHA256]: SHA.toUpperCase() },
    ],
  }),
  crate({
    name: 'West',
    more: { author: [{ '@id': '#ada' }, { '@id': '#joe' }, { '@id': '_:nobody' }], identifier: '10.5281/zenodo.7' },
    entities: [
      { '@id': '#ada', '@type': 'Person', name: 'Ada Brook', identifier: { '@id': '#orcid' } },
      { '@id': '#orcid', '@type': 'PropertyValue', propertyID: 'ORCID', value: '0000-0002-1825-0097' },
      { '@id': '#joe', '@type': 'Person', email: 'mailto:joe@example.org' },
      { '@id': '_:nobody', '@type': 'Person', email: 'joe@example.org' },
    ],
  }),
  crate({ name: 'East', more: { isBasedOn: { '@id': 'http://dx.doi.org/10.5281/ZENODO.7' } } }),
];

let store: GraphStore;
let place: string;

async function filled(location: string): Promise<GraphStore> {
  const opened = await openStore(location, { mode: 'write', create: true });
  for (const [number, one] of CRATES.entries())
    await loadCrates(opened, one as never, { contexts: BUNDLED, base: at(number) });
  return opened;
}

beforeEach(async () => {
  place = join(await scratch(), 'store.db');
  store = await filled(place);
});
afterEach(() => store.close());

const ask = async (query: string, same?: boolean) => String(await queryStore(store, query, { format: 'csv', same }));
const rows = async (query: string, same?: boolean) => (await ask(query, same)).trim().split(/\r\n/).slice(1).sort();

describe('the graph of what is the same', () => {
  it('has the IRIs of people, licences, works and files, with the reasons', async () => {
    const report = await makeIdentities(store);
    expect(report).toMatchObject({ status: 'written', crates: 4, blank: 1, conflicts: [] });
    expect(report.kinds.map(({ kind, classes, iris, crates }) => [kind, classes, iris, crates])).toEqual([
      ['person', 2, 5, 3],
      ['organisation', 0, 0, 0],
      ['licence', 1, 2, 2],
      ['work', 1, 2, 2],
      ['file', 1, 2, 2],
    ]);
    const found = report.classes.map(({ canonical, members }) => [
      canonical,
      members.map(({ iri, reasons }) => `${iri} ${reasons.map(({ reason }) => reason).join()}`),
    ]);
    expect(found).toEqual([
      ['https://doi.org/10.5281/zenodo.7', ['http://dx.doi.org/10.5281/ZENODO.7 iri', `${at(2)} identifier`]],
      [at(1, '#joe'), [`${at(1, '#joe')} email`, `${at(2, '#joe')} email`]],
      [ORCID, [`${OLD_ORCID} iri`, `${at(2, '#ada')} identifier`, `${ORCID} iri`]],
      ['https://spdx.org/licenses/CC-BY-4.0', [`${CC_BY} iri`, 'https://spdx.org/licenses/CC-BY-4.0 iri']],
      [
        'ni:///sha-256;ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0',
        [`${at(0, 'a.txt')} checksum`, `${at(1, 'b.txt')} checksum`],
      ],
    ]);
    const why = `SELECT ?member ?why { GRAPH <${IDENTITIES}> {
      <${ORCID}> owl:sameAs ?member ; cg:because ?join . ?join cg:member ?member ; rdfs:comment ?why } }`;
    expect(await rows(why)).toEqual([
      `${OLD_ORCID},its IRI is this ORCID`,
      `${at(2, '#ada')},its identifier is this ORCID`,
    ]);
  });

  it('is written once, and known to be old when a crate has changed', async () => {
    expect((await makeIdentities(store, { dryRun: true })).status).toBe('not written');
    expect(await store.graphs([IDENTITIES])).toEqual(new Map());
    await makeIdentities(store);
    const mark = await store.marks([IDENTITIES]);
    expect((await makeIdentities(store)).status).toBe('unchanged');
    expect(await areIdentitiesStale(store)).toBe(false);
    await store.update(`INSERT DATA { GRAPH <${at(0)}> { <${at(0)}> <urn:p> 1 } }`);
    expect(await areIdentitiesStale(store)).toBe(true);
    expect((await makeIdentities(store)).status).toBe('unchanged');
    expect(await areIdentitiesStale(store)).toBe(false);
    expect(await store.marks([IDENTITIES])).toEqual(mark);
  });

  it('is a reference graph that lists and statistics leave out, and that can be removed', async () => {
    const before = [await listCrates(store), await storeStatistics(store)];
    await makeIdentities(store);
    expect([await listCrates(store), await storeStatistics(store)]).toEqual(before);
    expect(await listCrates(store, { references: true })).toMatchObject([{ graph: IDENTITIES }]);
    await store.close();
    expect((await verifyStore(place)).problems).toEqual([]);
    store = await openStore(place, { mode: 'write' });
    await removeCrates(store, [IDENTITIES]);
    await expect(ask('ASK {}', true)).rejects.toMatchObject({
      code: 'ERR_GRAPH_NOT_FOUND',
      hint: expect.stringContaining('crategraph identities'),
    });
  });

  it('has no two people with one e-mail and two names, given or whole', async () => {
    const person = (id: string, more: object) => ({ '@id': id, '@type': 'Person', email: 'lab7@example.org', ...more });
    const entities = [
      person('#one', { givenName: 'Ida', familyName: 'Gray' }),
      person('#two', { givenName: 'Max', familyName: 'Hill' }),
    ];
    await loadCrates(store, crate({ entities }) as never, { contexts: BUNDLED, base: at(5) });
    const { classes, conflicts } = await makeIdentities(store);
    expect(conflicts).toMatchObject([{ kind: 'names', values: ['Ida Gray', 'Max Hill'], joined: false }]);
    expect(JSON.stringify(classes)).not.toContain(at(5));
  });

  it('is the same in memory', async () => {
    const memory = await filled('memory:');
    const [here, there] = [await makeIdentities(memory), await makeIdentities(store)];
    expect(here).toEqual(there);
    await memory.close();
  });

  it('is the same in an endpoint', async () => {
    const { address } = await startOxigraph();
    const endpoint = await filled(address);
    const [{ classes, kinds }, there] = [await makeIdentities(endpoint), await makeIdentities(store)];
    expect([classes, kinds]).toEqual([there.classes, there.kinds]);
    expect((await makeIdentities(endpoint)).status).toBe('unchanged');
    const people = 'SELECT ?p { ?p a schema:Person FILTER(isIRI(?p)) }';
    const answer = await queryStore(endpoint, people, { format: 'csv', same: true });
    expect(String(answer).trim().split(/\r\n/).slice(1).sort()).toEqual([at(1, '#joe'), ORCID]);
    await endpoint.close();
  });

  it('is nothing else: no file of it is loaded under its name', async () => {
    const file = join(await scratch(), 'other.ttl');
    await writeFile(file, '<urn:a> <urn:b> <urn:c> .');
    const [result] = await loadCrates(store, file, { reference: { name: IDENTITIES } });
    expect(result?.error?.message).toContain('reserves names');
  });
});

describe('a query that sees what is the same as one', () => {
  it('sees one person in all crates, by any IRI', async () => {
    await makeIdentities(store);
    const people = 'SELECT ?p { ?p a schema:Person FILTER(isIRI(?p)) }';
    expect(await rows(people)).toHaveLength(5);
    expect(await rows(people, true)).toEqual([at(1, '#joe'), ORCID]);
    for (const iri of [ORCID, OLD_ORCID, at(2, '#ada')])
      expect(await rows(`SELECT ?crate { GRAPH ?crate { ?crate schema:author <${iri}> } }`, true)).toEqual([at(0), at(1), at(2)]); // prettier-ignore
    expect(await rows(`SELECT ?name { <${OLD_ORCID}> schema:name ?name }`, true)).toEqual(['"Brook, A."', 'Ada Brook']);
  });

  it('calls a crate as before', async () => {
    await makeIdentities(store);
    expect(await rows('SELECT ?a ?b { GRAPH ?a { ?a schema:isBasedOn ?b } }', true)).toEqual([`${at(3)},${at(2)}`]);
    const doi = 'https://doi.org/10.5281/zenodo.7';
    expect(await rows(`SELECT ?s { ?s schema:isBasedOn ?b . ?b schema:name "West" }`, true)).toEqual([at(3)]);
    expect(await rows(`SELECT ?name { <${doi}> schema:name ?name }`, true)).toEqual(['West']);
  });

  it('does not see the graph of identities, unless it names it', async () => {
    await makeIdentities(store);
    expect(await rows('SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }', true)).toEqual(
      [0, 1, 2, 3].map((one) => at(one)),
    );
    const known = `SELECT ?other { GRAPH <${IDENTITIES}> { <${ORCID}> owl:sameAs ?other } }`;
    expect(await rows(known, true)).toEqual([OLD_ORCID, at(2, '#ada')]);
  });

  it('answers as a store in which the IRIs were replaced', async () => {
    const { classes } = await makeIdentities(store);
    const copy = await openStore('memory:');
    let text = '';
    for await (const chunk of store.nquads(...CRATES.map((_, number) => at(number))))
      text += Buffer.from(chunk).toString();
    const graphs = new Set(CRATES.map((_, number) => at(number)));
    const names = new Map<string, string>();
    for (const { canonical, members } of classes) {
      const root = members.find(({ iri }) => graphs.has(iri))?.iri;
      for (const { iri } of members) names.set(iri, root ?? canonical);
    }
    const replaced = text.replace(/<([^>]*)>/g, (_, iri: string) => `<${names.get(iri) ?? iri}>`);
    const lines = [...new Set(replaced.split('\n'))].filter((line) => line !== '');
    await copy.put(
      [...graphs].map((graph) => {
        const own = lines.filter((line) => line.endsWith(` <${graph}> .`));
        return { graph, mode: 'create', nquads: [`${own.join('\n')}\n`] };
      }),
    );
    for (const query of [
      'SELECT * { ?s ?p ?o FILTER(!isBlank(?s)) }',
      'SELECT ?g ?s ?p { GRAPH ?g { ?s ?p ?o FILTER(!isBlank(?s)) } }',
      `SELECT ?p ?o { <${ORCID}> ?p ?o }`,
      'SELECT ?n (COUNT(*) AS ?c) { ?s schema:author/schema:name ?n } GROUP BY ?n',
      'SELECT ?a ?b { ?a schema:author ?x . ?b schema:author ?x FILTER(?a != ?b) }',
      `SELECT ?g { GRAPH ?g { ?s schema:license ?l } VALUES ?l { <https://spdx.org/licenses/CC-BY-4.0> } }`,
      `SELECT ?s ?x { ?s schema:author|schema:isBasedOn ?x }`,
      `SELECT ?x { GRAPH <${at(1)}> { ?x ?p ?o FILTER(isIRI(?x)) } }`,
      `ASK { FILTER NOT EXISTS { ?s schema:author <${ORCID}> } }`,
    ]) {
      const expected = String(await queryStore(copy, query, { format: 'csv' }));
      expect([query, (await ask(query, true)).split(/\r\n/).sort()]).toEqual([query, expected.split(/\r\n/).sort()]);
    }
    await copy.close();
  });

  it('finds words, and describes by any IRI', async () => {
    await makeIdentities(store);
    expect(await rows('SELECT DISTINCT ?e { ?e cg:search "brook" }', true)).toEqual([ORCID]);
    const described = String(await queryStore(store, `DESCRIBE <${OLD_ORCID}>`, { format: 'ntriples', same: true }));
    expect(described).toContain(`<${ORCID}> <http://schema.org/name> "Brook, A." .`);
    expect(described).not.toContain(OLD_ORCID);
  });
});
