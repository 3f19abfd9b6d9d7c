import { bytesInMemory } from '../../../src/crate/json/byte-source.js';
import { type JsonObject, openJson } from '../../../src/crate/json/lazy-document.js';
import { CrateDocument } from '../../../src/crate/read/crate-document.js';
import { Report } from '../../../src/crate/read/report.js';
import { NQuadsWriter } from '../../../src/crate/read/quad-writers.js';
import { BASE, BUNDLED, crate, open } from '../../helpers/read.js';

/** Large enough for several parts, if an entity may be split after 4 kB instead of 1 MB. */
const SIZE = 600;
const SIZES = { window: 1 << 10, part: 1 << 12, chunk: 1 << 12 };

/** A document that is read in small steps. */
async function openInSteps(input: string | object): Promise<CrateDocument> {
  const whole = await open(input);
  const report = new Report();
  const json = openJson(
    bytesInMemory(new TextEncoder().encode(typeof input === 'string' ? input : JSON.stringify(input))),
    (kind, detail) => report.add({ kind, detail }),
    SIZES,
  );
  const context = await whole.resolveContext(whole.writtenContext ?? null);
  return new CrateDocument({ json, context, base: BASE, report }, { contexts: BUNDLED });
}

/** As {@link open}, but reads the entity in several parts. */
async function openInParts(input: string | object): Promise<CrateDocument> {
  const document = await openInSteps(input);
  expect(document.json.windows.some(({ cuts }) => cuts.length > 1)).toBe(true);
  return document;
}

/** The sorted N-Quads of two readings: with large entities in parts, and with whole entities. */
async function bothWays(document: CrateDocument): Promise<{ parts: string[]; whole: string[] }> {
  const lines = async (onEntity?: () => void) => {
    const writer = new NQuadsWriter(undefined);
    const chunks: Uint8Array[] = [];
    const take = (all = false) => chunks.push(...[...writer.take(all)].map(({ bytes }) => bytes));
    for await (const _ of document.readEntities(writer, onEntity)) take();
    take(true);
    return Buffer.concat(chunks).toString().split('\n').sort();
  };
  return { whole: await lines(() => undefined), parts: await lines() };
}

