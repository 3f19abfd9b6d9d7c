import { renderPage } from '../../../../src/site/pages/render-page.js';
import { crate } from '../../../helpers/read.js';
import { pageDataOf, ROOT } from '../helpers/page-data.js';
import { attribute, readHtml, textIn } from '../helpers/page-html.js';

/** The description of a root, as its page shows it. */
async function shown(description: unknown, more: object = {}) {
  const file = { '@id': 'docs/use.md', '@type': 'File', name: 'How to' };
  const data = await pageDataOf(crate([file], 'https://w3id.org/ro/crate/1.1/context', { name: 'Rain', description, ...more })); // prettier-ignore
  const { body } = await renderPage({ page: 'crate', key: data.index.crateOf(ROOT)?.key as string, search: '' }, data);
  const { elements, errors } = readHtml(body);
  expect(errors).toEqual([]);
  const texts = elements.filter((element) => attribute(element, 'class') === 'description');
  const inside = texts.flatMap((one) => elementsIn(one));
  return {
    body,
    text: texts.map(textIn).join('\n'),
    tags: inside.map(({ tagName }) => tagName),
    links: inside.flatMap((one) => (one.tagName === 'a' ? [[attribute(one, 'href'), textIn(one)]] : [])),
    headings: elements.filter(({ tagName }) => /^h\d$/.test(tagName)).map((one) => `${one.tagName} ${textIn(one)}`),
  };
}

type Element = Parameters<typeof textIn>[0];

function elementsIn({ childNodes }: Element): Element[] {
  return childNodes.flatMap((node) => ('tagName' in node ? [node, ...elementsIn(node)] : []));
}

describe('a description', () => {
  it('is shown as the Markdown that it is', async () => {
    const { tags, text } = await shown(
      '# Rain\n\nWith **care**, `code` and\n\n* one\n* two\n\n> said\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```sh\nrun <me>\n```\n\n---\n\n3. three',
    );
    for (const tag of ['h2', 'strong', 'code', 'ul', 'li', 'blockquote', 'table', 'td', 'pre', 'hr', 'ol'])
      expect(tags).toContain(tag);
    expect(text).toContain('run <me>');
  });

  it('keeps stars, lines and signs where it is no Markdown', async () => {
    const { text, tags } = await shown('2*3*4 of a_b_c\nare 24 &\n  C:\\_data #1\n\nSecond ~ paragraph');
    expect(text).toBe('2*3*4 of a_b_c\nare 24 &\n  C:\\_data #1Second ~ paragraph');
    expect(tags).toEqual(['div', 'p', 'p']);
  });

  it('links addresses, DOIs and what the crate describes, and nothing else', async () => {
    const { links, text } = await shown(
      'See https://example.org/a. [web](https://example.org/b) [doi](doi:10.5281/zenodo.1) [file](docs/use.md#part) [own](./docs/use.md) [lost](docs/lost.md) [top](#top) [user](https://a:b@example.org/) <a href="https://example.org/c">html</a> <a href="javascript:x">bad</a>',
    );
    expect(links).toEqual([
      ['https://example.org/a', 'https://example.org/a'],
      ['https://example.org/b', 'web'],
      ['https://doi.org/10.5281/zenodo.1', 'doi'],
      ['?entity=docs%2Fuse.md', 'file'],
      ['?entity=docs%2Fuse.md', 'own'],
      ['https://example.org/c', 'html'],
    ]);
    for (const word of ['lost', 'top', 'user', 'bad']) expect(text).toContain(word);
  });

  it('never loads a picture: a badge is its link, a picture a link to it', async () => {
    const { body, links } = await shown(
      '[![Build](https://ci.example.org/badge.svg)](https://ci.example.org/) ![Map](https://example.org/map.png) <img src="https://example.org/logo.png"> ![](data:image/png;base64,AAAA)',
    );
    expect(body).not.toContain('<img');
    expect(links).toEqual([
      ['https://ci.example.org/', 'Build'],
      ['https://example.org/map.png', 'Map'],
      ['https://example.org/logo.png', 'logo.png'],
    ]);
  });

  it('shows a row of badges in one line', async () => {
    const { text, links } = await shown('[![A](https://a.example/x)](https://a.example/)[![B](https://b.example/x)](https://b.example/)\n![C](https://c.example/x)'); // prettier-ignore
    expect(text).toBe('A · B · C');
    expect(links).toHaveLength(3);
  });

  it('keeps the cells of a table of HTML apart', async () => {
    const { text } = await shown(
      'Text <table><tr><th>Site</th><th>Rain</th></tr><tr><td>A</td><td>12</td></tr></table>',
    );
    expect(text.split(/\s+/).filter(Boolean)).toEqual(['Text', 'Site', 'Rain', 'A', '12']);
  });

  it('shows HTML as text: emphasis and lines stay, markup that may run is only characters', async () => {
    const { text, tags } = await shown(
      '<p align="center">CO<sub>2</sub> and <b>more</i></b></p><p>Second<br/>line</p> <!-- left out --> <sample> <script>alert(1)</script> <b>open &amp; done',
    );
    expect(text).toBe('CO2 and more\n\nSecond\nline\n\n<sample> <script>alert(1)</script> open & done');
    expect(tags.filter((tag) => !['div', 'p'].includes(tag))).toEqual(['sub', 'strong']);
  });

  it('has headings below those of the page, and leaves no level out', async () => {
    const { headings } = await shown('### Deep\n\n# High\n\n###### Low\n\n> ## Quoted');
    expect(headings.slice(0, 5)).toEqual(['h1 Rain', 'h2 Deep', 'h2 High', 'h3 Low', 'h3 Quoted']);
  });

  it('is folded after some lines, and all of it is there', async () => {
    const paragraphs = Array.from({ length: 30 }, (_, at) => `Paragraph ${at} ${'has words '.repeat(10)}`);
    const { text, tags } = await shown(paragraphs.join('\n\n'));
    expect(tags.filter((tag) => tag === 'details')).toHaveLength(1);
    expect(tags.indexOf('details')).toBeGreaterThan(3);
    for (const paragraph of paragraphs) expect(text).toContain(paragraph.trim());
    const long = await shown(`${'A sentence of some words. '.repeat(200)}The end.`);
    expect(long.tags).toEqual(['div', 'p', 'details', 'summary', 'p']);
    expect(long.text).toMatch(/words\.Read moreA sentence/);
    expect((await shown('Short.\n\nAnd good.')).tags).not.toContain('details');
  });

  it('of megabytes is cut, and says how long it is', async () => {
    const { body, text } = await shown('word **bold** '.repeat(400_000));
    expect(text.length).toBeLessThan(50_000);
    expect(body.length).toBeLessThan(150_000);
    expect(body).toContain('5,600,000 characters');
  });

  it('nested out of all measure is shown as it is written', async () => {
    const bomb = `${'> '.repeat(5000)}deep`;
    expect((await shown(bomb)).text).toContain('deep');
    expect((await shown('['.repeat(30_000))).text).toContain('['.repeat(30_000));
    expect((await shown('<b>'.repeat(10_000))).tags).not.toContain('strong');
  });

  it('may come in several languages; one that is an entity stays among the properties', async () => {
    const { tags, body } = await shown(['One', { '@value': 'Eins', '@language': 'de' }]);
    expect(tags.filter((tag) => tag === 'p')).toHaveLength(2);
    expect(body).toContain('<div class="description" lang="de">');
    expect((await shown({ '@id': 'docs/use.md' })).body).toContain('>description</a>');
  });
});
