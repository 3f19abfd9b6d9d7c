import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crate, writeCrate } from './helpers/crates.js';
import { expectFailure, freshFolder, runCli } from './helpers/run.js';

const GRAPH = 'http://example.org/crate/';
const ADD = `INSERT DATA { GRAPH <${GRAPH}> { <${GRAPH}> <http://schema.org/keywords> "new" } }`;
const REMOVE = ADD.replace('INSERT', 'DELETE');

describe('crategraph update', () => {
  let store: string[];
  let folder: string;

  beforeEach(async () => {
    folder = await freshFolder('update');
    store = ['--store', join(folder, 'store')];
    await writeCrate(join(folder, 'crate'), crate({ name: 'A crate' }));
    expect(await runCli(['load', join(folder, 'crate'), '--base', GRAPH, ...store])).toMatchObject({ status: 0 });
  });

  it('changes the store durably and reports the changed crates', async () => {
    const before = (await runCli(['export', GRAPH, ...store])).stdout;
    expect(await runCli(['update', ADD, ...store])).toMatchObject({
      status: 0,
      stdout: `changed   ${GRAPH}  1 quad added, 0 removed\n`,
    });
    expect((await runCli(['export', GRAPH, ...store])).stdout).toContain('"keywords": "new"');
    expect(await runCli(['update', ADD, ...store])).toMatchObject({
      status: 0,
      stdout: '',
      stderr: 'warning: nothing to change: the update matched nothing, or the store states it already\n',
    });
    expect(await runCli(['update', ADD, '--quiet', ...store])).toMatchObject({ status: 0, stdout: '', stderr: '' });
    const json = await runCli(['update', REMOVE, '--json', ...store]);
    expect(JSON.parse(json.stdout)).toEqual({ graph: GRAPH, added: 0, removed: 1 });
    expect((await runCli(['export', GRAPH, ...store])).stdout).toBe(before);
  });

  it('--dry-run shows the changes as diff does, and leaves the bytes of the store as they are', async () => {
    const before = await readFile(store[1] as string);
    const rename = `DELETE { GRAPH ?g { ?g schema:name ?old } } INSERT { GRAPH ?g { ?g schema:name ?new } }
      WHERE { GRAPH ?g { ?g schema:name ?old } }`;
    const given = ['--param', 'old=A crate', '--param', 'new="Another \\"crate\\" } }"'];
    const tried = await runCli(['update', rename, ...given, '--dry-run', ...store]);
    const lines = '~ ./\n    - name: "A crate"\n    + name: "Another \\"crate\\" } }"\n';
    expect(tried).toMatchObject({
      status: 0,
      stdout: `would change   ${GRAPH}  1 quad added, 1 removed\n${lines}`,
      stderr: 'dry run: the store is unchanged\n',
    });
    const json = JSON.parse((await runCli(['update', rename, ...given, '--dry-run', '--json', ...store])).stdout);
    expect(json).toMatchObject({ graph: GRAPH, added: 1, removed: 1, difference: { added: [], removed: [] } });
    expect((await readFile(store[1] as string)).equals(before)).toBe(true);
    expect(await readdir(folder)).toEqual(expect.not.arrayContaining([expect.stringMatching(/-writer$/)]));
    expect((await runCli(['update', rename, ...given, ...store])).stdout).toBe(
      `changed   ${GRAPH}  1 quad added, 1 removed\n`,
    );
    expect((await runCli(['diff', join(folder, 'crate'), GRAPH, ...store])).stdout).toBe(lines);
  });

  it('names the file and shows the place of a syntax error, and reads nothing for it', async () => {
    const file = join(folder, 'wrong.ru');
    await writeFile(file, `INSERT DATA {\n  GRAPH <${GRAPH}> { <urn:a> shcema:name "x" }\n}`);
    const ran = await runCli(['update', '--file', file, ...store]);
    expectFailure(ran, 1, 'ERR_QUERY_SYNTAX');
    const column = `  GRAPH <${GRAPH}> { <urn:a> `.length;
    expect(ran.stderr.split('\n')).toEqual([
      `ERR_QUERY_SYNTAX: ${file}: SPARQL, line 2, column ${column + 1}: the prefix shcema: is not declared, nor is it in the context of a crate`,
      `  2 |   GRAPH <${GRAPH}> { <urn:a> shcema:name "x" }`,
      `${' '.repeat(6 + column)}^`,
      '  hint: did you mean schema:? Or declare it: PREFIX shcema: <...>',
      '',
    ]);
  });

  it('reads the update from a file or from standard input', async () => {
    const file = join(folder, 'update.ru');
    await writeFile(file, ADD);
    expect((await runCli(['update', '--file', file, ...store])).stdout).toContain('1 quad added');
    expect((await runCli(['update', '-', ...store], { stdin: REMOVE })).stdout).toContain('1 removed');
  });

  it('refuses a query, LOAD and SERVICE with a hint', async () => {
    const query = await runCli(['update', 'PREFIX s: <urn:s:> SELECT * { ?s ?p ?o }', ...store]);
    expectFailure(query, 2, 'ERR_USAGE');
    expect(query.stderr).toContain('this is a query, not an update\n  hint: use `crategraph query`\n');
    for (const place of [store, ['--in', join(folder, 'crate')]]) {
      const update = await runCli(['query', REMOVE, ...place]);
      expectFailure(update, 2, 'ERR_USAGE');
      expect(update.stderr).toContain('this is an update, not a query\n  hint: use `crategraph update`\n');
    }
    const load = await runCli(['update', 'LOAD <http://127.0.0.1:1/> INTO GRAPH <urn:g>', ...store]);
    expectFailure(load, 1, 'ERR_UNSUPPORTED');
    expect(load.stderr).toMatch(/LOAD is not supported\n {2}hint: `crategraph load` loads crates/);
    const service = await runCli(['query', 'ASK { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }', ...store]);
    expectFailure(service, 1, 'ERR_UNSUPPORTED');
    expect(service.stderr).toContain('hint: a query reads this store only');
  });

  it('changes nothing when it fails, and reports the reason', async () => {
    const before = (await runCli(['export', GRAPH, ...store])).stdout;
    expectFailure(await runCli(['update', `${ADD} ; NONSENSE`, ...store]), 1, 'ERR_QUERY_SYNTAX');
    expectFailure(await runCli(['update', ADD, '--store', join(folder, 'none')]), 1, 'ERR_STORE_NOT_FOUND');
    expect((await runCli(['export', GRAPH, ...store])).stdout).toBe(before);
  });
});
