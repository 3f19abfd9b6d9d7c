import { startServer } from '../helpers/server.js';

const TOKEN = 'a-token';
const COUNT = 150;
const authorization = `Bearer ${TOKEN}`;

let address: string;
beforeAll(async () => {
  ({ address } = await startServer({ token: TOKEN }));
});

const update = (body: string): Promise<Response> =>
  fetch(`${address}sparql`, { method: 'POST', headers: { 'content-type': 'application/sparql-update', authorization }, body }); // prettier-ignore

const graph = (method: string, name: string, body: string): Promise<Response> =>
  fetch(`${address}graphs?graph=${name}`, { method, headers: { 'content-type': 'text/turtle', authorization }, body });

/** The values of a property, in all graphs. */
async function valuesOf(property: string): Promise<string[]> {
  const query = encodeURIComponent(`SELECT ?v { GRAPH ?g { ?s <${property}> ?v } }`);
  const text = await (await fetch(`${address}sparql?query=${query}&format=csv`)).text();
  return text.trimEnd().split('\r\n').slice(1).sort();
}

/** The numbers of the writes that were carried out; the others were refused so that the client can try again. */
async function carriedOut(answers: readonly Response[]): Promise<string[]> {
  const done: string[] = [];
  for (const [number, answer] of answers.entries()) {
    await answer.arrayBuffer();
    if (answer.ok) done.push(String(number));
    else expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
  }
  return done.sort();
}

const numbers = Array.from({ length: COUNT }, (_, number) => number);

it(`${COUNT} updates of one graph at once: what was answered well is there, and nothing else`, async () => {
  const answers = await Promise.all(
    numbers.map((n) => update(`INSERT DATA { GRAPH <urn:one> { <urn:s${n % 7}> <urn:p> "${n}" } }`)),
  );
  const done = await carriedOut(answers);
  expect(await valuesOf('urn:p')).toEqual(done);
  expect(done.length).toBeGreaterThan(0);
});

it(`${COUNT} updates that each read what the others write: they are carried out one after the other`, async () => {
  await update('INSERT DATA { GRAPH <urn:counter> { <urn:c> <urn:count> 0 } }');
  const next = `WITH <urn:counter> DELETE { <urn:c> <urn:count> ?n } INSERT { <urn:c> <urn:count> ?m } WHERE { <urn:c> <urn:count> ?n BIND(?n + 1 AS ?m) }`; // prettier-ignore
  const done = await carriedOut(await Promise.all(numbers.map(() => update(next))));
  expect(await valuesOf('urn:count')).toEqual([String(done.length)]);
});

it(`${COUNT} writes of all kinds at once`, async () => {
  const answers = await Promise.all(
    numbers.map((n) => {
      const triple = `<urn:s> <urn:q> "${n}" .`;
      if (n % 3 === 0) return update(`INSERT DATA { GRAPH <urn:one> { ${triple} } }`);
      return n % 3 === 1 ? graph('PUT', `urn:put${n}`, triple) : graph('POST', 'urn:post', triple);
    }),
  );
  expect(await valuesOf('urn:q')).toEqual(await carriedOut(answers));
});
