import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BIN } from '../helpers/build.js';
import { crate, SURVEY, writeCrate } from './helpers/crates.js';
import { describeWhere, isInstalled } from '../helpers/describe-where.js';
import { expectFailure, finished, freshFolder, runCli, spawnCli } from './helpers/run.js';

/** A tree of crates, some with repairs and undefined properties, two that cannot be read, and files that are passed over. */
async function tree(): Promise<string> {
  const cwd = await freshFolder('many');
  for (let index = 0; index < 12; index += 1) {
    const entities = Array.from({ length: index % 2 === 0 ? 30 : 0 }, (_, at) => ({
      '@id': `my file ${at}.txt`,
      '@type': 'File',
      ...(index === 4 && { unheard: 1 }),
    }));
    const name = `c${String(index).padStart(2, '0')}`;
    await writeCrate(join(cwd, 'tree', name), index === 7 || index === 9 ? 'not JSON' : crate({ name, entities }));
  }
  await writeFile(join(cwd, 'tree', 'rocrate.json'), JSON.stringify(crate()));
  await writeCrate(join(cwd, 'tree', 'c01', 'inner'), crate());
  return cwd;
}

describe('a load of many crates', () => {
  it('sums the notes by kind, names what it passed over, and ends with the failures', async () => {
    const cwd = await tree();
    const { status, stdout, stderr } = await runCli(['load', 'tree', '--offline'], { cwd });
    expect({ status, lines: stdout.trim().split('\n').length }).toEqual({ status: 1, lines: 10 });
    const file = (name: string) => join(cwd, 'tree', name, 'ro-crate-metadata.json');
    expect(stderr.split('\n').slice(0, -2)).toEqual([
      'repaired: an identifier is not a legal IRI and was percent-encoded: 180x in 6 of 12 crates',
      ...['c00', 'c02', 'c04'].map((name) => `    ${file(name)}: "my file 0.txt"`),
      '    ... and 3 more crates',
      'note: 30 values cannot be queried, because no context defines their property; the document keeps them: in 1 of 12 crates',
      `    ${file('c04')}: unheard`,
      '  hint: `crategraph terms CRATE` lists these terms, and with --add or --define it defines them',
      'all notes with their places: load with --report FILE',
      'not loaded: a JSON file looks like a metadata document but has another name (1x)',
      `    ${join(cwd, 'tree', 'rocrate.json')}`,
      `  hint: to load such a file, name it: crategraph load ${join(cwd, 'tree', 'rocrate.json')}`,
      'not loaded: a metadata file is inside another crate (1x)',
      `    ${file('c01/inner')}`,
      `  hint: to load such a file, name it: crategraph load ${file('c01/inner')}`,
      `ERR_JSON_SYNTAX: ${file('c07')}: not JSON: invalid symbol at line 1, column 1`,
      `ERR_JSON_SYNTAX: ${file('c09')}: not JSON: invalid symbol at line 1, column 1`,
      '  hint: correct the JSON at the given position',
    ]);
    expect(stderr).toMatch(/\n12 crates: 10 loaded, 2 failed; .*\n$/);
    const quiet = await runCli(['load', 'tree', '--offline', '--quiet', '--store', 'quiet'], { cwd });
    expect(quiet.stderr).toMatch(/^(?:ERR_JSON_SYNTAX.*\n){2} {2}hint: .*\n$/);
  });

  it.each(['1', '2'])('writes all notes with their places with --report, on %s threads', async (jobs) => {
    const cwd = await tree();
    const load = () => runCli(['load', 'tree', '--offline', '--report', 'r.jsonl', '--jobs', jobs], { cwd });
    expect((await load()).stderr).not.toContain('--report');
    const text = await readFile(join(cwd, 'r.jsonl'), 'utf8');
    const lines = text.trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>); // prettier-ignore
    expect(lines.map(({ status }) => status)).toEqual([
      ...[...'0123456'].map(() => 'loaded'),
      ...['failed', 'loaded', 'failed', 'loaded', 'loaded', 'skipped', 'skipped'],
    ]);
    expect(lines[0]).toMatchObject({ graph: expect.any(String), repairs: 30, counts: { 'iri-encoded': 30 } });
    const notes = lines[0]?.['notes'] as { pointer: string }[];
    expect(notes.map(({ pointer }) => pointer)).toEqual(notes.map((_, at) => `/@graph/${at + 2}`));
    expect(notes).toHaveLength(30);
    expect(notes[0]).toMatchObject({ kind: 'iri-encoded', level: 'repair', detail: '"my file 0.txt"' });
    expect(lines[7]).toMatchObject({ error: { code: 'ERR_JSON_SYNTAX', line: 1 }, notes: [] });
    expect(lines[12]).toMatchObject({ crate: join(cwd, 'tree', 'rocrate.json'), reason: expect.any(String) });
    await load(); // replaces the report
    expect(await readFile(join(cwd, 'r.jsonl'), 'utf8')).toContain('"status":"unchanged"');
  });

  it('refuses a report that it cannot write, before it loads', async () => {
    const cwd = await freshFolder('report');
    await writeFile(join(cwd, 'thesis.txt'), 'mine');
    await mkdir(join(cwd, 'folder'));
    for (const [place, status, code] of [
      ['thesis.txt', 1, 'ERR_OUTPUT'],
      ['folder', 1, 'ERR_OUTPUT'],
      ['no/such', 1, 'ERR_OUTPUT'],
      ['-', 2, 'ERR_USAGE'],
      ['.crategraph', 2, 'ERR_USAGE'],
    ] as const)
      expectFailure(await runCli(['load', SURVEY, '--offline', '--report', place], { cwd }), status, code);
    expect((await readdir(cwd)).sort()).toEqual(['folder', 'thesis.txt']);
    expect(await readFile(join(cwd, 'thesis.txt'), 'utf8')).toBe('mine');
  });
});

