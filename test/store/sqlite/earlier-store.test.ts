import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';

// What earlier versions did not write: the index of the numbers, the index of the quads, and the lookup of names.
const NEWER = 'DROP INDEX graph_numbers; DROP TABLE IF EXISTS index_block; DROP TABLE IF EXISTS key_block';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-earlier-'));
  await chmod(folder, 0o755);
  path = join(folder, 'store');
  await expectDone(['load', 'data/crates', '--offline', '--quiet']);
  const database = new Database(path);
  database.exec(NEWER);
  database.close();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a verb on the store. @param program the command, or one that runs it as another user */
function run(args: readonly string[], program = 'dist/cli/bin.js'): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args, '--store', path], (error, stdout, stderr) =>
      resolve({ status: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, stdout, stderr }),
    );
  });
}

async function expectDone(args: readonly string[], program?: string): Promise<string> {
  const { status, stdout, stderr } = await run(args, program);
  expect({ args, status, stderr }).toEqual({ args, status: 0, stderr: expect.not.stringContaining('ERR_') });
  return stdout;
}

const query = (text: string): string[] => ['query', text, '--format', 'csv', '--quiet'];
const GRAPHS = query('SELECT (COUNT(DISTINCT ?g) AS ?n) { GRAPH ?g { ?s ?p ?o } }');
const ABSENT = query('ASK { ?s ?p "a value that is nowhere" }');

async function firstName(program?: string): Promise<string> {
  const names = await expectDone(
    query('SELECT ?n { GRAPH ?g { ?g <http://schema.org/name> ?n } } ORDER BY ?n LIMIT 1'),
    program,
  );
  return names.split('\r\n')[1] ?? '';
}

describe('a store file of an earlier version', () => {
  const READS: readonly (readonly [string, readonly string[]])[] = [
    ['list', ['list', '--json']],
    ['query', ['query', '--name', 'people', '--format', 'csv', '--quiet']],
    ['query of all graphs', GRAPHS],
    ['query of a value that is nowhere', ABSENT],
    ['dump', ['dump']],
  ];

  it('answers as one of this version does, before and after it gets an index', async () => {
    const before = new Map<string, string>();
    for (const [name, args] of READS) before.set(name, await expectDone(args));
    expect(before.get('query of all graphs')).toBe('n\r\n5\r\n');
    expect(before.get('query of a value that is nowhere')?.trim()).toMatch(/false$/);
    await expectDone(['index', '--quiet']);
    expect(await expectDone(['search', 'rain*', '--quiet'])).toMatch(/rain/i);
    for (const [name, args] of READS) expect([name, await expectDone(args)]).toEqual([name, before.get(name)]);
    expect(await expectDone(['verify'])).toMatch(/^5 graphs, /);
  });

  it('gives its crates by name and takes new ones', async () => {
    const name = await firstName();
    expect(name).not.toBe('');
    expect(JSON.parse(await expectDone(['export', name.replace(/^"|"$/g, '')]))).toHaveProperty('@graph');
    await expectDone(['load', 'data/crates/herbarium-scans', '--offline', '--quiet', '--mode', 'replace']);
    expect(await expectDone(GRAPHS)).toBe('n\r\n5\r\n');
    expect(await expectDone(['verify'])).toMatch(/^5 graphs, /);
  });

  it('that this user may only read answers the same and does not change', async () => {
    const program = 'test/store/sqlite/as-nobody.mjs';
    const expected = await expectDone(GRAPHS);
    const database = new Database(path);
    database.exec(NEWER.replace('DROP INDEX', 'DROP INDEX IF EXISTS'));
    database.close();
    await chmod(path, 0o444);
    await chmod(folder, 0o555);
    try {
      const before = await readFile(path);
      expect(await expectDone(GRAPHS, program)).toBe(expected);
      expect((await expectDone(ABSENT, program)).trim()).toMatch(/false$/);
      expect(await expectDone(['verify'], program)).toMatch(/^5 graphs, /);
      expect((await readFile(path)).equals(before)).toBe(true);
    } finally {
      await chmod(folder, 0o755);
    }
  });
});
