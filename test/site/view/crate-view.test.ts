import fc from 'fast-check';
import { loadCrates } from '../../../src/tasks/load/load-crates.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import type { CrateView, ViewEntity, ViewValue } from '../../../src/site/view/crate-view.js';
import { openCrateView, openStoredView } from '../../../src/site/view/open-crate-view.js';
import { firstOf, type ContextSource } from '../../../src/crate/context/context-source.js';
import { openCrateDocument } from '../../../src/package/open/open-crate.js';
import { GENERATED_CONTEXTS, metadataDocument } from '../../helpers/documents.js';
import { BUNDLED, BASE, crate, open } from '../../helpers/read.js';
import { tries } from '../../helpers/seed.js';

const CONTEXT = 'https://w3id.org/ro/crate/1.1/context';
/** A context that is not always available, and what a term of it means. */
const OWN_CONTEXT = 'https://example.org/own/context';
const OWN_TERM = 'https://example.org/own#gauge';

async function viewOf(entities: object[], terms: object = {}, root: object = {}): Promise<CrateView> {
  return openCrateView(await open(crate(entities as never, [CONTEXT, terms as never], root)));
}

/** The values of a property as text; references as `<iri>`. */
function shown(entity: ViewEntity | undefined, key: string): string[] {
  const values = entity?.properties.find((property) => property.key === key)?.values ?? [];
  return values.map((value) => ('reference' in value ? `<${value.iri}>` : value.text));
}

