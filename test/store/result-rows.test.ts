import { readResultRows } from '../../src/store/result-rows.js';
import { readSparqlJson } from '../../src/store/sparql-json.js';
import { writeRows } from '../../src/store/write-rows.js';

/** Values that a scan for rows may take for something else. */
const VALUES = ['', '"', '\\', '\\"', '},{', ']}}', '[{"', '\\\\"},', 'é', '👩‍🔬', '\u0000\n\t', '{"bindings":['];
const ROWS = VALUES.map((value, index) => ({
  a: { type: 'literal', value } as const,
  ...(index % 2 === 0 && { b: { type: 'uri', value: 'urn:x' } as const }),
}));
const TRIPLE = { type: 'triple', value: { subject: ROWS[4]?.a, predicate: ROWS[1]?.a, object: ROWS[3]?.a } };

async function* cut(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

async function read(text: string, size: number) {
  const { variables, boolean, batches } = await readResultRows(cut(Buffer.from(text), size));
  const bindings = [];
  for await (const batch of batches) bindings.push(...batch);
  return { variables, boolean, bindings };
}

describe('the rows of a result in chunks', () => {
  const vars = ['a', 'b'];
  it.each([
    ['none', { head: { vars }, results: { bindings: [] } }],
    ['one', { head: { vars }, results: { bindings: [ROWS[1]] } }],
    ['one without a value', { head: { vars: [] }, results: { bindings: [{}] } }],
    ['many', { head: { vars }, results: { bindings: [...ROWS, { a: TRIPLE }, {}, ...ROWS] } }],
    ['many after a head with links', { head: { vars, link: ['http://a/'] }, results: { bindings: ROWS } }],
    ['many before the head', { results: { bindings: ROWS }, head: { vars } }],
    ['many after other members', { head: { vars }, results: { distinct: true, bindings: ROWS } }],
    ['a boolean', { head: {}, boolean: false }],
  ])('are those of the whole text, wherever it is cut: %s', async (_, document) => {
    for (const text of [JSON.stringify(document), `${JSON.stringify(document, null, 2)}\n`]) {
      const { variables, bindings, boolean } = readSparqlJson(text);
      for (let size = 1; size <= Buffer.byteLength(text); size += size < 80 ? 1 : 37)
        expect(await read(text, size)).toEqual({ variables, bindings, boolean });
    }
  });

  it('come as they are read: those before a chunk need not wait for it', async () => {
    const text = Buffer.from([...writeRows({ variables: vars, bindings: [...ROWS, ...ROWS] }, 'json')].join(''));
    let taken = 0;
    const chunks = (async function* () {
      for await (const chunk of cut(text, 100)) {
        taken += 1;
        yield chunk;
      }
    })();
    const { batches } = await readResultRows(chunks);
    expect(taken).toBe(2);
    for await (const batch of batches) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    expect(taken).toBeLessThan(5);
    expect(await chunks.next()).toMatchObject({ done: true }); // nobody reads on
  });

  it('are an error if they end in the middle', async () => {
    const text = JSON.stringify({ head: { vars }, results: { bindings: [...ROWS, ...ROWS] } });
    for (const missing of [1, 2, 3, 10]) await expect(read(text.slice(0, -missing), 100)).rejects.toThrow();
    await expect(read(`${text}}`, 100)).rejects.toThrow();
  });
});
