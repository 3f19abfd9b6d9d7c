import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../src/crate/json/value.js';
import { detached, refs } from '../tasks/convert/attach-helpers.js';
import { FILES, zipOf } from '../package/helpers/crate-forms.js';
import { answerFile, serve } from '../package/helpers/server.js';
import { crate, writeCrate } from './helpers/crates.js';
import { runHere } from './helpers/run-here.js';
import { freshFolder } from './helpers/run.js';

const DOI = 'https://doi.org/10.1/y';
const NAME = 'tides-ro-crate-metadata.json';

/** A Detached crate whose distribution is an archive with this document. */
async function described(root: JsonObject, document: JsonObject, id = DOI): Promise<string> {
  const zip = zipOf({ ...FILES, 'ro-crate-metadata.json': JSON.stringify(document) });
  const { url } = await serve((request, response) => answerFile(request, response, zip));
  const distribution = { distribution: refs(`${url}/a.zip`) };
  return join(await writeCrate(await freshFolder('described'), detached({ ...root, ...distribution }, {}, { id }), NAME), NAME); // prettier-ignore
}

it('a download of another crate is refused, and nothing is written', async () => {
  const source = await described({ name: 'Tides' }, crate({ name: 'Winds' }));
  const output = join(await freshFolder('attach'), 'out');
  const { status, stderr } = await runHere('attach', source, '-o', output);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^ERR_CHECKSUM: \S+ \S+ is not this crate: its root has another name \("Winds"\)/) }); // prettier-ignore
  expect(existsSync(join(output, 'ro-crate-metadata.json'))).toBe(false);
});

it('what a conversion changes may differ', async () => {
  const root = { name: 'Tides', identifier: DOI, keywords: 'water' };
  const source = await described(root, crate({ name: 'Tides', more: { identifier: 'other', description: 'More' } }));
  expect((await runHere('attach', source, '-o', join(await freshFolder('attach'), 'out'))).status).toBe(0);
});

it.each([
  ['a DOI', DOI, `${DOI}/`],
  ['an address', 'https://example.org/tides/', 'https://example.org/tides/'],
])('the command that loads a download works where the root is %s', async (_, id, base) => {
  const source = await described({ name: 'Tides' }, crate({ name: 'Tides' }), id);
  const folder = await freshFolder('attach');
  const { stderr } = await runHere('attach', source, '-o', join(folder, 'out'));
  const [, command = ''] = /crategraph (load .*)/.exec(stderr) ?? [];
  const loaded = await runHere(...command.split(' '), '--store', join(folder, 'store'));
  expect(loaded).toMatchObject({ status: 0, stdout: expect.stringContaining(base) });
});

it('a root that is no base has no such command', async () => {
  const source = await described({ name: 'Tides' }, crate({ name: 'Tides' }), 'urn:x:tides');
  const { stderr } = await runHere('attach', source, '-o', join(await freshFolder('attach'), 'out'));
  expect(stderr).toContain('its identifiers are relative to urn:x:tides: no --base can be made of that');
});

it('the report names the folder of what is not complete, until it is complete', async () => {
  let isOpen = false;
  const { url } = await serve((_, response) => void (isOpen ? response.end('x') : response.writeHead(404).end()));
  const root = `${url}/crate/`;
  const document = detached({ name: 'Tides', hasPart: refs(`${root}a.txt`) }, { [`${root}a.txt`]: { '@type': 'File' } }, { id: root }); // prettier-ignore
  const source = join(await writeCrate(await freshFolder('described'), document, NAME), NAME);
  const output = join(await freshFolder('attach'), 'out');
  const run = () => runHere('attach', source, '--download', '-o', output, '--json');
  const failed = await run();
  const [{ work = '' } = {}] = [JSON.parse(failed.stdout) as { work?: string }];
  expect([work.startsWith(output), existsSync(work)]).toEqual([true, true]);
  expect(failed.stderr).toContain(`what is not complete is in ${work}: the same command continues there`);
  isOpen = true;
  const done = await run();
  expect([existsSync(work), JSON.parse(done.stdout)]).toEqual([false, expect.not.objectContaining({ work })]);
  expect(await readFile(join(output, 'a.txt'), 'utf8')).toBe('x');
});
