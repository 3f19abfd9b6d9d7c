import type { Quad } from '@rdfjs/types';
import { DataFactory } from 'n3';
import { crate } from '../../helpers/read.js';
import { all, ALICE, CRATE, follow, node, plus, pretty, renamed, replaced, without, type Change } from './helpers.js';

const { literal, namedNode, quad } = DataFactory;

const context = [
  'https://w3id.org/ro/crate/1.1/context',
  { editorOf: { '@reverse': 'http://schema.org/editor' }, link: { '@id': 'http://example.org/link', '@type': '@id' } },
];
const TEXT = pretty(
  crate(
    [
      { '@id': 'a.csv', '@type': 'File', strange: [1, null], name: 'A', author: [{ '@id': '#alice' }, { '@id': '#bob' }] },
      { '@id': '#alice', '@type': 'Person', empty: [], name: 'Alice', knows: { '@id': '#bob' }, description: null },
      { '@id': '#bob', '@type': 'Person', name: 'Bob', knows: { '@id': '#alice', name: 'Alice' }, address: { name: 'Nowhere' } },
      { '@id': '#carl', unheard: { '@id': '#alice' }, link: '#alice', '@reverse': { about: { '@id': '#alice' } }, name: 'see #alice' },
      { '@id': '#data', name: { '@value': '#alice', '@type': 'http://www.w3.org/2001/XMLSchema#anyURI' }, '@type': 'Thing' },
      { '@id': '#bare', '@type': 'Thing', unheard: 1 },
    ],
    context as never,
    { name: 'A crate', unheard: 'x', hasPart: [{ '@id': 'a.csv' }], mentions: { '@id': '#bare' } },
  ),
)
  .replace('[\n          1,\n          null\n        ]', '[1.0, null]')
  .replace('"@value": "#alice"', '"@value": "#alice"'); // prettier-ignore
const respelled = (text: string, from: string, to: string) =>
  text.replaceAll(`"@id": "${from}"`, `"@id": "${to}"`).replaceAll(`"link": "${from}"`, `"link": "${to}"`);

