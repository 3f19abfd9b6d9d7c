import { Readable } from 'node:stream';
import { openContexts } from '../../../src/package/contexts/open-contexts.js';
import { rdfQuads } from '../../../src/package/open/read-rdf.js';
import { finished, startCli } from '../../cli/helpers/run.js';
import { startServer } from '../../helpers/server.js';

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:e="http://e.example/"';
const wrap = (levels: number, open: string, close: string, inside: string) =>
  open.repeat(levels) + inside + close.repeat(levels);
const xml = (inside: string) => `<rdf:RDF ${RDF}>${inside}</rdf:RDF>`;
const NODE = '{"@id":"http://a.example/b","http://a.example/p":"x"}';

/** Documents with this many levels. */
const JSON_LD: Readonly<Record<string, (levels: number) => string>> = {
  'empty arrays': (levels) => wrap(levels, '[', ']', ''),
  'arrays around a value': (levels) => `{"http://a.example/p":${wrap(levels - 1, '[', ']', '"x"')}}`,
  'arrays around nodes': (levels) => wrap(levels - 1, '[', ']', NODE),
  'lists in lists': (levels) => `{"http://a.example/p":{"@list":${wrap(levels - 2, '[', ']', '"x"')}}}`,
  nodes: (levels) => wrap(levels, '{"http://a.example/p":', '}', '"x"'),
  graphs: (levels) => wrap(levels - 1, '{"@graph":', '}', NODE),
  contexts: (levels) => `{"@context":${wrap(levels - 1, '[', ']', '')}}`,
};
const RDF_XML: Readonly<Record<string, (levels: number) => string>> = {
  nodes: (levels) => xml(wrap((levels - 2) / 2, '<rdf:Description><e:p>', '</e:p></rdf:Description>', '')),
  resources: (levels) =>
    xml(`<rdf:Description>${wrap(levels - 2, '<e:p rdf:parseType="Resource">', '</e:p>', '')}</rdf:Description>`),
  'a literal': (levels) =>
    xml(
      `<rdf:Description><e:p rdf:parseType="Literal">${wrap(levels - 3, '<e:x>', '</e:x>', '')}</e:p></rdf:Description>`,
    ),
};

const CASES = [
  ...Object.entries(JSON_LD).map(([kind, text]) => ['jsonld', kind, text] as const),
  ...Object.entries(RDF_XML).map(([kind, text]) => ['rdfxml', kind, text] as const),
];
const contexts = openContexts({ offline: true });

async function read(text: string, from: string): Promise<number> {
  let count = 0;
  const options = {
    from,
    base: 'http://x.example/',
    contexts,
    packages: { stdin: Readable.from([Buffer.from(text)]) },
  };
  for await (const _quad of rdfQuads('-', options)) count += 1;
  return count;
}

describe('RDF that is nested', () => {
  it.each(CASES)('100 levels deep is read: %s, %s', async (from, _, text) => {
    expect(await read(text(100), from)).toBeGreaterThanOrEqual(0);
  });

  it.each(CASES)('deeper is refused with the place, however deep: %s, %s', async (from, _, text) => {
    for (const levels of [102, 500, 100_000]) {
      const message = expect.stringContaining('nested more than 100 levels deep') as string;
      const code = from === 'jsonld' ? 'ERR_JSON_SYNTAX' : 'ERR_RDF_SYNTAX';
      const details = expect.objectContaining({ line: 1, column: expect.any(Number) }) as object;
      await expect(read(text(levels), from)).rejects.toMatchObject({ code, message, details });
    }
  });
});

it('a body that is nested too deep is refused by a server with 400, and nothing is written', async () => {
  const { address } = await startServer({ token: 'a-token' });
  const graph = `${address}graphs?graph=${encodeURIComponent('http://g.example/')}`;
  const put = (type: string, body: string) =>
    fetch(graph, { method: 'PUT', body, headers: { authorization: 'Bearer a-token', 'content-type': type } });
  for (const levels of [500, 100_000])
    for (const [from, kind, text] of CASES) {
      const type = from === 'jsonld' ? 'application/ld+json' : 'application/rdf+xml';
      const answer = await put(type, text(levels));
      expect([kind, levels, answer.status]).toEqual([kind, levels, 400]);
      expect(await answer.text()).toContain('nested more than 100 levels deep');
    }
  expect((await fetch(graph)).status).toBe(404);
});

it('SIGTERM ends the reading of a document that takes long', async () => {
  const one = `{"http://a.example/p":${wrap(98, '[', ']', '"x"')}}`;
  const text = `[${Array.from({ length: 1000 }, () => one).join()}]`; // minutes of work
  const child = await startCli([
    'convert',
    '-',
    '--from',
    'jsonld',
    '--format',
    'nquads',
    '--base',
    'http://x.example/',
  ]);
  const ended = finished(child);
  await new Promise<void>((taken) => child.stdin.end(text, () => taken()));
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ status: 143, stdout: '' });
});
