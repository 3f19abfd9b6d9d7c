import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plan } from '../../src/tasks/convert/plan.js';
import { scratch } from '../package/helpers/crate-forms.js';
import { serve } from '../package/helpers/server.js';
import { crate, EXAMPLES, SURVEY, writeCrate } from './helpers/crates.js';
import { runHere } from './helpers/run-here.js';

const ATLAS = join(EXAMPLES, 'coastal-atlas');
let folder: string;
const at = (...path: string[]) => join(folder, ...path);
beforeAll(async () => {
  folder = await scratch();
});

const attach = (...argv: string[]) => runHere('attach', ...argv, '--offline');
const planOf = async (...argv: string[]) => JSON.parse((await attach(...argv, '--dry-run', '--json')).stdout) as Plan;

it('retrieves the download that a crate names, unless told otherwise, and says which one it is', async () => {
  expect(await planOf(ATLAS)).toMatchObject({ mode: 'distribution', crate: ATLAS });
  const { stderr } = await attach(ATLAS, '--snapshot', '--dry-run');
  expect(stderr).toMatch(/^note: .*https:\/\/example\.com\/downloads\/coastal-atlas\.zip$/m);
  expect((await attach(ATLAS, '--snapshot', '--dry-run', '--quiet')).stderr).toBe('');
});

it('plans the same for a file, an address, standard input and a crate of the store', async () => {
  const root = 'https://example.org/away/';
  const document = crate({ name: 'Away', root, more: { hasPart: { '@id': `${root}a.txt` } }, entities: [{ '@id': `${root}a.txt`, '@type': 'File' }] }); // prettier-ignore
  await writeCrate(folder, document, 'away-ro-crate-metadata.json');
  const text = JSON.stringify(document);
  const { url } = await serve((_, response) => response.setHeader('content-type', 'application/ld+json').end(text));
  const store = ['--store', at('store.db')];
  await runHere('load', at('away-ro-crate-metadata.json'), '--base', root, '--offline', ...store);
  const download = ['--download', '--date-published', '2026-01-31', '--dry-run', '--json'];
  const plans = [
    await attach(at('away-ro-crate-metadata.json'), ...download),
    await runHere('attach', `${url}/away-ro-crate-metadata.json`, ...download),
    await attach('Away', ...download, ...store),
  ].map(({ stdout }) => (JSON.parse(stdout) as Plan).changes.map(({ add: _, ...change }) => change));
  expect(plans[0]).toContainEqual(expect.objectContaining({ action: 'retrieve', newId: 'a.txt' }));
  expect(plans.slice(1)).toEqual([plans[0], plans[0]]);
});

it('does what a saved plan says, and takes no option that would make another', async () => {
  const plan = await planOf(ATLAS, '--snapshot');
  await writeFile(at('plan.json'), JSON.stringify(plan));
  const planned = (...more: string[]) => attach(ATLAS, '--plan', at('plan.json'), '-o', `${at('planned')}/`, ...more);
  expect(await planned()).toMatchObject({ status: 0, stderr: expect.stringContaining(': snapshot, ') });
  for (const option of [['--fork'], ['--relative-root'], ['--author', 'x'], ['--include', '*'], ['--publisher', 'none']])
    expect([option, (await planned(...option)).stderr]).toEqual([option, expect.stringMatching(/^ERR_USAGE: .* with --plan$/m)]); // prettier-ignore
  await writeFile(at('plan.json'), JSON.stringify({ ...plan, document: 'a'.repeat(64) }));
  expect(await planned()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^ERR_PLAN_INVALID: .*another document/) }); // prettier-ignore
  await writeFile(at('plan.json'), '{');
  expect((await planned()).stderr).toMatch(/^ERR_PLAN_INVALID/);
  expect((await attach(ATLAS, '--plan', at('none.json'), '-o', at('x/'))).stderr).toMatch(
    /^ERR_NOT_FOUND: .*none\.json/,
  );
});

it.each([
  [[SURVEY, '--dry-run'], /is an Attached Package.*\n.*crategraph fetch.*crategraph detach/],
  [[ATLAS], /attach needs --output/],
  [[ATLAS, '--dry-run', '-o', 'x'], /--dry-run and --output exclude each other/],
  [[ATLAS, '--fork', '--download', '--dry-run'], /exclude each other/],
  [[ATLAS, '--snapshot', '--fork', '--dry-run'], /exclude each other/],
  [[ATLAS, '--snapshot', '--download', '--dry-run'], /exclude each other/],
  [[ATLAS, '--fork', '--relative-root', '--dry-run'], /exclude each other/],
  [[ATLAS, '--author', 'x', '--dry-run'], /--author does not work without --fork or --download/],
  [[ATLAS, '--fork', '--include', 'x', '--dry-run'], /--include does not work without --download/],
  [[ATLAS, '--fork', '--max-size', '1', '--dry-run'], /--max-size does not work without --download/],
  [[ATLAS, '--download', '--max-size', '5 apples', '--dry-run'], /invalid --max-size 5 apples/],
  [[ATLAS, '--fork', '--author', '<https://x.example>', '--dry-run'], /invalid --author/],
  [[ATLAS, '--fork', '--author', 'Ada <0000-0002-1825-0098>', '--dry-run'], /check digit/],
  [[ATLAS, '--fork', '--date-published', 'today', '--dry-run'], /today is not a date/],
  [[ATLAS, '--fork', '--publisher', 'me', '--dry-run'], /publisher me is not an IRI/],
  [[ATLAS, '-o', 'x', '--parallel', '0'], /--parallel/],
])('refuses what does not fit together: %j', async (argv, message) => {
  const { status, stdout, stderr } = await attach(...argv);
  expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^ERR_USAGE/)]);
  expect(stderr).toMatch(message);
});

it.each([
  ['Ada Brook', '#ada-brook'],
  ['Josiah Carberry <0000-0002-1825-0097>', 'https://orcid.org/0000-0002-1825-0097'],
  ['Josiah Carberry <http://orcid.org/0000-0002-1825-0097>', 'http://orcid.org/0000-0002-1825-0097'],
  ['Carberry, Josiah, https://orcid.org/0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097'],
  ['Josiah Carberry (0000-0002-1825-0097)', 'https://orcid.org/0000-0002-1825-0097'],
  ['Josiah (Jos) Carberry 0000-0002-1825-0097', 'https://orcid.org/0000-0002-1825-0097'],
  ['Josiah Carberry (Jr)', '#josiah-carberry-jr'],
  ['X <https://orcid.org/0000-0002-1694-233X>', 'https://orcid.org/0000-0002-1694-233X'],
  ['Institute <https://example.org/institute>', 'https://example.org/institute'],
])('--author %j adds %s', async (author, id) => {
  const { changes } = await planOf(ATLAS, '--fork', '--author', author);
  expect(changes.filter(({ add }) => add?.['@type'] === 'Person')).toMatchObject([{ id, add: { name: author.replace(/,? [<(]?(?:http|0000).*/, '') } }]); // prettier-ignore
});
