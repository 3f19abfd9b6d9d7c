import { execFile, spawn } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { COMPLETE, SHELLS, type Shell } from '../../src/cli/completion-script.js';
import { openStore } from '../../src/store/open-store.js';
import { listQueries } from '../../src/store/saved-queries.js';
import { shortHandle } from '../../src/tasks/stored/handles.js';
import { describeWhere, isInstalled } from '../helpers/describe-where.js';
import { BIN } from '../helpers/build.js';
import { namedStore } from '../helpers/named-store.js';
import { serve } from '../package/helpers/server.js';
import { scratch } from '../package/helpers/crate-forms.js';
import { OTHER_ADDRESSES, TAKES, verbsOf } from './helpers/option-table.js';

import { runHere } from './helpers/run-here.js';
import { runCli } from './helpers/run.js';

/** Options that the help does not show either: a topic of it does. */
const HIDDEN = ['--query-url', '--update-url', '--graph-url', '--engine', ...OTHER_ADDRESSES];

const exec = promisify(execFile);

/** Names that shells would read as something else. */
const NAMES = [
  'Coastal atlas of "Tarn"',
  "Ada's $HOME `x` crate",
  'Wind & rain: (all) of it; <p>|#',
  'Überlänge 水',
  'globs *.ts ? [a-z] {d,e} ~',
  'back\\slash',
];
const graphOf = (at: number) => `https://example.org/c${at}/`;

let folder: string;
let store: string;

beforeAll(async () => {
  folder = await scratch();
  store = join(folder, 'my store');
  const crates = NAMES.map((name, at) => ({ graph: graphOf(at), source: `/data/${at}.zip`, names: [name] }));
  const odd = [['Twice'], ['Twice'], ['\u001b[31mred'], ['-dash first']];
  const others = odd.map((names, at) => ({ graph: `https://example.net/${at}/`, source: `/odd/${at}.zip`, names }));
  const open = await openStore(store, { mode: 'write', create: true });
  await (await namedStore([...crates, ...others], open)).close();
  await mkdir(join(folder, 'my crates'));
  await writeFile(join(folder, 'Coast.txt'), '');
  await mkdir(join(folder, 'bin'));
  const program = join(folder, 'bin', 'crategraph');
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${resolve(BIN)}' "$@"\n`);
  await chmod(program, 0o755);
  for (const shell of SHELLS) {
    const { status, stdout } = await runHere('completion', shell);
    expect(status).toBe(0);
    await writeFile(join(folder, shell), stdout);
  }
});

/** The words that may stand for the last one of these. */
async function words(...line: string[]): Promise<string[]> {
  const { status, stdout, stderr } = await runHere(COMPLETE, 'zsh', ...line);
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').flatMap((one) => (one === '' ? [] : [one.replace(/\t.*/, '')]));
}

describe('the words for a line', () => {
  const runnable = verbsOf().map(({ name }) => name);
  const verbs = [...new Set(runnable.map((name) => name.replace(/ .*/, '')))];

  it('are the verbs, with what they do', async () => {
    expect((await words('')).sort()).toEqual([...verbs, 'help'].sort());
    expect((await runHere(COMPLETE, 'fish', 'rel')).stdout).toMatch(/^relativize\tthe same as convert/);
    expect(await words('help', 'exp')).toEqual(['export', 'expand']);
    expect(await words('--no-color', 'rel')).toEqual(['relativize']);
    expect(await words('--')).toEqual(['--help', '--version', '--no-color']);
  });

  it.each(runnable)('are the options of %s', async (verb) => {
    const found = await words(...verb.split(' '), '--');
    expect(found.sort()).toEqual([...(TAKES[verb] ?? []).filter((one) => !HIDDEN.includes(one)), '--help'].sort());
  });

  it('are the jobs of a verb that has several', async () => {
    expect((await words('profile', '')).sort()).toEqual(['diff', 'extract']);
    expect(await words('profile', 'ext')).toEqual(['extract']);
    expect(await words('profile', 'nosuch', '')).toEqual([]);
  });

  it('are choices, in both ways to write them', async () => {
    expect(await words('load', '--mode', '')).toEqual(['create', 'replace', 'merge']);
    expect(await words('load', '--mode=re')).toEqual(['--mode=replace']);
    expect(await words('completion', '')).toEqual([...SHELLS]);
  });

  it('are saved queries where these are meant, and not for a name that one chooses', async () => {
    const names = (await listQueries()).map(({ name }) => name);
    expect(await words('query', '--name', '')).toEqual(names);
    expect(await words('query', '-n', 'peo')).toEqual(['people']);
    expect(await words('query', '--name=peo')).toEqual(['--name=people']);
    expect(await words('queries', 'peo')).toEqual(['people']);
    for (const verb of ['init', 'list', 'terms']) expect(await words(verb, '--name', '')).toEqual([]);
  });

  it('are nothing for values and arguments that are free, and for what makes no sense', async () => {
    expect(await words('init', '--description', '')).toEqual([]);
    expect(await words('load', '')).toEqual([]);
    expect(await words('list', '')).toEqual([]);
    expect(await words('nosuch', '')).toEqual([]);
    expect(await words('completion', 'bash', '')).toEqual([]);
    expect((await runHere(COMPLETE)).status).toBe(0);
    expect(await runHere(COMPLETE, 'tcsh')).toMatchObject({ status: 0, stderr: '' });
  });
});

