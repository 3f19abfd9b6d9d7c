import { withContext } from '../../../src/crate/follow/context-text.js';
import { ALICE, CRATE, entityIn, follow, lineDiff, plus, pretty, triple } from './helpers.js';

describe('new terms', () => {
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
  ])('go into %s', async (_, before, after) => {
    const changed = await follow(withContext(before), plus(extra));
    expect((JSON.parse(changed) as Record<string, unknown>)['@context']).toEqual(after);
    expect(entityIn(changed, '#alice')).toEqual({ ...ALICE, mood: 'fine' });
    expect(await follow(changed, (quads) => quads)).toBe(changed);
  });

  it('go into a context after the graph, with a byte order mark', async () => {
    const text = `\ufeff${pretty({ '@graph': (CRATE as Record<string, unknown>)['@graph'], '@context': v11 })}\n`;
    const changed = await follow(text, plus(extra));
    expect(changed.startsWith('\ufeff{\n  "@graph": [')).toBe(true);
    expect(lineDiff(text, changed)).toHaveLength(5);
  });

  it('give a document without context a context', async () => {
    const text = pretty({ '@graph': (CRATE as Record<string, unknown>)['@graph'] });
    const changed = await follow(text, plus(extra));
    expect((JSON.parse(changed) as Record<string, unknown>)['@context']).toEqual(term);
  });

  it('leave undefined names of the document undefined', async () => {
    const text = pretty(CRATE).replace('"name": "Alice"', '"name": "Alice",\n      "mood": "undefined here"');
    const changed = await follow(text, plus(extra));
    expect(entityIn(changed, '#alice')).toMatchObject({ mood: 'undefined here', mood2: 'fine' });
  });

  it('are not needed where a full IRI is the key', async () => {
    const text = pretty(CRATE).replace('"email"', '"http://example.org/terms/mood"');
    expect(entityIn(await follow(text, plus(extra)), '#alice')?.['http://example.org/terms/mood']).toEqual([
      'a@example.org',
      'fine',
    ]);
  });
});

describe('withContext', () => {
  const style = { unit: '  ', newline: '\n', colon: ' ', pad: '', ascii: false };
  const more = { contexts: ['http://p.example/c'], terms: { t: 'http://p.example/t' } };
  it.each([
    ['{"@context": "x", "@graph": []}', '{"@context": ["x", "http://p.example/c", {"t": "http://p.example/t"}], "@graph": [#]}'],
    ['{"@context": ["x"], "@graph": []}', '{"@context": ["x", "http://p.example/c", {"t": "http://p.example/t"}], "@graph": [#]}'],
    ['{"@context": ["x", {"a": "b:"}], "@graph": []}', '{"@context": ["x", {"a": "b:"}, "http://p.example/c", {"t": "http://p.example/t"}], "@graph": [#]}'],
    ['{"@context": null, "@graph": []}', '{"@context": ["http://p.example/c", {"t": "http://p.example/t"}], "@graph": [#]}'],
    ['{"@graph": []}', '{"@context": ["http://p.example/c", {"t": "http://p.example/t"}],"@graph": [#]}'],
    ['{\n  "@context": [\n    "x"\n  ],\n  "@graph": []\n}', '{\n  "@context": [\n    "x",\n    "http://p.example/c",\n    {\n      "t": "http://p.example/t"\n    }\n  ],\n  "@graph": [#]\n}'],
  ])('%j', (skeleton, written) => expect(withContext(skeleton, '#', more, style)).toBe(written)); // prettier-ignore

  it('wraps a top-level array in an object', () => {
    const [dense, terms] = [{ ...style, unit: '', colon: '' }, { t: 'http://p.example/t' }];
    expect(withContext(' []\n', '#', { contexts: [], terms }, dense)).toBe(
      ' {"@context":{"t":"http://p.example/t"},"@graph":[#]}\n',
    );
    expect(withContext('[]', '#', { ...more, terms: {} }, style)).toBe(
      '{"@context": "http://p.example/c", "@graph": [#]}',
    );
  });

  it('changes nothing without additions', () => {
    const text = '{"@context": ["x"], "@graph": []}';
    expect(withContext(text, '', { contexts: [], terms: {} }, style)).toBe(text);
  });
});
