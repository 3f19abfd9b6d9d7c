import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { previewPages } from '../../../src/site/pages/preview/preview-crate.js';
import { renderPage } from '../../../src/site/pages/render-page.js';
import { crate } from '../../helpers/read.js';
import { tries } from '../../helpers/seed.js';
import { pageDataOf } from './helpers/page-data.js';
import { readHtml } from './helpers/page-html.js';

const PARTS = ['<script>alert(1)</script>', '"', "'", '<img src=x onerror=alert(1)>', '</style>', '<!--', '-->', '&lt;', '&quot;', '</dd></dl>', 'javascript:alert(1)', '" onmouseover="x', '\u0000', ']]>', '<svg/onload=x>', '%22%3E', '\ud800', ' ', '`', '${x}', '{', '/', '#', '?', 'a']; // prettier-ignore
const evil = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const TAGS = new Set('html head meta title link script style body a header svg path g circle form label input button nav ul li ol main footer p h1 h2 h3 div span dl dt dd section article code time details summary h4 h5 h6 blockquote pre hr table thead tbody tr th td em strong s sub sup bdi mark small select option'.split(' ')); // prettier-ignore

/** What is in a script of data is JSON, without a letter that could end it. */
function expectData(childNodes: readonly object[]): void {
  const [text, ...more] = childNodes as { readonly value: string }[];
  expect([text?.value, more]).toEqual([expect.not.stringContaining('<'), []]);
  expect(JSON.parse(text?.value ?? '')).toMatchObject({ '@context': 'https://schema.org/' });
}

/** What our build writes for previews. */
const OUR_SCRIPT = readFileSync('dist/assets/preview.js', 'utf8');

function textIn(childNodes: readonly object[]): string {
  return (childNodes as readonly { readonly value: string }[]).map(({ value }) => value).join('');
}

function expectInert(html: string): void {
  expect(html).not.toMatch(/[\0-\x08\x0b\x0e-\x1f\x7f-\x9f]/); // no HTML document may contain these
  const { elements, hrefs } = readHtml(html);
  for (const { tagName, attrs, childNodes } of elements) {
    expect(TAGS).toContain(tagName);
    expect(attrs.filter(({ name }) => /^on|^style$/.test(name) || !/^[a-z-]+$/i.test(name))).toEqual([]);
    const isData = attrs.some(({ name, value }) => name === 'type' && value === 'application/ld+json');
    if (tagName === 'script' && isData) expectData(childNodes);
    else if (tagName === 'script') expect(['', OUR_SCRIPT]).toContain(textIn(childNodes));
  }
  for (const href of hrefs) {
    const { protocol } = new URL(href, 'http://here.example/crates/x/');
    expect(['http:', 'https:', 'mailto:']).toContain(protocol);
  }
}

describe('text of a crate', () => {
  it('never becomes markup, a script or a dangerous link', async () => {
    const node = fc.record({ id: evil, type: evil, key: evil, text: evil, reference: evil, name: fc.option(evil) });
    await fc.assert(
      fc.asyncProperty(fc.array(node, { minLength: 1, maxLength: 4 }), evil, async (nodes, name) => {
        const entities = nodes.map((one, at) => ({
          '@id': at % 2 === 0 ? `#${one.id}` : one.id,
          '@type': one.type,
          [one.key.startsWith('@') ? 'x' : one.key]: one.text,
          [`http://example.org/${at}`]: [one.text, { '@id': one.reference }, { '@value': one.text, '@language': 'en' }],
          ...(one.name !== null && { name: one.name }),
        }));
        const root = {
          name,
          description: [
            name,
            `# ${name}\n[${name}](${name}) ![${name}](<${name}>) <a href="${name}">${name}</a> **${name}**`,
          ],
          hasPart: entities.map((entity) => ({ '@id': entity['@id'] })),
          ...{ url: name, author: [name, { '@id': name }], license: { '@id': name }, version: name, publisher: name },
          ...{ datePublished: name, identifier: name, distribution: { '@id': name }, image: name },
        };
        const data = await pageDataOf(crate(entities as never, 'https://w3id.org/ro/crate/1.1/context', root));
        const [summary] = data.index.crates;
        const key = summary?.key as string;
        const view = await data.view(summary as NonNullable<typeof summary>);
        expectInert((await renderPage({ page: 'crate', key, search: '' }, data)).body);
        expectInert((await renderPage({ page: 'crate', key, search: '?view=check' }, data)).body);
        expectInert((await renderPage({ page: 'crate', key, search: `?type=${encodeURIComponent(name.toWellFormed())}` }, data)).body); // prettier-ignore
        for (const { id } of view.entities)
          expectInert((await renderPage({ page: 'entity', key, id, search: '' }, data)).body);
        for await (const { text } of previewPages(view, { pageSize: 2 })) expectInert(text);
      }),
      tries(200),
    );
  });
});
