import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SqliteStore } from '../../src/store/sqlite/sqlite-store.js';
import { sha256Of, treeOf } from '../tasks/convert/helpers/download-plan.js';
import { inLongSuites } from '../helpers/seed.js';
import { bagFiles, tarGzOf, tarOf, writeTree, zipOf } from '../package/helpers/crate-forms.js';
import { crate } from './helpers/crates.js';
import { freshFolder } from './helpers/run.js';
import { runHere } from './helpers/run-here.js';

const BASE = 'https://example.org/a/';
const NAME = 'ro-crate-metadata.json';
const CRATE = 'x-ro-crate-metadata.json';
const OFFLINE = ['--offline', '--quiet'];
/** What reads one crate; `$file` is cut, `$out` a folder for what is written. */
const CRATE_VERBS = [
  ['check', '$file', '--offline', '--json'],
  ['convert', '$file', '--base', BASE, ...OFFLINE],
  ['load', '$file', '--base', BASE, '--store', '$out/store', ...OFFLINE],
  ['stats', '$file', '--offline', '--json'],
  ['query', '--in', '$file', '--offline', '--format', 'csv', 'SELECT ?name { GRAPH ?g { ?s schema:name ?name } }'],
  ['detach', '$file', '--published', BASE, ...OFFLINE],
  ['flatten', '$file', ...OFFLINE],
];
const PACKAGE_VERBS = [...CRATE_VERBS, ['inventory', '$file', '--offline', '--json']];
const RDF_VERBS = CRATE_VERBS.filter(([verb = '']) => ['convert', 'load', 'query'].includes(verb));
const STORE_VERBS = [
  ['list', '--store', '$file', '--json'],
  ['verify', '--store', '$file', '--json'],
  ['export', BASE, '--store', '$file'],
  ['dump', '--store', '$file'],
  ['query', '--store', '$file', '--format', 'csv', 'SELECT ?name { GRAPH ?g { ?s schema:name ?name } } ORDER BY ?name'],
];

const METADATA = JSON.stringify(
  crate({
    name: 'Größe',
    more: { description: 'x', datePublished: '2026-11-23', license: { '@id': 'https://spdx.org/licenses/CC0-1.0' }, hasPart: { '@id': 'a.txt' } }, // prettier-ignore
    entities: [
      { '@id': 'a.txt', '@type': 'File', name: 'A' },
      { '@id': 'https://spdx.org/licenses/CC0-1.0', '@type': 'CreativeWork', name: 'CC0' },
    ],
  }),
);
const FILES = { [NAME]: METADATA, 'a.txt': 'hello' };
// The metadata come first and last, because a tar archive is read from start to end.
const BAG: Readonly<Record<string, string>> = bagFiles({ 'a.txt': 'hello', [NAME]: METADATA });
const TAGS = Object.entries(BAG).filter(([path]) => !path.startsWith('data/'));
const TAGGED: Readonly<Record<string, string>> = {
  ...BAG,
  'tagmanifest-sha256.txt': TAGS.map(([path, text]) => `${sha256Of(text)}  ${path}\n`).join(''),
};

