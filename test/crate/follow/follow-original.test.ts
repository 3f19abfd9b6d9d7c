import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { crate, open } from '../../helpers/read.js';
import {
  ALICE,
  CRATE,
  entityIn,
  follow,
  followed,
  lineDiff,
  plus,
  pretty,
  replaced,
  triple,
  without,
} from './helpers.js';

const { literal, namedNode } = DataFactory;

describe('entities', () => {
  it('new ones follow those of their kind', async () => {
    const data = triple(
      'b.csv',
      'http://www.w3.org/1999/02/22-rdf-syntax-ns#type',
      namedNode('http://schema.org/MediaObject'),
    );
    const changed = await follow(pretty(CRATE), plus(data, triple('#bob', 'name', 'Bob')));
    const ids = (JSON.parse(changed) as { '@graph': { '@id': string }[] })['@graph'].map((one) => one['@id']);
    expect(ids).toEqual(['ro-crate-metadata.json', './', 'a.csv', 'b.csv', '#alice', '#bob']);
  });

  it('duplicate descriptions: new values go to the first, removed values leave both', async () => {
    const text = pretty(
      crate([{ '@id': '#x', name: 'N', email: 'one' }, ALICE, { '@id': '#x', name: 'N', email: 'two' }]),
    );
    const more = await follow(text, plus(triple('#x', 'telephone', '1')));
    expect(entityIn(more, '#x')).toEqual({ '@id': '#x', name: 'N', email: 'one', telephone: '1' });
    const less = await follow(
      text,
      without(({ object }) => object.value === 'N'),
    );
    expect(less).not.toContain('"N"');
    expect(
      await follow(
        text,
        without(({ subject }) => subject.value.endsWith('#x')),
      ),
    ).not.toContain('#x');
  });

  it.each(['a text', { '@id': '#y' }])('a nested node that states more about its holder survives: %j', async (more) => {
    const context = [
      'https://w3id.org/ro/crate/1.1/context',
      { ix: { '@id': 'http://x.example/ix', '@container': '@index' } },
    ];
    const holder = { '@id': '#x', name: 'N', knows: { '@type': 'Person', ix: { a: { '@id': '#x', knows: more } } } };
    const text = pretty({ ...crate([holder]), '@context': context });
    const isTyped = ({ subject, object }: Quad) =>
      subject.termType === 'BlankNode' && object.value === 'http://schema.org/Person';
    expect(entityIn(await follow(text, without(isTyped)), '#x')).toMatchObject({ name: 'N' });
  });

  it('a new property that could only be defined before the context is refused', async () => {
    const text = pretty(crate([ALICE], ['https://w3id.org/ro/crate/1.1/context', { pre: 'http://x.example/' }]));
    const unwritable = triple('#alice', 'pre:odd', literal('x'));
    await expect(follow(text, plus(unwritable))).rejects.toMatchObject({ code: 'ERR_UNSUPPORTED' });
  });

  it('one whose only value changes keeps its position', async () => {
    const text = pretty(crate([{ '@id': '#x', strange: 1, name: 'N' }, ALICE]));
    expect(await follow(text, replaced('N', literal('M')))).toBe(text.replace('"N"', '"M"'));
  });

  it('next to `@graph` stays as it is, and cannot change', async () => {
    const text = pretty({ ...CRATE, '@id': '#top', name: 'T' });
    expect(await follow(text, replaced('Alice', literal('B')))).toBe(text.replace('"Alice"', '"B"'));
    const notes: string[] = [];
    const note = ({ kind, detail }: { kind: string; detail: string }) => void notes.push(`${kind}: ${detail}`);
    expect(await followed(text, replaced('T', literal('U')), {}, [], note)).toBeUndefined();
    expect(notes).toEqual(['layout-lost: the first document']);
  });

  it('all but one can be removed', async () => {
    const text = pretty(CRATE);
    const changed = await follow(
      text,
      without(({ subject }) => !subject.value.endsWith('#alice')),
    );
    expect(changed).toBe(pretty({ ...CRATE, '@graph': [ALICE] }));
  });

  it.each([
    ['null', [null]],
    ['a string, a number, an empty array', ['a string', 1.5, []]],
    ['arrays of entities', [[{ '@id': '#n', name: 'N', strange: null }, [{ '@id': '#deep', name: 'D' }], 'x'], 'y']],
  ])('an item of `@graph` that is not an entity does not change: %s', async (_, items) => {
    const [first, ...more] = (CRATE as { '@graph': unknown[] })['@graph'];
    const text = pretty({ ...CRATE, '@graph': [items[0], first, ...items, ...more, ...items.slice(1)] });
    expect(await follow(text, (quads) => quads)).toBe(text);
    expect(await follow(text, replaced('Alice', literal('B')))).toBe(text.replace('"Alice"', '"B"'));
    const person = await follow(text, plus(triple('#bob', 'name', 'Bob')));
    expect(lineDiff(text, person).filter((line) => line.startsWith('-')).length).toBeLessThanOrEqual(2);
  });

  it('entities in nested arrays change in place, and leave no empty array', async () => {
    const nested = [{ '@id': '#n', name: 'N' }, [{ '@id': '#deep', name: 'D' }]];
    const entities = (CRATE as { '@graph': unknown[] })['@graph'];
    const text = pretty({ ...CRATE, '@graph': [...entities, nested, 'x'] });
    expect(await follow(text, replaced('D', literal('changed')))).toBe(text.replace('"D"', '"changed"'));
    const less = await follow(
      text,
      without(({ subject }) => subject.value.endsWith('#deep')),
    );
    expect(less).toBe(pretty({ ...CRATE, '@graph': [...entities, nested.slice(0, 1), 'x'] }));
  });

  it('a literal as type survives', async () => {
    await follow(pretty(CRATE), plus(triple('#alice', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type', 'no IRI')));
  });
});

describe('documents of several windows', () => {
  const entities = Array.from({ length: 900 }, (_, n) => ({
    '@id': `f${n}.csv`,
    '@type': 'File',
    name: `File ${n}`,
    description: 'x'.repeat(300),
  }));
  const text = `${pretty(crate(entities))}\n`;
  const windows = async () => (await open(text)).json.windows;
  const removed = (ids: ReadonlySet<number>) =>
    without(({ subject }) => ids.has(Number(/f(\d+)\.csv$/.exec(subject.value)?.[1] ?? -1)));
  const expected = (ids: ReadonlySet<number>) => `${pretty(crate(entities.filter((_, n) => !ids.has(n))))}\n`;

  it('there are several', async () => {
    expect((await windows()).length).toBeGreaterThan(4);
  });

  it('their first, last and all entities can be removed', async () => {
    const all = await windows();
    const first = all.map((window) => window.first - 2); // descriptor and root are no files
    const range = (from: number, to: number) => new Set(Array.from({ length: to - from }, (_, n) => from + n));
    const cases = [
      new Set([first[1] as number]),
      new Set([(first[2] as number) - 1]),
      new Set([0, 899]),
      range(first[1] as number, first[2] as number),
      range(0, first[1] as number),
      range(first.at(-1) as number, 900),
      range((first.at(-2) as number) + 1, 900),
      range(0, 900),
    ];
    for (const ids of cases) expect(await follow(text, removed(ids))).toBe(expected(ids));
  });

  it('items that are not entities do not shift the others', async () => {
    const withOthers = entities.flatMap((entity, n): unknown[] => (n % 50 === 0 ? [null, [entity], 'x'] : [entity]));
    const mixed = `${pretty(crate(withOthers as never))}\n`;
    for (const n of [0, 200, 450, 899])
      expect(await follow(mixed, replaced(`File ${n}`, literal('changed')))).toBe(
        mixed.replace(`"File ${n}"`, '"changed"'),
      );
  });

  it('one change changes one line, wherever it is', async () => {
    for (const n of [0, 200, 450, 899])
      expect(await follow(text, replaced(`File ${n}`, literal('changed')))).toBe(
        text.replace(`"File ${n}"`, '"changed"'),
      );
  });

  it('new entities come at the end of the last window, terms in the context', async () => {
    const changed = await follow(text, plus(triple('#new', 'http://example.org/mood', 'fine')));
    expect(changed.endsWith('{\n      "@id": "#new",\n      "mood": "fine"\n    }\n  ]\n}\n')).toBe(true);
  });
});
