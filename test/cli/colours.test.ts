import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Io } from '../../src/cli/io.js';
import { main } from '../../src/cli/main.js';
import { progressBar } from '../../src/cli/progress.js';
import { BIN } from '../helpers/build.js';
import { describeWhere, isInstalled } from '../helpers/describe-where.js';
import { scratch } from '../package/helpers/crate-forms.js';
import { crate, SURVEY, writeCrate } from './helpers/crates.js';
import { spawnCli } from './helpers/run.js';

type Environment = Readonly<Record<string, string>>;

/** A style, as a terminal gets it. */
const STYLED = '\u001b[';
const TERMINAL = { isTTY: true, columns: 80 };

let other: string;
beforeAll(async () => {
  other = await scratch();
  await writeCrate(other, crate({ name: 'Other' }));
});

/** Runs a command line here, and returns whether its two outputs have colours. */
async function colours(
  argv: readonly string[],
  env: Environment,
  { out = {}, err = {} }: { readonly out?: object; readonly err?: object },
): Promise<{ readonly stdout: boolean; readonly stderr: boolean }> {
  const [stdout, stderr] = [Object.assign(new PassThrough(), out), Object.assign(new PassThrough(), err)];
  const io = { stdin: new PassThrough(), stdout, stderr, env } as unknown as Io;
  await main(argv, io);
  const has = (stream: PassThrough) => String(stream.read() ?? '').includes(STYLED);
  return { stdout: has(stdout), stderr: has(stderr) };
}

const CHECK = ['check', SURVEY, '--offline'];
const DIFF = () => ['diff', SURVEY, other, '--offline'];
const UNKNOWN = ['no-such-verb'];
const onTerminal = { out: TERMINAL, err: TERMINAL };

describe('colours', () => {
  it.each<[Environment, boolean, boolean]>([
    // environment, colours on a terminal, colours in a pipe
    [{}, true, false],
    [{ TERM: 'xterm' }, true, false],
    [{ TERM: 'dumb' }, false, false],
    [{ NO_COLOR: '1' }, false, false],
    [{ NO_COLOR: '0' }, false, false],
    [{ NO_COLOR: '' }, true, false],
    [{ FORCE_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, true, true],
    [{ FORCE_COLOR: '2' }, true, true],
    [{ FORCE_COLOR: '3' }, true, true],
    [{ FORCE_COLOR: 'true' }, true, true],
    [{ FORCE_COLOR: '0' }, false, false],
    [{ FORCE_COLOR: 'false' }, false, false],
    [{ FORCE_COLOR: '1', TERM: 'dumb' }, true, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, true], // as Node
  ])('with %j: on a terminal %s, in a pipe %s', async (env, terminal, pipe) => {
    for (const argv of [CHECK, DIFF()]) {
      expect(await colours(argv, env, onTerminal)).toEqual({ stdout: terminal, stderr: false });
      expect(await colours(argv, env, {})).toEqual({ stdout: pipe, stderr: false });
    }
    expect(await colours(UNKNOWN, env, onTerminal)).toEqual({ stdout: false, stderr: terminal });
    expect(await colours(UNKNOWN, env, {})).toEqual({ stdout: false, stderr: pipe });
  });

  it('each output is judged on its own', async () => {
    expect(await colours(CHECK, {}, { err: TERMINAL })).toEqual({ stdout: false, stderr: false });
    expect(await colours(UNKNOWN, {}, { out: TERMINAL })).toEqual({ stdout: false, stderr: false });
    expect(await colours(UNKNOWN, {}, { err: TERMINAL })).toEqual({ stdout: false, stderr: true });
  });

  it.each<[string, (argv: readonly string[]) => string[]]>([
    ['before the verb', (argv) => ['--no-color', ...argv]],
    ['after it', ([verb = '', ...more]) => [verb, '--no-color', ...more]],
    ['at the end', (argv) => [...argv, '--no-color']],
  ])('--no-color %s ends them, whatever the environment says', async (_, withOption) => {
    for (const argv of [CHECK, DIFF(), UNKNOWN, [...CHECK, '--no-such-option']])
      expect(await colours(withOption(argv), { FORCE_COLOR: '3' }, onTerminal)).toEqual({
        stdout: false,
        stderr: false,
      });
  });

  it('after -- it is an argument', async () => {
    const { stderr } = await spawnCli(['diff', '--offline', '--', '--no-color', SURVEY], {});
    expect(stderr).toMatch(/^ERR_NOT_FOUND: .*--no-color/);
  });

  it('a pipe gets them only when they are forced', async () => {
    expect((await spawnCli(CHECK)).stdout).not.toContain(STYLED);
    expect((await spawnCli(CHECK, { env: { FORCE_COLOR: '1' } })).stdout).toContain(STYLED);
    expect((await spawnCli(['--no-color', ...CHECK], { env: { FORCE_COLOR: '1' } })).stdout).not.toContain(STYLED);
    expect((await spawnCli(UNKNOWN, { env: { FORCE_COLOR: '1' } })).stderr).toMatch(/^\u001b\[31mERR_USAGE/);
  });

  it('what a crate says brings none', async () => {
    const evil = await scratch();
    await writeCrate(evil, crate({ name: '\u001b[45mA' }));
    const stdout = new PassThrough();
    const io = { stdin: new PassThrough(), stdout, stderr: new PassThrough(), env: { FORCE_COLOR: '1' } };
    await main(['diff', other, evil, '--offline'], io as unknown as Io);
    expect(String(stdout.read())).not.toContain('\u001b[45m');
  });
});

describe('a progress bar', () => {
  it.each<[Environment, boolean]>([
    [{}, true],
    [{ NO_COLOR: '1' }, true],
    [{ TERM: 'dumb' }, false],
    [{ TERM: 'dumb', FORCE_COLOR: '1' }, false],
  ])('with %j: %s', async (env, isShown) => {
    const stderr = Object.assign(new PassThrough(), { ...TERMINAL, rows: 10 });
    const bar = await progressBar({ stderr, env } as unknown as Io, {}, 'crates');
    bar.update(1, 2, 'name');
    bar.stop();
    expect(stderr.read() !== null).toBe(isShown);
  });
});

describeWhere(isInstalled('script', '--version'), 'a real terminal', 'script of util-linux is not installed', () => {
  it.each<[Environment, boolean]>([
    [{ TERM: 'xterm' }, true],
    [{ TERM: 'xterm', NO_COLOR: '1' }, false],
    [{ TERM: 'dumb' }, false],
  ])('with %j gets colours: %s', (env, isColoured) => {
    const command = [process.execPath, resolve(BIN), ...CHECK].map((word) => `'${word}'`).join(' ');
    const { PATH = '' } = process.env;
    const text = execFileSync('script', ['-qec', `${command} || true`, '/dev/null'], {
      env: { PATH, ...env },
      cwd: other,
    });
    expect(String(text)).toContain('rainfall-survey');
    expect(String(text).includes('\u001b[1m')).toBe(isColoured);
    if (env['TERM'] === 'dumb') expect(String(text)).not.toContain(STYLED);
  });
});
