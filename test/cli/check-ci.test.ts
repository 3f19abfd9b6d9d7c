import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SaxesParser } from '@rubensworks/saxes';
import { isMetadataFileName } from '../../src/crate/metadata-names.js';
import { documentText, sampleCrate, SAMPLE_FILES, type Change } from '../tasks/check/helpers/sample-crate.js';
import { writeTree } from '../package/helpers/crate-forms.js';
import { freshFolder } from './helpers/run.js';

const BIN = resolve('dist/cli/bin.js');
const DOCUMENT = 'ro-crate-metadata.json';
const NAMELESS: Change = ({ entity }) => delete entity('./')['name'];

function documentOf(change: Change): string {
  const draft = sampleCrate();
  change(draft);
  return documentText(draft) as string;
}

let folder: string;
/** Runs the program in the folder of the test. */
function check(...argv: string[]) {
  const { status, stdout, stderr } = spawnSync('node', [BIN, 'check', ...argv, '--offline'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

async function writeSample(name: string, change: Change = () => undefined): Promise<void> {
  await writeTree(join(folder, name), { ...SAMPLE_FILES, [DOCUMENT]: documentOf(change) });
}

beforeEach(async () => {
  folder = await freshFolder('check-ci');
  await writeSample('good');
  await writeSample('bad', NAMELESS);
});

describe('the rules of a check', () => {
  it('are chosen by name or beginning', () => {
    expect(check('bad')).toMatchObject({ status: 1, stdout: expect.stringContaining('root-name') });
    expect(check('bad', '--ignore', 'root-license,root-name')).toMatchObject({ status: 0 });
    expect(check('bad', '--ignore', 'root-*')).toMatchObject({ status: 0 });
    expect(check('bad', '--select', 'file-*', '--select', 'root-license')).toMatchObject({ status: 0 });
    expect(check('bad', '--select', 'root-*', '--ignore', 'root-license')).toMatchObject({ status: 1 });
  });

  it('that there are not are a usage error with the nearest name', () => {
    for (const option of ['--ignore', '--select', '--explain'])
      expect(check(...(option === '--explain' ? [] : ['bad']), option, 'root-nam')).toEqual({
        status: 2,
        stdout: '',
        stderr: 'ERR_USAGE: there is no rule root-nam\n  hint: did you mean root-name?\n',
      });
    expect(check('bad', '--ignore', 'rooot-*')).toMatchObject({ status: 2 });
  });

  it('cannot hide that a document is unreadable', async () => {
    await writeFile(join(folder, 'bad', DOCUMENT), '{');
    for (const argv of [
      ['--ignore', 'document-*'],
      ['--select', 'root-*'],
    ])
      expect(check('bad', ...argv)).toMatchObject({ status: 1, stdout: expect.stringContaining('document-json') });
  });

  it('are listed and explained', () => {
    expect(check('--rules').stdout).toMatch(/^root-license +error +The root must have a `license`\.$/m);
    const { status, stdout } = check('--explain', 'root-license');
    expect(status).toBe(0);
    for (const part of [
      'root-license (error)',
      'source: RO-Crate',
      '/1.2/root-data-entity.html',
      '--fix: does not repair it',
      'Not so (./ has no license):',
      'But so:',
    ])
      // prettier-ignore
      expect(stdout).toContain(part);
    expect(check('--rules', 'bad')).toMatchObject({ status: 2 });
  });

  it('demand a profile', () => {
    const { status, stdout } = check('good', '--profile', 'https://w3id.org/ro/wfrun/process/0.5', '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ findings: [{ rule: 'profile-demanded', severity: 'error', entity: './' }] }); // prettier-ignore
    const conforms: Change = ({ entity, add }) => {
      entity('./')['conformsTo'] = { '@id': 'https://example.org/p/1.0' };
      add({ '@id': 'https://example.org/p/1.0', '@type': ['CreativeWork', 'Profile'], name: 'P', version: '1.0' });
    };
    return writeSample('profiled', conforms).then(() => {
      for (const [profile, expected] of [
        ['http://example.org/p/1.0/', 0],
        ['https://example.org/p', 0],
        ['https://example.org/p/1', 1],
      ] as const)
        expect([profile, check('profiled', '--profile', profile, '--select', 'profile-demanded').status]).toEqual([profile, expected]); // prettier-ignore
    });
  });
});

describe('settings beside a crate', () => {
  const settle = (text: string) => writeFile(join(folder, 'bad', '.crategraph-check.json'), text);

  it('count, are said, are no file of the crate, and yield to the command line', async () => {
    await settle('{"$schema":"x","ignore":["root-name"]}');
    expect(check('bad')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('bad (RO-Crate 1.2, attached): nothing found'),
      stderr: 'bad/.crategraph-check.json: without root-name\n',
    });
    expect(check('bad', '--ignore', 'root-license')).toMatchObject({ status: 1 });
    expect(check('bad', '--no-config')).toMatchObject({ status: 1, stderr: '' });
    await settle('{"failOn":"never"}');
    expect(check('bad')).toMatchObject({ status: 0 });
    expect(check('bad', '--fail-on', 'error')).toMatchObject({ status: 1 });
    expect(check('good', 'bad')).toMatchObject({ status: 0 });
    expect(check('good', '--config', 'bad/.crategraph-check.json', '--profile', 'https://example.org/p')).toMatchObject({ status: 0 }); // prettier-ignore
  });

  it.each([
    ['{"ignoer":[]}', 'the key ignoer is unknown', 'did you mean ignore?'],
    ['{"ignore":"root-name"}', 'ignore is not a list of strings', 'write "ignore"'],
    ['{"ignore":["root-nam"]}', 'there is no rule root-nam', 'did you mean root-name?'],
    ['{"failOn":"fatal"}', 'failOn has no known value', 'write one of'],
    ['[]', 'not a JSON object', 'its keys are'],
    ['{', 'not JSON', 'correct the file'],
  ])('that are wrong are an error: %s', async (text, problem, hint) => {
    await settle(text);
    const { status, stderr } = check('bad');
    expect(status).toBe(1);
    expect(stderr).toContain(`bad/.crategraph-check.json: ${problem}`);
    expect(stderr).toContain(`hint: ${hint}`);
  });
});

describe('a baseline', () => {
  it('lets only new findings fail, whatever has moved', async () => {
    expect(check('bad', '--write-baseline', 'known.json')).toMatchObject({ status: 0, stderr: 'wrote known.json: 1 finding\n' }); // prettier-ignore
    await writeSample('bad', (draft) => {
      NAMELESS(draft);
      draft.graph.reverse();
      draft.top['@comment'] = 'x';
    });
    await mkdir(join(folder, 'sub'));
    for (const argv of [['bad'], ['bad/ro-crate-metadata.json'], [join(folder, 'bad')]])
      expect(check(...argv, '--baseline', 'known.json', '--select', 'root-*')).toMatchObject({
        status: 0,
        stdout: expect.stringContaining('1 more in the baseline): nothing found'),
      });
    await writeSample('bad', (draft) => {
      NAMELESS(draft);
      delete draft.entity('./')['license'];
    });
    const { status, stdout } = check('bad', '--baseline', 'known.json', '--select', 'root-*', '--json');
    expect([status, JSON.parse(stdout)]).toMatchObject([1, { known: 1, findings: [{ rule: 'root-license' }] }]);
    expect(check('good', '--baseline', 'known.json').stderr).toContain('1 finding of it not found again');
  });

  it('is written over a baseline, and over nothing else', async () => {
    for (let i = 0; i < 2; i += 1) expect(check('bad', '--write-baseline', 'known.json')).toMatchObject({ status: 0 });
    const before = await readFile(join(folder, 'bad', DOCUMENT), 'utf8');
    expect(check('good', '--write-baseline', `bad/${DOCUMENT}`)).toMatchObject({ status: 1, stderr: expect.stringContaining('is no baseline') }); // prettier-ignore
    expect(await readFile(join(folder, 'bad', DOCUMENT), 'utf8')).toBe(before);
    expect(check('bad', '--baseline', `bad/${DOCUMENT}`)).toMatchObject({ status: 2 });
    expect(check('bad', '--baseline', 'none.json')).toMatchObject({ status: 1, stderr: expect.stringContaining('--write-baseline none.json') }); // prettier-ignore
  });
});

describe('the exit status', () => {
  it('is 0 for --fail-on never, but not for a crate that cannot be opened', () => {
    expect(check('bad', '--fail-on', 'never').status).toBe(0);
    expect(check('bad', 'none', '--fail-on', 'never').status).toBe(1);
  });

  it('is 1 for --fix --dry-run with something to repair, and 0 once it is repaired', async () => {
    await writeFile(join(folder, 'good', DOCUMENT), documentOf(() => undefined).replace(/"name":("[^"]*")/, '"name":[$1]')); // prettier-ignore
    expect(check('good').stdout).toContain('1 finding can be repaired: crategraph check good --fix\n');
    expect(check('good', '--fix', '--dry-run').status).toBe(1);
    expect(check('good', '--fix').status).toBe(0);
    expect(check('good', '--fix', '--dry-run').status).toBe(0);
  });
});

/** The elements of XML, as a parser of XML reads them. */
function elementsOf(xml: string) {
  const found: { name: string; attributes: Record<string, string>; text: string; parent: string | undefined }[] = [];
  const open: (typeof found)[number][] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: '', parent: open.at(-1)?.name };
    found.push(element);
    open.push(element);
  });
  parser.on('text', (text) => void (open.at(-1) && ((open.at(-1) as { text: string }).text += text)));
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return found;
}

/** What the schema of JUnit allows: the parents of each element and its attributes. */
const JUNIT: Readonly<
  Record<string, readonly [parents: readonly (string | undefined)[], attributes: readonly string[]]>
> = {
  testsuites: [[undefined], ['name', 'tests', 'failures', 'errors']],
  testsuite: [['testsuites'], ['name', 'tests', 'failures', 'errors']],
  testcase: [['testsuite'], ['name', 'classname']],
  failure: [['testcase'], ['message', 'type']],
  error: [['testcase'], ['message', 'type']],
  'system-out': [['testcase'], []],
};

describe('a report for CI', () => {
  const hostile = 'a "b" <c> & d\n::error::e\u0001, f: %';
  const HOSTILE: Change = (draft) => {
    NAMELESS(draft);
    draft.add({ '@id': hostile, '@type': 'Person', name: 'x', affiliation: 'y' }, 'author');
  };

  it('is JUnit XML', async () => {
    await writeSample('hostile', HOSTILE);
    const { status } = check('good', 'hostile', 'none', '--format', 'junit', '-o', 'report.xml');
    expect(status).toBe(1);
    const elements = elementsOf(await readFile(join(folder, 'report.xml'), 'utf8'));
    for (const { name, parent, attributes } of elements) {
      const [parents, allowed] = JUNIT[name] as (typeof JUNIT)[string];
      expect(parents).toContain(parent);
      expect(Object.keys(attributes).sort()).toEqual([...allowed].sort());
    }
    const count = (name: string) => elements.filter((one) => one.name === name).length;
    expect(elements[0]?.attributes).toMatchObject({ tests: String(count('testcase')), failures: String(count('failure')), errors: '1' }); // prettier-ignore
    expect(count('testsuite')).toBe(3);
    expect(elements.some(({ text }) => text.includes('a "b" <c> & d'))).toBe(true);
  });

  it('is annotations that text of a crate cannot end', async () => {
    await writeSample('hostile', HOSTILE);
    const { stdout } = check('hostile', '--format', 'github');
    expect(stdout).toMatch(/^::error file=hostile\/ro-crate-metadata\.json,line=1,col=\d+,title=root-name::\.\/ has no name$/m); // prettier-ignore
    for (const line of stdout.trim().split('\n')) expect(line).toMatch(/^::(?:error|warning|notice) file=/);
    expect(stdout).toContain('d%0A::error::e');
  });

  it('is SARIF relative to the working folder, with fingerprints and addresses', async () => {
    await writeSample('bad', (draft) => {
      NAMELESS(draft);
      draft.graph.reverse();
    });
    const [first, second] = ['bad', 'bad'].map((crate) => JSON.parse(check(crate, '--sarif').stdout)) as [Sarif, Sarif];
    const [run] = first.runs;
    expect(run?.originalUriBaseIds['%SRCROOT%']?.uri).toMatch(/^file:\/\/\/.*\/$/);
    const [result] = run?.results ?? [];
    expect(result).toMatchObject({
      ruleId: 'root-name',
      properties: { fixable: false },
      locations: [{ physicalLocation: { artifactLocation: { uri: `bad/${DOCUMENT}`, uriBaseId: '%SRCROOT%' } } }],
    });
    expect(result?.partialFingerprints).toEqual(second.runs[0]?.results[0]?.partialFingerprints);
    const rule = run?.tool.driver.rules.find(({ id }) => id === 'root-name');
    expect(rule?.helpUri).toMatch(/^https:\/\/www\.researchobject\.org\//);
  });

  it('sums what is found in many files, and shows all of them with --all', async () => {
    await writeSample('many', (draft) => {
      for (let i = 0; i < 1200; i += 1) draft.add({ '@id': `f${i}.csv`, '@type': 'File', name: 'f' }, 'hasPart');
    });
    const { stdout } = check('many', '--no-files', '--select', 'data-description');
    expect(stdout).toContain('1,200 of 1,202 files and folders have no description:');
    expect(stdout).toContain('and 1,195 more (--all shows them)');
    expect(check('many', '--no-files', '--all').stdout).toContain('f1199.csv has no description');
  });
});

interface Sarif {
  runs: {
    originalUriBaseIds: Record<string, { uri: string }>;
    results: { ruleId: string; partialFingerprints: object }[];
    tool: { driver: { rules: { id: string; helpUri?: string }[] } };
  }[];
}

it('folders of version control are no content of a crate', async () => {
  execFileSync('git', ['init', '-q', join(folder, 'good')]);
  const { stdout } = check('good', '--all');
  expect(stdout).not.toContain('.git');
  await writeFile(join(folder, 'good', 'extra.txt'), '');
  expect(check('good', '--all').stdout).toContain('extra.txt');
});

describe('in a workflow', () => {
  /** Runs the step of the action as a runner does. */
  async function act(inputs: Readonly<Record<string, string>>) {
    const action = await readFile('.github/actions/check/action.yml', 'utf8');
    const script = action.slice(action.indexOf('run: |\n') + 7).replace(/^ {8}/gm, '');
    const env = { ...process.env, COMMAND: `node ${BIN}`, OPTIONS: '', ...inputs };
    return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd: folder, env, encoding: 'utf8' }); // prettier-ignore
  }

  it('the action annotates, and fails where check does', async () => {
    await writeSample('two words', NAMELESS);
    const failed = await act({ CRATES: 'good\ntwo words\n' });
    expect([failed.status, failed.stdout]).toEqual([1, expect.stringContaining('::error file=two words/ro-crate-metadata.json,line=1')]); // prettier-ignore
    expect(await act({ CRATES: 'good' })).toMatchObject({ status: 0, stdout: '' });
    expect(await act({ CRATES: 'two words', OPTIONS: '--ignore=root-name\n--fail-on=warning' })).toMatchObject({ status: 0 }); // prettier-ignore
    expect(await act({ CRATES: '--version' })).toMatchObject({ status: 1, stderr: expect.stringContaining('ERR_NOT_FOUND') }); // prettier-ignore
  });

  it('the hook of pre-commit checks the metadata files that it gets', async () => {
    const hooks = await readFile('.pre-commit-hooks.yaml', 'utf8');
    const [, entry = ''] = /entry: crategraph (.*)/.exec(hooks) ?? [];
    const [, files = ''] = /files: (.*)/.exec(hooks) ?? [];
    const names = [
      ...['good/ro-crate-metadata.json', 'bad/ro-crate-metadata.json', 'old/ro-crate-metadata.jsonld'],
      ...['atlas-ro-crate-metadata.json', 'away/old-atlas-crate-metadata.jsonld'], // Detached Packages
    ];
    const others = ['good/levels.csv', 'a/xcrate-metadata.json', 'atlas-ro-crate-metadata.json/levels.csv'];
    expect([...names, ...others].filter((name) => new RegExp(files).test(name))).toEqual(names);
    expect([...names, ...others].filter(isMetadataFileName)).toEqual(names);
    const ran = spawnSync('node', [BIN, ...entry.split(' '), ...names.slice(0, 2)], { cwd: folder, encoding: 'utf8' });
    expect([ran.status, ran.stdout]).toEqual([1, expect.stringContaining('./ has no name')]);
  });
});