const NT = `<${BASE}${NAME}> <http://schema.org/about> <${BASE}> .
<${BASE}${NAME}> <http://purl.org/dc/terms/conformsTo> <https://w3id.org/ro/crate/1.1> .
<${BASE}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://schema.org/Dataset> .
<${BASE}> <http://schema.org/name> "Größe"@de .
_:b1 <http://schema.org/position> "5"^^<http://www.w3.org/2001/XMLSchema#integer> .
`;
const NQ = NT.replaceAll(' .\n', ` <${BASE}> .\n`);
const TURTLE = `@prefix schema: <http://schema.org/> .
<${BASE}${NAME}> schema:about <${BASE}> .
<${BASE}> a schema:Dataset ;
  schema:name """Größe"""@de .
`;
const TRIG = `${TURTLE.replace('.\n', `.\n<${BASE}> {\n`)}}\n`;
const XML = `<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:schema="http://schema.org/">
  <rdf:Description rdf:about="${BASE}${NAME}"><schema:about rdf:resource="${BASE}"/></rdf:Description>
  <schema:Dataset rdf:about="${BASE}"><schema:name xml:lang="de">Größe</schema:name></schema:Dataset>
</rdf:RDF>
`;
const JSON_LD = JSON.stringify([
  { '@id': `${BASE}${NAME}`, 'http://schema.org/about': [{ '@id': BASE }] },
  { '@id': BASE, '@type': ['http://schema.org/Dataset'], 'http://schema.org/name': [{ '@value': 'Größe' }] },
]);

/** Something that is read whole, and then cut. */
interface Input {
  readonly bytes: () => Buffer | Promise<Buffer>;
  readonly verbs: readonly (readonly string[])[];
  /** The errors, or rules of `check`, that tell of it. */
  readonly codes: readonly string[];
  /** Whether what is left is a whole document of its own, so that nothing in it can tell what came after. */
  readonly isWhole?: (left: string) => boolean;
  /** The files of a folder beside the one that is cut. */
  readonly beside?: Readonly<Record<string, string>>;
}

const of = (text: string | Buffer) => () => Buffer.from(text as string);
const document = (bytes: Input['bytes'], ...codes: string[]): Input => ({
  bytes,
  verbs: CRATE_VERBS,
  codes,
  beside: FILES,
});
const archive = (bytes: Input['bytes']): Input => ({ bytes, verbs: PACKAGE_VERBS, codes: ['ERR_ARCHIVE_INVALID', 'package-intact'] }); // prettier-ignore
const rdf = (bytes: Input['bytes'], isWhole: Input['isWhole'] = () => false): Input =>
  ({ bytes, verbs: RDF_VERBS, codes: ['ERR_RDF_SYNTAX', 'ERR_ROOT_NOT_FOUND', 'ERR_JSON_SYNTAX'], isWhole }); // prettier-ignore
/** The text ends after one of its statements. */
const statements = (text: string) => /(?:^| \.|\})\s*$/.test(text);
const plan = (text: string, ...verb: string[]): Input => ({
  bytes: async () => {
    const folder = await freshFolder('plan');
    await writeFile(join(folder, CRATE), text);
    const { stdout } = await runHere(...verb, join(folder, CRATE), '--dry-run', '--json', '--offline');
    return Buffer.from(stdout);
  },
  verbs: [[verb[0] as string, `$beside/${CRATE}`, '--plan', '$file', '-o', '$out/made/', ...OFFLINE]],
  codes: ['ERR_PLAN_INVALID'],
  beside: { [CRATE]: text },
});
const inBag = (path: string, files: Readonly<Record<string, string>>, ...codes: string[]): Input => ({
  bytes: of(TAGGED[path] ?? ''),
  verbs: [CRATE_VERBS[1], CRATE_VERBS[2], PACKAGE_VERBS[7]].map((verb = []) => verb.map((word) => word.replace('$file', '$beside'))), // prettier-ignore
  codes,
  beside: files,
});

const INPUTS: Readonly<Record<string, Input>> = {
  [NAME]: document(of(METADATA), 'ERR_JSON_SYNTAX', 'document-json'),
  [`${NAME}.gz`]: document(of(gzipSync(METADATA)), 'ERR_ARCHIVE_INVALID', 'ERR_JSON_SYNTAX', 'document-json', 'package-intact'), // prettier-ignore
  'a.zip': archive(of(zipOf(FILES))),
  'a.eln': archive(of(zipOf(FILES, 'a/'))),
  'first.tar': archive(() => tarOf(FILES)),
  'last.tar': archive(() => tarOf({ 'a.txt': 'hello', [NAME]: METADATA })),
  'a.tar.gz': archive(() => tarGzOf(FILES)),
  'bag.zip': archive(of(zipOf(BAG, 'bag/'))),
  'bag.tar': archive(() => tarOf(BAG)),
  'bag.tgz': archive(() => tarGzOf(BAG)),
  'a.nq': rdf(of(NQ), statements),
  'a.nt': rdf(of(NT), statements),
  'a.ttl': rdf(of(TURTLE), statements),
  'a.trig': rdf(of(TRIG), statements),
  'a.rdf': rdf(of(XML)),
  'a.jsonld': rdf(of(JSON_LD)),
  'a.nq.gz': rdf(of(gzipSync(NQ))),
  'a.ttl.gz': rdf(of(gzipSync(TURTLE))),
  'attach.json': plan(
    METADATA.replace('"./"}', `"${BASE}"}`).replace('"@id":"./",', `"@id":"${BASE}",`),
    'attach',
    '--snapshot',
  ),
  'detach.json': plan(METADATA, 'detach', '--published', BASE),
  [`data/${NAME}`]: inBag(`data/${NAME}`, BAG, 'ERR_JSON_SYNTAX', 'ERR_CHECKSUM'),
  'manifest-sha256.txt': inBag('manifest-sha256.txt', TAGGED, 'ERR_CHECKSUM'),
  'bag-info.txt': inBag('bag-info.txt', TAGGED, 'ERR_CHECKSUM'),
  'bagit.txt': inBag('bagit.txt', TAGGED, 'ERR_CHECKSUM'),
};

