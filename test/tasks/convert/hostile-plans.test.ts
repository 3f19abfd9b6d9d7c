import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname, join } from 'node:path';
import type { Plan } from '../../../src/tasks/convert/plan.js';
import { ERROR_CODES } from '../../../src/base/errors.js';
import { crate, writeCrate } from '../../cli/helpers/crates.js';
import { runHere } from '../../cli/helpers/run-here.js';
import { freshFolder, spawnCli } from '../../cli/helpers/run.js';
import { inLongSuites, SEED } from '../../helpers/seed.js';
import { zipOf } from '../../package/helpers/crate-forms.js';
import { serve } from '../../package/helpers/server.js';
import { Random } from '../../torture/random.js';
import { detached, refs } from './attach-helpers.js';
import { editsOf, type Edit } from './helpers/plan-edits.js';

const NAME = 'ro-crate-metadata.json';
const SOURCE = 'x-ro-crate-metadata.json';
/** What the server has, and what may therefore be in an output. */
const WEB: Readonly<Record<string, Buffer>> = {
  '/c/a.txt': Buffer.from('hello'),
  '/c/data/b.txt': Buffer.from('bytes of b'),
  '/c/more.zip': zipOf({ 'in.txt': 'inside' }),
};

let document: string;
function answer(request: IncomingMessage, response: ServerResponse): void {
  const { url = '' } = request;
  if (url.endsWith(SOURCE))
    return void response.writeHead(200, { 'content-type': 'application/ld+json' }).end(document);
  if (url === '/loop') return void response.writeHead(302, { location: '/loop' }).end();
  if (url === '/away') return void response.writeHead(302, { location: 'http://127.0.0.2:9/' }).end();
  if (url === '/cut') return void response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy()); // prettier-ignore
  const found = WEB[url];
  if (found === undefined) return void response.writeHead(404).end();
  response.writeHead(200, { 'content-length': found.length }).end(found);
}

/** Everything below a folder: files by their digest, links by their target. */
async function stateOf(folder: string): Promise<Record<string, string>> {
  const state: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (entry.isSymbolicLink()) state[name] = `link to ${await readlink(path)}`;
    else state[name] = entry.isFile() ? sha256(await readFile(path)) : 'folder';
  }
  return state;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A place with things that must stay as they are: everything but `out`. */
async function place(bytes: Buffer): Promise<string> {
  const folder = await freshFolder('plan');
  for (const name of ['outside', 'around/deep/in']) await mkdir(join(folder, name), { recursive: true });
  for (const name of ['x', 'a.txt', 'outside/secret.txt', 'around/x', 'around/deep/x']) await writeFile(join(folder, name), `mine: ${name}`); // prettier-ignore
  await writeFile(join(folder, SOURCE), document);
  await writeFile(join(folder, 'plan.json'), bytes);
  return folder;
}

