import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describeEngines } from '../helpers/describe-engines.js';
import { startProcess } from '../helpers/engine-process.js';
import { engines, type EngineName } from '../helpers/engines.js';

const NAMES = Object.keys(engines) as EngineName[];

describeEngines(NAMES, (endpoint) => {
  test('takes a graph, counts it, and is empty again', async () => {
    await endpoint().clear();
    expect((await endpoint().graph('PUT', 'urn:g', '<urn:s> <urn:p> "a" .\n')).status).toBeLessThan(300);
    expect(await endpoint().count('urn:g')).toBe(1);
    await endpoint().clear();
    expect(await endpoint().count('urn:g')).toBe(0);
  });
});

test('nothing is left of a server that does not start', async () => {
  const before = readdirSync(tmpdir());
  const start = startProcess(1, async (folder) => ({
    program: process.execPath,
    args: [
      '-e',
      `require('fs').writeFileSync(${JSON.stringify(`${folder}/x`)}, ''); console.log('no luck'); process.exit(3)`,
    ],
    answers: 'http://127.0.0.1:1/',
  }));
  await expect(start).rejects.toThrow(/it ended with 3\nno luck/);
  await expect(startProcess(0, async () => ({ program: '/no/such/program', args: [], answers: 'http://127.0.0.1:1/' }))).rejects.toThrow('ENOENT'); // prettier-ignore
  expect(readdirSync(tmpdir())).toEqual(before);
});

test('a server that ignores SIGTERM is killed', async () => {
  const script = `process.on('SIGTERM', () => {}); require('http').createServer((_, r) => r.end(String(process.pid))).listen(process.argv[1], '127.0.0.1')`;
  const { ports, stop } = await startProcess(1, async (_, [port]) => ({
    program: process.execPath,
    args: ['-e', script, String(port)],
    answers: `http://127.0.0.1:${port}/`,
  }));
  const pid = Number(await (await fetch(`http://127.0.0.1:${ports[0]}/`)).text());
  await stop();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