describe('the names of crates', () => {
  const inStore = (verb: string, ...more: string[]) => words(verb, '--store', store, ...more);

  it('are handles, names and IRIs', async () => {
    const found = await inStore('export', '');
    for (const [at, name] of NAMES.entries()) expect(found).toEqual(expect.arrayContaining([name, shortHandle(graphOf(at))])); // prettier-ignore
    expect(await inStore('export', 'Coas')).toEqual([NAMES[0]]);
    expect(await inStore('export', 'https://example.org/c2')).toEqual([graphOf(2)]);
    const handle = shortHandle(graphOf(1));
    expect(await inStore('export', handle.slice(0, 4))).toEqual([handle]);
    const { stdout } = await runHere(COMPLETE, 'fish', 'export', '--store', store, handle);
    expect(stdout).toBe(`${handle}\t${NAMES[1]}\n`);
  });

  it.each(['export', 'remove', 'dump', 'push'])('stand where %s takes a crate of the store', async (verb) => {
    expect(await inStore(verb, 'Coas')).toEqual([NAMES[0]]);
  });

  it.each(['query', 'update', 'search'])('stand after --crate of %s', async (verb) => {
    expect(await inStore(verb, '--crate', 'Coas')).toEqual([NAMES[0]]);
  });

  it.each(['check', 'diff', 'stats', 'preview', 'convert', 'root'])(
    'stand for %s where no file begins so',
    async (verb) => {
      expect(await inStore(verb, 'Coas')).toEqual([NAMES[0]]);
      expect(await inStore(verb, 'pack')).toEqual([]);
      expect(await inStore(verb, '')).toEqual([]);
      expect(await inStore(verb, 'test/cl')).toEqual([]);
    },
  );

  it('are never two crates, an option, or what moves the cursor', async () => {
    const found = await inStore('export', '');
    expect(found.filter((text) => /Twice|red|dash/.test(text))).toEqual([]);
    expect(found).toContain(shortHandle('https://example.net/2/'));
    expect(await inStore('export', '--', '-d')).toEqual(['-dash first']);
  });

  it('come from the store of the line, or else of the environment', async () => {
    const run = async (env: Record<string, string>, ...line: string[]) => {
      const ran = await runCli([COMPLETE, 'zsh', ...line, 'Coas'], { env, cwd: folder });
      expect(ran).toMatchObject({ status: 0, stderr: '' });
      return ran.stdout.split('\t')[0];
    };
    expect(await run({ CRATEGRAPH_STORE: store }, 'export')).toBe(NAMES[0]);
    expect(await run({ CRATEGRAPH_STORE: store }, 'export', '--store', 'none')).toBe('');
    expect(await run({ CRATEGRAPH_STORE: 'none' }, 'export', `--store=${store}`)).toBe(NAMES[0]);
    expect(await run({}, 'export')).toBe('');
  });

  it('are none where there is no store file; an endpoint is not asked, and nothing is written', async () => {
    let asked = 0;
    const { url } = await serve((_, response) => {
      asked += 1;
      response.end();
    });
    for (const place of [url, join(folder, 'none'), join(folder, 'bash'), folder, 'memory:', ''])
      expect(await words('export', '--store', place, '')).toEqual([]);
    expect(asked).toBe(0);
    const before = await readFile(store);
    await inStore('export', '');
    expect((await readFile(store)).equals(before)).toBe(true);
  });

  it('are some of many', async () => {
    const many = join(folder, 'many');
    const crates = Array.from({ length: 3000 }, (_, at) => ({ graph: graphOf(at), source: `/${at}.zip`, names: [`Crate ${at}`] })); // prettier-ignore
    const open = await openStore(many, { mode: 'write', create: true });
    await (await namedStore(crates, open)).close();
    const found = () => words('export', '--store', many, 'Crate ');
    const glance = await found(); // without a lookup
    expect(glance.length).toBeGreaterThan(90);
    expect(glance.length).toBeLessThan(400);
    expect((await runHere('export', 'Crate 2999', '--store', many)).status).not.toBe(2); // makes the lookup
    expect((await found()).length).toBe(100);
    expect(await words('export', '--store', many, 'Crate 2999')).toEqual(['Crate 2999']);
  });
});

