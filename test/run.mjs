/** Runs one suite of the tests: `node test/run.mjs SUITE [what jest takes]`. */
import { spawn } from 'node:child_process';
import process from 'node:process';

const QUICK = 'test/jest.config.js';
const SLOW = 'test/jest.slow.config.js';
const LONG = 'test/jest.long.config.js';

/** Quick tests run for so short a time that WebAssembly which is compiled well costs more than it gives. */
const BRIEF = ['--liftoff-only'];

/** Suites of `test/torture/`, and those that try a property more often when they have the time. */
const TORTURE = [
  ...['torture/long/*', '*property', 'plan-query', 'differential', 'lazy-document', 'injection', 'killed'],
  ...['turned-bits', 'sqlite-faults', 'read-only', 'iri*', 'graph-triples', 'literal-value', 'text-set'],
  ...['equal-texts', 'delete-insert', 'export-changes', 'truncated', 'hostile-plans'],
];

/** What jest is told for each suite. `.github/workflows/ci.yml` and `.ci/run` name them. */
const SUITES = {
  quick: { config: QUICK, node: BRIEF },
  slow: { config: SLOW, node: BRIEF },
  corpus: { config: LONG, jest: ['--roots', 'test/corpus', 'test/w3c'] },
  torture: { config: LONG, jest: ['--testMatch', `**/{${TORTURE.join(',')}}.test.ts`] },
  packed: { config: LONG, jest: ['--roots', 'test/packed'] },
  servers: {
    config: LONG,
    jest: ['--roots', 'test/servers', '--testPathIgnorePatterns', ...['load', 'engines', 'spark'].map((room) => `test/servers/${room}`)], // prettier-ignore
  },
  load: { config: LONG, jest: ['--roots', 'test/servers', '--testMatch', '**/load.test.ts'] },
  engines: { config: LONG, jest: ['--roots', 'test/servers/engines', 'test/servers/spark'] },
  browser: { config: LONG, jest: ['--roots', 'test/browser'] },
  // All tests of some rooms, quick and slow: `node test/run.mjs rooms --roots test/disk test/store/sqlite`.
  rooms: { config: QUICK, jest: ['--testPathIgnorePatterns', '/node_modules/'] },
};

const [name = '', ...more] = process.argv.slice(2);
if (!Object.hasOwn(SUITES, name)) {
  process.stderr.write(`there is no suite "${name}"; the suites are ${Object.keys(SUITES).join(', ')}\n`);
  process.exit(2);
}
const { config, node = [], jest = [] } = SUITES[name];
const flags = ['--max-semi-space-size=64', '--experimental-vm-modules', '--no-warnings', ...node];
// The configuration stands last: the options before it take any number of values.
const child = spawn(
  process.execPath,
  [...flags, 'node_modules/jest/bin/jest.js', ...jest, '--config', config, ...more],
  { stdio: 'inherit' },
);
// A terminal sends Ctrl-C to both.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => (signal === null ? process.exit(code) : process.kill(process.pid, signal)));
