import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { TAKES } from '../cli/helpers/option-table.js';
import { folderOfExamples, runLine } from './command-folder.js';
import {
  blocksOf,
  examplesOf,
  inlineOf,
  optionNamesOf,
  optionsOf,
  PAGES,
  type Shown,
  withoutComment,
} from './commands.js';

/** Commands that this test does not run, each with its reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'needs the npm registry; other tests of this repository run the tour',
  'npm ci && npm test': 'is the run that this test is part of',
  'npm install -g crategraph': 'changes the machine; `npm run test:packed` installs the package',
  'crategraph push --plain --mode replace --to http://localhost:3030/ds':
    'needs a graph store; test/servers/engines/plain-push.test.ts runs the same on four',
  'npm test': 'is the run that this test is part of',
  'npm test -- test/crate': 'is a part of the run that this test is part of',
  'npm test -- test/base/rdf/literal': 'is a part of the run that this test is part of',
  'npm run lint': 'takes a minute, and `.ci/run` runs it',
  'npm run types': 'takes a minute, and `.ci/run` runs it',
  'npm run build': 'replaces the build that this test runs',
  'npm run format': 'changes files',
  'npm run build && node .config/write-pictures.js': 'replaces the pictures, and needs Chromium',
  'node .config/release-notes.js': 'reads the change log of a clone; the workflow `release` runs it',
  'npm link': 'changes the machine',
  'npm run bench -- --against HEAD~1': 'builds another commit, and takes minutes',
  'npm run test:browser': 'a long suite of its own',
  'npm run test:slow': 'a long suite of its own',
  'npm run test:corpus': 'a long suite of its own',
  'npm run test:packed': 'a long suite of its own',
  'npm run test:torture': 'a long suite of its own',
  'npm run test:engines': 'a long suite of its own',
  'npm run test:mutations -- 100': 'takes hours',
  'npm run bench': 'takes half an hour, and needs the peers',
  'node test/bench/rocrate/run.mjs 1000 100': 'takes minutes, and needs Oxigraph',
  'node test/bench/saved.mjs': 'takes minutes',
  'node test/bench/endpoints.mjs http://localhost:3030/ds 100 70': 'needs a graph store of its own',
  'node test/bench/everyday/run.mjs': 'takes minutes',
  'node test/bench/everyday/run.mjs 10000 5': 'takes minutes',
  'node -e 0': 'is a measure of speed, not a command for the reader',
  "sqlite3 'file:FILE?immutable=1'": 'needs the command sqlite3',
};

/** Options of graph stores that docs/other-tools.md names. */
const OF_GRAPH_STORES = ['--set', '--union-default-graph'];
/** Options of `npm run bench`, of `.ci/run` and of npx, and of Spark and Slurm. */
const OF_OUR_TOOLS = [
  '--master',
  '--array',
  '--quick',
  '--only',
  '--rounds',
  '--against',
  '--install',
  '--no-install',
  '--yes',
  '--use-openssl-ca',
  '--use-system-ca',
];

/** What has to be true of a command, in addition to status 0, no error or warning, and some output. */
interface Expected {
  readonly prints?: RegExp;
  /** A file that the command writes, and what it contains. */
  readonly writes?: readonly [file: string, content: RegExp];
}

const DOCUMENT = /"@id": "ro-crate-metadata\.json"/;
const PEOPLE = /^<https:\/\/example\.org\/people\/mirela-osei> +Mirela Osei +\d$/m;
/** Of the example crates, or of the folder that the README describes. */
const NAMES =
  /^<(?:https:\/\/example\.org\/coastal-atlas\/> +Coastal atlas of the Tarn estuary|arcp:.*> +Levels of the Tarn)$/m;