describe('the entities of a crate', () => {
  const SURVEY = 'data/crates/rainfall-survey';

  it.each(['show', 'set', 'unset'])(
    'stand where %s takes one: of a folder, and of a crate of the store',
    async (verb) => {
      const place = join(folder, `entities-${verb}`);
      expect((await runHere('load', SURVEY, '--store', place, '--offline')).status).toBe(0);
      const handle = (await words('export', '--store', place, '')).find((word) => /^[\da-f]{6}$/.test(word)) ?? '';
      for (const crate of [[SURVEY], [handle, '--store', place]]) {
        expect(await words(verb, ...crate, 'data/s')).toEqual(['data/stations.csv']);
        expect(await words(verb, ...crate, '')).toEqual(expect.arrayContaining(['./', '#ada-brook', 'data/']));
      }
      expect((await runHere(COMPLETE, 'fish', verb, SURVEY, '#a')).stdout).toBe('#ada-brook\tAda Brook\n');
    },
  );

  it('are not asked for on the web', async () => {
    const { url, requests } = await serve((_, response) => void response.end());
    expect(await words('show', `${url}/`, '')).toEqual([]);
    expect(await words('show', '--store', `${url}/`, 'nosuch', '')).toEqual([]);
    expect(await words('show', '-', '')).toEqual([]);
    expect(requests).toEqual([]);
  });
});

it('the types of a store complete --type as soon as there is an index', async () => {
  const place = join(folder, 'typed');
  expect((await runHere('load', 'data/crates/rainfall-survey', '--store', place, '--offline')).status).toBe(0);
  expect(await words('search', '--store', place, '--type', '')).toEqual([]);
  await runHere('index', '--store', place);
  expect(await words('search', '--store', place, '--type', 'F')).toEqual(['File']);
  expect(await words('search', '--store', place, '--type', '')).toEqual(expect.arrayContaining(['Dataset', 'Person']));
});

/** How a shell starts at a terminal, and makes of crategraph what prints its arguments. */
const START: Readonly<Record<Shell, readonly [start: string, show: string]>> = {
  bash: ['bash --norc --noprofile -i', `crategraph() { printf '<%s>' "$@"; echo DO""NE; }`],
  zsh: ['zsh -f -i', `PS1=; autoload -U compinit; compinit -u -D; crategraph() { printf '<%s>' "$@"; echo DO""NE; }`],
  fish: ['fish --no-config -i', `function crategraph; printf '<%s>' $argv; echo DO""NE; end`],
};