/** Where to cut: the ends, the middle, in characters of several bytes, at lines, blocks and the parts of a ZIP. */
function cutsOf(bytes: Buffer, few: number): number[] {
  const { length } = bytes;
  const borders = [...bytes.keys()].filter((at) => {
    const before = bytes[at - 1] ?? 0;
    return before === 10 || before >= 0xc3 || at % 512 === 0 || bytes.readUInt16BE(Math.min(at, length - 2)) === 0x504b;
  });
  const spread = (all: readonly number[], count: number) =>
    all.length <= count ? all : Array.from({ length: count }, (_, index) => all[Math.floor((index * all.length) / count)] ?? 0); // prettier-ignore
  const even = spread([...bytes.keys()], few);
  return [...new Set([0, 1, length - 2, length - 1, ...spread(borders, 2 * few), ...even])].sort((a, b) => a - b);
}

const FEW = inLongSuites ? 16 : 1;
let keeper: Buffer;
let kept: string;
beforeAll(async () => {
  const store = join(await freshFolder('keeper'), 'store');
  await writeFile(join(store, '..', 'k.nq'), NQ.replaceAll(BASE, 'https://example.org/kept/'));
  expect(await runHere('load', join(store, '..', 'k.nq'), '--store', store, ...OFFLINE)).toMatchObject({ status: 0 });
  keeper = await readFile(store);
  kept = JSON.stringify((await runHere('dump', '--store', store)).stdout).replaceAll(/_:\w+/g, '_:b');
});

/** What a command answers, with what it wrote. */
interface Answer {
  readonly status: number;
  readonly stderr: string;
  /** What the user gets: the output, without the order of blank nodes and the place of the file. */
  readonly content: string;
  readonly codes: readonly string[];
}

