import { Parser, Store, DataFactory } from 'n3';
import type { Term } from '@rdfjs/types';
import { readFile } from 'node:fs/promises';
import rdfExt from 'rdf-ext';
import { join } from 'node:path';
import { describeWithShared } from '../helpers/shared.js';
import { startServer } from '../helpers/server.js';

/** The folder of the suites. */
let suites = '';

/** The tests that do not pass, with the reason. The suite fails if this set changes. */
const UNION = 'every triple belongs to a crate: the default graph is the union of all and cannot be written (405)';
const NO_END = 'the Turtle in the request lacks its last dot, so that it is refused (400)';
const REASONS: Readonly<Record<string, string>> = {
  put_get_default: UNION,
  put__default_graph: UNION,
  get_of_put__default_graph: UNION,
  delete__existing_graph: 'no test of the suite makes the graph that this one deletes',
  post__existing_graph: NO_END,
  get_of_post__existing_graph: 'it expects "John Doe", which an earlier test of the suite replaced by "Jane Doe"',
  post__multipart_formdata: NO_END,
  get_of_post__multipart_formdata: 'it expects what post__multipart_formdata could not add',
};

const MF = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#';
const HT = 'http://www.w3.org/2011/http#';
const CNT = 'http://www.w3.org/2011/content#';
const TOKEN = 'w3c';

class Manifest {
  constructor(readonly store: Store) {}

  static async read(path: string): Promise<Manifest> {
    const file = join(suites, path);
    return new Manifest(new Store(new Parser({ baseIRI: `file://${file}` }).parse(await readFile(file, 'utf8'))));
  }

  values(subject: Term, predicate: string): Term[] {
    return this.store.getObjects(subject as never, DataFactory.namedNode(predicate), null);
  }

  value(subject: Term | undefined, predicate: string): Term | undefined {
    return subject && this.values(subject, predicate)[0];
  }

  list(subject: Term, predicate: string): Term[] {
    const head = this.value(subject, predicate);
    return head === undefined ? [] : (this.store.extractLists()[head.value] ?? []);
  }

  /** The tests in their order, and last those that the list of the manifest forgets. */
  get entries(): Term[] {
    const [manifest] = this.store.getSubjects(`${MF}entries`, null, null);
    const listed = manifest === undefined ? [] : this.list(manifest, `${MF}entries`);
    const names = new Set(listed.map(({ value }) => value));
    const all = this.store.getSubjects(`${MF}action`, null, null);
    return [...listed, ...all.filter(({ value }) => !names.has(value))];
  }

  body(message: Term): { text: string; encoding: string } | undefined {
    const body = this.value(message, `${HT}body`);
    const text = this.value(body, `${CNT}chars`)?.value;
    return text === undefined
      ? undefined
      : { text, encoding: this.value(body, `${CNT}characterEncoding`)?.value ?? '' };
  }

  headers(message: Term): [string, string][] {
    return this.list(message, `${HT}headers`).map((header) => [
      this.value(header, `${HT}fieldName`)?.value ?? '',
      this.value(header, `${HT}fieldValue`)?.value ?? '',
    ]);
  }
}

