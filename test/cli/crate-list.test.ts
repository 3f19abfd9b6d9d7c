import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, SURVEY, writeCrate } from './helpers/crates.js';
import { expectFailure, freshFolder, runCli } from './helpers/run.js';
import { BUNDLED } from '../helpers/read.js';
import { convertCrates, loadCrates, openStore, withBase } from '../../src/index.js';

const BASES = ['https://example.org/1/', 'https://example.org/2/'];
const TSV = `${BASES.map((base) => `${SURVEY}\t${base}`).join('\n')}\n`;
const JSON_LINES = BASES.map((base) => `${JSON.stringify({ crate: SURVEY, base })}\n`).join('');

describe('a list with a base for each crate', () => {
  it.each([
    ['TSV', TSV, []],
    ['JSON lines', JSON_LINES, []],
    ['JSON lines with other orders and spaces', BASES.map((base) => ` { "base" : "${base}", "crate":"${SURVEY}"}\n`).join(''), []], // prettier-ignore
    ['TSV with NUL', TSV.replaceAll('\n', '\0'), ['--null']],
  ])('is loaded and converted: %s', async (_, stdin, more) => {
    const cwd = await freshFolder('list');
    const loaded = await runCli(['load', '--each', '--json', ...more], { cwd, stdin });
    expect(loaded.status).toBe(0);
    expect(loaded.stdout.trim().split('\n').map((line) => (JSON.parse(line) as { graph: string }).graph)).toEqual(BASES); // prettier-ignore
    expect((await runCli(['load', '--each', '--json', ...more], { cwd, stdin })).stdout).toMatch(
      /^.*"unchanged".*\n.*"unchanged".*\n$/,
    );
    expect((await runCli(['convert', '--each', '-o', 'x.nq', ...more], { cwd, stdin })).status).toBe(0);
    const graphs = (await readFile(join(cwd, 'x.nq'), 'utf8')).trim().split('\n').map((line) => / <([^>]*)> \.$/.exec(line)?.[1]); // prettier-ignore
    expect([...new Set(graphs)]).toEqual(BASES);
  });

  it('may be given to the library, and crates without a base stay as they are', async () => {
    const store = await openStore('memory:');
    const crates = [...BASES.map((base) => withBase(SURVEY, base)), crate(), withBase(crate(), 'no base')];
    const results = await loadCrates(store, crates, { contexts: BUNDLED });
    expect(results.map(({ graph, error }) => graph?.slice(0, 22) ?? error?.code)).toEqual([...BASES, 'arcp://ni,sha-256;', 'ERR_BASE_IRI_INVALID'].map((one) => expect.stringContaining(one.slice(0, 18)) as unknown)); // prettier-ignore
    const graphs: (string | undefined)[] = [];
    for await (const { result } of convertCrates(crates.slice(0, 2), { contexts: BUNDLED })) graphs.push(result.graph);
    expect(graphs).toEqual(BASES);
    await store.close();
  });

  it.each([
    ['{"crate": 1}'],
    ['{"crate": "x", "base": 7}'],
    ['{"crate"'],
    ['{}'],
    [JSON.stringify(crate())],
    ['[{"@id": "x"}]'],
  ])('is refused if it is none: %s', async (stdin) => {
    expectFailure(await runCli(['load', '--each'], { cwd: await freshFolder('list'), stdin }), 2, 'ERR_USAGE');
  });

  it('names a base that is none, and takes a TAB in a path for what it is', async () => {
    const cwd = await freshFolder('list');
    await writeCrate(join(cwd, 'a\tb'), crate());
    const { stdout } = await runCli(['load', '--each', '--json'], {
      cwd,
      stdin: `${SURVEY}\tno iri\n${SURVEY}\t\na\tb\n`,
    });
    const results = stdout.trim().split('\n').map((line) => JSON.parse(line) as { status: string; error?: { code: string; message: string } }); // prettier-ignore
    expect(results.map(({ status, error }) => error?.code ?? status)).toEqual(['ERR_BASE_IRI_INVALID', 'ERR_BASE_IRI_INVALID', 'loaded']); // prettier-ignore
    expect(results.map(({ error }) => error?.message).slice(0, 2)).toEqual([expect.stringContaining('<no iri>'), expect.stringContaining('<>')]); // prettier-ignore
  });

  it('stands alone', async () => {
    const cwd = await freshFolder('list');
    expectFailure(await runCli(['load', '--each', SURVEY], { cwd, stdin: TSV }), 2, 'ERR_USAGE');
    expectFailure(
      await runCli(['load', '--each', '--base', 'https://example.org/'], { cwd, stdin: TSV }),
      2,
      'ERR_USAGE',
    );
    expectFailure(await runCli(['load', '--null', SURVEY], { cwd }), 2, 'ERR_USAGE');
    expectFailure(await runCli(['load'], { cwd }), 2, 'ERR_USAGE');
  });
});

it('one base for several crates is refused, of a tree and of several arguments, and nothing is stored', async () => {
  const cwd = await freshFolder('list');
  for (const name of ['a', 'b']) await writeCrate(join(cwd, 'tree', name), crate({ name }));
  const load = (...args: string[]) => runCli(['load', ...args, '--base', 'https://example.org/x/'], { cwd });
  for (const args of [['tree'], ['tree/a', 'tree/b'], ['tree', '--mode', 'replace']]) {
    const ran = await load(...args);
    expectFailure(ran, 2, 'ERR_USAGE');
    expect(ran.stderr).toMatch(/--each/);
  }
  expectFailure(await runCli(['list'], { cwd }), 1, 'ERR_STORE_NOT_FOUND');
  expect((await load('tree', '--mode', 'merge')).status).toBe(0);
  const { status, stdout } = await runCli(['load', '--each', '--json'], {
    cwd,
    stdin: 'tree\thttps://example.org/y/\n',
  });
  expect([status, stdout]).toEqual([1, expect.stringContaining('ERR_USAGE')]);
});