describe('a crate view', () => {
  it('has entities, properties and values in the order of the document', async () => {
    const view = await viewOf([
      { '@id': '#b', '@type': ['Person', 'Agent'], zip: 1, name: ['Bo', 'Bob'], affiliation: [{ '@id': '#z' }, 'x'] },
      { '@id': '#a', '@type': 'Person' },
    ]);
    expect(view.entities.map(({ id }) => id)).toEqual(['ro-crate-metadata.json', './', '#b', '#a']);
    const b = view.entity('#b');
    expect(b?.types).toEqual(['Person', 'Agent']);
    expect(b?.name).toBe('Bo');
    expect(b?.properties.map(({ key, iri }) => [key, iri])).toEqual([
      ['zip', undefined],
      ['name', 'http://schema.org/name'],
      ['affiliation', 'http://schema.org/affiliation'],
    ]);
    expect(b?.properties[2]?.values).toEqual([{ reference: '#z', iri: `${BASE.iri}#z` }, { text: 'x' }]);
  });

  it('finds entities by what is written and by IRI, root and descriptor too', async () => {
    const view = await viewOf([{ '@id': 'data/a.csv', '@type': 'File' }], {}, { name: 'Root' });
    expect(view.iri).toBe(BASE.root);
    expect(view.root.name).toBe('Root');
    expect(view.descriptor?.id).toBe('ro-crate-metadata.json');
    expect(view.entity('data/a.csv')).toBe(view.entity(`${BASE.root}data/a.csv`));
    expect(view.entity('#nobody')).toBeUndefined();
  });

  it('says who refers to an entity, once for each key', async () => {
    const view = await viewOf([
      { '@id': '#p', '@type': 'Person' },
      { '@id': '#one', author: [{ '@id': '#p' }, { '@id': `${BASE.iri}#p` }], editor: { '@id': '#p' } },
      { '@id': '#two', author: { '@id': '#p' } },
    ]);
    const mentions = view.mentions(view.entity('#p') as ViewEntity);
    expect(mentions.map(({ entity, key }) => `${entity.id} ${key}`)).toEqual(['#one author', '#one editor', '#two author']); // prettier-ignore
  });

  it('has literals with datatype and language, by value and by term', async () => {
    const view = await viewOf(
      [
        {
          '@id': '#x',
          when: '2026',
          titel: 'Hallo',
          link: 'https://example.org/',
          steps: { '@list': ['b', 'a', { '@id': '#x' }] },
          note: [{ '@value': 'oui', '@language': 'fr' }, { '@value': '7', '@type': 'xsd:int' }, 1.5, true, null],
        },
      ],
      {
        xsd: 'http://www.w3.org/2001/XMLSchema#',
        ex: 'http://example.org/terms#',
        when: { '@id': 'ex:when', '@type': 'xsd:gYear' },
        titel: { '@id': 'ex:titel', '@language': 'de' },
        link: { '@id': 'ex:link', '@type': '@id' },
        note: 'ex:note',
        steps: 'ex:steps',
      },
    );
    const x = view.entity('#x');
    const valuesOf = (key: string) => x?.properties.find((property) => property.key === key)?.values;
    const xsd = 'http://www.w3.org/2001/XMLSchema#';
    expect(valuesOf('when')).toEqual([{ text: '2026', datatype: `${xsd}gYear` }]);
    expect(valuesOf('titel')).toEqual([{ text: 'Hallo', language: 'de' }]);
    expect(valuesOf('link')).toEqual([{ reference: 'https://example.org/', iri: 'https://example.org/' }]);
    expect(shown(x, 'steps')).toEqual(['b', 'a', `<${BASE.iri}#x>`]);
    expect(valuesOf('note')).toEqual([
      { text: 'oui', language: 'fr' },
      { text: '7', datatype: `${xsd}int` },
      { text: '1.5', datatype: `${xsd}double` },
      { text: 'true', datatype: `${xsd}boolean` },
    ]);
  });

  it('flattens what is nested, and keeps the order of the rest and undefined properties', async () => {
    const view = await viewOf([
      { '@id': '#z', '@type': 'Person', odd: 'kept', name: 'Zoe', affiliation: { '@id': '#org', name: 'Org' } },
      { '@id': '#a', '@type': 'Person', contactPoint: { '@type': 'ContactPoint', email: 'a@example.org' } },
    ]);
    expect(view.entities.slice(0, 4).map(({ id }) => id)).toEqual(['ro-crate-metadata.json', './', '#z', '#a']);
    expect(view.entity('#z')?.properties.map(({ key }) => key)).toEqual(['odd', 'name', 'affiliation']);
    expect(view.entity('#org')?.name).toBe('Org');
    const [point] = view.entity('#a')?.properties[0]?.values as [Extract<ViewValue, { reference: string }>];
    expect(point.reference).toMatch(/^_:/);
    expect(shown(view.entity(point.reference), 'email')).toEqual(['a@example.org']);
  });

  it.each([
    ['@reverse', { '@id': '#x', '@reverse': { author: { '@id': '#book', '@type': 'Book' } } }, '#book', 'author'],
    ['@included', { '@id': '#y', '@included': [{ '@id': '#book', author: { '@id': '#x' } }] }, '#book', 'author'],
    ['two entities of one identifier', [{ '@id': '#book', name: 'B' }, { '@id': '#book', author: { '@id': '#x' } }], '#book', 'author'],
  ])('reads %s', async (_, entities, id, key) => {
    expect(shown((await viewOf([entities].flat())).entity(id), key)).toEqual([`<${BASE.iri}#x>`]);
  }); // prettier-ignore

  it('reads language maps', async () => {
    const labels = { '@id': 'http://example.org/labels', '@container': '@language' };
    const view = await viewOf([{ '@id': '#x', labels: { en: 'cat', de: 'Katze' } }], { labels });
    expect(shown(view.entity('#x'), 'labels').sort()).toEqual(['Katze', 'cat']);
  });

  it('of any document has all of its triples', async () => {
    await fc.assert(
      fc.asyncProperty(metadataDocument, async (document) => {
        const read = await open(document, { contexts: GENERATED_CONTEXTS });
        const view = await openCrateView(read);
        const references = new Set<string>();
        for (const entity of view.entities)
          for (const { iri, values } of entity.properties)
            for (const value of values) if ('reference' in value) references.add(`${entity.iri} ${iri} ${value.iri}`);
        for await (const line of read.nquads())
          for (const [, s, p, o] of line.matchAll(/^<([^>]*)> <([^>]*)> <([^>]*)> \.$/gm)) {
            if (p?.endsWith('#type') === true || o?.endsWith('#nil') === true) continue;
            expect([...references]).toContain(`${s} ${p} ${o}`);
          }
      }),
      tries(200),
    );
  });
});