const EXPECTED: Readonly<Record<string, Expected>> = {
  'crategraph load data/crates/': { prints: /5 crates: 5 loaded/ },
  'crategraph load crates/': { prints: /5 crates: 5 loaded/ },
  'crategraph load my-crate --base https://example.org/my-crate/': { prints: /^loaded +47c378 .*https:.*102 quads/ },
  'crategraph load my-crate.zip https://example.org/crates/7': { prints: /2 crates: 2 loaded/ },
  'crategraph load crates.nq.gz': { prints: /5 crates: 5 loaded/ },
  'crategraph load crates.nq.gz my-crate.ttl': { prints: /6 crates: 6 loaded/ },
  'cat ro-crate-metadata.json | crategraph load -': { prints: /^loaded +[0-9a-f]{6} +"/ },
  'crategraph list': { prints: /^228fbf .*Coastal atlas of the Tarn estuary|^[0-9a-f]{6} .*Levels of the Tarn/m },
  'crategraph list --format csv > crates.csv': { writes: ['crates.csv', /^handle,name,/] },
  'crategraph stats --format csv > stats.csv': { writes: ['stats.csv', /^about,what,/] },
  'crategraph list --columns handle,name': { prints: /^47c378 +Tarn Valley rainfall survey/m },
  "crategraph list --json | jq -r '.[].graph'": { prints: /https:\/\/example\.org\/my-crate\// },
  'crategraph query --name people': { prints: PEOPLE },
  "crategraph query 'SELECT ?crate ?name { GRAPH ?crate { ?crate a schema:Dataset ; schema:name ?name } }'": {
    prints: NAMES,
  },
  "crategraph query 'SELECT ?s { ?s schema:name ?name }' --param name='Ada Brook'": { prints: /#ada-brook>/ },
  "crategraph query --in my-crate/ 'SELECT DISTINCT ?type { ?s a ?type }'": {
    prints: /<http:\/\/schema\.org\/Dataset>/,
  },
  'crategraph query --name entities-by-type --param type=schema:Person': { prints: /Ada Brook/ },
  'crategraph query --name files -o files.csv': { writes: ['files.csv', /^crate,.*\r\n.*daily%20rainfall\.csv/] },
  'crategraph query --file queries/ --format csv -o results/': { writes: ['results/names.csv', /^n\r\n.+\r\n/] },
  'crategraph query -f a.rq -f b.rq': { prints: /^# a\nn\n.+\n(?:.+\n)+\n# b\nn\n/ },
  'crategraph query --name files --columns file,size --rows 20': { prints: /^file +size\n<.*> +\d+\n/ },
  'crategraph init my-data/ --license CC-BY-4.0 \\\n    --author "Ada Brook <0000-0002-1825-0097>"': {
    writes: ['my-data/ro-crate-metadata.json', /spdx\.org\/licenses\/CC-BY-4\.0/],
  },
  'crategraph check my-crate/ --sarif > crate.sarif': { writes: ['crate.sarif', /"version": "2\.1\.0"/] },
  'crategraph detach my-crate/ --published https://example.org/mine/ --dry-run': {
    prints: /^A7 +rename +\.\/ +https:/m,
  },
  'crategraph detach my-crate/ --published https://example.org/mine/ -o out/': {
    writes: ['out/my-crate-ro-crate-metadata.json', /"contentUrl": "https:/],
  },
  'crategraph detach my-crate.zip --files https://example.org/files/ --describe': { prints: /"sha256"/ },
  'crategraph detach my-crate/ --map new-places.csv --dry-run --json > plan.json': {
    writes: ['plan.json', /"newId": "https:\/\/example\.org\/0"/],
  },
  'crategraph detach my-crate/ --plan plan.json -o my-ro-crate-metadata.json': {
    writes: ['my-ro-crate-metadata.json', DOCUMENT],
  },
  'crategraph queries people > my-people.rq': { writes: ['my-people.rq', /SELECT/] },
  'crategraph export 228fbf -o coastal-atlas.ttl': { writes: ['coastal-atlas.ttl', /^@base/m] },
  'crategraph export 47c378 -o my-crate.ttl': {
    writes: ['my-crate.ttl', /^@base <https:\/\/example\.org\/my-crate\/>/m],
  },
  'crategraph export 47c378 -o ro-crate-metadata.json': { writes: ['ro-crate-metadata.json', DOCUMENT] },
  'crategraph export 47c378 | jq .': { prints: DOCUMENT },
  'crategraph export my-crate/ -o my-crate.zip --with-files': { writes: ['my-crate.zip', /^PK/] },
  'crategraph diff data/crates/coastal-atlas/ https://example.org/coastal-atlas/': {
    prints: /^~ .*\n {4}- name: "Mirela Osei"\n {4}\+ name: "M\. Osei"\n$/,
  },
  'crategraph diff old-crate/ new-crate/': { prints: /winter 2023"\n.*winter 2024"\n$/ },
  'crategraph diff old-crate/ new-crate/ --exit-code > /dev/null || echo changed': { prints: /^changed\n$/ },
  'crategraph diff my-crate.ttl my-crate/': { prints: /^no difference\n$/ },
  'crategraph remove https://example.org/my-crate/ 228fbf': { prints: /^removed.*my-crate.*\nremoved.*coastal-atlas/ },
  'crategraph dump -o crates.nq.gz': { writes: ['crates.nq.gz', /<https:\/\/example\.org\/my-crate\/> \.$/m] },
  'crategraph dump --shards 4 -o shards/': { writes: ['shards/manifest.json', /"load"/] },
  'crategraph push --to archive.store': { prints: /^pushed .*my-crate/m },
  'crategraph push 47c378 --to archive.store --mode replace': { prints: /^(?:pushed|unchanged) .*my-crate/m },
  'crategraph backup crates-monday.db': { writes: ['crates-monday.db', /^SQLite format 3/] },
  'crategraph convert my-crate/ --base https://example.org/my-crate/ > my.nq': { writes: ['my.nq', /^<https:/] },
  'crategraph convert my-crate/ -o my-crate.ttl': { writes: ['my-crate.ttl', /^@base/m] },
  'crategraph convert my-crate/ --format trig --graph root': { prints: /^<\.\/> \{/m },
  'crategraph convert my-crate.ttl --format crate -o ro-crate-metadata.json': {
    writes: ['ro-crate-metadata.json', DOCUMENT],
  },
  'crategraph convert - --from rdfxml --format crate < my-crate.rdf': { prints: DOCUMENT },
  'ls -d crates/*/ | crategraph convert --each -o crates.nq.gz': { writes: ['crates.nq.gz', /> \.$/m] },
  'crategraph fetch https://example.org/crates/7 -o my-crate/': { prints: /4 files fetched/ },
  'crategraph fetch https://example.org/crates/7.zip -o my-crate.zip': { writes: ['my-crate.zip', /^PK/] },
  'crategraph attach atlas-ro-crate-metadata.json -o atlas/': { prints: /^note: .*snapshot/m },
  'crategraph attach atlas-ro-crate-metadata.json --download --dry-run': { prints: /^B4 +retrieve .* 200000000 /m },
  'crategraph attach atlas-ro-crate-metadata.json --download --max-size 100MB \\\n    --author "Ada Brook" -o atlas.zip': { prints: /1 left on the web/ }, // prettier-ignore
  'crategraph inventory my-crate/': { prints: /5 files: 5 ok/ },
  'crategraph terms my-crate/ --all --columns term,iri': {
    prints: /^datePublished +http:\/\/schema\.org\/datePublished$/m,
  },
  'crategraph profile diff old-profile/ new-profile/ north/ south/': {
    prints: /^added +https:\/\/example\.org\/tides#TideTable$/m,
  },
  'crategraph root --all crates.nq.gz --json': { prints: /"root":"https:\/\/example\.org\/coastal-atlas\/"/ },
  'crategraph root "Coastal atlas of the Tarn estuary"': { prints: /^https:\/\/example\.org\/coastal-atlas\/\n$/ },
  'crategraph flatten nested.json -o ro-crate-metadata.json': {
    writes: ['ro-crate-metadata.json', /"author": \{\s+"@id"/],
  },
  'crategraph relativize absolute.json --base https://example.org/my-crate/': { prints: /"@id":"\.\/"/ },
  "echo 'source <(crategraph completion bash)' >> ~/.bashrc": {
    writes: ['.bashrc', /^source <\(crategraph completion bash\)\n$/],
  },
  "echo 'source <(crategraph completion zsh)' >> ~/.zshrc": {
    writes: ['.zshrc', /^source <\(crategraph completion zsh\)\n$/],
  },
  'crategraph completion fish > ~/.config/fish/completions/crategraph.fish': {
    writes: ['.config/fish/completions/crategraph.fish', /^complete -c crategraph/m],
  },
};

const shown: readonly Shown[] = [...PAGES.flatMap(blocksOf), ...PAGES.flatMap(inlineOf), ...(await examplesOf())];
const commands = shown.flatMap((each) => each.commands.map(withoutComment));
/** What to run: a command that stands in several places once, except that blocks run as a whole. */
const done = new Set<string>();
const run = shown
  .map(({ place, commands: lines }) => [place, lines.filter((line) => isRun(withoutComment(line), lines))] as const)
  .filter(([, lines]) => lines.length > 0);

function isRun(command: string, { length }: readonly string[]): boolean {
  const again = length === 1 && done.has(command);
  if (length === 1) done.add(command);
  return !(command in NOT_RUN) && !again;
}

/** Each command of the documents runs as it stands, also one that is new in them and in no table of this test. */
describe.each(run)('%s', (_place, lines) => {
  let folder = '';
  beforeAll(async () => void (folder = await folderOfExamples()));

  it.each(lines)('%s', async (line) => {
    const ran = await runLine(line, folder);
    const { prints, writes } = EXPECTED[withoutComment(line)] ?? {};
    expect({ command: line, ...ran }).toMatchObject({ command: line, status: 0 });
    expect(ran.stderr).not.toMatch(/^(?:ERR_|warning:)/m);
    if (prints !== undefined) expect(ran.stdout + ran.stderr).toMatch(prints);
    if (writes !== undefined) expect(contentOf(join(folder, writes[0]))).toMatch(writes[1]);
    else expect(ran.stdout + ran.stderr).not.toBe('');
  });
});

function contentOf(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
}

describe('the tables of this test', () => {
  it.each([
    ['not run', NOT_RUN],
    ['expected', EXPECTED],
  ])('name only commands of the documents: %s', (_name, table) => {
    expect(Object.keys(table).filter((command) => !commands.includes(command))).toEqual([]);
  });
});

describe('the options in the documents', () => {
  it('exist', () => {
    const known = new Set([
      ...Object.values(TAKES).flat(),
      '--help',
      '--version',
      '--no-color',
      ...OF_OUR_TOOLS,
      ...OF_GRAPH_STORES,
    ]);
    expect(PAGES.flatMap(optionNamesOf).filter((option) => !known.has(option))).toEqual([]);
  });

  it('are options of the verb that they stand with', () => {
    expect(PAGES.flatMap(optionsOf).filter(({ verb, option }) => TAKES[verb]?.includes(option) !== true)).toEqual([]);
  });
});
