import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { crate, EXAMPLES, SURVEY, writeCrate } from './helpers/crates.js';
import { expectFailure, finished, freshFolder, runCli, spawnCli, startCli } from './helpers/run.js';

const ATLAS = join(EXAMPLES, 'coastal-atlas');
const each = (stdin: string, ...args: string[]) => runCli(['convert', '--each', '--offline', ...args], { stdin });
const jsonLines = (text: string) => text.trimEnd().split('\n').map((line) => JSON.parse(line) as { crate: string; status: string }); // prettier-ignore

let both: string;
beforeAll(async () => {
  both = (await each(`${ATLAS}\n${SURVEY}\n`)).stdout;
});

describe('convert --each', () => {
  it('reads a crate from each line, relative to the working directory, and writes a line of JSON for each', async () => {
    const cwd = await freshFolder('each');
    await writeCrate(join(cwd, ' with\tspaces '), crate({ name: 'Here' }));
    const { status, stdout, stderr } = await runCli(['convert', '--each', '--offline'], {
      cwd,
      stdin: `\r\n${ATLAS}\r\n\n with\tspaces \n${SURVEY}`,
    });
    expect(status).toBe(0);
    expect(jsonLines(stderr).map((line) => [line.status, line.crate])).toEqual([
      ['converted', join(ATLAS, 'coastal-atlas-ro-crate-metadata.json')],
      ['converted', join(cwd, ' with\tspaces ', 'ro-crate-metadata.json')],
      ['converted', join(SURVEY, 'ro-crate-metadata.json')],
    ]);
    const lines = both.split(/(?<=\n)/);
    expect(lines).toHaveLength(175);
    for (const line of lines) expect(stdout).toContain(line);
    expect(lines.every((line) => /> \.\n$/.test(line))).toBe(true);
  });

  it('reads names with line ends with --null', async () => {
    const cwd = await freshFolder('null');
    await writeCrate(join(cwd, 'a\nb\r'), crate());
    const ran = await runCli(['convert', '--each', '-0', '--offline'], { cwd, stdin: `a\nb\r\0\0${ATLAS}\0` });
    expect(jsonLines(ran.stderr).map(({ status }) => status)).toEqual(['converted', 'converted']);
  });

  it('ends with status 1 if a crate failed, with 0 on request, and writes the others', async () => {
    const stdin = `${ATLAS}\nmissing\n${SURVEY}\n`;
    const ran = await each(stdin);
    expect(ran).toMatchObject({ status: 1, stdout: both });
    expect(jsonLines(ran.stderr)[1]).toMatchObject({ crate: 'missing', status: 'failed', error: { code: 'ERR_NOT_FOUND' } }); // prettier-ignore
    expect(await each(stdin, '--exit-zero')).toEqual({ ...ran, status: 0 });
    const quiet = await each(stdin, '--quiet');
    expect(jsonLines(quiet.stderr).map(({ status }) => status)).toEqual(['failed']);
  });

  it.each(['convert', 'load'])(
    'is given the lines of a report of failures by %s, which keep the base',
    async (verb) => {
      const cwd = await freshFolder(`failed-${verb}`);
      const run = (stdin: string) =>
        verb === 'convert'
          ? runCli(['convert', '--each', '--offline', '-o', 'x.nq', '--force', '--report', 'x.jsonl'], { cwd, stdin })
          : runCli(['load', '--each', '--offline', '--store', 'x.db', '--report', 'x.jsonl'], { cwd, stdin });
      const report = () => readFile(join(cwd, 'x.jsonl'), 'utf8');
      await run(`later\thttps://example.org/later/\n${ATLAS}\n`);
      const failed = (await report()).split('\n').filter((line) => line.includes('"failed"'));
      expect(failed.map((line) => JSON.parse(line) as unknown)).toMatchObject([
        { crate: 'later', base: 'https://example.org/later/', status: 'failed' },
      ]);
      await writeCrate(join(cwd, 'later'), crate());
      expect(await run(failed.join('\n'))).toMatchObject({ status: 0 });
      expect(jsonLines(await report())).toMatchObject([{ graph: 'https://example.org/later/' }]);
    },
  );

  it('writes an empty list as nothing', async () => {
    expect(await each('')).toEqual({ status: 0, signal: null, stdout: '', stderr: '' });
  });

  it('writes a file and a report, whole, and a summary for people', async () => {
    const cwd = await freshFolder('files');
    const reported = (stdin: string, report: string, ...args: string[]) =>
      runCli(['convert', '--each', '--offline', '-o', 'all.nq.gz', '--report', report, ...args], { cwd, stdin });
    const run = (stdin: string, ...args: string[]) => reported(stdin, 'all.jsonl', ...args);
    const { status, stdout, stderr } = await run(`${ATLAS}\nmissing\n${SURVEY}\n`);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      'ERR_NOT_FOUND: missing does not exist\nwrote all.nq.gz: N-Quads, compressed, ' +
        `${/compressed, (.*)/.exec(stderr)?.[1]}\n3 crates: 2 converted, 1 failed; 175 quads\n`,
    );
    expect(gunzipSync(await readFile(join(cwd, 'all.nq.gz'))).toString()).toBe(both);
    const report = await readFile(join(cwd, 'all.jsonl'), 'utf8');
    expect(jsonLines(report).map((line) => line.status)).toEqual(['converted', 'failed', 'converted']);
    // Neither is touched by a run that fails as a whole.
    expectFailure(await run(`${ATLAS}\n${'x'.repeat(1 << 21)}`, '--force'), 2, 'ERR_USAGE');
    expect(await readFile(join(cwd, 'all.jsonl'), 'utf8')).toBe(report);
    expect((await readdir(cwd)).sort()).toEqual(['all.jsonl', 'all.nq.gz']);
    expectFailure(await run(ATLAS), 1, 'ERR_OUTPUT');
    await writeFile(join(cwd, 'mine.jsonl'), 'mine');
    expectFailure(await reported(ATLAS, 'mine.jsonl', '--force'), 1, 'ERR_OUTPUT');
    expectFailure(await reported(ATLAS, 'all.nq.gz', '--force'), 2, 'ERR_USAGE');
  });

  it.each([
    [['--format', 'turtle'], /x\.ttl ends in \.ttl|--each writes N-Quads, not turtle/],
    [['-o', 'x.ttl'], /x\.ttl ends in \.ttl|--each writes N-Quads, not turtle/],
    [['--graph', 'root'], /--graph does not work with --each/],
    [['--base', 'https://example.org/'], /--base does not work with --each/],
    [['--arcp', 'uuid'], /--arcp does not work with --each/],
    [['--root', 'https://example.org/'], /--root does not work with --each/],
    [['--store', 'x.db'], /--store does not work with --each/],
    [['--json', '-o', 'x.nq'], /--json does not work with --each/],
    [[ATLAS], /is an argument/],
  ])('refuses %j', async (args, message) => {
    const ran = await each(ATLAS, ...args);
    expectFailure({ ...ran, stdout: args.includes('--json') ? '' : ran.stdout }, 2, 'ERR_USAGE');
    expect(ran.stderr).toMatch(message);
  });

  it.each(['--null', '--skolem', '--jobs=2', '--report=x', '--exit-zero'])('alone has %s', async (option) => {
    expectFailure(await runCli(['convert', ATLAS, option]), 2, 'ERR_USAGE');
  });

  it('needs a crate without --each', async () => {
    expectFailure(await runCli(['convert']), 2, 'ERR_USAGE');
  });
});