describe('a new store', () => {
  it('is not made when no crate can be read', async () => {
    const cwd = await freshFolder('none');
    await writeCrate(join(cwd, 'bad'), 'not JSON');
    await writeCrate(join(cwd, 'worse'), '{}');
    const ran = await runCli(['load', 'bad', 'missing', 'worse', '--offline', '--json'], { cwd });
    expect(ran.status).toBe(1);
    const codes = ran.stdout.trim().split('\n').map((line) => (JSON.parse(line) as { error: { code: string } }).error.code); // prettier-ignore
    expect(codes).toEqual(['ERR_JSON_SYNTAX', 'ERR_NOT_FOUND', 'ERR_GRAPH_MISSING']);
    expect((await readdir(cwd)).sort()).toEqual(['bad', 'worse']);
  });

  it('contains the crates after the first that cannot be read, and standard input', async () => {
    const cwd = await freshFolder('some');
    await writeCrate(join(cwd, 'bad'), 'not JSON');
    const stdin = JSON.stringify(crate({ name: 'From a pipe' }));
    const ran = await runCli(['load', 'bad', '-', SURVEY, '--offline'], { cwd, stdin });
    expect({ status: ran.status, lines: ran.stdout.trim().split('\n').length }).toEqual({ status: 1, lines: 2 });
    expect((await runCli(['list'], { cwd })).stdout).toMatch(/From a pipe[^]*rainfall|rainfall[^]*From a pipe/);
  });
});

// `script` of util-linux runs a command in a terminal; the one of BSD takes other options.
const hasTerminal = isInstalled('script', '--version');

describeWhere(hasTerminal, 'in a terminal', '`script` of util-linux is not installed', () => {
  /** Runs a load in a terminal. @param onOutput may type something */
  async function inTerminal(
    args: readonly string[],
    cwd: string,
    onOutput?: (text: string, type: (keys: string) => void) => void,
  ) {
    // prettier-ignore
    const line = [process.execPath, resolve(BIN), ...args].map((word) => `'${word}'`).join(' ');
    const child = spawn('script', ['-qec', line, '/dev/null'], { cwd, env: { ...process.env, HOME: cwd, SHELL: '/bin/sh' } }); // prettier-ignore
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += String(chunk);
      onOutput?.(text, (keys) => child.stdin.write(keys));
    });
    return finished(child);
  }
  /** What a terminal shows in its last line after a progress bar: it is cleared, and the cursor is visible. */
  const AFTER_BAR = '\u001b[?25h\u001b[?7h\u001b8\u001b[1G\u001b[2K';

  it('progress leaves nothing behind', async () => {
    const { stdout, status } = await inTerminal(['load', SURVEY, '--offline'], await freshFolder('bar'));
    expect(status).toBe(0);
    expect(stdout).toContain('1 of 1 crates');
    expect(stdout.slice(stdout.lastIndexOf('\u001b'))).toMatch(/^\u001b\[2Kloaded .*\r\n$/);
    expect(stdout).toContain(AFTER_BAR);
  });

  it('Ctrl-C clears the progress and says what was committed', async () => {
    const cwd = await freshFolder('stop');
    let typed = false;
    // The load cannot end: it waits for the document on standard input.
    const { stdout, status } = await inTerminal(['load', SURVEY, '-', '--offline'], cwd, (text, type) => {
      if (typed || !text.includes('1 of 2 crates')) return;
      typed = true;
      type('\u0003');
    });
    expect(status).toBe(130);
    expect(stdout.endsWith(`${AFTER_BAR}ERR_INTERRUPTED: stopped; nothing was committed\r\n`)).toBe(true);
    expect((await spawnCli(['list', '--json'], { cwd })).stdout).toBe('[]\n');
  });
});
