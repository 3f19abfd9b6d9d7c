import { DataFactory } from 'n3';
import { crate } from '../../helpers/read.js';
import { ALICE, CRATE, entityIn, follow, graphOf, plus, pretty, replaced, triple } from './helpers.js';

const { literal } = DataFactory;

describe('what RDF cannot hold', () => {
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

  it('stays when another entity changes', async () => {
    expect(await follow(text, replaced('Alice', literal('B')))).toBe(text.replace('"Alice"', '"B"'));
  });

  it('stays when its own entity changes', async () => {
    expect(await follow(text, replaced('One / two', literal('Two')))).toBe(
      text.replace('"\\u004fne \\/ two"', '"Two"'),
    );
    expect(await follow(text, plus(triple('#p', 'email', 'p@example.org')))).toContain('[1.0, 1e3, 10000000000000001]');
  });

  it.each(['1.0', '1e3', '10000000000000001', '-33.883', '1.50', '0.1e1', 'true', '""', '1E400'.replace('400', '2')])(
    'keeps the spelling of %s next to a change',
    async (number) => {
      const own = pretty(crate([{ '@id': '#x', '@type': 'Thing', name: 'N', value: ['here', 'there'] }])).replace(
        '"here"',
        number,
      );
      expect(await follow(own, replaced('there', literal('changed')))).toBe(own.replace('there', 'changed'));
      expect(await follow(own, plus(triple('#x', 'value', 'more')))).toContain(number);
    },
  );

  it('keeps the values of a duplicate key that the graph still states', async () => {
    const duplicate = pretty(CRATE).replace('"name": "Alice"', '"name": "Alice",\n      "name": "Ali"');
    expect(await follow(duplicate, replaced('Ali', literal('Al')))).toBe(
      duplicate.replace(/"Alice",\s+"name": "Ali"/, '["Alice", "Al"]'),
    );
    expect(await follow(duplicate, replaced('Alice', literal('Al')))).toBe(duplicate.replace('"Alice"', '"Al"'));
  });
});

describe('values with a syntax of JSON-LD', () => {
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
        {
          '@id': '#l',
          '@type': 'Thing',
          name: 'L',
          author: { '@list': [{ name: 'Item' }, { '@list': [] }, { name: 'Item too' }] },
          steps: [['inner'], { name: 'Step' }],
        },
        {
          '@id': '#m',
          '@type': 'Thing',
          name: 'M',
          author: { '@list': [{ name: 'Item' }, { name: 'Item too' }] },
          labels: { en: 'dog' },
          hasPart: { name: 'Part' },
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
    ['L', 'lists of nodes'],
    ['M', 'lists of nodes, in the general lane'],
  ])('a change of %s next to %s changes one line', async (from) => {
    expect(await follow(text, replaced(from, literal('changed')))).toBe(text.replace(`"${from}"`, '"changed"'));
  });

  it.each(['one', 'cat', 'Kater', 'first', 'Nested', 'Nowhere', 'own'])(
    'a change inside them reads back: %s',
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

  it('a changed list stays a list', async () => {
    const changed = await follow(text, replaced('first', literal('last')));
    expect(entityIn(changed, '#y')?.['author']).toEqual({ '@list': ['last', { '@id': '#alice' }] });
  });

  it('an entity with an embedded context gets no values that mean something else there', async () => {
    const changed = await follow(text, plus(triple('#own', 'name', 'outer')));
    expect(changed).toContain('"name": "own"');
    expect((await graphOf(changed)).join('')).toContain('<http://schema.org/name> "outer"');
  });

  it('labels of new blank nodes never collide with labels of the document', async () => {
    const blank = pretty(
      crate([
        { '@id': '_:a', '@type': 'Person', name: 'A', knows: [{ '@id': '_:n1' }, { '@id': '_:b c' }] },
        { '@id': '#x', author: { name: 'no label' } },
      ]),
    );
    const changed = await follow(blank, replaced('no label', literal('still none')));
    expect(entityIn(changed, '_:a')).toEqual({
      '@id': '_:a',
      '@type': 'Person',
      name: 'A',
      knows: [{ '@id': '_:n1' }, { '@id': '_:b c' }],
    });
  });
});