/** Types command lines into a shell at a terminal. @returns the arguments that crategraph gets from each */
async function typed(shell: Shell, lines: readonly string[]): Promise<string[][]> {
  const [start, show] = START[shell];
  const path = `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`;
  const env = { PATH: path, HOME: folder, TERM: 'dumb', LC_ALL: 'C.UTF-8', CRATEGRAPH_STORE: store };
  const child = spawn('script', ['-qec', start, '/dev/null'], { cwd: folder, env });
  let text = '';
  const seen = (what: string, from: number) =>
    new Promise<number>((done, failed) => {
      const look = () => {
        if (text.includes(what, from)) done(text.indexOf(what, from));
      };
      child.stdout.on('data', look).once('close', () => failed(new Error(`${shell} ended: ${text}`)));
      look();
    });
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  try {
    child.stdin.write(`${show}; source ./${shell}; echo REA""DY\n`);
    await seen('READY', 0);
    const found: string[][] = [];
    for (const line of lines) {
      const from = text.length;
      child.stdin.write(`${line}\n`);
      const end = await seen('DONE', from);
      const printed = text.slice(from, end);
      const shown = printed.slice(printed.lastIndexOf('\n') + 1).replace(/^[^<]*/, '');
      found.push(shown.slice(1, -1).split('><'));
    }
    return found;
  } finally {
    child.kill('SIGKILL');
  }
}

const hasTerminal = isInstalled('script', '--version');
for (const shell of SHELLS)
  describeWhere(hasTerminal && isInstalled(shell, '-c', 'true'), shell, `${shell} or script is not installed`, () => {
    it('inserts verbs, options and values', async () => {
      const lines = [
        'rela\t',
        'profile ext\t',
        'dump --ski\t',
        'dump --sk\t',
        'dump --format tr\t',
        'query --name=peo\t',
      ];
      expect(
        await typed(
          shell,
          lines.map((line) => `crategraph ${line}`),
        ),
      ).toEqual([
        ['relativize'],
        ['profile', 'extract'],
        ['dump', '--ski'],
        ['dump', '--skolem'],
        ['dump', '--format', 'trig'],
        ['query', '--name=people'],
      ]);
    });

    it('inserts a name as one argument, with or without a quote before it', async () => {
      const whole = NAMES.map((name) => [name.slice(0, 3), name]);
      const quotes = ["'", '"'].map((quote) => [`${quote}Coast`, NAMES[0]]);
      const cases = [
        ...whole,
        ...quotes,
        ['"Ada', NAMES[1]],
        ['Coastal\\ at', NAMES[0]],
        ['https://example.org/c1', graphOf(1)],
      ];
      const got = await typed(shell, cases.map(([begun]) => `crategraph export ${begun}\t`)); // prettier-ignore
      expect(got).toEqual(cases.map(([, name]) => ['export', name]));
    });

    it('completes file names elsewhere, and where a file begins so', async () => {
      const lines = ['load my\\ c\t', 'check Coa\t', 'load --report Co\t'].map((line) => `crategraph ${line}`);
      const [loaded, ...others] = await typed(shell, lines);
      expect(loaded?.join(' ')).toMatch(/^load my crates\/?$/); // at the end of a line zsh takes its slash back
      expect(others).toEqual([
        ['check', 'Coast.txt'],
        ['load', '--report', 'Coast.txt'],
      ]);
    });
  });

describeWhere(isInstalled('bash', '-c', 'true'), 'the script for bash', 'bash is not installed', () => {
  it('never evaluates the line', async () => {
    const line = "crategraph load '$(touch evil)' `touch evil` $(touch evil)";
    const script = `source ./bash; complete -p crategraph; COMP_LINE=$1; COMP_POINT=\${#1}; _crategraph crategraph ''; ls`;
    const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` };
    const { stdout } = await exec('bash', ['-c', script, 'bash', line], { cwd: folder, env });
    expect(stdout).toContain('complete -o bashdefault -o default -F _crategraph crategraph');
    expect(stdout).not.toContain('evil');
  });
});

describe('completion', () => {
  it.each(['tcsh', 'powershell'])('refuses %s, and says which shells there are', async (shell) => {
    expect(await runHere('completion', shell)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(`^ERR_USAGE: .*'${shell}' is invalid.*bash, zsh, fish`) as string,
    });
  });
});
