import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gaugeCrate } from '../helpers/gauge-crate.js';
import { answerFile, serve } from '../package/helpers/server.js';
import { EXAMPLES } from './helpers/crates.js';
import { runHere } from './helpers/run-here.js';
import { freshFolder } from './helpers/run.js';

const ATTACHED = ['rainfall-survey', 'rainfall-model-run', 'herbarium-scans', 'station-history'];
const ATLAS = join(EXAMPLES, 'coastal-atlas');
const NOOR = 'Noor Haddad <https://example.org/people/noor-haddad>';
const INSTITUTE = 'https://example.org/organisations/tarn-valley-institute';

/** Runs a verb that must succeed. */
async function ran(...argv: string[]): Promise<void> {
  const { status, stderr } = await runHere(...argv, '--quiet');
  expect({ argv, status, stderr }).toEqual({ argv, status: 0, stderr: '' });
}

/** The errors and warnings of a crate, each as rule and message without names of entities. */
async function problems(crate: string, ...options: string[]): Promise<string[]> {
  const { stdout } = await runHere('check', crate, '--json', ...options);
  const { findings } = JSON.parse(stdout) as { findings: { rule: string; severity: string; message: string }[] };
  return findings.filter(({ severity }) => severity !== 'note').map(({ rule, message }) => `${rule}: ${message}`);
}

/** The problems of a crate that those it was made of did not have. */
async function newProblems(output: string, inputs: readonly string[], ...options: string[]): Promise<string[]> {
  const before = (await Promise.all(inputs.map((input) => problems(input)))).flat();
  return (await problems(output, ...options)).filter((one) => !before.includes(one));
}

/** The book that the station history cites but does not describe has another identifier where identifiers are absolute. */
const withoutBook = (found: readonly string[]) => found.filter((one) => !one.includes('#rain-book'));

const place = async (name: string) => join(await freshFolder(name), 'out');