describe('a very large entity', () => {
  const parts = Array.from({ length: SIZE }, (_, index) => ({ '@id': `data/a file of the crate ${index}.dat` }));
  const people = Array.from({ length: SIZE }, (_, index) => ({ '@type': 'Person', name: `Person ${index}` }));
  const keywords = Array.from({ length: SIZE }, (_, index) => `keyword number ${index} of the crate`);

  it('gives the same quads in parts and as a whole, nested nodes and their labels included', async () => {
    const large = { '@id': '#large', '@type': 'Collection', hasPart: parts, author: people, keywords, name: 'Large' };
    const document = await openInParts(
      crate([{ '@id': '#before', '@type': 'Thing' }, large, { '@id': '#after', name: 'X' }]),
    );
    expect(document.json.windows.map(({ cuts }) => cuts.length > 0)).toEqual([false, true, false]);
    const found = await bothWays(document);
    expect(found.parts.length).toBeGreaterThan(4 * SIZE);
    expect(found.parts).toEqual(found.whole);
    expect(document.counts).toMatchObject({ entities: 5, dropped: 0, general: 0 });
    expect(document.report.counts['entity-merged']).toBeUndefined();
  });

  const named = { '@id': '#named', name: 'N' };
  it.each<[string, JsonObject, JsonObject[], JsonObject[]]>([
    ['nothing', {}, [], []],
    ['a value next to its first', { mentions: [{ '@id': '#m' }, { '@id': '#m' }] }, [], []],
    ['a value in another part', { hasPart: [...parts, parts[0] as JsonObject] }, [], []],
    ['a property under two terms', { 'http://schema.org/keywords': keywords }, [], []],
    ['statements of an earlier entity', {}, [{ '@id': '#large', name: 'Large' }, named], []],
    ['statements of a later entity', {}, [], [named, { '@id': '#large', keywords: keywords.slice(-3) }]],
    ['statements of a nested node in a late part', { zLast: [], mentions: [named] }, [named], [named]],
    ['statements of `@reverse`', { '@reverse': { about: [named, named] } }, [], [{ ...named, about: { '@id': '#large' } }]],
    ['statements in the general lane', { mentions: [{ '@included': [named], '@id': '#named' }] }, [named], [named]],
  ])('writes no duplicates of %s', async (_, more, before, after) => {
    const large = { '@id': '#large', '@type': 'Collection', hasPart: parts, author: people, keywords, name: 'Large', ...more };
    const input = crate([...before, large, ...after], ['https://w3id.org/ro/crate/1.1/context', { zLast: 'urn:z' }]);
    const [inParts, whole] = [await openInParts(input), await open(input)];
    const linesOf = async (document: CrateDocument) => {
      let lines = '';
      for await (const text of document.nquads()) lines += text;
      return lines.trimEnd().split('\n').sort();
    };
    const found = await linesOf(inParts);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toEqual(await linesOf(whole));
    expect(inParts.counts).toEqual(whole.counts);
    expect(inParts.report.counts).toEqual(whole.report.counts);
  }); // prettier-ignore

  it('is read as a whole if a later part changes the meaning of all of it', async () => {
    const large = (key: string, value: string) =>
      `{"@id":"#large","@type":"Thing","keywords":${JSON.stringify(keywords)},${JSON.stringify(key)}:${value},"description":${JSON.stringify(keywords)},"name":"b"}`;
    const found = async (text: string) => {
      const input = JSON.stringify(crate(['HERE'])).replace('"HERE"', () => text);
      const read = async (document: CrateDocument) => {
        let lines = '';
        for await (const more of document.nquads()) lines += more;
        return { lines: lines.split('\n').sort(), counts: document.counts, report: document.report.counts };
      };
      return [await read(await openInParts(input)), await read(await open(input))];
    };
    for (const [key, value] of [
      ['@context', '{"description":"http://example.org/other"}'],
      ['@id', '"#other"'],
      ['@type', '"Person"'],
      ['@included', '[{"@id":"#in","name":"I"}]'],
      ['name', '"a"'],
    ] as const) {
      const [parts, whole] = await found(large(key, value));
      expect(parts).toEqual(whole);
    }
  });

  it('is reported once, whatever the number of its parts', async () => {
    const large = {
      '@id': 'a large file.txt',
      '@type': 'File',
      nobodyKnowsThis: keywords,
      keywords,
      neither: keywords,
    };
    for (const one of [large, { '@id': 'nothing in it', nobodyKnowsThis: keywords }]) {
      const [inParts, whole] = [await openInParts(crate([one])), await open(crate([one]))];
      for (const document of [inParts, whole]) await document.check();
      expect(inParts.report.counts).toEqual(whole.report.counts);
      expect(inParts.report.counts['iri-encoded']).toBe(1);
    }
  });

  it('does not become an rdfs:Resource because of a part without statements', async () => {
    const document = await openInParts(crate([{ '@id': '#large', nobodyKnowsThis: keywords, name: 'Large' }]));
    const found = await bothWays(document);
    expect(found.parts).toEqual(found.whole);
    expect(found.parts.join('\n')).not.toContain('Resource');
  });

  it('becomes one without any statements', async () => {
    const document = await openInParts(crate([{ '@id': '#large', nobodyKnowsThis: keywords }]));
    const found = await bothWays(document);
    expect(found.parts).toEqual(found.whole);
    expect(found.parts.join('\n')).toContain('Resource');
    expect(document.counts).toMatchObject({ entities: 3, dropped: 0 });
  });

  it('has one list if its property is a list', async () => {
    const context = [
      'https://w3id.org/ro/crate/1.1/context',
      { steps: { '@id': 'http://example.org/steps', '@container': '@list' } },
    ];
    const document = await openInParts(crate([{ '@id': '#large', '@type': 'Thing', steps: keywords }], context));
    const found = await bothWays(document);
    expect(found.parts).toEqual(found.whole);
    expect(found.parts.filter((line) => line.includes('<http://example.org/steps>'))).toHaveLength(1);
  });

  it('takes the general lane as a whole if its type has a scoped context', async () => {
    const context = [
      'https://w3id.org/ro/crate/1.1/context',
      { Scoped: { '@id': 'http://example.org/Scoped', '@context': { keywords: 'http://example.org/keywords' } } },
    ];
    const large = { '@id': '#large', '@type': 'Scoped', keywords };
    const document = await openInParts(crate([large], context));
    const found = await bothWays(document);
    expect(found.parts).toEqual(found.whole);
    expect(found.parts.filter((line) => line.includes('<http://example.org/keywords>'))).toHaveLength(SIZE);
  });
});

describe('an array in `@graph`', () => {
  it('is flattened, as in JSON-LD: its entities are entities', async () => {
    const document = await open(
      crate([[{ '@id': '#a', name: 'A' }, [{ '@id': '#b', name: 'B' }, null]], [], 'text'] as never),
    );
    const writer = new NQuadsWriter(undefined);
    const ids: string[] = [];
    for await (const _ of document.readEntities(writer, ({ subject }) => ids.push(subject.replace(/^.*\//, ''))));
    expect(ids).toEqual(['ro-crate-metadata.json', '', '#a', '#b']);
    expect(document.counts).toMatchObject({ entities: 4, dropped: 0 });
    expect(document.report.notes.map(({ kind, pointer }) => `${kind} ${pointer}`)).toEqual([
      'not-an-entity /@graph/2/1/1',
      'not-an-entity /@graph/4',
    ]);
  });

  it('may contain descriptor and root', async () => {
    const { '@context': context, '@graph': graph } = crate([]) as { '@context': string; '@graph': object[] };
    for (const nested of [[graph], [[graph[1]], [[graph[0]]]]])
      expect((await open({ '@context': context, '@graph': nested })).root).toMatchObject({
        root: 'http://example.org/crate/',
      });
    expect((await open({ '@context': [], '@graph': [graph] })).report.counts).toHaveProperty('context-missing');
  });

  it('is read as a whole, however long it is', async () => {
    const people = Array.from({ length: SIZE }, (_, index) => ({ '@id': `#${index}`, name: `Person ${index}` }));
    const document = await openInSteps(crate([[[people], [people]], [[people.map(() => 'x')]]] as never));
    const found = await bothWays(document);
    expect(found.parts).toEqual(found.whole);
    expect(document.counts).toMatchObject({ entities: SIZE + 2, dropped: 0 });
  });
});
