import { DataFactory } from 'n3';
import { CRATE, entityIn, follow, lineDiff, node, plus, pretty, replaced, triple, without } from './helpers.js';

const { literal } = DataFactory;

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

  it.each(Object.entries(styles))('%s: an unchanged graph gives the text back', async (_, text) => {
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
    expect(entityIn(changed, '#alice')).toEqual({ '@id': '#alice', '@type': 'Person', name: 'Alice' });
  });

  it.each(Object.entries(styles))('%s: a removed entity leaves no trace', async (_, text) => {
    const changed = await follow(
      text,
      without(({ subject, object }) => subject.value.endsWith('#alice') || object.value.endsWith('#alice')),
    );
    expect(changed).not.toContain('#alice');
    expect(entityIn(changed, 'a.csv')).toEqual({
      '@id': 'a.csv',
      '@type': 'File',
      name: 'A',
      keywords: ['x', 'y', 'z'],
    });
  });

  it.each(Object.entries(styles))('%s: values that are added and then removed leave no trace', async (_, text) => {
    const added = await follow(
      text,
      plus(triple('#bob', 'name', 'Bob'), triple('./', 'author', node('#bob')), triple('./', 'version', '2')),
    );
    expect(entityIn(added, '#bob')).toEqual({ '@id': '#bob', name: 'Bob' });
    const second = await follow(
      added,
      without(
        ({ subject, predicate, object }) =>
          subject.value.endsWith('#bob') || object.value.endsWith('#bob') || predicate.value.endsWith('/version'),
      ),
    );
    expect(second).toBe(text);
  });

  it.each(Object.entries(styles))('%s: a single value that becomes two takes two lines at most', async (_, text) => {
    const name = await follow(text, plus(triple('#alice', 'name', 'Ali')));
    expect(entityIn(name, '#alice')?.['name']).toEqual(['Alice', 'Ali']);
    expect(lineDiff(text, name).length).toBe(2);
    const author = await follow(text, plus(triple('a.csv', 'author', node('#bob'))));
    expect(entityIn(author, 'a.csv')?.['author']).toEqual([{ '@id': '#alice' }, { '@id': '#bob' }]);
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

  it('ASCII text stays ASCII', async () => {
    const text = pretty(CRATE).replace('"Alice"', '"Al\\u00efce"');
    expect(await follow(text, plus(triple('./', 'author', 'Zo\u00eb')))).toContain('Zo\\u00eb');
  });

  it('strings with brackets and spaces do not change', async () => {
    const value = 'see [ here ] and { there } \n: x';
    for (const text of Object.values(styles))
      expect(entityIn(await follow(text, plus(triple('./', 'text', value))), './')?.['text']).toBe(value);
  });
});
