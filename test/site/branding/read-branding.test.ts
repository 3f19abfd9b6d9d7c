import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBranding } from '../../../src/site/branding/read-branding.js';
import { scratch } from '../../package/helpers/crate-forms.js';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="1"/>';

/** Writes a site file with others beside it. @returns its path */
async function siteFile(said: unknown, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = join(await scratch(), 'site');
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const path = join(folder, 'site.json');
  await writeFile(path, typeof said === 'string' ? said : JSON.stringify(said));
  return path;
}

it('reads the example', async () => {
  const { title, introduction, imprint, logo, hasColours, assets } = await readBranding('data/site/site.json');
  expect([title, hasColours, logo]).toEqual(['Tideline Data', true, { file: 'logo.svg', width: 56, height: 56 }]);
  expect(introduction).toMatch(/^Everything that Tideline/);
  expect(imprint).toEqual({ text: expect.stringContaining('Responsible') as string });
  expect([...assets].map(([name, { mediaType }]) => [name, mediaType])).toEqual([
    ['logo.svg', 'image/svg+xml'],
    ['colours.css', 'text/css'],
  ]);
});

it('needs a title, and nothing else; an imprint may be an address', async () => {
  expect(await readBranding(await siteFile({ title: 'T' }))).toEqual({
    title: 'T',
    hasColours: false,
    assets: new Map(),
  });
  const { imprint } = await readBranding(await siteFile({ title: 'T', imprint: 'https://example.org/about' }));
  expect(imprint).toEqual({ href: 'https://example.org/about' });
});

it.each([
  ['{', 'ERR_JSON_SYNTAX', /site\.json: /, undefined],
  ['[]', 'ERR_USAGE', /no JSON object/, undefined],
  [{}, 'ERR_USAGE', /has no "title"/, undefined],
  [{ title: ' ' }, 'ERR_USAGE', /"title" is no text/, undefined],
  [{ title: 'x'.repeat(81) }, 'ERR_USAGE', /81 characters/, undefined],
  [{ titel: 'T' }, 'ERR_USAGE', /no "titel"/, /did you mean "title"/],
  [{ title: 'T', colour: '#000' }, 'ERR_USAGE', /no "colour"/, /title, introduction, logo, imprint, accent/],
  [{ title: 'T', introduction: 'none.md' }, 'ERR_NOT_FOUND', /none\.md/, undefined],
  [{ title: 'T', imprint: 'none.md' }, 'ERR_NOT_FOUND', /none\.md/, undefined],
  [{ title: 'T', logo: 'none.svg' }, 'ERR_NOT_FOUND', /none\.svg/, undefined],
  [{ title: 'T', logo: 'text.png' }, 'ERR_USAGE', /text\.png is no picture/, /\.svg, \.png/],
  [{ title: 'T', logo: 'logo.txt' }, 'ERR_USAGE', /logo\.txt is no picture/, undefined],
  [{ title: 'T', logo: 'large.svg' }, 'ERR_LIMIT', /large\.svg has \d+ bytes/, undefined],
  [{ title: 'T', accent: 'red' }, 'ERR_USAGE', /no colour: "red"/, /#0a5a6b/],
  [{ title: 'T', accent: null }, 'ERR_USAGE', /no colour/, undefined],
  [{ title: 'T', accent: { light: '#000', night: '#fff' } }, 'ERR_USAGE', /no "night"/, undefined],
  [{ title: 'T', accent: '#ffcc00' }, 'ERR_USAGE', /hard to read on the light pages/, /: #[0-9a-f]{6} is near/],
  [{ title: 'T', accent: { light: '#000', dark: '#222222' } }, 'ERR_USAGE', /on the dark pages/, undefined],
] as const)('refuses %j', async (said, code, message, hint) => {
  const files = { 'text.png': 'text', 'logo.txt': SVG, 'large.svg': `${SVG}<!--${'x'.repeat(200_000)}-->` };
  await expect(readBranding(await siteFile(said, files))).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message) as string,
    ...(hint !== undefined && { hint: expect.stringMatching(hint) as string }),
  });
});
