import { ERROR_CODES, type CrateErrorCode } from '../../src/base/errors.js';
import { NAME_ANY_CRATE, NAME_STORED_CRATE, READ_CRATES, TAKES, verbsOf, verbsWith } from './helpers/option-table.js';
import { ALL_VERBS } from '../../src/cli/commands.js';
import { HELP_TOPICS } from '../../src/cli/help-topics.js';
import { runHere } from './helpers/run-here.js';

const VERBS = verbsOf().map(({ name }) => name);

describe('the help of a verb', () => {
  it.each(VERBS)('%s fits into 80 columns, its own options first', async (verb) => {
    const { stdout } = await runHere(...verb.split(' '), '--help');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const groups = [...stdout.matchAll(/^(\w+ options|Options.*):$/gm)].map(([, group]) => group);
    const shared = ['Store options', 'Reading options', 'Output options', 'Options that need --in'].filter((group) =>
      groups.includes(group),
    );
    const hasOwn = !/^Options:\n {2}-h, --help/m.test(stdout);
    expect(groups).toEqual(hasOwn ? ['Options', ...shared] : [...shared, 'Options']);
  });
});

it('the help of an unknown verb is an error, and that of a known one is not', async () => {
  const { status, stderr } = await runHere('help', 'lod');
  expect([status, stderr]).toEqual([2, "ERR_USAGE: unknown verb 'lod'\n  hint: did you mean load? see `crategraph --help`\n"]); // prettier-ignore
  expect(await runHere('help', 'load')).toMatchObject({ status: 0, stdout: (await runHere('load', '--help')).stdout });
});

describe('the topics of the help', () => {
  it.each(Object.entries(HELP_TOPICS))('%s fits into 80 columns, and names what exists', async (name, { summary }) => {
    const { status, stdout } = await runHere('help', name);
    expect(status).toBe(0);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const declared = new Set(Object.values(TAKES).flat());
    for (const [option] of stdout.matchAll(/--[a-z-]+/g)) expect(declared).toContain(option);
    for (const [, verb] of stdout.matchAll(/\bcrategraph (\w+)/g)) expect([...VERBS, 'help']).toContain(verb);
    expect((await runHere('--help')).stdout).toContain(`  ${name.padEnd(13)}  ${summary}\n`);
  });

  it.each(['constructor', '__proto__', 'Crates'])('are no others: %s', async (word) => {
    expect(await runHere('help', word)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/^ERR_USAGE: unknown verb/) }); // prettier-ignore
  });

  it.each([
    [['help', 'endpoint'], 'endpoints'],
    [['help', 'Crate'], 'crates'],
    [['names'], 'names'],
  ])('are suggested for %j', async (argv, topic) => {
    expect(await runHere(...argv)).toMatchObject({ status: 2, stderr: expect.stringContaining(`hint: did you mean \`crategraph help ${topic}\`?\n`) }); // prettier-ignore
  });

  it('hold what is no verb, and a word of another tool means one verb', async () => {
    expect(Object.keys(HELP_TOPICS).filter((name) => VERBS.includes(name))).toEqual([]);
    const words = ALL_VERBS.flatMap(({ alsoCalled = [] }) => alsoCalled);
    expect(words.filter((word) => VERBS.includes(word))).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
  });
});

/** A server has errors and hints of its own. */
const READING = READ_CRATES.filter((verb) => verb !== 'serve');
const STORED = [...NAME_ANY_CRATE, ...NAME_STORED_CRATE];
const STORE = verbsWith('--store');
const WRITING = verbsWith('--output');

/** The verbs that can give each error with the usual hint of its code. */
const GIVE: Readonly<Record<CrateErrorCode, readonly string[]>> = {
  ERR_USAGE: VERBS,
  ERR_INTERRUPTED: VERBS,
  ERR_NOT_FOUND: [...READING, 'export'],
  ERR_ENTITY_NOT_FOUND: [], // only the library gives it
  ERR_NOT_A_CRATE: [...READING, 'export'],
  ERR_UNSUPPORTED: [...READING, ...STORE],
  ERR_JSON_SYNTAX: READING,
  ERR_RDF_SYNTAX: ['convert', 'root', 'update'],
  ERR_SHAPES_INVALID: ['check'],
  ERR_GRAPH_MISSING: READING,
  ERR_JSONLD_INVALID: READING,
  ERR_CATALOGUE_INVALID: ['sync'],
  ERR_CONTEXT_UNAVAILABLE: [...READING, 'export'],
  ERR_CONTEXT_INVALID: [...READING, 'export'],
  ERR_BASE_IRI_INVALID: ['load', 'convert', 'root', 'relativize', 'detach'],
  ERR_ARCP_INVALID: ['load', 'convert', 'root', 'detach'],
  ERR_ROOT_NOT_FOUND: READING,
  ERR_ROOT_AMBIGUOUS: [...READING, 'export'],
  ERR_ARCHIVE_INVALID: [...READING, 'export'],
  ERR_ARCHIVE_ENTRY: [...READING, 'export'],
  ERR_BAG_INVALID: [...READING, 'export'],
  ERR_CHECKSUM: [...READING, 'export'],
  ERR_LIMIT: [...READING, 'export'],
  ERR_HTTP: [...READING, 'export'],
  ERR_ADDRESS_REFUSED: [...READING, 'export'],
  ERR_PROXY: [...READING, ...STORE],
  ERR_STRICT: READING.filter((verb) => verbsWith('--strict').includes(verb)),
  ERR_PLAN_INVALID: ['detach', 'attach'],
  ERR_GRAPH_EXISTS: ['load'], // push has a hint of its own
  ERR_GRAPH_CHANGED: ['load'],
  ERR_GRAPH_NOT_FOUND: STORED,
  ERR_GRAPH_AMBIGUOUS: STORED,
  ERR_STORE_NOT_FOUND: STORE,
  ERR_STORE_INVALID: STORE.filter((verb) => verb !== 'verify'), // verify has a hint of its own
  ERR_STORE_LOCKED: STORE,
  ERR_ENDPOINT: STORE,
  ERR_STATE_UNKNOWN: STORE,
  ERR_QUERY_SYNTAX: ['query', 'update'],
  ERR_QUERY_FORMAT: ['query'],
  ERR_TIMEOUT: ['query', 'update'],
  ERR_QUERY_UNKNOWN: ['query', 'queries'],
  ERR_OUTPUT: [...WRITING, ...STORE],
  ERR_INTERNAL: VERBS,
};

describe('the usual hint of', () => {
  it.each(Object.entries(ERROR_CODES))('%s names only options of the verbs that give the error', (code, { hint }) => {
    const own = hint.replace(/`[^`]*`/g, ''); // options of another command line
    const options = own.match(/--[a-z-]+/g) ?? [];
    const wrong = GIVE[code as CrateErrorCode].flatMap((verb) =>
      options.filter((option) => TAKES[verb]?.includes(option) !== true).map((option) => `${verb} ${option}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(ERROR_CODES))('%s names only commands that exist', (_code, { hint }) => {
    for (const [, verb = '', option] of hint.matchAll(/`crategraph (?:(\w+) ?)?(--[a-z-]+)?/g)) {
      if (verb !== '') expect(VERBS).toContain(verb);
      if (option !== undefined && option !== '--help') expect(TAKES[verb]).toContain(option);
    }
  });
});
