import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { finished, freshFolder, startCli } from '../../cli/helpers/run.js';
import { runHere } from '../../cli/helpers/run-here.js';
import { gaugeCrate } from '../../helpers/gauge-crate.js';

const PERMALINK = 'https://w3id.org/coast/tides';
const NAMES = ['havneby', 'esbjerg', 'vlissng'];

/** Three crates that share terms, and the command that extracts them. */
async function place() {
  const folder = await freshFolder('extract');
  const at = (...path: string[]) => join(folder, ...path);
  for (const name of NAMES) {
    await mkdir(at(name));
    await writeFile(at(name, 'ro-crate-metadata.json'), gaugeCrate(name));
  }
  const crates = NAMES.map((name) => at(name));
  const extract = (...more: string[]) =>
    runHere('profile', 'extract', ...crates, '--offline', '--permalink', PERMALINK, '-o', at('profile'), ...more);
  const documents = (top: string) =>
    Promise.all(NAMES.map((name) => readFile(at(top, name, 'ro-crate-metadata.json'), 'utf8').catch(() => undefined)));
  return { at, extract, documents };
}

describe('profile extract, interrupted between its files', () => {
  it.each([[['--output-crates', 'out']], [[]]])('goes on where it stopped: %j', async (more) => {
    const { at, extract, documents } = await place();
    const top = more.length === 0 ? '' : 'out';
    const whole = await place();
    const options = (one: typeof at) => (more.length === 0 ? [] : ['--output-crates', one('out')]);
    expect(await whole.extract(...options(whole.at))).toMatchObject({ status: 0 });
    const expected = (await whole.documents(top)).map((text) => text?.replaceAll(whole.at(), at()));

    if (top !== '') {
      // The second crate cannot be written: the run ends between its files, as a killed one does.
      await mkdir(at('out'));
      await writeFile(at('out', 'esbjerg'), 'in the way');
      expect(await extract(...options(at))).toMatchObject({ status: 1, stderr: expect.stringMatching(/^ERR_OUTPUT/m) });
      await rm(at('out', 'esbjerg'));
    } else {
      const first = at('havneby', 'ro-crate-metadata.json');
      const args = ['profile', 'extract', ...NAMES, '--offline', '--permalink', PERMALINK, '-o', 'profile'];
      const child = await startCli(args, { cwd: at() });
      const ended = finished(child);
      while (child.exitCode === null && (await readFile(first, 'utf8')) === gaugeCrate('havneby')) await setImmediate();
      child.kill('SIGKILL'); // wherever it is now
      await ended;
    }
    expect(await extract(...options(at))).toMatchObject({ status: 0 });
    expect(await documents(top)).toEqual(expected);
    expect((await readdir(at('profile'))).sort()).toEqual((await readdir(whole.at('profile'))).sort());
  });

  it('says that a finished run has nothing left to do', async () => {
    for (const more of [[], ['--output-crates', 'out']]) {
      const { at, extract, documents } = await place();
      const options = more.map((one) => (one === 'out' ? at('out') : one));
      await extract(...options);
      const before = [await documents(more.length === 0 ? '' : 'out'), await readdir(at('profile'))];
      expect(await extract(...options)).toMatchObject({ status: 0 });
      expect([await documents(more.length === 0 ? '' : 'out'), await readdir(at('profile'))]).toEqual(before);
    }
  });

  it('refuses a file that somebody has changed since, and finishes when it is back', async () => {
    const { at, extract } = await place();
    await mkdir(at('out'));
    await writeFile(at('out', 'vlissng'), 'in the way');
    const run = () => extract('--output-crates', at('out'));
    expect(await run()).toMatchObject({ status: 1 });
    await rm(at('out', 'vlissng'));
    const first = at('out', 'havneby', 'ro-crate-metadata.json');
    const good = await readFile(first);
    await writeFile(first, 'mine');
    expect(await run()).toMatchObject({ status: 1, stderr: expect.stringContaining('another file') });
    expect(await readFile(first, 'utf8')).toBe('mine');
    await writeFile(first, good);
    expect(await run()).toMatchObject({ status: 0 });
    expect((await readdir(at('profile'))).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('writes nothing if a file is in the way', async () => {
    const { at, extract } = await place();
    await mkdir(at('out', 'esbjerg'), { recursive: true });
    await writeFile(at('out', 'esbjerg', 'ro-crate-metadata.json'), 'mine');
    expect(await extract('--output-crates', at('out'))).toMatchObject({ status: 1 });
    expect((await readdir(at())).sort()).toEqual([...NAMES, 'out'].sort());
    expect(await readdir(at('out'))).toEqual(['esbjerg']);
  });
});