describe('convert --each as a process', () => {
  it.each(['1', '2'])('writes a crate before the list goes on, with %s jobs, and ends on Ctrl-C', async (jobs) => {
    const child = await startCli(['convert', '--each', '--offline', '--jobs', jobs]);
    const ended = finished(child);
    child.stdin.write(`${ATLAS}\n`);
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    expect(both.startsWith(chunk.toString())).toBe(true);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ status: 130, stderr: expect.stringMatching(/^ERR_INTERRUPTED: .*within a crate$/m) as string }); // prettier-ignore
  });

  it('leaves no file behind on Ctrl-C', async () => {
    const cwd = await freshFolder('stopped');
    const child = await startCli(['convert', '--each', '--offline', '-o', 'all.nq', '--report', 'all.jsonl'], { cwd });
    const ended = finished(child);
    child.stdin.write(`${ATLAS}\nmissing\n`);
    await once(child.stderr, 'data'); // the error of the second crate
    child.kill('SIGINT');
    expect(await ended).toMatchObject({
      status: 130,
      stderr: expect.stringMatching(/nothing was written$/m) as string,
    });
    expect(await readdir(cwd)).toEqual([]);
  });

  it('ends quietly when the reader closes the pipe, and writes the same bytes with threads', async () => {
    const cwd = await freshFolder('pipe');
    for (let index = 0; index < 300; index += 1) await writeCrate(join(cwd, `c${index}`), crate({ name: `${index}` }));
    const stdin = `${Array.from({ length: 300 }, (_, index) => `c${index}`).join('\n')}\n`.repeat(10);
    const child = await startCli(['convert', '--each', '--offline', '--quiet'], { cwd });
    const status = once(child, 'close');
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    await once(child.stdout, 'readable');
    child.stdout.destroy();
    expect(await status).toEqual([0, null]);
    const whole = await spawnCli(['convert', '--each', '--offline'], { cwd, stdin });
    expect(whole.status).toBe(0);
    expect(await spawnCli(['convert', '--each', '--offline', '--jobs', '2'], { cwd, stdin })).toEqual(whole);
    expect(whole.stderr.match(/"repeated":true/g)).toHaveLength(2700);
  });
});
