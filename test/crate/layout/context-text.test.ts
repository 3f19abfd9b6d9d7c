import { ALICE, CRATE, entityIn, follow, lineDiff, plus, pretty, triple } from './helpers.js';

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
    expect(entityIn(changed, '#alice')).toEqual({ ...ALICE, mood: 'fine' });
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
    expect(entityIn(changed, '#alice')).toMatchObject({ mood: 'undefined here', mood2: 'fine' });
  });

  it('a full IRI as key takes values of its own', async () => {
    const text = pretty(CRATE).replace('"email"', '"http://example.org/terms/mood"');
    expect(entityIn(await follow(text, plus(extra)), '#alice')?.['http://example.org/terms/mood']).toEqual([
      'a@example.org',
      'fine',
    ]);
  });
});
