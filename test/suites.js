/** What Node needs to run the suites. */
const NODE = ['--max-semi-space-size=64', '--experimental-vm-modules', '--no-warnings'];
/** As WebAssembly runs for seconds only, it is not optimised. */
const SHORT = [...NODE, '--liftoff-only'];

const QUICK = ['--config', 'test/jest.config.js'];
const LONG = ['--config', 'test/jest.long.config.js'];
/** What tries most inputs, and what is killed while it writes. */
const TORTURE =
  'torture/long/*,*property,plan-query,differential,lazy-document,injection,killed,turned-bits,sqlite-faults,read-only,' +
  'iri*,graph-triples,literal-value,text-set,equal-texts,delete-insert,export-changes,truncated,hostile-plans';

/** The suites by name: the flags of Node, and the arguments of jest, which end with its configuration. */
export const SUITES = {
  quick: { node: SHORT, jest: QUICK },
  slow: { node: SHORT, jest: ['--config', 'test/jest.slow.config.js'] },
  /** Quick and slow ones, of the rooms that are given: `node test/run.mjs rooms test/base/disk test/store/sqlite`. */
  rooms: { node: NODE, jest: ['--testPathIgnorePatterns', '/node_modules/', ...QUICK] },
  corpus: { node: NODE, jest: ['--roots', 'test/corpus', 'test/w3c', ...LONG] },
  torture: { node: NODE, jest: ['--testMatch', `**/{${TORTURE}}.test.ts`, ...LONG] },
  packed: { node: NODE, jest: ['--roots', 'test/packed', ...LONG] },
  servers: {
    node: NODE,
    jest: [
      '--roots',
      'test/servers',
      '--testPathIgnorePatterns',
      'test/servers/load',
      'test/servers/engines',
      'test/servers/spark',
      ...LONG,
    ],
  },
  load: { node: NODE, jest: ['--roots', 'test/servers', '--testMatch', '**/load.test.ts', ...LONG] },
  engines: { node: NODE, jest: ['--roots', 'test/servers/engines', 'test/servers/spark', ...LONG] },
  browser: { node: NODE, jest: ['--roots', 'test/browser', ...LONG] },
};