describe('what verbs write has no error or warning that its input did not have', () => {
  it.each([['--snapshot'], ['--snapshot', '--relative-root'], ['--fork', '--author', NOOR, '--publisher', INSTITUTE]])(
    'attach %s',
    async (...mode) => {
      const output = await place('attach');
      await ran('attach', ATLAS, ...mode, '-o', output);
      expect(await newProblems(output, [ATLAS])).toEqual([]);
    },
  );

  it('attach --fork without a publisher, but it says so', async () => {
    const output = await place('attach');
    const { stderr } = await runHere('attach', ATLAS, '--fork', '-o', output);
    expect(await newProblems(output, [ATLAS])).toEqual(['root-publisher: has no publisher']);
    expect(stderr).toContain('risk: https://example.org/coastal-atlas/: the fork has no publisher');
  });

  it.each(ATTACHED)('detach --describe of %s, and attach --download of that', async (name) => {
    const folder = join(EXAMPLES, name);
    const { url } = await serve((request, response) => {
      const path = join(folder, decodeURIComponent(request.url ?? '').slice(name.length + 2));
      void readFile(path).then(
        (bytes) => answerFile(request, response, bytes),
        () => response.writeHead(404).end(),
      );
    });
    const top = await freshFolder('detach');
    const detached = join(top, `${name}-ro-crate-metadata.json`);
    await ran('detach', folder, '--published', `${url}/${name}/`, '--describe', '--no-browsing', '-o', detached);
    expect(withoutBook(await newProblems(detached, [folder]))).toEqual([]);
    const fork = ['--publisher', INSTITUTE, '--hosts', new URL(url).host];
    await ran('attach', detached, '--download', ...fork, '-o', join(top, 'out'));
    expect(withoutBook(await newProblems(join(top, 'out'), [detached]))).toEqual([]);
  });

  it.each(ATTACHED)('flatten, relativize, convert and export of %s', async (name) => {
    const folder = join(EXAMPLES, name);
    const base = `https://example.org/${name}/`;
    const top = await freshFolder('rewrite');
    const copy = async (verb: string) => {
      await cp(folder, join(top, verb), { recursive: true });
      return join(top, verb, name === 'station-history' ? 'ro-crate-metadata.jsonld' : 'ro-crate-metadata.json');
    };
    await ran('flatten', folder, '--force', '-o', await copy('flatten'));
    expect(await newProblems(join(top, 'flatten'), [folder])).toEqual([]);
    await ran('relativize', folder, '--base', base, '--force', '-o', await copy('relativize'));
    expect(withoutBook(await newProblems(join(top, 'relativize'), [folder]))).toEqual([]);
    await ran('convert', folder, '--base', base, '-o', join(top, 'crate.nq'));
    await ran(
      'convert',
      join(top, 'crate.nq'),
      '--base',
      base,
      '--format',
      'crate',
      '--force',
      '-o',
      await copy('convert'),
    );
    expect(withoutBook(await newProblems(join(top, 'convert'), [folder]))).toEqual([]);
    const store = join(top, 'store');
    await ran('load', folder, '--store', store);
    for (const [form, ...options] of [['export'], ['export-plain', '--no-layout']] as [string, ...string[]][]) {
      await ran('export', folder, '--store', store, ...options, '-o', join(top, `${form}/`));
      expect(await newProblems(join(top, form), [folder])).toEqual([]);
    }
  });

  it('fetch', async () => {
    const folder = join(EXAMPLES, 'herbarium-scans');
    const { url } = await serve((request, response) => {
      void readFile(join(folder, decodeURIComponent(request.url ?? '').replace(/^\/c\//, ''))).then(
        (bytes) => answerFile(request, response, bytes),
        () => response.writeHead(404).end(),
      );
    });
    const output = await place('fetch');
    await ran('fetch', `${url}/c/ro-crate-metadata.json`, '-o', `${output}/`);
    expect(await newProblems(output, [folder])).toEqual([]);
  });

  it('init, but for what only people know', async () => {
    const output = await place('init');
    await cp(join(EXAMPLES, 'rainfall-survey', 'data'), join(output, 'data'), { recursive: true });
    await ran(
      'init',
      output,
      '--license',
      'CC-BY-4.0',
      '--description',
      'Rain',
      '--author',
      'Ada Brook <0000-0002-1825-0097>',
    );
    const rules = new Set((await problems(output)).map((one) => one.replace(/:.*/s, '')));
    expect([...rules].sort()).toEqual(['author-affiliation', 'contact-known', 'data-description', 'root-publisher']);
  });

  it('profile extract: the profile and the crates', async () => {
    const top = await freshFolder('profile');
    const crates = ['havneby', 'esbjerg'].map((name) => join(top, name));
    for (const crate of crates) {
      await mkdir(crate);
      await writeFile(join(crate, 'ro-crate-metadata.json'), gaugeCrate(basename(crate)));
    }
    const [profile, changed] = [join(top, 'profile'), join(top, 'changed')];
    const permalink = 'https://w3id.org/coast/tides';
    await ran('profile', 'extract', ...crates, '--permalink', permalink, '-o', profile, '--output-crates', changed);
    expect(await newProblems(profile, crates)).toEqual([]);
    for (const crate of crates)
      expect(await newProblems(join(changed, basename(crate)), [crate], '--contexts', profile)).toEqual([]);
    const same = await runHere('profile', 'diff', profile, profile, join(changed, 'havneby'), '--offline');
    expect(same).toMatchObject({ status: 0, stderr: '0 terms added, 0 removed\n' });
    const newer = join(top, 'newer');
    await cp(profile, newer, { recursive: true });
    for (const name of ['ro-crate-metadata.json', 'context.jsonld']) {
      const text = await readFile(join(newer, name), 'utf8');
      await writeFile(join(newer, name), text.replaceAll('tideDatum', 'zeroLevel'));
    }
    const lost = await runHere('profile', 'diff', profile, newer, join(changed, 'havneby'), '--offline');
    expect(lost).toMatchObject({ status: 1, stdout: expect.stringMatching(/in use {4}tideDatum/) });
  });
});