describe('the view of a crate of a store', () => {
  it('is that of its document, also after an update', async () => {
    const store = new MemoryStore();
    await loadCrates(store, 'data/crates/coastal-atlas', { contexts: BUNDLED });
    const [graph = ''] = (await store.graphs()).keys();
    const direct = await openCrateView(await openCrateDocument('data/crates/coastal-atlas', { contexts: BUNDLED }));
    // Labels of blank nodes depend on the base, which is that of the file here.
    const withoutScope = (shownView: CrateView) =>
      JSON.stringify(shownView.entities.map(({ id, properties }) => [id, properties])).replace(
        /_:c[0-9a-f]{32}_/g,
        '_:',
      );
    const { view } = await openStoredView(store, graph, BUNDLED);
    expect(withoutScope(view)).toBe(withoutScope(direct));
    await store.update(`PREFIX s: <http://schema.org/> DELETE { GRAPH ?g { ?r s:name ?n } } INSERT { GRAPH ?g { ?r s:name "Anew" } } WHERE { GRAPH ?g { ?r s:name ?n FILTER(?r = <${graph}>) } }`); // prettier-ignore
    const changed = (await openStoredView(store, graph, BUNDLED)).view;
    expect(changed.root.name).toBe('Anew');
    expect(changed.entities.map(({ id }) => id)).toEqual(direct.entities.map(({ id }) => id));
    await store.close();
  });

  it.each([
    ['beside that of RO-Crate', [CONTEXT, OWN_CONTEXT]],
    ['alone', OWN_CONTEXT],
  ])('needs no context: the graph has the IRIs of the terms of a missing one (%s)', async (_, context) => {
    const own: ContextSource = {
      load: async (address) =>
        address === OWN_CONTEXT ? { ...((await BUNDLED.load(CONTEXT)) as object), gauge: OWN_TERM } : undefined,
    };
    const store = new MemoryStore();
    const root = { name: 'A', gauge: [{ '@id': '#deep' }, 7], hasPart: { '@id': 'a b.csv' } };
    const entities = [
      { '@id': '#deep', name: 'Deep' },
      { '@id': 'a b.csv', '@type': 'File' },
    ];
    await loadCrates(store, crate(entities, context as never, root) as never, {
      base: BASE.iri,
      contexts: firstOf(own, BUNDLED),
    });
    const seen = async () => {
      const { view } = await openStoredView(store, BASE.iri, BUNDLED);
      expect(view.missingContext).toContain(OWN_CONTEXT);
      expect(view.iri).toBe(BASE.iri);
      expect(view.descriptor?.id).toBe('ro-crate-metadata.json');
      expect(view.entities.map(({ id }) => id).sort()).toEqual(['#deep', './', 'a%20b.csv', 'ro-crate-metadata.json']);
      expect(view.entity('a b.csv')?.types).toEqual(['File']);
      expect(view.root.properties.find(({ key }) => key === 'gauge')?.iri).toBe(OWN_TERM);
      expect(shown(view.root, 'gauge').sort()).toEqual(['7', `<${BASE.iri}#deep>`]);
      return view.root.name;
    };
    expect(await seen()).toBe('A');
    await store.update(`PREFIX s: <http://schema.org/> DELETE { GRAPH ?g { ?r s:name "A" } } INSERT { GRAPH ?g { ?r s:name "B" } } WHERE { GRAPH ?g { ?r s:name "A" } }`); // prettier-ignore
    expect(await seen()).toBe('B');
    expect((await openStoredView(store, BASE.iri, firstOf(own, BUNDLED))).view.missingContext).toBeUndefined();
    await store.close();
  });
});
