import { SparqlEngine } from '../../../src/store/engine/engine.js';
import { MemoryStore } from '../../../src/store/memory-store.js';
import { queryText } from '../../../src/store/rdf-answers.js';
import { answerQuery } from '../../../src/tasks/query/answer-query.js';
import { updateStore } from '../../../src/tasks/query/update-store.js';
import { startHere } from '../../../src/store/engine/engine-here.js';

const G = 'urn:g';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

/** Values that the engine has no total order for. */
function mixed(): Buffer {
  let state = 1;
  const next = (): number => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
  const lines = Array.from({ length: 60 }, (_, at) => {
    const [kind, n] = [Math.floor(next() * 4), Math.floor(next() * 1000)];
    const value = [`"${n}"^^<${XSD}integer>`, `"${n}"`, `"${n}"@en`, `"${n}.5"^^<${XSD}double>`][kind];
    return `<urn:s${at}> <urn:p> ${value} <${G}> .\n`;
  });
  return Buffer.from(lines.join(''));
}

/** The engine knows this syntax and our parser does not, so the text is not rewritten. */
const NEWER = 'VERSION "1.2" SELECT ?o { ?s ?p ?o } ORDER BY ?o';

describe('a failure inside of the engine', () => {
  const snapshot = {
    graphs: async () => new Map([[G, '1']]),
    nquads: () => [mixed()],
  };

  it.each([
    ['in a thread of its own', () => new SparqlEngine()],
    ['in the thread of its caller', () => new SparqlEngine(startHere)],
  ])('%s is named for what it is, prints nothing, and the next query is answered', async (_, start) => {
    const printed: unknown[][] = [];
    const { error } = console;
    console.error = (...words: unknown[]) => void printed.push(words);
    const engine = start();
    try {
      const failed = await engine.query(snapshot, NEWER, 'text/csv', {}).catch((one: unknown) => one);
      expect(failed).toMatchObject({
        code: 'ERR_LIMIT',
        message: 'SPARQL: the engine cannot sort values of several kinds in this text',
      });
      expect(printed).toEqual([]);
      const sorted = await engine.query(snapshot, 'SELECT ?o { ?s ?p ?o } ORDER BY ?o', 'text/csv', {});
      expect(Buffer.from(sorted).toString().split('\r\n')).toHaveLength(62);
    } finally {
      console.error = error;
      await engine.end();
    }
  });

  it('is too long a text, and not too little memory', async () => {
    const engine = new SparqlEngine();
    const long = `SELECT (1${' + 1'.repeat(20_000)} AS ?x) {}`;
    await expect(engine.query(snapshot, long, 'text/csv', {})).rejects.toMatchObject({
      code: 'ERR_LIMIT',
      message: 'the SPARQL text is too deep or too long for the embedded graph engine',
    });
    await engine.end();
  });
});

describe('a text with thousands of brackets in brackets', () => {
  const nested = (open: string, close: string, head: string, tail: string, inside = '1'): string =>
    `${head}${open.repeat(5000)}${inside}${close.repeat(5000)}${tail}`;
  const texts: [string, string][] = [
    ['braces', nested('{', '}', 'SELECT * ', '', '?s ?p ?o')],
    ['parentheses', nested('(', ')', 'SELECT (', ' AS ?x) {}')],
    ['a property path', nested('(', ')', 'SELECT * {?s ', ' ?o}', '<urn:p>')],
    ['lists', nested('(', ')', 'SELECT * {?s ?p ', '}')],
    ['blank nodes', nested('[ <urn:p> ', ']', 'SELECT * {?s ?p ', '}')],
    ['filters', nested('FILTER EXISTS { ', '}', 'SELECT * {', '}', '?s ?p ?o')],
  ];

  it.each(texts)('is refused with its place: %s', async (_, sparql) => {
    const store = new MemoryStore();
    const refused = { code: 'ERR_QUERY_SYNTAX', message: expect.stringContaining('more than 100 brackets') as string };
    await expect(answerQuery(store, sparql)).rejects.toMatchObject({ ...refused, details: { line: 1 } });
    await expect(queryText(store, sparql, 'text/csv')).rejects.toMatchObject(refused);
    await expect(answerQuery(store, sparql, { parameters: { x: '1' } })).rejects.toMatchObject(refused);
    const update = sparql.replace(/^SELECT.*?(?=[({[F])/, 'INSERT { GRAPH <urn:g> { <urn:a> <urn:b> ?x } } WHERE ');
    await expect(updateStore(store, update)).rejects.toMatchObject(refused);
    await expect(store.update(update)).rejects.toMatchObject(refused);
    await store.close();
  });

  it('names the line and the column of the user', async () => {
    const store = new MemoryStore();
    const sparql = `# a comment with ((((\nSELECT ?s { ?s schema:name "((((" . ${'{'.repeat(5000)}`;
    await expect(answerQuery(store, sparql)).rejects.toMatchObject({ details: { line: 2, column: 136 } });
    await store.close();
  });

  it('is answered as long as it is not deeper than people write', async () => {
    const store = new MemoryStore();
    const sparql = `SELECT ${'('.repeat(90)}1${')'.repeat(89)} AS ?x) ${'{'.repeat(90)}${'}'.repeat(90)}`;
    expect(await queryText(store, sparql, 'text/csv')).toBe('x\r\n1\r\n');
    await store.close();
  });
});