async function answerOf(name: string, { beside = {} }: Input, bytes: Buffer, verb: readonly string[]): Promise<Answer> {
  const folder = await freshFolder('cut');
  const [inside, out] = [join(folder, 'beside'), join(folder, 'out')];
  await writeTree(inside, { ...beside, [name]: bytes });
  await mkdir(out);
  const isLoad = verb[0] === 'load';
  if (isLoad) await writeFile(join(out, 'store'), keeper);
  const words = verb.map((word) => word.replace('$file', join(inside, name)).replace('$beside', inside).replace('$out', out)); // prettier-ignore
  const { status, stdout, stderr } = await runHere(...words);
  const made = isLoad ? (await runHere('dump', '--store', join(out, 'store'))).stdout : await treeOf(out);
  const all = JSON.stringify(isLoad ? made : [stdout, made]).replaceAll(folder, '');
  // The same crate has other labels and another name of its own in another file.
  const content = all.replaceAll(/_:\w+/g, '_:b').replaceAll(/arcp:\/\/ni,[\w;-]+/g, 'arcp:');
  const codes = `${stderr}${stdout}`.match(/\bERR_[A-Z_]+|(?<="rule":")[^"]+(?=","severity":"error")/g) ?? [];
  return { status, stderr, content, codes };
}

describe('what is cut is an error, or the cut part was not needed', () => {
  it.each(Object.entries(INPUTS))('%s', async (name, input) => {
    const bytes = await input.bytes();
    const known = new Map<readonly string[], Answer>();
    const whole = async (verb: readonly string[]): Promise<Answer> => {
      const answer = known.get(verb) ?? (await answerOf(name, input, bytes, verb));
      known.set(verb, answer);
      expect([verb, answer]).toEqual([verb, expect.objectContaining({ status: 0 })]);
      return answer;
    };
    for (const verb of inLongSuites ? input.verbs : input.verbs.slice(0, 1)) await whole(verb);
    const wrong: unknown[] = [];
    for (const [index, cut] of cutsOf(bytes, FEW).entries()) {
      const left = bytes.subarray(0, cut);
      if (input.isWhole?.(left.toString()) === true) continue;
      // Quickly, one of the verbs has its turn.
      const verbs = inLongSuites ? input.verbs : [input.verbs[index % input.verbs.length] ?? []];
      for (const verb of verbs) {
        const answer = await answerOf(name, input, left, verb);
        const isSame = answer.status === 0 && answer.content === (await whole(verb)).content;
        const isError = answer.status === 1 && answer.codes.length > 0 && answer.codes.every((code) => input.codes.includes(code)); // prettier-ignore
        const isKept = verb[0] !== 'load' || isSame || answer.content === kept;
        if ((!isSame && !isError) || !isKept || /^\s+at .*:\d+/m.test(answer.stderr))
          wrong.push({ cut, verb, ...answer });
      }
    }
    expect(wrong).toEqual([]);
  });

  it('a document that is cut between its statements is another one, and nothing in it can tell', async () => {
    const [verb = []] = RDF_VERBS;
    for (const name of ['a.nq', 'a.ttl']) {
      const input = INPUTS[name] as Input;
      const bytes = await input.bytes();
      const { status, content } = await answerOf(name, input, bytes.subarray(0, bytes.indexOf('\n') + 1), verb);
      expect([status, content.length]).toEqual([0, expect.any(Number)]);
    }
  });
});

describe('a store that is cut', () => {
  async function store(): Promise<string> {
    const path = join(await freshFolder('store'), 'store');
    const files = { 'a.nq': NQ, 'b.nq': NQ.replaceAll(BASE, 'https://example.org/b/') };
    const folder = await writeTree(join(path, '..', 'in'), files);
    const ran = await runHere('load', join(folder, 'a.nq'), join(folder, 'b.nq'), '--store', path, ...OFFLINE);
    expect(ran).toMatchObject({ status: 0 });
    return path;
  }

  /** Answers of a file with this content, of a name of its own: a process knows a file of SQLite by more than its name. */
  async function answers(verb: readonly string[], bytes: Buffer, wal?: Buffer) {
    const path = join(await freshFolder('cut'), 'store');
    await writeFile(path, bytes);
    if (wal !== undefined) await writeFile(`${path}-wal`, wal);
    const ran = await runHere(...verb.map((word) => word.replace('$file', path)));
    return { ...ran, stdout: ran.stdout.replaceAll(path, ''), isKept: (await readFile(path)).equals(bytes) };
  }

  it('is an error in every verb, and stays as it is', async () => {
    const bytes = await readFile(await store());
    const pages = Array.from({ length: bytes.length / 4096 }, (_, page) => page * 4096);
    const cuts = [0, 1, 15, 16, 50, 99, 100, 101, 512, 4095, bytes.length - 4095, bytes.length - 2, bytes.length - 1];
    const wrong: unknown[] = [];
    for (const [index, cut] of [...new Set([...cuts, ...(inLongSuites ? pages : pages.slice(0, 4))])].entries())
      for (const verb of inLongSuites ? STORE_VERBS : [STORE_VERBS[index % STORE_VERBS.length] ?? []]) {
        const { status, stdout, stderr, isKept } = await answers(verb, bytes.subarray(0, cut));
        const isVerified =
          verb[0] === 'verify' && (JSON.parse(stdout) as { problems?: unknown[] }).problems?.length !== 0;
        const isError = stderr.startsWith('ERR_STORE_INVALID: ') && !/^\s+at .*:\d+/m.test(stderr);
        if (status !== 1 || !isKept || !(isError || isVerified))
          wrong.push({ cut, verb, status, stdout, stderr, isKept });
      }
    expect(wrong).toEqual([]);
  });

  it('with a cut log has one of the states that were committed: a log that ends early is one of a crash', async () => {
    const path = await store();
    const open = new SqliteStore(path, true);
    const states: string[] = [];
    const dump = ['dump', '--store', '$file'];
    for (const graph of ['urn:c', 'urn:d']) {
      const nquads = [`<urn:s> <urn:p> "${graph}" <${graph}> .\n`];
      states.push((await answers(dump, await readFile(path), await readFile(`${path}-wal`).catch(() => undefined))).stdout); // prettier-ignore
      await open.put([{ graph, mode: 'create', nquads }]);
    }
    const [file, log] = [await readFile(path), await readFile(`${path}-wal`)];
    await open.close();
    const whole = await answers(dump, file, log);
    states.push(whole.stdout);
    expect([new Set(states).size, whole.status]).toEqual([3, 0]);
    const seen = new Set<string>();
    for (let step = 0; step <= (inLongSuites ? 60 : 8); step += 1) {
      const cut = log.subarray(0, Math.floor((log.length * step) / (inLongSuites ? 60 : 8)));
      const { status, stdout } = await answers(dump, file, cut);
      expect([step, status, states.includes(stdout)]).toEqual([step, 0, true]);
      expect(await answers(['verify', '--store', '$file'], file, cut)).toMatchObject({ status: 0 });
      seen.add(stdout);
    }
    expect(seen.size).toBeGreaterThan(1);
  });
});
