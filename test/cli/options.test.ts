import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crate, SURVEY, writeCrate } from './helpers/crates.js';
import { EARLIER, isEarlier, TAKES, verbsOf } from './helpers/option-table.js';
import { runHere } from './helpers/run-here.js';

const VERBS = verbsOf();
const ALL = [...new Set(Object.values(TAKES).flat())].sort();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crategraph-options-'));
  await writeCrate(join(folder, 'mine'), crate());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The options that a verb cannot do without. */
function required(verb: string): string[] {
  if (verb === 'fetch') return ['-o', 'x'];
  if (verb === 'push') return ['--to', 'x'];
  return verb === 'relativize' ? ['--base', 'x'] : [];
}

/** Expects a usage error with a hint. */
async function expectUsage(argv: readonly string[], message: string, hint: string): Promise<void> {
  const ran = await runHere(...argv);
  expect(ran.stderr).toBe(`ERR_USAGE: ${message}\n  hint: ${hint}\n`);
  expect(ran.status).toBe(2);
  if (!argv.includes('--json')) expect(ran.stdout).toBe('');
}

it.each([
  [['convert', ''], 'the argument <crate|rdf-file>'],
  [['load', 'mine', ''], 'the argument <crate>'],
  [['diff', '', ''], 'the argument <crate>'],
  [['remove', ''], 'the argument <crate>'],
  [['update', ''], 'the argument <text>'],
  [['query', '--in', '', 'ASK {}'], '--in'],
  [['list', '--store='], '--store'],
])('an empty value never means the current folder: %j', async (argv, what) => {
  const folderHint = what.startsWith('the') ? ' The current folder is `.`' : '';
  await expectUsage(argv, `${what} is empty`, `is a variable of your shell not set?${folderHint}`);
});

