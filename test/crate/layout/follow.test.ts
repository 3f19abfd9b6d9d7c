import { DataFactory } from 'n3';
import { crateBase } from '../../../src/crate/base.js';
import { BASE, crate, open, readQuads } from '../../helpers/read.js';
import { canonicalOf, follow, followed, graphOf, lineDiff, plus, replaced, triple, without } from './helpers.js';

const { literal, namedNode } = DataFactory;
const ALICE = { '@id': '#alice', '@type': 'Person', name: 'Alice', email: 'a@example.org' };
const CRATE = crate(
  [{ '@id': 'a.csv', '@type': 'File', name: 'A', author: { '@id': '#alice' }, keywords: ['x', 'y', 'z'] }, ALICE],
  undefined,
  { name: 'A crate' },
);
const pretty = (value: unknown) => JSON.stringify(value, null, 2);
const node = (id: string) => namedNode(new URL(id, BASE.root).href);

/** The entity of a text as JSON. */
function entity(text: string, id: string): Record<string, unknown> | undefined {
  const { '@graph': graph } = JSON.parse(text.replace(/^\ufeff/, '')) as { '@graph': Record<string, unknown>[] };
  return graph.find((one) => one['@id'] === id);
}

describe('every style of text', () => {
  const styles: Record<string, string> = {
    'two spaces': pretty(CRATE),
    'four spaces': JSON.stringify(CRATE, null, 4),
    tabs: JSON.stringify(CRATE, null, '\t'),
    CRLF: pretty(CRATE).replaceAll('\n', '\r\n'),
    minified: JSON.stringify(CRATE),
    'one line with spaces': JSON.stringify(CRATE, null, 1)
      .replace(/\n */g, ' ')
      .replace(/([[{]) /g, '$1')
      .replace(/ ([\]}])/g, '$1'),
    'byte order mark': `\ufeff${pretty(CRATE)}`,
    'newline at the end': `${pretty(CRATE)}\n\n`,
    'references on one line': pretty(CRATE).replace(/\{\s+("@id": "[^"]*")\s+\}/g, '{ $1 }'),
    'entities on one line': `{"@context": ${JSON.stringify((CRATE as Record<string, unknown>)['@context'])}, "@graph": [\n${(CRATE as { '@graph': unknown[] })['@graph'].map((one) => JSON.stringify(one)).join(',\n')}\n]}`,
    'the graph first': pretty(Object.fromEntries(Object.entries(CRATE).reverse())),
  };

  it.each(Object.entries(styles))('%s: an untouched graph gives the text back', async (_, text) => {
    expect(await follow(text, (quads) => quads)).toBe(text);
  });

  it.each(Object.entries(styles))('%s: one literal changes its own characters and nothing else', async (_, text) => {
    expect(await follow(text, replaced('Alice', literal('Alicia')))).toBe(text.replace('Alice', 'Alicia'));
    expect(await follow(text, replaced('y', literal('why')))).toBe(text.replace('"y"', '"why"'));
  });

  it.each(Object.entries(styles))('%s: a reference changes its own characters and nothing else', async (_, text) => {
    const author = (quads: Parameters<typeof follow>[1] extends (quads: infer Q) => unknown ? Q : never) =>
      quads.map((quad) =>
        quad.predicate.value.endsWith('/author') ? triple(quad.subject, quad.predicate, node('#bob')) : quad,
      );
    const changed = await follow(text, author);
    expect(changed.replace('#bob', '#alice').length).toBe(text.length);
    expect(lineDiff(text, changed).length).toBe(2);
  });

  it.each(Object.entries(styles))('%s: a removed value takes its own line and at most a comma', async (_, text) => {
    const changed = await follow(
      text,
      without(({ object }) => object.value === 'a@example.org'),
    );
    const diff = lineDiff(text, changed);
    expect(diff.length).toBeLessThanOrEqual(3);
    expect(entity(changed, '#alice')).toEqual({ '@id': '#alice', '@type': 'Person', name: 'Alice' });
  });

  it.each(Object.entries(styles))('%s: a removed entity leaves no trace', async (_, text) => {
    const changed = await follow(
      text,
      without(({ subject, object }) => subject.value.endsWith('#alice') || object.value.endsWith('#alice')),
    );
    expect(changed).not.toContain('#alice');
    expect(entity(changed, 'a.csv')).toEqual({ '@id': 'a.csv', '@type': 'File', name: 'A', keywords: ['x', 'y', 'z'] });
  });

  it.each(Object.entries(styles))('%s: what was added and taken away again leaves no trace', async (_, text) => {
    const added = await follow(
      text,
      plus(triple('#bob', 'name', 'Bob'), triple('./', 'author', node('#bob')), triple('./', 'version', '2')),
    );
    expect(entity(added, '#bob')).toEqual({ '@id': '#bob', name: 'Bob' });
    const again = await follow(
      added,
      without(
        ({ subject, predicate, object }) =>
          subject.value.endsWith('#bob') || object.value.endsWith('#bob') || predicate.value.endsWith('/version'),
      ),
    );
    expect(again).toBe(text);
  });

  it.each(Object.entries(styles))('%s: a single value that becomes two takes two lines at most', async (_, text) => {
    const name = await follow(text, plus(triple('#alice', 'name', 'Ali')));
    expect(entity(name, '#alice')?.['name']).toEqual(['Alice', 'Ali']);
    expect(lineDiff(text, name).length).toBe(2);
    const author = await follow(text, plus(triple('a.csv', 'author', node('#bob'))));
    expect(entity(author, 'a.csv')?.['author']).toEqual([{ '@id': '#alice' }, { '@id': '#bob' }]);
    expect(lineDiff(text, author).length).toBeLessThanOrEqual(4);
  });

  it('new text looks like the old', async () => {
    const add = plus(triple('./', 'author', node('#bob')), triple('./', 'author', node('#eve')));
    expect(await follow(styles['minified'] as string, add)).toContain('"author":[{"@id":"#bob"},{"@id":"#eve"}]');
    expect(await follow(styles['one line with spaces'] as string, add)).toContain(
      '"author": [{"@id": "#bob"}, {"@id": "#eve"}]',
    );
    expect(await follow(styles['entities on one line'] as string, add)).toContain(
      '"author":[{"@id":"#bob"},{"@id":"#eve"}]',
    );
    expect(await follow(styles['CRLF'] as string, add)).not.toMatch(/[^\r]\n/);
    expect(await follow(styles['tabs'] as string, add)).toContain(
      '\n\t\t\t"author": [\n\t\t\t\t{\n\t\t\t\t\t"@id": "#bob"\n\t\t\t\t},',
    );
    const list = (styles['references on one line'] as string).replace(
      '{ "@id": "#alice" }',
      '[\n        { "@id": "#alice" }\n      ]',
    );
    expect(await follow(list, plus(triple('a.csv', 'author', node('#bob'))))).toBe(
      list.replace('{ "@id": "#alice" }', '{ "@id": "#alice" },\n        { "@id": "#bob" }'),
    );
  });

  it('a text that is all ASCII stays so', async () => {
    const text = pretty(CRATE).replace('"Alice"', '"Al\\u00efce"');
    expect(await follow(text, plus(triple('./', 'author', 'Zo\u00eb')))).toContain('Zo\\u00eb');
  });

  it('strings with brackets and spaces are written as they are', async () => {
    const value = 'see [ here ] and { there } \n: x';
    for (const text of Object.values(styles))
      expect(entity(await follow(text, plus(triple('./', 'text', value))), './')?.['text']).toBe(value);
  });
});

describe('what RDF does not hold', () => {
  const text = pretty({
    '@context': ['https://w3id.org/ro/crate/1.1/context', { extra: 'http://example.org/extra' }],
    note: 'a key at the top',
    '@graph': [
      ...(CRATE as { '@graph': object[] })['@graph'],
      {
        '@id': '#p',
        '@type': ['Person'],
        name: ['One'],
        a: 'no term',
        empty: [],
        description: null,
        hasPart: [],
        size: { deep: { '@id': 1 } },
      },
    ],
  })
    .replace('"One"', '"\\u004fne \\/ two"')
    .replace('"no term"', '[1.0, 1e3, 10000000000000001]');

  it('it stays when something else changes', async () => {
    expect(await follow(text, replaced('Alice', literal('B')))).toBe(text.replace('"Alice"', '"B"'));
  });

  it('it stays when its own entity changes', async () => {
    expect(await follow(text, replaced('One / two', literal('Two')))).toBe(
      text.replace('"\\u004fne \\/ two"', '"Two"'),
    );
    expect(await follow(text, plus(triple('#p', 'email', 'p@example.org')))).toContain('[1.0, 1e3, 10000000000000001]');
  });

  it.each(['1.0', '1e3', '10000000000000001', '-33.883', '1.50', '0.1e1', 'true', '""', '1E400'.replace('400', '2')])(
    '%s keeps its spelling beside a change',
    async (number) => {
      const own = pretty(crate([{ '@id': '#x', '@type': 'Thing', name: 'N', value: ['here', 'there'] }])).replace(
        '"here"',
        number,
      );
      expect(await follow(own, replaced('there', literal('changed')))).toBe(own.replace('there', 'changed'));
      expect(await follow(own, plus(triple('#x', 'value', 'more')))).toContain(number);
    },
  );

  it('a key that is written twice keeps what is still there', async () => {
    const twice = pretty(CRATE).replace('"name": "Alice"', '"name": "Alice",\n      "name": "Ali"');
    expect(await follow(twice, replaced('Ali', literal('Al')))).toBe(
      twice.replace(/"Alice",\s+"name": "Ali"/, '["Alice", "Al"]'),
    );
    expect(await follow(twice, replaced('Alice', literal('Al')))).toBe(twice.replace('"Alice"', '"Al"'));
  });
});

describe('parts that only JSON-LD knows', () => {
  const context = ['https://w3id.org/ro/crate/1.1/context', { steps: { '@id': 'http://example.org/steps', '@container': '@list' }, labels: { '@id': 'http://example.org/labels', '@container': '@language' }, isPartOf: { '@reverse': 'http://schema.org/hasPart' }, local: { '@id': 'http://example.org/local', '@context': { name: 'http://example.org/inner' } } }]; // prettier-ignore
  const text = pretty(
    crate(
      [
        {
          '@id': '#x',
          '@type': 'Thing',
          name: 'X',
          steps: ['one', 'two'],
          labels: { en: 'cat', de: ['Katze', 'Kater'] },
          description: 'd',
        },
        {
          '@id': '#y',
          '@type': 'Thing',
          name: 'Y',
          author: { '@list': ['first', { '@id': '#alice' }] },
          isPartOf: { '@id': './' },
        },
        {
          '@id': '#z',
          '@type': 'Thing',
          name: 'Z',
          author: { '@id': '#nested', name: 'Nested', affiliation: { name: 'Nowhere' } },
          '@reverse': { about: { '@id': '#x' } },
        },
        { '@id': '#own', '@context': { name: 'http://example.org/own' }, name: 'own' },
        ALICE,
      ],
      context as never,
    ),
  );

  it.each([
    ['X', 'steps'],
    ['Y', 'author'],
    ['Z', 'author'],
    ['d', 'labels'],
  ])('a change of %s beside %s touches one line', async (from) => {
    expect(await follow(text, replaced(from, literal('changed')))).toBe(text.replace(`"${from}"`, '"changed"'));
  });

  it.each(['one', 'cat', 'Kater', 'first', 'Nested', 'Nowhere', 'own'])(
    'a change inside of them is found again: %s',
    async (from) => {
      const changed = await follow(text, (quads) =>
        quads.map((quad) =>
          quad.object.value === from
            ? triple(
                quad.subject,
                quad.predicate,
                literal('changed', (quad.object as { language?: string }).language || (undefined as never)),
              )
            : quad,
        ),
      );
      expect(changed.slice(changed.indexOf('"@graph"'))).not.toMatch(new RegExp(`: "${from}"`));
      expect(changed).toContain('"changed"');
      for (const other of ['X', 'Y', 'Z', 'Alice']) expect(changed).toContain(`"name": "${other}"`);
    },
  );

  it('a list that changed is a list again', async () => {
    const changed = await follow(text, replaced('first', literal('last')));
    expect(entity(changed, '#y')?.['author']).toEqual({ '@list': ['last', { '@id': '#alice' }] });
  });

  it('an entity with a context of its own is not given values that mean something else there', async () => {
    const changed = await follow(text, plus(triple('#own', 'name', 'outer')));
    expect(changed).toContain('"name": "own"');
    expect((await graphOf(changed)).join('')).toContain('<http://schema.org/name> "outer"');
  });

  it('blank nodes: labels of the document and new ones never meet', async () => {
    const blank = pretty(
      crate([
        { '@id': '_:a', '@type': 'Person', name: 'A', knows: [{ '@id': '_:n1' }, { '@id': '_:b c' }] },
        { '@id': '#x', author: { name: 'no label' } },
      ]),
    );
    const changed = await follow(blank, replaced('no label', literal('still none')));
    expect(entity(changed, '_:a')).toEqual({
      '@id': '_:a',
      '@type': 'Person',
      name: 'A',
      knows: [{ '@id': '_:n1' }, { '@id': '_:b c' }],
    });
  });
});

describe('terms that the context lacks', () => {
  const extra = triple('#alice', 'http://example.org/terms/mood', 'fine');
  const withContext = (context: unknown) => pretty({ ...CRATE, '@context': context });
  const v11 = 'https://w3id.org/ro/crate/1.1/context';
  const term = { mood: 'http://example.org/terms/mood' };

  it.each([
    ['a string', v11, [v11, term]],
    ['an array', [v11], [v11, term]],
    ['an object at the end', [v11, { a: 'http://example.org/a' }], [v11, { a: 'http://example.org/a', ...term }]],
    [
      'an object',
      { '@vocab': 'http://schema.org/', about: 'http://schema.org/about' },
      { '@vocab': 'http://schema.org/', about: 'http://schema.org/about', ...term },
    ],
    [
      'two objects',
      [v11, { a: 'http://example.org/a' }, { b: 'http://example.org/b' }],
      [v11, { a: 'http://example.org/a' }, { b: 'http://example.org/b', ...term }],
    ],
    ['an empty object', [v11, {}], [v11, term]],
  ])('they go into %s', async (_, before, after) => {
    const changed = await follow(withContext(before), plus(extra));
    expect((JSON.parse(changed) as Record<string, unknown>)['@context']).toEqual(after);
    expect(entity(changed, '#alice')).toEqual({ ...ALICE, mood: 'fine' });
    expect(await follow(changed, (quads) => quads)).toBe(changed);
  });

  it('a context after the graph, with a byte order mark', async () => {
    const text = `\ufeff${pretty({ '@graph': (CRATE as Record<string, unknown>)['@graph'], '@context': v11 })}\n`;
    const changed = await follow(text, plus(extra));
    expect(changed.startsWith('\ufeff{\n  "@graph": [')).toBe(true);
    expect(lineDiff(text, changed)).toHaveLength(5);
  });

  it('a document without context gets one', async () => {
    const text = pretty({ '@graph': (CRATE as Record<string, unknown>)['@graph'] });
    const changed = await follow(text, plus(extra));
    expect((JSON.parse(changed) as Record<string, unknown>)['@context']).toEqual(term);
  });

  it('a name that meant nothing in the document goes on meaning nothing', async () => {
    const text = pretty(CRATE).replace('"name": "Alice"', '"name": "Alice",\n      "mood": "undefined here"');
    const changed = await follow(text, plus(extra));
    expect(entity(changed, '#alice')).toMatchObject({ mood: 'undefined here', mood2: 'fine' });
  });

  it('a full IRI as key takes values of its own', async () => {
    const text = pretty(CRATE).replace('"email"', '"http://example.org/terms/mood"');
    expect(entity(await follow(text, plus(extra)), '#alice')?.['http://example.org/terms/mood']).toEqual([
      'a@example.org',
      'fine',
    ]);
  });
});

describe('entities', () => {
  it('new ones stand after their kind', async () => {
    const data = triple(
      'b.csv',
      'http://www.w3.org/1999/02/22-rdf-syntax-ns#type',
      namedNode('http://schema.org/MediaObject'),
    );
    const changed = await follow(pretty(CRATE), plus(data, triple('#bob', 'name', 'Bob')));
    const ids = (JSON.parse(changed) as { '@graph': { '@id': string }[] })['@graph'].map((one) => one['@id']);
    expect(ids).toEqual(['ro-crate-metadata.json', './', 'a.csv', 'b.csv', '#alice', '#bob']);
  });

  it('one that is described twice: values go to the first, and leave both', async () => {
    const text = pretty(
      crate([{ '@id': '#x', name: 'N', email: 'one' }, ALICE, { '@id': '#x', name: 'N', email: 'two' }]),
    );
    const more = await follow(text, plus(triple('#x', 'telephone', '1')));
    expect(entity(more, '#x')).toEqual({ '@id': '#x', name: 'N', email: 'one', telephone: '1' });
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

  it('one whose only value changes stays where it is', async () => {
    const text = pretty(crate([{ '@id': '#x', strange: 1, name: 'N' }, ALICE]));
    expect(await follow(text, replaced('N', literal('M')))).toBe(text.replace('"N"', '"M"'));
  });

  it('all of them but one can go', async () => {
    const text = pretty(CRATE);
    const changed = await follow(
      text,
      without(({ subject }) => !subject.value.endsWith('#alice')),
    );
    expect(changed).toBe(pretty({ ...CRATE, '@graph': [ALICE] }));
  });

  it('a value that is no entity: the layout is not followed', async () => {
    const text = pretty({ ...CRATE, '@graph': [...(CRATE as { '@graph': unknown[] })['@graph'], 'a string'] });
    expect((await followed(text, (quads) => quads))?.text).toBe(text);
    expect(await followed(text, replaced('Alice', literal('B')))).toBeUndefined();
  });

  it('a literal as type is kept', async () => {
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

  it('their first, last and all entities can go', async () => {
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

  it('one change touches one line, wherever it is', async () => {
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

describe('crates merged in later', () => {
  const second = crate(
    [
      { '@id': '#zoe', '@type': 'Person', name: 'Zoe' },
      { '@id': '#bea', '@type': 'Person', strange: [], name: 'Bea' },
      { '@id': '#alice', email: 'second@example.org' },
    ],
    undefined,
    { author: [{ '@id': '#zoe' }, { '@id': '#bea' }] },
  );

  async function merge(first: object, other: object, base = BASE) {
    const later = await open(other, { base });
    const more = await readQuads(other, { base });
    return (await followed(pretty(first), plus(...more), {}, [later]))?.text as string;
  }

  it('keep their order and what RDF does not hold', async () => {
    const text = await merge(CRATE, second);
    const { '@graph': graph } = JSON.parse(text) as { '@graph': { '@id': string }[] };
    expect(graph.map((one) => one['@id'])).toEqual(['ro-crate-metadata.json', './', 'a.csv', '#alice', '#zoe', '#bea']);
    expect(entity(text, '#bea')).toEqual({ '@id': '#bea', '@type': 'Person', strange: [], name: 'Bea' });
    expect(entity(text, './')?.['author']).toEqual([{ '@id': '#zoe' }, { '@id': '#bea' }]);
    expect(entity(text, '#alice')?.['email']).toEqual(['a@example.org', 'second@example.org']);
  });

  it.each([
    ['another base', crateBase('http://example.org/crate/ro-crate-metadata.json', 'url'), second],
    [
      'another context',
      BASE,
      { ...second, '@context': ['https://w3id.org/ro/crate/1.1/context', { name: 'http://example.org/other-name' }] },
    ],
    [
      'blank nodes of the same label',
      BASE,
      crate([
        { '@id': '#c', author: { '@id': '_:b' } },
        { '@id': '_:b', name: 'second b' },
      ]),
    ],
  ])('say the same with %s', async (_, base, other) => {
    const first = crate([
      { '@id': '#d', author: { '@id': '_:b' } },
      { '@id': '_:b', name: 'first b' },
    ]);
    const options = { base, identity: 'second' };
    const more = await readQuads(other, options);
    const result = await followed(pretty(first), plus(...more), {}, [await open(other, options)]);
    expect(await graphOf(result?.text as string)).toEqual(await canonicalOf(result?.after ?? []));
  });
});
