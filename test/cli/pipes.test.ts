import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BIN } from '../helpers/build.js';
import { SURVEY } from './helpers/crates.js';
import { finished, freshFolder, startCli } from './helpers/run.js';

/** Opens a pipe as soon as another process has opened its other side. */
async function otherSide(pipe: string, flags: number): Promise<number> {
  for (;;)
    try {
      return openSync(pipe, flags | constants.O_NONBLOCK);
    } catch {
      await wait(20);
    }
}

it.each([
  ['load', 'pipe'],
  ['load', 'pipe.nt'],
  ['check', 'pipe'],
  ['query', '--file', 'pipe'],
  ['detach', SURVEY, '--map', 'pipe', '-o', 'x.json'],
])('SIGTERM ends %s %s, which waits for a pipe', async (...args) => {
  const cwd = await freshFolder('pipes');
  const pipe = join(cwd, args.find((one) => one.startsWith('pipe')) as string);
  execFileSync('mkfifo', [pipe]);
  const child = await startCli(args, { cwd });
  const done = finished(child);
  const writer = await otherSide(pipe, constants.O_WRONLY);
  try {
    child.kill('SIGTERM');
    const stuck = setTimeout(() => child.kill('SIGKILL'), 20_000);
    expect(await done).toMatchObject({ status: 143, stdout: '', stderr: expect.stringMatching(/^ERR_INTERRUPTED: /) });
    clearTimeout(stuck);
  } finally {
    closeSync(writer);
  }
});

it('a command of a shell may be a crate, a query, and what is written', async () => {
  const cwd = await freshFolder('pipes');
  const cli = `'${process.execPath}' '${resolve(BIN)}'`;
  await writeFile(join(cwd, 'q.rq'), 'ASK { ?s ?p ?o }');
  const script = [
    `${cli} convert <(cat '${SURVEY}/ro-crate-metadata.json') --offline --quiet -o x.nq`,
    `${cli} query --in <(cat '${SURVEY}/ro-crate-metadata.json') -f <(cat q.rq) --offline`,
    `${cli} convert '${SURVEY}' --offline --quiet --format nquads -o >(wc -l > lines; echo done) | cat`,
    'test "$(cat lines)" -eq "$(wc -l < x.nq)"',
  ].join(' && ');
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd, encoding: 'utf8', timeout: 60_000 });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: expect.stringMatching(/^true\s+done\s*$/), stderr: '' }); // prettier-ignore
});