describe('the options of each verb', () => {
  it.each(VERBS.map(({ name, command }) => [name, command] as const))(
    'with one value are given once: %s',
    async (verb, command) => {
      for (const option of command.options.filter(
        (one) => !one.isBoolean() && !isEarlier(verb, one.long ?? '') && !one.description.includes('repeatable'),
      )) {
        const [value = '1'] = option.argChoices ?? [];
        const flag = option.long ?? '';
        await expectUsage(
          [...verb.split(' '), flag, value, flag, value],
          `${flag} is given twice`,
          'it takes one value; leave the others out',
        );
      }
    },
  );

  it('are listed in the table for every verb', () => {
    expect(Object.keys(TAKES).sort()).toEqual(VERBS.map(({ name }) => name).sort());
  });

  it.each(VERBS.map(({ name, command }) => [name, command] as const))('are those of the table: %s', (verb, command) => {
    const options = command.options.map(({ long }) => long as string).filter((long) => !isEarlier(verb, long));
    expect(options.sort()).toEqual([...(TAKES[verb] ?? [])].sort());
  });

  it.each(VERBS.map(({ name }) => name))('are refused when %s does not have them', async (verb) => {
    for (const option of ALL.filter((one) => TAKES[verb]?.includes(one) !== true && !isEarlier(verb, one))) {
      const others = VERBS.map(({ name }) => name).filter((other) => TAKES[other]?.includes(option));
      const hint = `leave it out: it is an option of ${others.join(', ')}; see \`crategraph ${verb} --help\``;
      await expectUsage([...verb.split(' '), ...required(verb), option], `unknown option '${option}'`, hint);
    }
  });

  it.each([
    [['lode'], "unknown verb 'lode'", 'did you mean load? see `crategraph --help`'],
    [['list', '--stroe'], "unknown option '--stroe'", 'did you mean --store? see `crategraph list --help`'],
    [['list', '--zzz'], "unknown option '--zzz'", 'see `crategraph list --help`'],
    [['--quiet', 'load'], "unknown option '--quiet'", 'write options after the verb; see `crategraph --help`'],
    [['convert', 'x', '--format', 'docx'], "option '--format <format>' argument 'docx' is invalid. Allowed choices are nquads, ntriples, turtle, trig, jsonld, rdfxml, crate, expanded, relative.", 'see `crategraph convert --help`'], // prettier-ignore
    [['load', '--each', 'my list'], '--each reads the crates from stdin, and "my list" is an argument', "if that is the list, write `crategraph load --each < 'my list'`"], // prettier-ignore
    [['convert', 'l.txt', '--each'], '--each reads the crates from stdin, and l.txt is an argument', 'if that is the list, write `crategraph convert --each < l.txt`'], // prettier-ignore
    [['import', 'x'], "unknown verb 'import'", 'the verb for that is load: load crates into the store, each as one named graph; see `crategraph load --help`'], // prettier-ignore
    [['Validate'], "unknown verb 'Validate'", 'the verb for that is check: check crates against the rules of RO-Crate; see `crategraph check --help`'], // prettier-ignore
    [['version'], "unknown verb 'version'", '`crategraph --version` prints it'],
    [['profile', 'make'], "unknown job 'make'", 'see `crategraph profile --help`'],
    [['query', 'people'], 'people is no SPARQL text', 'to run the saved query, write --name people'],
    [['query', 'peple'], 'peple is no SPARQL text', 'did you mean --name people?'],
    [['query', 'zzz'], 'zzz is no SPARQL text', '`crategraph queries` lists the saved queries; write a SPARQL text, or name one of these with --name'], // prettier-ignore
    [['query', 'my/people.rq'], 'my/people.rq is no SPARQL text', 'to read a file, write --file my/people.rq'],
    [['update', 'fix.ru'], 'fix.ru is no SPARQL text', 'to read a file, write --file fix.ru'],
  ])('and other slips get a hint: %s', async (argv, message, hint) => {
    await expectUsage(argv, message, hint);
  });

  it.each(Object.entries(EARLIER).flatMap(([verb, pairs]) => pairs.map((pair) => [verb, ...pair] as const)))(
    'of %s: %s may be written %s, as before, which the help does not show',
    async (verb, now, before) => {
      const own = await mkdtemp(join(tmpdir(), 'crategraph-spelling-'));
      const store = join(own, 'store.db');
      const file = { '@id': 'a.txt', '@type': 'File', name: 'A' };
      await writeCrate(join(own, 'mine'), crate({ more: { hasPart: { '@id': 'a.txt' } }, entities: [file] }));
      await writeFile(join(own, 'mine', 'a.txt'), 'a');
      await runHere('load', join(own, 'mine'), '--store', store, '--base', 'https://example.org/mine/');
      const value = now === '--format' ? ['trig'] : [];
      const ran = async (...options: string[]) => {
        const output = now === '--format' ? [] : ['-o', join(own, 'out.zip')];
        await rm(join(own, 'out.zip'), { force: true });
        const crate = verb === 'convert' ? join(own, 'mine') : 'https://example.org/mine/';
        const { status, stdout, stderr } = await runHere(verb, crate, '--store', store, ...output, ...options);
        return { status, stdout, stderr };
      };
      const done = await ran(now, ...value);
      expect(done.status).toBe(0);
      expect(await ran(before, ...value)).toEqual(done);
      expect(done).not.toEqual(await ran(...(now === '--with-files' ? ['--no-files'] : [])));
      expect((await runHere(verb, '--help')).stdout).not.toMatch(new RegExp(`^ +${before}\\b`, 'm'));
      await rm(own, { recursive: true });
    },
  );

  it('with one value are given once, whatever their spelling', async () => {
    const argv = ['convert', join(folder, 'mine'), '--to', 'trig', '--format', 'trig'];
    await expectUsage(argv, '--format is given twice', 'it takes one value; leave the others out');
  });

  it.each(['load', 'root', 'convert', 'query', 'export', 'diff'])(
    'and %s without what it needs prints how to use it',
    async (verb) => {
      const { status, stdout, stderr } = await runHere(verb);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(
        new RegExp(
          `^ERR_USAGE: .*\n  hint: see \`crategraph ${verb} --help\`\n\nUsage: crategraph ${verb} .*\n\nExamples?:\n  crategraph ${verb} `,
        ),
      );
      expect(stderr.split('\n').every((line) => line === '' || /^(?:ERR_| {2}|Usage|Examples?:)/.test(line))).toBe(
        true,
      );
      expect(JSON.parse((await runHere(verb, '--json')).stdout)).toMatchObject({ error: { code: 'ERR_USAGE' } });
      expect((await runHere(verb, '--json')).stderr).not.toContain('Usage:');
    },
  );

  it('may be missing, with the verb', async () => {
    expect(JSON.parse((await runHere('--json')).stdout)).toMatchObject({ error: { code: 'ERR_USAGE' } });
    expect(await runHere()).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/^Usage: /) });
  });
});

