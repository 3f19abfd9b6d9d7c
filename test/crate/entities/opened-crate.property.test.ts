import fc from 'fast-check';
import { crateOf, type Crate } from '../../../src/crate/entities/crate.js';
import type { JsonObject, JsonValue } from '../../../src/crate/json/value.js';
import { metadataDocument, GENERATED_CONTEXTS } from '../../helpers/documents.js';
import { crate as documentOf, open } from '../../helpers/read.js';
import { tries } from '../../helpers/seed.js';
import { graphOf, layout, opened } from './helpers.js';

it('a crate without a change is the text that was opened, whatever was read of it', async () => {
  await fc.assert(
    fc.asyncProperty(metadataDocument, layout, async (document, write) => {
      const text = write(document);
      const crate = crateOf(await open(text, { contexts: GENERATED_CONTEXTS }));
      for (const entity of crate.entities()) {
        for (const property of entity.properties) expect(crate.entity(entity.id).values(property)).toBeDefined();
        expect(entity.toJSON()).toBeDefined();
      }
      crate.files();
      expect(crate.isChanged).toBe(false);
      expect(crate.toString()).toBe(text);
    }),
    tries(2000),
  );
});

it('edits of a document in the wild change the entity that is named and no other, and can be read back', async () => {
  const edits = fc.array(
    fc.record({
      entity: fc.nat(),
      property: fc.constantFrom('name', 'author', 'description', 'note', 'link', 'hasPart'),
      does: fc.constantFrom('set', 'add', 'unset', 'take'),
      value: fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 5 }),
        fc.integer(),
        fc.constantFrom({ '@id': '#alice' }, { '@id': 'data/a.csv' }, { '@value': 'x', '@language': 'fr' }),
      ),
    }),
    { minLength: 1, maxLength: 6 },
  );
  let done = 0;
  await fc.assert(
    fc.asyncProperty(metadataDocument, layout, edits, async (document, write, steps) => {
      const read = (text: string) => open(text, { contexts: GENERATED_CONTEXTS });
      const crate = crateOf(await read(write(document)));
      const all = [...crate.entities()];
      const before = new Map(all.map((entity) => [entity, JSON.stringify(entity)]));
      const touched = new Set<object>();
      for (const { entity: at, property, does, value } of steps) {
        const entity = all[at % all.length] as (typeof all)[number];
        const was = entity.values(property);
        try {
          if (does === 'set') entity.set(property, value as JsonValue);
          else if (does === 'add') entity.add(property, value as JsonValue);
          else if (does === 'unset') entity.unset(property);
          else entity.unset(property, was[0]);
          done += 1;
          touched.add(entity);
          const now = entity.values(property).map((one) => JSON.stringify(one));
          if (does === 'set') expect(now).toEqual([JSON.stringify(value)]);
          if (does === 'add') expect(now).toContain(JSON.stringify(value));
          if (does === 'unset') expect(now).toEqual([]);
          if (does === 'take' && was[0] !== undefined) expect(now).not.toContain(JSON.stringify(was[0]));
        } catch (error) {
          if (!(error instanceof Error) || error.name !== 'CrateError') throw error;
          expect(entity.values(property)).toEqual(was);
        }
      }
      const text = crate.toString();
      const again = crateOf(await read(text));
      for (const entity of all) {
        if (!touched.has(entity)) expect(JSON.stringify(entity)).toBe(before.get(entity));
        expect(again.entity(entity.id).toJSON()).toEqual(entity.toJSON());
      }
      expect(again.toString()).toBe(text);
      expect(graphOf(text)).toHaveLength((document['@graph'] as JsonValue[]).length);
    }),
    tries(2000),
  );
  expect(done).toBeGreaterThan(20);
});

const IDS = ['a/', 'a/b/', 'a/b/x.csv', 'a/y.csv', 'z.csv', '#p', '#q'];

/** The same edits of a plain document as JSON: what each of them means, without a crate. */
const PLAIN = {
  set: (graph: JsonObject[], id: string, value: JsonValue) => {
    for (const one of graph) if (one['@id'] === id) one['about'] = value;
  },
  add: (graph: JsonObject[], id: string, value: JsonValue) => {
    for (const one of graph)
      if (one['@id'] === id) {
        const all = one['about'] === undefined ? [] : [one['about']].flat();
        if (all.every((other) => JSON.stringify(other) !== JSON.stringify(value))) all.push(value);
        const isArray = Array.isArray(one['about']) || all.length > 1;
        one['about'] = isArray ? all : (all[0] as JsonValue);
      }
  },
  unset: (graph: JsonObject[], id: string) => {
    for (const one of graph) if (one['@id'] === id) delete one['about'];
  },
};

it('edits of a plain document are the same edits of its JSON', async () => {
  const step = fc.record({
    does: fc.constantFrom('set', 'add', 'unset', 'unset') as fc.Arbitrary<keyof typeof PLAIN>,
    id: fc.constantFrom(...IDS),
    about: fc.constantFrom(...IDS).map((id) => ({ '@id': id })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), layout, async (steps, write) => {
      const types = (id: string) => (id.startsWith('#') ? 'Person' : id.endsWith('/') ? 'Dataset' : 'File');
      const document = documentOf(IDS.map((id) => ({ '@id': id, '@type': types(id), name: id })));
      const text = write(document as JsonObject);
      const expected = graphOf(text);
      const crate: Crate = await opened(text);
      for (const { does, id, about } of steps) {
        PLAIN[does](expected, id, about);
        if (does === 'unset') crate.entity(id).unset('about');
        else crate.entity(id)[does]('about', about);
      }
      expect(graphOf(crate.toString())).toEqual(expected);
    }),
    tries(1000),
  );
});

it('any entities that are added and removed leave every data entity in one place, and no reference to what is gone', async () => {
  const step = fc.record({ id: fc.constantFrom(...IDS), adds: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), fc.nat({ max: 15 }), layout, async (steps, saved, write) => {
      let crate = await opened(write(documentOf([]) as JsonObject));
      for (const [at, { id, adds }] of steps.entries()) {
        if (at === saved) crate = await opened(crate.toString());
        if (!adds) {
          if (crate.has(id)) crate.remove(id);
        } else if (id.startsWith('#')) crate.add({ '@type': 'Person', '@id': id });
        else if (id.endsWith('/')) crate.addFolder(id);
        else crate.addFile(id);
      }
      const graph = graphOf(crate.toString());
      const ids = new Set(graph.map((one) => one['@id']));
      const parts = graph.flatMap((one) => [one['hasPart'] ?? []].flat()) as { '@id': string }[];
      const data = [...ids].filter((id) => IDS.includes(id as string) && !(id as string).startsWith('#'));
      expect(parts.map((one) => one['@id']).sort()).toEqual(data.sort());
      const mentions = [graph[1]?.['mentions'] ?? []].flat() as { '@id': string }[];
      for (const one of mentions) expect(ids).toContain(one['@id']);
      expect(crate.files().map(({ id }) => id).sort()).toEqual(data.filter((id) => !(id as string).endsWith('/'))); // prettier-ignore
    }),
    tries(1000),
  );
});