const nameOf = (term: Term): string => term.value.replace(/^.*#/, '');

/** Sends the requests of a test one after the other. @returns what is wrong; undefined if the test passes */
async function failure(manifest: Manifest, test: Term, address: string): Promise<string | undefined> {
  const action = manifest.value(test, `${MF}action`) as Term;
  let location = '';
  for (const request of manifest.list(action, `${HT}requests`)) {
    const path = (manifest.value(request, `${HT}absolutePath`)?.value ?? '').replace(
      '$LOCATION$',
      encodeURIComponent(location),
    );
    const method = manifest.value(request, `${HT}methodName`)?.value ?? '';
    const body = manifest.body(request);
    const isUtf16 = body?.encoding === 'UTF-16';
    const headers = new Headers([...manifest.headers(request), ['authorization', `Bearer ${TOKEN}`]]);
    const target = address + path.replace(/^\/gsp(?=\/|\?|$)/, '/graphs').slice(1);
    const answer = await fetch(target, {
      method,
      headers,
      ...(body === undefined ? {} : { body: Buffer.from(body.text, isUtf16 ? 'utf16le' : 'utf8') }),
    });
    const text = await answer.text();
    const response = manifest.value(request, `${HT}resp`) as Term;
    const problem =
      wrongStatus(manifest, response, answer) ?? (await wrongAnswer(manifest, response, answer, text, target));
    if (problem !== undefined) return `${method} ${path}: ${problem} ${text.slice(0, 200)}`;
    location = answer.headers.get('location') ?? location;
  }
  return undefined;
}

const STATUS_NAMES: Readonly<Record<string, RegExp>> = {
  OK: /^200$/,
  Created: /^201$/,
  NoContent: /^204$/,
  NotFound: /^404$/,
  StatusCode2xx: /^2/,
  StatusCode3xx: /^3/,
  StatusCode4xx: /^4/,
};

function wrongStatus(manifest: Manifest, response: Term, { status }: Response): string | undefined {
  const expected = manifest.values(response, `${MF}expectedStatus`).map(nameOf);
  return expected.some((name) => STATUS_NAMES[name]?.test(String(status)))
    ? undefined
    : `status ${status}, not ${expected.join(' or ')}`;
}

const FORMATS: Readonly<Record<string, RegExp>> = {
  boolean: /^application\/sparql-results\+(json|xml)/,
  tabular: /^(application\/sparql-results\+(json|xml)|text\/(csv|tab-separated-values))/,
  RDF: /^(text\/turtle|application\/(rdf\+xml|n-triples|ld\+json))/,
};

async function wrongAnswer(
  manifest: Manifest,
  response: Term,
  answer: Response,
  text: string,
  base: string,
): Promise<string | undefined> {
  const type = answer.headers.get('content-type') ?? '';
  const format = manifest.value(response, `${MF}expectedFormat`)?.value;
  if (format !== undefined && FORMATS[format]?.test(type) !== true) return `${type} is not ${format}`;
  const boolean = manifest.value(response, `${MF}expectedBoolean`)?.value;
  if (boolean !== undefined && String((JSON.parse(text) as { boolean: boolean }).boolean) !== boolean)
    return 'another answer';
  for (const [name, value] of manifest.headers(response))
    if (answer.headers.get(name) !== value) return `${name}: ${answer.headers.get(name)}`;
  const expected = manifest.body(response)?.text;
  if (expected === undefined) return undefined;
  return canonical(text, base) === canonical(expected, base) ? undefined : 'another graph';
}

function canonical(turtle: string, base: string): string {
  return rdfExt.dataset(new Parser({ baseIRI: base }).parse(turtle) as never).toCanonical();
}

/** Loads the data that the tests of the protocol suppose. */
async function loadData(address: string): Promise<void> {
  for (const number of [1, 2, 3]) {
    const body = await readFile(join(suites, `protocol/data${number}.nt`));
    const graph = `http://kasei.us/2009/09/sparql/data/data${number}.rdf`;
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/n-triples' };
    const { status } = await fetch(`${address}graphs?graph=${encodeURIComponent(graph)}`, {
      method: 'PUT',
      headers,
      body,
    });
    expect(status).toBeLessThan(300);
  }
}

/** A test of http-rdf-update, which describes request and response in text. */
async function textFailure(text: string, address: string): Promise<string | undefined> {
  const filled = text
    .replace(/^( *[A-Z]+ )\$GRAPHSTORE\$/m, '$1/graphs')
    .replaceAll('$GRAPHSTORE$', 'graphs')
    .replaceAll('$HOST$', new URL(address).host)
    .replaceAll('$NEWPATH$', lastLocation.replace(address, '/'));
  const [request = '', response = ''] = filled
    .split('#### Response')
    .map((part) => part.replace(/^[^]*#### Request/, ''));
  const [head = '', ...bodyParts] = unindented(request).split('\n\n');
  const [line = '', ...headerLines] = head.split('\n');
  const [method = '', path = ''] = line.split(' ');
  const headers = new Headers({ authorization: `Bearer ${TOKEN}` });
  for (const header of headerLines) {
    const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(header) ?? [];
    if (name !== '' && !/^(host|content-length)$/i.test(name)) headers.set(name, value);
  }
  const isMultipart = headers.get('content-type')?.startsWith('multipart') === true;
  const body = bodyParts.join('\n\n');
  const answer = await fetch(new URL(path, address), {
    method,
    headers,
    ...(body === '' || method === 'GET' ? {} : { body: isMultipart ? body.replaceAll('\n', '\r\n') : body }),
  });
  lastLocation = answer.headers.get('location') ?? lastLocation;
  const answered = await answer.text();
  const [statusLine = '', ...expectedBody] = unindented(response).split('\n\n');
  const isSuccess = answer.ok && /^20[04]/.test(statusLine); // 204 says what 200 without a body does
  if (!isSuccess && !statusLine.startsWith(String(answer.status)))
    return `status ${answer.status}, not ${statusLine.split('\n')[0]} ${answered}`;
  const expected = expectedBody.join('\n\n');
  if (expected === '' || method === 'HEAD') return undefined;
  return canonical(answered, address) === canonical(expected, address) ? undefined : `another graph: ${answered}`;
}

let lastLocation = '';

const unindented = (text: string): string => text.replaceAll(/^ {4}/gm, '').trim();

describeWithShared('the W3C suites of SPARQL 1.1 over HTTP', 'w3c/sparql11', (folder) => {
  suites = folder;
  const table: { suite: string; test: string; result: string }[] = [];

  async function run(path: string, fresh: boolean): Promise<string[]> {
    const manifest = await Manifest.read(path);
    const failed: string[] = [];
    let { address } = await startServer({ token: TOKEN });
    for (const test of manifest.entries) {
      if (fresh) ({ address } = await startServer({ token: TOKEN }));
      if (path.startsWith('protocol')) await loadData(address);
      const name = nameOf(test);
      const problem = await failure(manifest, test, address);
      if (problem !== undefined) failed.push(name);
      if (problem !== undefined && REASONS[name] === undefined) console.log(`${name}: ${problem}`);
      table.push({ suite: path, test: name, result: problem === undefined ? 'passes' : (REASONS[name] ?? problem) });
    }
    return failed;
  }

  afterAll(() => {
    console.log(table.map(({ test, result }) => `${test.padEnd(40)} ${result}`).join('\n'));
  });

  test.each([
    ['protocol/manifest.ttl', 34, false],
    ['graph-store-protocol/manifest-indirect.ttl', 9, true],
    ['graph-store-protocol/manifest-direct.ttl', 5, true],
  ])('%s: %d tests', async (path, count, fresh) => {
    const before = table.length;
    const failed = await run(path, fresh);
    const names = table.slice(before).map(({ test }) => test);
    expect(names).toHaveLength(count);
    expect(failed).toEqual(names.filter((name) => name in REASONS));
  });

  test('http-rdf-update, which is deprecated: 18 tests', async () => {
    const manifest = await Manifest.read('http-rdf-update/manifest.ttl');
    const { address } = await startServer({ token: TOKEN });
    const failed: string[] = [];
    for (const one of manifest.entries) {
      const texts = manifest.values(one, 'http://www.w3.org/2000/01/rdf-schema#comment').map(({ value }) => value);
      const problem = await textFailure(texts.find((text) => text.includes('#### Request')) ?? '', address);
      const name = nameOf(one);
      if (problem !== undefined) failed.push(name);
      if (problem !== undefined && REASONS[name] === undefined) console.log(`${name}: ${problem}`);
      table.push({ suite: 'http-rdf-update', test: name, result: problem === undefined ? 'passes' : (REASONS[name] ?? problem) }); // prettier-ignore
    }
    expect(manifest.entries).toHaveLength(18);
    expect(failed).toEqual(manifest.entries.map(nameOf).filter((name) => name in REASONS));
  });

  test('service description: 3 tests', async () => {
    const endpoint = new URL('sparql', (await startServer()).address).href;
    const answer = await fetch(endpoint);
    expect(answer.headers.get('content-type')).toMatch(FORMATS['RDF'] as RegExp); // returns-rdf
    const found = new Store(new Parser().parse(await answer.text()));
    const sd = (name: string) => DataFactory.namedNode(`http://www.w3.org/ns/sparql-service-description#${name}`);
    const [service] = found.getSubjects(sd('endpoint'), DataFactory.namedNode(endpoint), null); // has-endpoint-triple
    expect(service).toBeDefined();
    const type = DataFactory.namedNode('http://www.w3.org/1999/02/22-rdf-syntax-ns#type');
    expect(found.countQuads(service as never, type, sd('Service'), null)).toBe(1); // conforms-to-schema
    for (const property of ['supportedLanguage', 'resultFormat', 'feature'])
      expect(found.getObjects(service as never, sd(property), null).every(({ termType }) => termType === 'NamedNode')).toBe(true); // prettier-ignore
    const [dataset] = found.getObjects(service as never, sd('defaultDataset'), null);
    expect(found.countQuads(dataset as never, type, sd('Dataset'), null)).toBe(1);
    for (const name of ['has-endpoint-triple', 'returns-rdf', 'conforms-to-schema'])
      table.push({ suite: 'service-description', test: name, result: 'passes' });
  });
});