describe('options that exclude each other', () => {
  const hints = {
    arcp: 'leave --arcp out: --base names the crate already',
    in: 'query either crates or a store',
    format: 'leave --json out, or write --format json',
    all: 'leave --all out: --json lists all files',
    count: (option: string) => `leave ${option} out: --count prints one number`,
    table: (option: string) => `leave ${option} out: --json prints everything`,
  };
  it.each([
    ['load', ['--arcp', 'hash', '--base', 'http://example.org/'], '--arcp and --base', hints.arcp],
    ['convert', ['--arcp', 'nonsense', '--base', 'nonsense'], '--arcp and --base', hints.arcp],
    ['root', ['--base', 'http://example.org/', '--arcp', 'uuid'], '--arcp and --base', hints.arcp],
    ['query', ['--in', 'x', '--store', 'y'], '--in and --store', hints.in],
    ['query', ['--format', 'csv', '--json'], '--format and --json', hints.format],
    ['inventory', ['--json', '--all'], '--json and --all', hints.all],
    ['query', ['--format', 'csv', '--count'], '--format and --count', hints.count('--format')],
    ['query', ['--rows', '1', '--count'], '--rows and --count', hints.count('--rows')],
    ['query', ['--columns', 'a', '--count'], '--columns and --count', hints.count('--columns')],
    ['query', ['--wide', '--count'], '--wide and --count', hints.count('--wide')],
    ['inventory', ['--columns', 'path', '--json'], '--columns and --json', hints.table('--columns')],
    ['inventory', ['--wide', '--json'], '--wide and --json', hints.table('--wide')],
  ])('%s %j', async (verb, options, both, hint) => {
    await expectUsage([verb, 'x', ...options], `${both} exclude each other`, hint);
  });

  it('do not come from the environment', async () => {
    process.env['CRATEGRAPH_STORE'] = join(folder, 'nowhere');
    try {
      expect(await runHere('query', 'ASK {}', '--in', SURVEY)).toMatchObject({ status: 0, stdout: 'true\n' });
    } finally {
      delete process.env['CRATEGRAPH_STORE'];
    }
  });
});

describe('options that need another one', () => {
  const reading = [
    ['--offline'],
    ['--contexts', 'x'],
    ['--allow-private-contexts'],
    ['--limit', 'entries=1'],
    ['--strict'],
  ];
  it.each(reading)('query %s needs --in', async (option, ...value) => {
    const message = `${option} does not work without --in`;
    await expectUsage(['query', 'ASK {}', option as string, ...value], message, `leave ${option} out, or add --in`);
  });

  it.each([
    ['convert', ['x.ttl', '--format', 'crate', '--arcp', 'hash'], '--arcp', 'with RDF, which has absolute identifiers', 'give a crate'], // prettier-ignore
    [
      'convert',
      ['x.ttl', '--format', 'crate', '--graph', 'root'],
      '--graph',
      'with --format crate',
      'write --format trig',
    ],
    ['convert', ['x', '--root', 'urn:x'], '--root', 'with a crate, whose descriptor names the root', 'give RDF'],
    [
      'export',
      ['g', '--format', 'turtle', '--keep-base'],
      '--keep-base',
      'with RDF (turtle)',
      'write a metadata document',
    ],
    ['dump', ['--force'], '--force', 'without --output', 'add --output'],
    ['dump', ['--json'], '--json', 'without --output', 'add --output'],
    ['root', ['x.ttl', '--arcp', 'hash'], '--arcp', 'with an RDF file', 'give a crate'],
    ['queries', ['people', '--wide'], '--wide', 'with the name of a query', 'list all queries'],
    ['queries', ['people', '--columns', 'name'], '--columns', 'with the name of a query', 'list all queries'],
    ['query', ['ASK {}', '--wide', '--json'], '--wide', 'with json', 'write a table'],
  ])('%s %j', async (verb, argv, option, circumstance, remedy) => {
    await expectUsage([verb, ...argv], `${option} does not work ${circumstance}`, `leave ${option} out, or ${remedy}`);
  });

  it.each([['--with-files'], ['--jsonld-alias']])('export %s needs a folder or an archive', async (option) => {
    const hint = 'write a folder or an archive: -o my-crate/ or -o my-crate.zip';
    for (const place of [[], ['-o', '-'], ['-o', join(folder, 'one.json')], ['-o', join(folder, 'one.jsonld')]]) {
      const message = `${option} does not work with a single metadata document`;
      await expectUsage(['export', 'g', ...place, option], message, hint);
    }
    expect(await readdir(folder)).toEqual(['mine']);
  });
});

