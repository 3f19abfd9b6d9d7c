import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '../../src/crate/json/value.js';
import { openContexts, openCrateDocument } from '../../src/index.js';
import { parseNQuads } from '../helpers/read.js';
import { writeCrate } from './helpers/crates.js';
import { runHere } from './helpers/run-here.js';
import { freshFolder } from './helpers/run.js';

/** Keys that no corpus has all of. */
const KEYS: Readonly<Record<string, string>> = {
  spaces: 'height in m',
  quotes: `say "hi" 'now'`,
  dots: '..',
  'a path': 'a/b/../c',
  'a slash alone': '/',
  'a colon at the end': 'height:',
  'a colon at the beginning': ':height',
  'a prefix that nobody declares': 'nobody:height',
  'two colons': 'a::b',
  'a colon and slashes': 'unit://m',
  'a hash': '#height',
  'a percent sign': '100%',
  'a percent escape': 'a%20b',
  'a question mark': '?height',
  'a backslash': 'a\\b',
  'a line break': 'two\nlines',
  'a control character': 'a\u0001b',
  'a zero': 'a\u0000b',
  'angle brackets': '<http://x.example/>',
  braces: '{a}|^`b',
  nothing: '',
  'a space alone': ' ',
  prototype: '__proto__',
  constructor: 'constructor',
  toString: 'toString',
  hasOwnProperty: 'hasOwnProperty',
  'a number': '5',
  true: 'true',
  Chinese: '高度',
  'right to left': 'ارتفاع',
  'a mark of direction': '\u202eheight',
  emoji: '📏',
  'half an emoji': 'a\ud83d',
  'a combining mark': 'e\u0301',
  'an @ inside': 'a@b',
  'an @ at the beginning': '@height',
  'an @ alone': '@',
  'a tilde': '~0/~1',
  'a blank node': '_:b',
  'an underscore': '_',
  'an address with a space': 'http://x.example/a b',
  'an address without a host': 'http://',
  'a long key': 'k'.repeat(70_000),
};

const VOCAB = { '@vocab': 'http://vocabulary.example/' };
const SPEC = 'https://w3id.org/ro/crate/1.1';

const VOCABULARY = 'as a property and a type with @vocab';

/** How a key gets into a document. */
const USES: Readonly<Record<string, (key: string) => JsonObject>> = {
  'as a property and a type': (key) => document(key, [`${SPEC}/context`]),
  [VOCABULARY]: (key) => document(key, [`${SPEC}/context`, VOCAB]),
  'as a term of the context': (key) =>
    document(key, [`${SPEC}/context`, Object.fromEntries([[key, 'http://terms.example/t']])]),
  'as an identifier': (key) => document('name', [`${SPEC}/context`], key),
};

/** `Object.fromEntries`, because a literal with `__proto__` would set the prototype. */
function document(key: string, context: JsonValue[], id = '#gauge'): JsonObject {
  const gauge: [string, JsonValue][] = [
    ['@id', id],
    ['@type', ['Thing', key]],
    ['name', 'Gauge'],
    [key, 'one metre'],
  ];
  return {
    '@context': context,
    '@graph': [
      { '@id': 'ro-crate-metadata.json', '@type': 'CreativeWork', conformsTo: { '@id': SPEC }, about: { '@id': './' } },
      { '@id': './', '@type': 'Dataset', name: 'Odd', mentions: { '@id': id }, hasPart: { '@id': 'a.txt' } },
      { '@id': 'a.txt', '@type': 'File', name: 'A' },
      Object.fromEntries(gauge),
    ],
  };
}

const OFFLINE = '--offline';
const IN_STORE = ['--store', 'OUT/store'];
const ADD = 'INSERT { GRAPH ?g { ?s schema:url "more" } } WHERE { GRAPH ?g { ?s schema:name "Gauge" } }';