async function surroundings(folder: string): Promise<Record<string, string>> {
  const all = Object.entries(await stateOf(folder));
  return Object.fromEntries(all.filter(([path]) => path !== 'around/deep/out' && !path.startsWith('around/deep/out/')));
}

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What is wrong with an answer; undefined for nothing. */
async function faultOf(folder: string, before: Record<string, string>, ran: Ran): Promise<string | undefined> {
  const after = await surroundings(folder);
  if (JSON.stringify(after) !== JSON.stringify(before)) return `outside changed: ${Object.keys(after).filter((path) => after[path] !== before[path]).join()}`; // prettier-ignore
  const codes = ran.stderr.match(/^ERR_[A-Z_]+(?=:)/gm) ?? [];
  if (codes.some((code) => !Object.hasOwn(ERROR_CODES, code) || code === 'ERR_INTERNAL'))
    return `error ${codes.join()}`;
  if (ran.stderr.startsWith('ERR_JSON_SYNTAX')) return `the document is not JSON: ${ran.stderr}`;
  if (/^\s+at .*:\d+|node:internal|\[object |undefined/m.test(ran.stderr)) return `text: ${ran.stderr}`;
  if (/[^\n\P{Cc}]|\u202E/u.test(ran.stderr)) return `control characters: ${JSON.stringify(ran.stderr)}`;
  if (ran.status !== 0 && codes.length === 0) return `status ${ran.status} without an error: ${ran.stderr}`;
  if (ran.status === 0 && codes.length > 0) return `status 0 with ${codes.join()}`;
  return outputFault(join(folder, 'around/deep/out'), ran);
}

/** What is wrong with what was written: each file is one that the server has, under the name that the answer says. */
async function outputFault(out: string, { status, stdout }: Ran): Promise<string | undefined> {
  const found = await lstat(out).catch(() => undefined);
  if (found === undefined) return status === 0 ? 'nothing was written' : undefined;
  const state = await stateOf(out);
  const names = Object.keys(state).filter((name) => state[name] !== 'folder' && !name.startsWith('.crategraph-'));
  if (names.length === 0) return status === 0 ? 'no file was written' : undefined;
  const right = new Set([...Object.values(WEB), Buffer.from('inside')].map(sha256));
  const strange = names.filter(
    (name) => !/ro-crate-metadata\.json(?:ld)?$/.test(name) && !right.has(state[name] ?? ''),
  );
  if (strange.length > 0) return `strange files: ${strange.join()}`;
  const json = stdout.startsWith('{')
    ? (JSON.parse(stdout) as { error?: unknown; files?: string[]; output?: string })
    : {};
  if (json.error !== undefined) return `an error, but files: ${names.join()}`;
  const said = new Set((json.files ?? [basename(json.output ?? '')]).map((name) => name.normalize()));
  const unsaid = names.filter((name) => !said.has(name.normalize()) && ![...said].some((one) => one.endsWith('/') && name.startsWith(one))); // prettier-ignore
  const documents = names.filter((name) => !right.has(state[name] ?? ''));
  for (const name of documents) JSON.parse(await readFile(join(out, name), 'utf8'));
  const absent = [...said].filter((name) => (json.files ?? []).includes(name) && !existsSync(join(out, name)));
  if (absent.length > 0) return `files that are not there: ${absent.join()}`;
  return unsaid.length > 0 ? `files that the answer does not name: ${unsaid.join()}` : undefined;
}

/** All edits in the long suites, some of them quickly. */
function chosen(edits: readonly Edit[]): readonly Edit[] {
  return inLongSuites ? edits : new Random(SEED, 'plans').sample(edits, 40);
}

/** A server with a crate and its files, another host, and the plan to download the crate. */
async function site() {
  const [{ url }, other] = [await serve(answer), await serve((_, response) => void response.end('other'), '127.0.0.2')];
  const root = `${url}/c/`;
  const entities = {
    [`${root}a.txt`]: { '@type': 'File', contentSize: '5' },
    [`${root}data/b.txt`]: { '@type': 'File' },
    [`${root}empty/`]: { '@type': 'Dataset', name: 'Empty' },
    [`${root}more/`]: { '@type': 'Dataset', name: 'More', distribution: { '@id': `${root}more.zip` } },
    [`${root}more.zip`]: { '@type': 'DataDownload', encodingFormat: 'application/zip', contentUrl: `${root}more.zip` },
  };
  const parts = Object.keys(entities).slice(0, 4);
  document = JSON.stringify(detached({ name: 'Away', hasPart: refs(...parts) }, entities, { id: root }));
  const { stdout } = await runHere('attach', `${root}${SOURCE}`, '--download', '--dry-run', '--json');
  const plan = JSON.parse(stdout) as Plan;
  expect(new Set(plan.changes.map(({ action }) => action))).toEqual(new Set(['change', 'add', 'rename', 'retrieve', 'folder', 'unpack', 'leave'])); // prettier-ignore
  return { url, root, other, plan, hosts: { url, other: other.url.replace('http://', '') } };
}

/** How each edit ended, and what is wrong. */
interface Outcome {
  readonly wrong: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Runs a command with each of these plans. @param prepare puts something into the place before */
async function tried(
  edits: readonly Edit[],
  run: (folder: string, out: string) => Promise<Ran>,
  more: { prepare?: (folder: string, out: string) => Promise<unknown>; after?: () => string | undefined } = {},
): Promise<Outcome> {
  const wrong: string[] = [];
  const counts: Record<string, number> = {};
  for (const { name, bytes } of edits) {
    const folder = await place(bytes);
    const out = join(folder, 'around/deep/out');
    await more.prepare?.(folder, out);
    const before = await surroundings(folder);
    const ran = await run(folder, out);
    const fault = (await faultOf(folder, before, ran)) ?? more.after?.();
    if (fault !== undefined) wrong.push(`${name}: ${fault}`);
    const [end = 'done'] = /^ERR_[A-Z_]+/m.exec(ran.stderr) ?? [];
    counts[end] = (counts[end] ?? 0) + 1;
  }
  return { wrong, counts };
}

/** Says how the edits ended, for those who run the long suites. */
const report = (what: string, { counts }: Outcome) => void (inLongSuites && console.info(what, counts));

test('an edited plan of attach writes nothing outside, and is done as it says or refused', async () => {
  const { root, other, plan, hosts } = await site();
  const edits = editsOf(plan, hosts);
  expect(edits.length).toBeGreaterThan(200);
  const attach = (folder: string, out: string) =>
    runHere('attach', `${root}${SOURCE}`, '--plan', join(folder, 'plan.json'), '-o', out, '--json', '--quiet');
  // A document of the web may only name its own host in this network.
  const after = () => (other.requests.splice(0).length > 0 ? 'requested another host' : undefined);
  const whole = await tried([{ name: 'none', bytes: Buffer.from(JSON.stringify(plan)) }], attach, { after });
  expect(whole).toEqual({ wrong: [], counts: { done: 1 } });
  const outcome = await tried(chosen(edits), attach, { after });
  report('attach', outcome);
  expect(outcome.wrong).toEqual([]);
}, 900_000);

test('an edited plan writes nothing through a link in its output, with --force either', async () => {
  const { root, plan, hosts } = await site();
  const edits = [{ name: 'none', bytes: Buffer.from(JSON.stringify(plan)) }, ...editsOf(plan, hosts)];
  const some = new Random(SEED, 'links').sample(edits.slice(1), inLongSuites ? 30 : 3);
  const links: Readonly<Record<string, string>> = {
    'a.txt': '../../../a.txt',
    data: '../../../outside',
    more: '../../../outside/',
    empty: '../../../outside',
    [NAME]: '../../../x',
    'data/b.txt': '../../../../outside/secret.txt',
  };
  for (const force of [[], ['--force']])
    for (const [name, target] of Object.entries(links)) {
      const attach = (folder: string, out: string) =>
        runHere(
          'attach',
          `${root}${SOURCE}`,
          '--plan',
          join(folder, 'plan.json'),
          '-o',
          out,
          '--json',
          '--quiet',
          ...force,
        );
      const prepare = async (_: string, out: string) => {
        await mkdir(dirname(join(out, name)), { recursive: true });
        await symlink(target, join(out, name));
      };
      const few = name === 'data' || inLongSuites ? [edits[0] as Edit, ...some] : edits.slice(0, 1);
      const { wrong } = await tried(few, attach, { prepare });
      const changed = wrong.filter((one) => one.includes('outside changed') || one.includes('error '));
      expect([name, force, changed]).toEqual([name, force, []]);
    }
}, 900_000);

test('an edited plan of detach writes one document that stands for itself, or is refused', async () => {
  const folder = await freshFolder('attached');
  const entities = [
    { '@id': 'a.txt', '@type': 'File', name: 'A' },
    { '@id': 'data/b.txt', '@type': 'File' },
    { '@id': '#x', '@type': 'Thing' },
  ];
  document = JSON.stringify(crate({ more: { hasPart: refs('a.txt', 'data/b.txt') }, entities }));
  await writeCrate(folder, document, SOURCE);
  const published = ['--published', 'https://example.org/a/'];
  const { stdout } = await runHere('detach', join(folder, SOURCE), ...published, '--offline', '--dry-run', '--json');
  const plan = JSON.parse(stdout) as Plan;
  const edits = editsOf(plan, { url: 'https://example.org', other: 'other.example' });
  const detach = (at: string, out: string) =>
    runHere(
      'detach',
      join(at, SOURCE),
      '--plan',
      join(at, 'plan.json'),
      '-o',
      `${out}/`,
      '--json',
      '--quiet',
      '--offline',
    );
  const outcome = await tried([{ name: 'none', bytes: Buffer.from(stdout) }, ...chosen(edits)], detach, {});
  report('detach', outcome);
  expect(outcome.wrong).toEqual([]);
}, 900_000);

test('in a process of its own it is the same', async () => {
  const { root, plan, hosts } = await site();
  const names = ['newId "../../x" of a file', 'newId "C:\\\\x" of a file', 'with __proto__', 'of 100,000 brackets'];
  const edits = editsOf(plan, hosts).filter(({ name }) => names.includes(name));
  expect(edits).toHaveLength(names.length);
  const attach = (folder: string, out: string) =>
    spawnCli(['attach', `${root}${SOURCE}`, '--plan', join(folder, 'plan.json'), '-o', out, '--json', '--quiet']);
  expect(await tried(edits, attach)).toEqual({ wrong: [], counts: { ERR_PLAN_INVALID: names.length } });
});