describe('an invalid value is refused wherever the option exists', () => {
  const verbsWith = (option: string) => VERBS.map(({ name }) => name).filter((verb) => TAKES[verb]?.includes(option));
  /** Arguments with which a verb begins its work. */
  const begin = (verb: string): string[] => {
    if (verb === 'query') return [verb, 'ASK {}', '--in', join(folder, 'mine')];
    if (verb === 'fetch') return [verb, 'http://127.0.0.1:1/', '-o', join(folder, 'out')];
    if (verb === 'relativize') return [verb, join(folder, 'mine'), '--base', 'http://example.org/'];
    if (verb === 'export') return [verb, 'g', '--with-files', '-o', `${join(folder, 'out')}/`];
    if (verb === 'diff') return [verb, join(folder, 'mine'), join(folder, 'mine')];
    if (verb === 'profile diff') return ['profile', 'diff', join(folder, 'mine'), join(folder, 'mine')];
    if (verb === 'profile extract') return ['profile', 'extract', join(folder, 'mine'), '--permalink', 'https://example.org/p', '--dry-run']; // prettier-ignore
    if (verb === 'attach') return [verb, join(folder, 'mine'), '--dry-run'];
    if (verb === 'dump') return [verb, '--catalogue', 'dcat'];
    if (verb === 'load') return [verb, join(folder, 'mine'), '--store', 'memory:'];
    if (verb === 'set') return [verb, join(folder, 'mine'), './', 'name=X', '--dry-run'];
    if (verb === 'unset') return [verb, join(folder, 'mine'), './', 'name', '--dry-run'];
    return [verb, join(folder, 'mine')];
  };

  it.each(verbsWith('--limit'))('--limit of %s', async (verb) => {
    const { status, stderr } = await runHere(...begin(verb), '--limit', 'bogus=1');
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/^ERR_USAGE: invalid --limit bogus=1\n/) }); // prettier-ignore
  });

  it.each(verbsWith('--contexts'))('--contexts of %s', async (verb) => {
    const { status, stderr } = await runHere(...begin(verb), '--contexts', join(folder, 'nonexistent'));
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^ERR_NOT_FOUND: .*nonexistent.index\.json does not exist\n/) }); // prettier-ignore
  });

  it.each(verbsWith('--arcp'))('--arcp and --base of %s', async (verb) => {
    await writeFile(join(folder, 'mine', 'x.nq'), '');
    for (const argv of [begin(verb), [verb, join(folder, 'mine', 'x.nq')]]) {
      const arcp = await runHere(...argv, '--arcp', 'nonsense');
      expect(arcp).toMatchObject({ status: 2, stderr: expect.stringMatching(/^ERR_ARCP_INVALID: /) });
      const base = await runHere(...argv, '--base', 'nonsense');
      expect(base).toMatchObject({ status: 2, stderr: expect.stringMatching(/^ERR_BASE_IRI_INVALID: /) });
    }
  });

  it.each(verbsWith('--timeout'))('--timeout of %s', async (verb) => {
    for (const value of ['0', 'soon', '1e9']) {
      const hint = 'give a number of seconds greater than 0, at most 24 days';
      await expectUsage(
        [verb, ...(verb === 'check' ? ['--shapes', 'x.ttl'] : []), 'ASK {}', '--timeout', value],
        `invalid --timeout ${value}`,
        hint,
      );
    }
  });
});