/** What each verb does with the crate. */
const VERBS: readonly (readonly string[])[] = [
  ...['nquads', 'turtle', 'trig', 'jsonld'].map((to) => [
    'convert',
    'CRATE',
    OFFLINE,
    '--format',
    to,
    '-o',
    `OUT/${to}`,
  ]),
  ['check', 'CRATE', OFFLINE],
  ['check', 'CRATE', OFFLINE, '--sarif'],
  ['check', 'CRATE', OFFLINE, '--fix', '-o', 'OUT/fixed.json'],
  ['flatten', 'CRATE', OFFLINE, '-o', 'OUT/flat.json'],
  ['expand', 'CRATE', OFFLINE, '-o', 'OUT/expanded.json'],
  ['relativize', 'CRATE/ro-crate-metadata.json', OFFLINE, '--base', 'https://x.example/', '-o', 'OUT/relative.json'],
  ['detach', 'CRATE', OFFLINE, '--published', 'https://x.example/', '-o', 'OUT/x-ro-crate-metadata.json'],
  ['attach', 'OUT/x-ro-crate-metadata.json', OFFLINE, '--fork', '-o', 'OUT/fork/'],
  ['inventory', 'CRATE', OFFLINE],
  ['root', 'CRATE', OFFLINE],
  ['terms', 'CRATE', OFFLINE, '--all'],
  ['stats', 'CRATE', OFFLINE],
  ['preview', 'CRATE', OFFLINE, '-o', 'OUT/preview.html'],
  ['diff', 'CRATE', 'OUT/fixed.json', OFFLINE],
  ['load', 'CRATE', OFFLINE, ...IN_STORE],
  ['query', 'SELECT * { ?s ?p ?o } ORDER BY ?p', ...IN_STORE],
  ['search', 'gauge', ...IN_STORE],
  ['export', 'Odd', ...IN_STORE, '-o', 'OUT/exported.json'],
  ['export', 'Odd', ...IN_STORE, OFFLINE, '--no-layout', '-o', 'OUT/anew.json'],
  ['update', ADD, ...IN_STORE],
  ['export', 'Odd', ...IN_STORE, OFFLINE, '-o', 'OUT/changed.json'],
  ['verify', ...IN_STORE],
];

/** Errors that a document deserves: JSON-LD does not allow such a term, or two identifiers would become one. */
const DESERVED = /^ERR_(?:JSONLD_INVALID|USAGE: .*would become one entity|NOT_FOUND: .*x-ro-crate-metadata)/m;

describe.each(Object.entries(USES))('a key %s', (_, made) => {
  it.each(Object.entries(KEYS))('with %s makes a triple or a note', async (_name, key) => {
    const document = await openCrateDocument(made(key), { contexts: openContexts({ offline: true }) });
    let nquads = '';
    for await (const chunk of document.nquads()) nquads += chunk;
    expect(() => parseNQuads(nquads)).not.toThrow();
    if (!nquads.includes('"one metre"')) expect(document.report.notes.length).toBeGreaterThan(0);
  });
});

// The other uses are no trouble either; this one makes most of a key.
describe(`a key ${VOCABULARY}`, () => {
  it.each(Object.entries(KEYS))('with %s is no trouble for any verb', async (_name, key) => {
    const folder = await freshFolder('odd-keys');
    const [crate, out] = [join(folder, 'crate'), join(folder, 'out')];
    await writeCrate(crate, USES[VOCABULARY]?.(key) as JsonObject);
    await writeCrate(crate, '', 'a.txt');
    await writeCrate(out, '', '.keep');
    for (const verb of VERBS) {
      const argv = verb.map((word) => word.replace(/^CRATE/, crate).replace(/^OUT/, out));
      const { status, stderr } = await runHere(...argv);
      expect([verb, /ERR_INTERNAL|TypeError|RangeError/.exec(stderr)]).toEqual([verb, null]);
      if (status > 0 && verb[0] !== 'check') expect([verb, stderr]).toEqual([verb, expect.stringMatching(DESERVED)]);
    }
    const written = (name: string) => readFile(join(out, name), 'utf8');
    expect(await written('exported.json')).toBe(await readFile(join(crate, 'ro-crate-metadata.json'), 'utf8'));
    for (const name of ['fixed.json', 'changed.json'])
      expect([name, await written(name)]).toEqual([name, expect.stringContaining('one metre')]);
    if ((await written('nquads')).includes('"one metre"'))
      for (const name of ['turtle', 'trig', 'jsonld', 'flat.json', 'relative.json', 'anew.json'])
        expect([name, await written(name)]).toEqual([name, expect.stringContaining('one metre')]);
  });
});