describe('a renamed node', () => {
  it.each([
    ['a person', '#alice', '#alice-liddell'],
    ['a file, in another folder now', 'a.csv', 'raw/a.csv'],
    ['a person, with an address', '#bob', 'https://orcid.org/0000-0002-1825-0097'],
    ['the root', './', 'https://doi.org/10.5281/zenodo.1'],
    ['the descriptor', 'ro-crate-metadata.json', 'other-ro-crate-metadata.json'],
    ['a node with nothing but a type, wherever it is referred to', '#bare', '#named'],
  ])('%s: only `@id` and its references change', async (_, from, to) => {
    expect(await follow(TEXT, renamed([[from, to]]))).toBe(respelled(TEXT, from, to));
  });

  it('several renamed nodes that refer to each other', async () => {
    const pairs = [['#alice', '#a'], ['#bob', '#b'], ['a.csv', 'b.csv'], ['./', 'https://doi.org/10.5281/z.1']] as const; // prettier-ignore
    const expected = pairs.reduce((text, [from, to]) => respelled(text, from, to), TEXT);
    expect(await follow(TEXT, renamed(pairs))).toBe(expected);
  });

  it('a blank node that becomes an IRI', async () => {
    const text = pretty(crate([{ '@id': '#x', author: { '@id': '_:b' } }, { '@id': '_:b', none: [], name: 'B' }])); // prettier-ignore
    const change: Change = (quads) =>
      quads.map((one) => {
        const other = (term: Quad['subject'] | Quad['object']) =>
          term.termType === 'BlankNode' ? (node('#b') as typeof term) : term;
        return quad(other(one.subject) as never, one.predicate, other(one.object) as never);
      });
    expect(await follow(text, change)).toBe(respelled(text, '_:b', '#b'));
  });

  it('a node that gets a name which the document mentions and does not describe', async () => {
    const orcid = 'https://orcid.org/0000-0002-1825-0097';
    const text = pretty(crate([{ ...ALICE, strange: 1 }, { '@id': '#bob', name: 'Bob', knows: { '@id': orcid } }])); // prettier-ignore
    expect(await follow(text, renamed([['#alice', orcid]]))).toBe(respelled(text, '#alice', orcid));
  });

  it('a renamed node with a new value: both changes are found', async () => {
    const more = { subject: node('#a'), predicate: namedNode('http://schema.org/email'), object: literal('e') };
    const changed = await follow(TEXT, all(renamed([['#alice', '#a']]), plus(quad(more.subject as never, more.predicate, more.object)))); // prettier-ignore
    expect(changed).toBe(
      respelled(TEXT, '#alice', '#a').replace('"description": null', '"description": null,\n      "email": "e"'),
    );
  });

  it('only its own triples are renamed: references to the old IRI stay', async () => {
    const change: Change = (quads) =>
      quads.map((one) =>
        one.subject.value === node('#bob').value ? quad(node('#b') as never, one.predicate, one.object as never) : one,
      );
    expect(await follow(TEXT, change)).toBe(
      TEXT.replace(`"@id": "#bob",\n      "@type"`, `"@id": "#b",\n      "@type"`),
    );
  });

  it('a renamed node in a document of several windows', async () => {
    const files = Array.from({ length: 900 }, (_, n) => ({ '@id': `f${n}.csv`, none: null, '@type': 'File', name: `F ${n}`, description: 'x'.repeat(200) })); // prettier-ignore
    const text = pretty(crate(files, undefined, { hasPart: files.map(({ '@id': id }) => ({ '@id': id })) }));
    const pairs = files.map(({ '@id': id }) => [id, `data/${id}`] as const);
    expect(await follow(text, renamed(pairs))).toBe(text.replaceAll(/"@id": "(f\d+)/g, '"@id": "data/$1'));
    expect(await follow(text, renamed([['f444.csv', 'g.csv']]))).toBe(respelled(text, 'f444.csv', 'g.csv'));
  });
});

describe('a new node is not a renamed one', () => {
  it.each([
    ['with other statements', { name: 'Bob', email: 'b@example.org' }],
    ['with fewer statements', { name: 'Alice', email: undefined }],
  ])('%s', async (_, { name, email }) => {
    const text = pretty({ ...CRATE, '@graph': [...(CRATE as { '@graph': object[] })['@graph'], { ...ALICE, '@id': '#z', note: 1 }] }); // prettier-ignore
    const bob = [quad(node('#bob') as never, namedNode('http://schema.org/name'), literal(name))];
    if (email !== undefined)
      bob.push(quad(node('#bob') as never, namedNode('http://schema.org/email'), literal(email)));
    const removed = without(({ subject }) => subject.value.endsWith('#z'));
    expect(await follow(text, all(removed, plus(...bob)))).not.toContain('note');
  });

  it('if it could be either of two', async () => {
    const twin = (id: string) => ({ '@id': id, '@type': 'Person', name: 'Twin', note: id });
    const text = pretty(crate([twin('#one'), twin('#two')]));
    const changed = await follow(text, all(renamed([['#one', '#three']]), without(({ subject }) => subject.value.endsWith('#two')))); // prettier-ignore
    expect(changed).not.toContain('note');
  });

  it('if it has only a type and nothing refers to it', async () => {
    const text = pretty(crate([{ '@id': '#x', '@type': 'Thing', note: 1 }]));
    expect(await follow(text, renamed([['#x', '#y']]))).not.toContain('note');
  });
});

describe('the values of reverse properties', () => {
  const text = pretty(
    crate(
      [
        { '@id': 'p1', author: [{ '@id': '#a' }, { '@id': '#b' }], editor: { '@id': '#a' } },
        { '@id': 'p2', '@type': 'Thing' },
        {
          '@id': '#a',
          '@type': 'Person',
          '@reverse': { author: [{ '@id': 'p1' }, { '@id': 'p2' }, { '@id': 'p3', name: 'Three' }], about: { '@id': 'p2' } },
          editorOf: [{ '@id': 'p1' }, { '@id': 'p2' }],
        },
      ],
      context as never,
    ),
  ); // prettier-ignore
  const off = (subject: string, predicate: string) =>
    without((one) => one.subject.value.endsWith(`/${subject}`) && one.predicate.value.endsWith(predicate));
  const json = (value: unknown, depth: number) => pretty(value).replaceAll('\n', `\n${' '.repeat(depth)}`);

  it('removes one value in both places, and nothing else', async () => {
    const changed = await follow(
      text,
      (quads) =>
      quads.filter((one) => !(one.subject.value.endsWith('/p1') && one.object.value.endsWith('#a') && one.predicate.value.endsWith('author'))), // prettier-ignore
    );
    const rest = [{ '@id': 'p2' }, { '@id': 'p3', name: 'Three' }];
    expect(changed).toBe(
      text
        .replace(json([{ '@id': '#a' }, { '@id': '#b' }], 6), json([{ '@id': '#b' }], 6))
        .replace(json([{ '@id': 'p1' }, ...rest], 8), json(rest, 8)),
    );
  });

  it('removes a key with its only value, and `@reverse` with its last key', async () => {
    const less = await follow(text, off('p2', 'about'));
    expect(less).toBe(text.replace(/,\s+"about": \{\s+"@id": "p2"\s+\}(?=\s+\},\s+"editorOf)/, ''));
    const none = await follow(text, all(off('p2', 'about'), off('p1', 'author'), off('p2', 'author'), off('p3', 'author'))); // prettier-ignore
    expect(none.slice(none.indexOf('@graph'))).not.toContain('@reverse');
    expect(none).toContain('"editorOf"');
  });

  it('removes values of terms that are defined as reverse', async () => {
    expect(await follow(text, off('p2', 'editor'))).toBe(
      text.replace(json([{ '@id': 'p1' }, { '@id': 'p2' }], 6), json([{ '@id': 'p1' }], 6)),
    );
  });

  it('removes one value of a language map', async () => {
    const labels = { labels: { '@id': 'http://example.org/labels', '@container': '@language' } };
    const own = pretty(crate([{ '@id': '#x', labels: { en: ['cat', 'tomcat'], de: 'Katze', fr: 'chat' }, '@type': 'Thing' }], ['https://w3id.org/ro/crate/1.1/context', labels] as never)); // prettier-ignore
    expect(
      await follow(
        own,
        without(({ object }) => object.value === 'Katze'),
      ),
    ).toBe(own.replace(/\s+"de": "Katze",/, ''));
    expect(
      await follow(
        own,
        without(({ object }) => object.value === 'cat'),
      ),
    ).toBe(own.replace(/\s+"cat",/, ''));
  });

  it('treats a list and a JSON literal as one value', async () => {
    const terms = { steps: { '@id': 'http://example.org/steps', '@container': '@list' }, data: { '@id': 'http://example.org/data', '@type': '@json' } }; // prettier-ignore
    const own = pretty(crate([{ '@id': '#x', steps: ['a', 'b'], data: { x: [1, { '@id': '#x' }], y: 2 }, name: 'N' }], ['https://w3id.org/ro/crate/1.1/context', terms] as never)); // prettier-ignore
    const changed = await follow(own, replaced('a', literal('c')));
    expect(changed).toContain(json({ x: [1, { '@id': '#x' }], y: 2 }, 6));
    expect(await follow(own, renamed([['#x', '#y']]))).toBe(own.replace('"@id": "#x",\n      "steps"', '"@id": "#y",\n      "steps"')); // prettier-ignore
  });
});
