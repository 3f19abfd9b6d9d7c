import { join } from 'node:path';
import { crate, writeCrate } from './helpers/crates.js';
import { expectFailure, freshFolder, runCli } from './helpers/run.js';

const GRAPH = 'http://example.org/crate/';

describe('crategraph diff', () => {
  let folder: string;
  let [left, right] = ['', ''];

  beforeAll(async () => {
    folder = await freshFolder('diff');
    left = await writeCrate(
      join(folder, 'left'),
      crate({
        name: 'Old',
        entities: [
          { '@id': '#gone', '@type': 'Person' },
          { '@id': '_:x', name: 'X' },
        ],
      }),
    );
    right = await writeCrate(
      join(folder, 'right'),
      crate({
        name: 'New',
        entities: [
          { '@id': '_:y', name: 'X' },
          { '@id': '#come', '@type': 'Person' },
        ],
      }),
    );
  });

  it('prints the repairs of each side, as a query of crates does', async () => {
    const odd = crate({ name: 'Old', entities: [{ '@id': 'a b.txt', '@type': 'File' }] });
    const file = await writeCrate(join(folder, 'odd'), odd);
    const note = `${file}: repaired: `;
    expect((await runCli(['diff', file, left])).stderr).toContain(note);
    expect((await runCli(['diff', left, file])).stderr).toContain(note);
    expect((await runCli(['diff', left, file, '--quiet'])).stderr).toBe('');
    expect(await runCli(['query', '--in', file, 'ASK {}'])).toMatchObject({
      stdout: 'true\n',
      stderr: expect.stringMatching(/odd.*: repaired: .* \(1x: /),
    });
    expect((await runCli(['query', '--in', file, 'ASK {}', '--quiet'])).stderr).toBe('');
  });

  it('prints the differences of two crates', async () => {
    const { status, stdout, stderr } = await runCli(['diff', left, right]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe('- #gone (Person)\n+ #come (Person)\n~ ./\n    - name: "Old"\n    + name: "New"\n');
    expect((await runCli(['diff', left, left])).stdout).toBe('no difference\n');
  });

  it('prints them as JSON', async () => {
    const { stdout } = await runCli(['diff', left, right, '--json']);
    expect(JSON.parse(stdout)).toEqual({
      added: [{ '@id': '#come', '@type': 'Person' }],
      removed: [{ '@id': '#gone', '@type': 'Person' }],
      changed: [{ id: './', properties: [{ property: 'name', removed: ['Old'], added: ['New'] }] }],
    });
  });

  it('compares a graph of the store with a crate', async () => {
    const store = ['--store', join(folder, 'store')];
    await runCli(['load', left, '--base', GRAPH, ...store]);
    expect((await runCli(['diff', GRAPH, left, ...store])).stdout).toBe('no difference\n');
    expect((await runCli(['diff', right, GRAPH, ...store])).stdout).toContain('    + name: "Old"\n');
    expectFailure(await runCli(['diff', 'urn:example:none', left, ...store]), 1, 'ERR_GRAPH_NOT_FOUND');
    expectFailure(await runCli(['diff', join(folder, 'none'), left]), 1, 'ERR_NOT_FOUND');
  });
});
